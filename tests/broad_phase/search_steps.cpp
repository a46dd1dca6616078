// SPDX-License-Identifier: MIT
// The trace events of pair searches: each test and node that they count, and all pairs are among
// the tested ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>

#include "scenes/generators/scene.hpp"

namespace masu::test {
namespace {

using Two = std::pair<std::size_t, std::size_t>;

template <int D>
struct TestLog : Trace {
  using Trace::on;

  void on(const VisitNode&) { ++stats.nodes; }
  void on(const SweepColumn&) { ++stats.nodes; }
  void on(const ReadCells<D, float>& e) { stats.nodes += e.last + 1 - e.first; }
  void on(const CompareBounds<D, float>&) { ++stats.tests; }
  void on(const CompareObjects& e) { test(e.a, e.b); }
  void on(const FindPartners& e) { seeker = e.object; }
  void on(const ScanObjects& e) {
    for (const std::uint32_t other : e.objects) test(seeker, other);
  }
  void on(const SweepBox& e) {
    for (const std::uint32_t other : e.others) test(e.box, other);
  }
  void test(std::size_t a, std::size_t b) {
    ++stats.tests;
    compared.insert({std::min(a, b), std::max(a, b)});
  }

  std::size_t seeker = 0;
  QueryStats stats;
  std::set<Two> compared;
};

void expect_traced(const QueryStats& traced, const QueryStats& counted, const std::string& what) {
  EXPECT_EQ(traced.tests, counted.tests) << what;
  EXPECT_EQ(traced.nodes, counted.nodes) << what;
}

template <int D, class Finder>
void expect_all_tests_traced(Finder finder) {
  for (const std::string_view scene : {"uniform", "clusters", "sizes", "thin_huge", "equal"}) {
    const auto boxes = scenes::make_scene<D, float>(scene, 300, 1);
    PairList pairs;
    TestLog<D> log;
    const SearchResult found = finder.find_pairs(BoxSpan<D, float>(boxes), pairs, {}, log);
    ASSERT_EQ(found.status, Status::ok);
    ASSERT_FALSE(pairs.empty());
    expect_traced(log.stats, found.stats, std::string(scene));
    for (const Pair& p : pairs) {
      EXPECT_EQ(log.compared.count({p.a, p.b}), 1u) << scene << ' ' << p.a << ' ' << p.b;
    }
  }
}

template <int D, class Finder>
void expect_tests_between_traced(Finder finder) {
  const auto a = scenes::make_scene<D, float>("uniform", 200, 1);
  const auto b = scenes::make_scene<D, float>("uniform", 150, 2);
  PairList pairs;
  TestLog<D> log;
  const SearchResult found =
      finder.find_pairs_between(BoxSpan<D, float>(a), BoxSpan<D, float>(b), pairs, {}, log);
  ASSERT_EQ(found.status, Status::ok);
  ASSERT_FALSE(pairs.empty());
  expect_traced(log.stats, found.stats, "two sets");
}

TEST(SearchSteps, L9_each_test_of_the_kd_tree) {
  expect_all_tests_traced<2>(KdTree<2, float>());
  expect_all_tests_traced<3>(KdTree<3, float>());
  expect_tests_between_traced<2>(KdTree<2, float>());
}

TEST(SearchSteps, L9_each_test_of_the_uniform_grid) {
  expect_all_tests_traced<2>(UniformGrid<2, float>());
  expect_all_tests_traced<3>(UniformGrid<3, float>());
  expect_tests_between_traced<2>(UniformGrid<2, float>());
}

TEST(SearchSteps, L9_each_test_of_a_sweep) {
  expect_all_tests_traced<2>(SweepAndPrune<2, float>({.axes = 1}));
  expect_all_tests_traced<2>(SweepAndPrune<2, float>());
  expect_all_tests_traced<3>(SweepAndPrune<3, float>());
  expect_tests_between_traced<2>(SweepAndPrune<2, float>());
}

}  // namespace
}  // namespace masu::test
