// SPDX-License-Identifier: MIT
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/families.hpp"
#include "tests/broad_phase/memory_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(AllPairs, FinderContract, FewFinderCases<AllPairsFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(AllPairs, FinderMemory, FewFinderCases<AllPairsFamily>, CaseNames);

namespace {

struct Comparisons {
  std::vector<std::pair<std::size_t, std::size_t>> seen;
  void on(const CompareObjects& event) { seen.emplace_back(event.a, event.b); }
};

TEST(AllPairs, L1_four_objects_are_compared_as_01_02_03_12_13_23) {
  const std::vector<Aabb<2, float>> boxes(4, Aabb<2, float>{{0, 0}, {1, 1}});
  const std::vector<std::pair<std::size_t, std::size_t>> expected{{0, 1}, {0, 2}, {0, 3},
                                                                  {1, 2}, {1, 3}, {2, 3}};
  Comparisons comparisons;
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const auto sink = [&](std::uint32_t a, std::uint32_t b) { found.emplace_back(a, b); };
  const SearchResult result = AllPairs<2, float>().find_pairs(boxes, sink, {}, comparisons);
  EXPECT_EQ(result.status, Status::ok);
  EXPECT_EQ(result.stats.tests, 6u);
  EXPECT_EQ(comparisons.seen, expected);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace masu::test
