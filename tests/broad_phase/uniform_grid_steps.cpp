// SPDX-License-Identifier: MIT
// The lecture's pages on bucket sort, and the cost of the cases that it warns about.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include <masu/broad_phase/uniform_grid.hpp>

#include "broad_phase/cell_edge.hpp"
#include "scenes/generators/scene.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/pair_set.hpp"

namespace masu::test {
namespace {

template <int D, class T>
std::vector<Aabb<D, T>> random_points(std::size_t n, T side, std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  std::vector<Aabb<D, T>> points(n);
  for (Aabb<D, T>& p : points) {
    for (int a = 0; a < D; ++a) p.min[a] = T(random.below(1u << 20)) * (side / T(1 << 20));
    p.max = p.min;
  }
  return points;
}

// Which values lie in which bucket, by level; and how many buckets the levels have.
struct WatchBuckets : Trace {
  using Trace::on;
  explicit WatchBuckets(const std::vector<float>& v) : values(v) {}
  void on(const CutIntoCells& cut) { cuts.push_back(cut); }
  void on(const InsertIntoCell& event) {
    buckets[event.depth][event.cell].insert(values[event.object]);
  }
  const std::vector<float>& values;
  std::vector<CutIntoCells> cuts;
  std::map<int, std::map<std::uint32_t, std::multiset<float>>> buckets;
};

TEST(UniformGrid, L8_nine_values_fall_into_five_buckets_and_five_of_them_into_five_more) {
  const std::vector<float> values = {3.1f, 2.4f, 2, 2.2f, 2.9f, 8, 9.2f, 1, 5};
  std::vector<Aabb<1, float>> points;
  for (const float v : values) points.push_back(Aabb<1, float>::of_point({v}));
  // 0~2 2~4 4~6 6~8 8~10, and a bucket with more than two values is cut again.
  UniformGrid<1, float> grid({.per_axis = 5, .region = {{0}, {10}}, .crowd = 2});
  WatchBuckets watch(values);
  ASSERT_EQ(grid.build(points, {}, watch), Status::ok);
  using Buckets = std::map<std::uint32_t, std::multiset<float>>;
  EXPECT_EQ(watch.buckets[0],
            (Buckets{{0, {1}}, {1, {2, 2.2f, 2.4f, 2.9f, 3.1f}}, {2, {5}}, {4, {8, 9.2f}}}));
  // 2~2.4 2.4~2.8 2.8~3.2 3.2~3.6 3.6~4
  EXPECT_EQ(watch.buckets[1], (Buckets{{0, {2, 2.2f}}, {1, {2.4f}}, {2, {2.9f, 3.1f}}}));
  ASSERT_EQ(watch.cuts.size(), 2u) << "no other bucket is cut";
  EXPECT_EQ(watch.cuts[0].objects, 9u);
  EXPECT_EQ(watch.cuts[0].cells, 5u);
  EXPECT_EQ(watch.cuts[1].objects, 5u);
  EXPECT_EQ(watch.cuts[1].cells, 5u);
}

TEST(UniformGrid, L7_all_objects_in_one_cell_cost_as_many_tests_as_all_pairs) {
  for (const std::size_t n : {10, 100, 1000}) {
    const auto points = random_points<2, float>(n, 1, n);
    UniformGrid<2, float> one_cell({.cell = 2, .crowd = ~0u});
    CountPairs pairs;
    const SearchResult result = one_cell.find_pairs(points, pairs);
    EXPECT_EQ(result.stats.tests, n * (n - 1) / 2);
    EXPECT_EQ(result.stats.nodes, 0u) << "there is no other cell to look at";
  }
}

TEST(UniformGrid, L7_subdividing_the_crowded_cell_makes_tests_linear) {
  // One far outlier makes one cell of all the rest.
  auto points = random_points<2, float>(10000, 1, 1);
  points.push_back(Aabb<2, float>::of_point({1e6f, 1e6f}));
  CountPairs pairs;
  UniformGrid<2, float> never({.crowd = ~0u});
  UniformGrid<2, float> again;
  EXPECT_EQ(never.find_pairs(points, pairs).stats.tests, 10000u * 9999 / 2);
  EXPECT_LT(again.find_pairs(points, pairs).stats.tests, 10u * 10000);
}

TEST(UniformGrid, L7_tests_per_object_stay_constant_for_ten_times_as_many_objects) {
  double per_object[2];
  for (int i = 0; i < 2; ++i) {
    const std::size_t n = i == 0 ? 2000 : 20000;
    CountPairs pairs;
    UniformGrid<3, float> grid;
    const auto boxes = scenes::make_scene<3, float>("uniform", n, 1);
    const QueryStats stats = grid.find_pairs(boxes, pairs).stats;
    per_object[i] = double(stats.tests + stats.nodes) / double(n);
  }
  EXPECT_LT(per_object[1], 1.2 * per_object[0]) << "sort: n, compare: n";
  EXPECT_LT(per_object[1], 20);
}

TEST(CellEdge, of_objects_far_apart_is_not_much_more_than_twice_that_of_others) {
  masu::detail::CellEdge<2, float> edge;
  for (int i = 0; i < 20; ++i) {
    const Vec<2, float> corner{1e4f * float(i), 2e4f * float(i)};
    edge.add({corner, {corner[0] + 1, corner[1] + 1}});
  }
  EXPECT_GT(edge.edge(20), 4.f);
  EXPECT_LT(edge.edge(20), 5.1f);
}

// The plain tier runs the suites of sets with two floats or three doubles; three floats are
// compared by instructions of their own.
TEST(UniformGrid, finds_the_pairs_of_brute_force_among_boxes_of_three_floats) {
  for (const std::string_view scene : {"uniform", "pile", "clusters"}) {
    const auto boxes = scenes::make_scene<3, float>(scene, 2000, 1);
    UniformGrid<3, float> grid;
    EXPECT_TRUE(same_pairs(brute_force(boxes), pairs_of(grid, boxes))) << scene;
  }
}

TEST(UniformGrid, one_box_over_everything_costs_one_pass) {
  auto boxes = scenes::make_scene<2, float>("uniform", 5000, 1);
  CountPairs pairs;
  UniformGrid<2, float> grid;
  const auto before = grid.find_pairs(boxes, pairs).stats.tests;
  boxes.push_back(Aabb<2, float>::everything());
  EXPECT_LE(grid.find_pairs(boxes, pairs).stats.tests, before + 5000 + 100);
}

TEST(UniformGrid, a_million_coincident_points_are_indexed_at_once) {
  const std::vector<Aabb<3, float>> points(1000000, Aabb<3, float>::of_point({1, 2, 3}));
  UniformGrid<3, float> grid;
  ASSERT_EQ(grid.build(points), Status::ok);
  EXPECT_EQ(grid.cell_count(), 1u);
  std::size_t found = 0;
  const auto count = [&](std::uint32_t) { ++found; };
  EXPECT_EQ(grid.for_each_overlapping(points[0], count).status, Status::ok);
  EXPECT_EQ(found, points.size());
  EXPECT_EQ(grid.for_each_overlapping(Aabb<3, float>::of_point({0, 2, 3}), count).stats.tests, 1u);
}

// Depth d of nested clusters: each level holds half of the rest, a thousand times smaller.
TEST(UniformGrid, memory_stays_linear_on_nested_clusters) {
  std::vector<Aabb<2, double>> points;
  double side = 1e30;
  for (int level = 0; level < 16; ++level, side /= 1000) {
    const auto some = random_points<2, double>(1000, side, std::uint64_t(level));
    points.insert(points.end(), some.begin(), some.end());
  }
  UniformGrid<2, double> grid;
  ASSERT_EQ(grid.build(points), Status::ok);
  EXPECT_TRUE(grid.validate());
  EXPECT_LE(grid.cell_count(), 13 * (2 * points.size() + 16));
  CountPairs pairs;
  EXPECT_LT(grid.find_pairs(points, pairs).stats.tests, 1000 * points.size());
}

TEST(UniformGrid, an_index_that_cannot_be_built_is_empty) {
  const auto boxes = scenes::make_scene<2, float>("clusters", 3000, 1);
  bool failed = true;
  for (std::size_t k = 1; failed; ++k) {
    ASSERT_LT(k, 100u);
    FailingAllocator memory;
    UniformGrid<2, float> grid({}, memory.allocator());
    memory.fail(k, true);
    const Status status = grid.build(boxes);
    failed = memory.failures() != 0;
    ASSERT_EQ(status, failed ? Status::out_of_memory : Status::ok);
    ASSERT_EQ(grid.size(), failed ? 0u : boxes.size());
    memory.fail(FailingAllocator::kNever);
    ASSERT_EQ(grid.build(boxes), Status::ok);
    ASSERT_EQ(grid.size(), boxes.size());
    ASSERT_TRUE(grid.validate());
  }
}

}  // namespace
}  // namespace masu::test
