// SPDX-License-Identifier: MIT
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/memory_suite.hpp"
#include "tests/broad_phase/sweep_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, FinderContract, TierCases<SweepAndPruneFamily>,
                               CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, FinderMemory, TierCases<SweepAndPruneFamily>,
                               CaseNames);

// So many boxes overlap on the axis of the sweep that they are dealt to columns along the others.
TEST(SweepAndPrune, boxes_in_columns_have_the_pairs_of_brute_force) {
  struct Depths : Trace {
    using Trace::on;
    void on(const SweepColumn& e) { deepest = std::max(deepest, e.depth); }
    int deepest = 0;
  };
  const auto a = scenes::make_scene<3, float>("uniform", 12000, 1);
  const auto b = scenes::make_scene<3, float>("uniform", 9000, 2);
  SweepAndPrune<3, float> sweep;
  PairList pairs;
  Depths one, two;
  ASSERT_EQ(sweep.find_pairs(BoxSpan<3, float>(a), pairs, {}, one).status, Status::ok);
  EXPECT_GT(one.deepest, 0);
  EXPECT_TRUE(same_pairs(brute_force(a), to_vector(pairs)));
  const BoxSpan<3, float> first(a), second(b);
  ASSERT_EQ(sweep.find_pairs_between(first, second, pairs, {}, two).status, Status::ok);
  EXPECT_GT(two.deepest, 0);
  EXPECT_TRUE(same_pairs(brute_force_between(a, b), to_vector(pairs)));
}

}  // namespace masu::test
