// SPDX-License-Identifier: MIT
// The partitions of the kd-tree step by step, and the cost of degenerate sets.
#include <gtest/gtest.h>

#include <numeric>

#include <masu/broad_phase/kd_tree.hpp>

#include "broad_phase/partition.hpp"
#include "tests/broad_phase/finder_suite.hpp"
#include "tests/support/simd_targets.hpp"

namespace masu::test {
namespace {

using Numbers = std::vector<int>;

struct Step {
  int pivot;
  Numbers left;
  Numbers right;
  friend auto operator<=>(const Step&, const Step&) = default;
};

// Keeps the steps of a sort of numbers that had something to divide.
struct Steps : Trace {
  using Trace::on;
  std::vector<Step>& log;
  explicit Steps(std::vector<Step>& s) : log(s) {}
  void on(const PartitionStep<int>& e) const {
    log.push_back({*e.pivot, {e.left.begin(), e.left.end()}, {e.right.begin(), e.right.end()}});
  }
  void on(const PartitionStep<KdItem<1, double>>& e) const {
    Step step{int(e.pivot->center[0]), {}, {}};
    for (const auto& item : e.left) step.left.push_back(int(item.center[0]));
    for (const auto& item : e.right) step.right.push_back(int(item.center[0]));
    log.push_back(step);
  }
};

const Numbers kLecture = {5, 7, 3, 6, 9, 1, 2};
const std::vector<Step> kLectureSteps = {{5, {3, 1, 2}, {7, 6, 9}}, {3, {1, 2}, {}}, {7, {6}, {9}}};

void expect_the_steps_of_the_lecture(std::vector<Step> steps) {
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps[0], kLectureSteps[0]);
  // Pairs and single numbers that are left need no step that the lecture shows.
  std::erase_if(steps, [](const Step& s) { return s.left.size() + s.right.size() < 2; });
  EXPECT_EQ(steps, kLectureSteps);
}

QueryStats sort_numbers(Numbers& numbers, std::vector<Step>& steps) {
  Numbers scratch(numbers.size());
  QueryStats stats;
  masu::detail::quicksort(std::span<int>(numbers), std::span<int>(scratch), std::less<int>(), stats,
                          Steps(steps));
  return stats;
}

TEST(Quicksort, L4_pivots_5_3_and_7_of_the_worked_example) {
  Numbers numbers = kLecture;
  std::vector<Step> steps;
  const QueryStats stats = sort_numbers(numbers, steps);
  EXPECT_EQ(numbers, (Numbers{1, 2, 3, 5, 6, 7, 9}));
  expect_the_steps_of_the_lecture(steps);
  EXPECT_EQ(stats.comparisons, 6u + 2 + 2 + 1);
}

TEST(KdTree, L4_the_tree_makes_the_same_steps) {
  std::vector<Aabb<1, double>> points;
  for (const int x : kLecture) points.push_back(Aabb<1, double>::of_point({{double(x)}}));
  KdTree<1, double> tree({.split = KdSplit::first, .leaf_size = 1});
  std::vector<Step> steps;
  ASSERT_EQ(tree.build(points, {}, Steps(steps)), Status::ok);
  ASSERT_TRUE(tree.validate());
  std::sort(steps.begin() + 1, steps.end());  // the tree divides the larger part first
  expect_the_steps_of_the_lecture(steps);
}

TEST(Quicksort, E11_sorted_input_costs_n_n_minus_1_halves) {
  for (const int n : {1, 2, 10, 300}) {
    Numbers numbers(static_cast<std::size_t>(n));
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<Step> steps;
    EXPECT_EQ(sort_numbers(numbers, steps).comparisons, std::uint64_t(n) * (n - 1) / 2);
    EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
  }
}

// Every partition of the tree, its axis and its border checked.
template <int D>
struct CheckSteps : Trace {
  using Trace::on;
  std::vector<int>& axes;
  explicit CheckSteps(std::vector<int>& a) : axes(a) {}
  void on(const PartitionStep<KdItem<D, float>>& e) const {
    axes.push_back(e.axis);
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (const auto& l : e.left) high = std::max(high, l.center[e.axis]);
    for (const auto& r : e.right) low = std::min(low, r.center[e.axis]);
    ASSERT_LE(high, low);
    if (e.pivot == nullptr) return;
    ASSERT_LE(high, e.pivot->center[e.axis]);
    ASSERT_GE(low, e.pivot->center[e.axis]);
  }
};

TEST(KdTree, L10_axes_alternate_or_follow_the_width) {
  auto boxes = scenes::make_scene<3, float>("uniform", 64, 1);
  KdTree<3, float> tree;
  // 64 objects in leaves of 8 are one node: a cut by x, two by y, four by z; a cut that takes
  // several partitions reports each.
  for (const KdSplit split : {KdSplit::median_in_turn, KdSplit::surface_area, KdSplit::first}) {
    std::vector<int> axes;
    tree.set_options({.split = split, .leaf_size = 8});
    ASSERT_EQ(tree.build(boxes, {}, CheckSteps<3>(axes)), Status::ok);
    ASSERT_TRUE(tree.validate());
    ASSERT_FALSE(axes.empty());
    if (split != KdSplit::median_in_turn) continue;
    axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
    EXPECT_EQ(axes, (std::vector<int>{0, 1, 2}));
  }
  for (auto& box : boxes) box.min[1] *= 1000, box.max[1] *= 1000;
  for (const KdSplit split : {KdSplit::median_widest, KdSplit::surface_area}) {
    std::vector<int> axes;
    tree.set_options({.split = split, .leaf_size = 8});
    ASSERT_EQ(tree.build(boxes, {}, CheckSteps<3>(axes)), Status::ok);
    EXPECT_TRUE(std::all_of(axes.begin(), axes.end(), [](int a) { return a == 1; }));
  }
}

// 10^6 equal points: divided by number alone; a query for the nearest does not visit all.
TEST(KdTree, coincident_points_do_not_deepen_the_tree) {
  const std::size_t n = by_tier<std::size_t>(50000, 1000000);
  const std::vector<Aabb<2, float>> points(n, Aabb<2, float>::of_point({{3, 4}}));
  for (int rule = 0; rule < 4; ++rule) {
    KdTree<2, float> tree({.split = KdSplit(rule)});
    ASSERT_EQ(tree.build(points), Status::ok);
    ASSERT_TRUE(tree.validate());
    Neighbor<float, std::uint32_t> found[3];
    const SearchResult result = tree.nearest(points[0], found);
    ASSERT_EQ(result.stats.results, 3u);
    for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(found[i].id, i);
    EXPECT_LT(result.stats.nodes, 100u) << "rule " << rule;
  }
}

// Sorted input is the worst for the first object as pivot: n^2 until the tree is so deep that it
// halves.
TEST(KdTree, E11_the_first_object_as_pivot_can_cost_much_more) {
  std::vector<Aabb<1, double>> points;
  for (int i = 0; i < 4096; ++i) points.push_back(Aabb<1, double>::of_point({{double(i)}}));
  KdTree<1, double> tree;
  ASSERT_EQ(tree.build(points), Status::ok);
  const std::uint64_t halves = tree.build_stats().comparisons;
  tree.set_options({.split = KdSplit::first});
  ASSERT_EQ(tree.build(points), Status::ok);
  ASSERT_TRUE(tree.validate());
  EXPECT_GT(tree.build_stats().comparisons, 10 * halves);
}

TEST(KdTree, finding_pairs_of_other_boxes_does_not_change_the_index) {
  const auto boxes = scenes::make_scene<2, float>("pile", 300, 1);
  const auto others = scenes::make_scene<2, float>("uniform", 100, 2);
  KdTree<2, float> tree;
  ASSERT_EQ(tree.build(boxes), Status::ok);
  EXPECT_TRUE(same_pairs(brute_force(others), pairs_of(tree, others)));
  EXPECT_EQ(tree.size(), 300u);
  EXPECT_TRUE(tree.validate());
}

template <int D, class T>
std::vector<std::uint32_t> answers(const KdTree<D, T>& tree, const Aabb<D, T>& box) {
  std::vector<std::uint32_t> all;
  const auto note = [&](std::uint32_t id) { all.push_back(id); };
  EXPECT_EQ(tree.for_each_overlapping(box, note).status, Status::ok);
  EXPECT_EQ(tree.for_each_within(box, T(2), note).status, Status::ok);
  for (const std::size_t k : {1, 2, 8, 9, 40}) {
    std::vector<Neighbor<T, std::uint32_t>> found(k);
    EXPECT_EQ(tree.nearest(box, found).stats.results, k);
    for (const auto& neighbor : found) all.push_back(neighbor.id);
  }
  return all;
}

// The same objects in the same order from every instruction set.
template <int D, class T>
void expect_the_same_from_all_targets(bool points) {
  auto boxes = scenes::make_scene<D, T>("uniform", 2000, 1);
  for (auto& box : boxes) box.max = points ? box.min : box.max;
  KdTree<D, T> tree;
  ASSERT_EQ(tree.build(boxes), Status::ok);
  std::vector<std::vector<std::uint32_t>> expected;
  for_each_target([&](SimdTarget) {
    std::vector<std::vector<std::uint32_t>> found;
    for (std::size_t i = 0; i < boxes.size(); i += 50) found.push_back(answers(tree, boxes[i]));
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected);
  });
}

TEST(KdTree, every_instruction_set_gives_the_same_order) {
  for (const bool points : {false, true}) {
    expect_the_same_from_all_targets<2, float>(points);
    expect_the_same_from_all_targets<3, double>(points);
  }
}

TEST(KdTree, a_leaf_has_1_to_32_objects) {
  const auto boxes = scenes::make_scene<2, float>("pile", 300, 1);
  KdTree<2, float> tree;
  CountPairs count;
  for (const std::uint32_t size : {0u, 33u}) {
    tree.set_options({.leaf_size = size});
    EXPECT_EQ(tree.build(boxes), Status::out_of_range);
    EXPECT_EQ(tree.find_pairs(boxes, count).status, Status::out_of_range);
    EXPECT_EQ(tree.size(), 0u);
  }
}

}  // namespace
}  // namespace masu::test
