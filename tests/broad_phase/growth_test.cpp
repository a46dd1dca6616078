// SPDX-License-Identifier: MIT
// Growth of the work of each method with the number of objects, measured by counters: the same on
// every machine. Between 1000 and 8000 boxes, with one pair per object unless stated otherwise.
#include <gtest/gtest.h>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/textbook/bsp_tree.hpp>

#include <cmath>

#include "scenes/generators/scene.hpp"

namespace masu {
namespace {

constexpr std::size_t kFew = 1000;
constexpr std::size_t kMany = 8000;

template <int D>
std::vector<Aabb<D, float>> boxes_of(const char* scene, std::size_t n) {
  return scenes::make_scene<D, float>(scene, n, 1);
}

// Returns all counted work, including work on keys.
double work(const QueryStats& s) {
  return static_cast<double>(s.nodes + s.tests + s.comparisons + s.shifts);
}

// Returns the exponent k of n^k between the two sizes.
double exponent(double few, double many) {
  return std::log(many / few) / std::log(static_cast<double>(kMany) / kFew);
}

template <int D, class Finder>
double work_for_pairs(Finder& finder, const std::vector<Aabb<D, float>>& boxes) {
  CountPairs count;
  return work(finder.find_pairs(BoxSpan<D, float>(boxes), count).stats);
}

template <int D, class Finder>
double growth(Finder finder, const char* scene = "uniform", std::size_t times = 1) {
  const double few = work_for_pairs<D>(finder, boxes_of<D>(scene, times * kFew));
  return exponent(few, work_for_pairs<D>(finder, boxes_of<D>(scene, times * kMany)));
}

TEST(Growth, L5_all_pairs_is_n_squared) {
  // (n^2 - n) / 2 exactly, so the exponent is log(63992 / 999) / log 8 + 1/3.
  const double exact = exponent(1000.0 * 999 / 2, 8000.0 * 7999 / 2);
  EXPECT_DOUBLE_EQ(growth<2>(AllPairs<2, float>()), exact);
  EXPECT_DOUBLE_EQ(growth<3>(AllPairs<3, float>()), exact);
}

// Boxes of one edge in a domain of n^(1/D) edges: so many meet on one axis as n n / n^(1/D).
TEST(Growth, L5_a_sweep_on_one_axis_tests_all_that_overlap_on_it) {
  const SweepAndPruneOptions one_axis{.axes = 1};
  EXPECT_NEAR(growth<1>(SweepAndPrune<1, float>(one_axis)), 1, 0.05);
  EXPECT_NEAR(growth<2>(SweepAndPrune<2, float>(one_axis)), 3.0 / 2, 0.05);
  EXPECT_NEAR(growth<3>(SweepAndPrune<3, float>(one_axis)), 5.0 / 3, 0.08);
}

// Smaller sets are not distributed to columns. The number of columns is a power of two, so the work
// per object may differ by a factor of two between two sizes: 1/3 in the exponent from n to 8 n.
TEST(Growth, L5_a_sweep_in_columns_is_linear) {
  EXPECT_NEAR(growth<3>(SweepAndPrune<3, float>(), "uniform", 30), 1, 1.0 / 3);
}

TEST(Growth, L5_bucket_sort_is_linear_until_all_objects_are_in_one_cell) {
  EXPECT_NEAR(growth<2>(UniformGrid<2, float>()), 1, 0.15);
  EXPECT_NEAR(growth<3>(UniformGrid<3, float>()), 1, 0.15);
  EXPECT_NEAR(growth<3>(UniformGrid<3, float>(), "equal"), 2, 0.05);
}

TEST(Growth, L5_the_orthtree_is_linear_plus_the_number_of_pairs) {
  EXPECT_NEAR(growth<2>(SortedOrthtree<2, float>()), 1, 0.2);
  EXPECT_NEAR(growth<3>(SortedOrthtree<3, float>()), 1, 0.2);
  EXPECT_NEAR(growth<3>(SortedOrthtree<3, float>(), "equal"), 2, 0.05);
}

// One box is so far away that the common bounds say nothing about the other boxes.
TEST(Growth, one_far_box_costs_the_orthtree_little) {
  for (const std::size_t n : {kFew, 3 * kFew, kMany}) {
    SortedOrthtree<2, float> quadtree;
    SortedOrthtree<3, float> octree;
    EXPECT_LT(work_for_pairs<2>(quadtree, boxes_of<2>("stadium", n)),
              1.5 * work_for_pairs<2>(quadtree, boxes_of<2>("uniform", n)))
        << n;
    EXPECT_LT(work_for_pairs<3>(octree, boxes_of<3>("stadium", n)),
              1.5 * work_for_pairs<3>(octree, boxes_of<3>("uniform", n)))
        << n;
  }
}

// n log n: the exponent between n and 8 n is 1 + log(log 8n / log n) / log 8, 1.13 here.
TEST(Growth, L5_quicksorts_trees_are_n_log_n) {
  EXPECT_NEAR(growth<2>(KdTree<2, float>()), 1.13, 0.15);
  EXPECT_NEAR(growth<3>(KdTree<3, float>()), 1.13, 0.15);
  EXPECT_NEAR(growth<2>(Bvh<2, float>()), 1.13, 0.2);
  EXPECT_NEAR(growth<3>(Bvh<3, float>()), 1.13, 0.25);
}

// Rods across the whole domain along any axis, so thin that hardly any meet. Their centers lie in
// the middle of the domain on that axis, or anywhere.
std::vector<Aabb<3, float>> crossing_rods(std::size_t n, bool anywhere) {
  scenes::Pcg32 random(1, 7);
  std::vector<Aabb<3, float>> rods(n);
  for (Aabb<3, float>& rod : rods) {
    const int axis = static_cast<int>(random.below(3));
    for (int a = 0; a < 3; ++a) {
      const double center = a == axis && !anywhere ? 500 : random.between(0, 1000);
      const double half = a == axis ? 1000 : 0.0005;
      rod.min[a] = static_cast<float>(center - half);
      rod.max[a] = static_cast<float>(center + half);
    }
  }
  return rods;
}

template <class Finder>
double growth_with_rods(bool anywhere) {
  Finder finder;
  const double few = work_for_pairs<3>(finder, crossing_rods(kFew, anywhere));
  return exponent(few, work_for_pairs<3>(finder, crossing_rods(kMany, anywhere)));
}

TEST(Growth, L5_rods_across_the_domain_cost_cells_n_squared_even_without_pairs) {
  EXPECT_NEAR((growth_with_rods<UniformGrid<3, float>>(false)), 2, 0.05);
  EXPECT_NEAR((growth_with_rods<SortedOrthtree<3, float>>(false)), 2, 0.2);
}

// Rods along one axis are parted from those along others by their centers, and lie in leaves as
// long as they are and wide as a leaf's share of the domain: one meets sqrt(n) of those across it.
TEST(Growth, L5_trees_separate_rods_whose_centers_are_apart) {
  EXPECT_NEAR((growth_with_rods<KdTree<3, float>>(false)), 1.5, 0.15);
  EXPECT_NEAR((growth_with_rods<Bvh<3, float>>(false)), 1.5, 0.15);
  EXPECT_NEAR((growth_with_rods<KdTree<3, float>>(true)), 2, 0.1);
  EXPECT_NEAR((growth_with_rods<Bvh<3, float>>(true)), 2, 0.1);
}

// Indices into which objects are inserted one by one: all pairs, found by the filled index.
template <class Index, int D>
double growth_of_pairs(const char* scene = "uniform") {
  double of[2];
  int k = 0;
  for (const std::size_t n : {kFew, kMany}) {
    Index index;
    for (const auto& box : boxes_of<D>(scene, n)) EXPECT_EQ(index.insert(box).status, Status::ok);
    CountPairs count;
    of[k++] = work(index.find_pairs(count).stats);
  }
  return exponent(of[0], of[1]);
}

TEST(Growth, L5_the_hash_grid_is_linear_until_all_objects_are_in_one_cell) {
  EXPECT_NEAR((growth_of_pairs<HashGrid<2>, 2>()), 1, 0.1);
  EXPECT_NEAR((growth_of_pairs<HashGrid<3>, 3>()), 1, 0.1);
  EXPECT_NEAR((growth_of_pairs<HashGrid<3>, 3>("equal")), 2, 0.05);
}

// Less exact in 2D, where eight times the objects should mean one and a half more levels.
TEST(Growth, L5_the_registered_orthtree_is_linear_until_all_objects_are_in_one_cell) {
  EXPECT_NEAR((growth_of_pairs<RegisteredOrthtree<2>, 2>()), 1, 0.2);
  EXPECT_NEAR((growth_of_pairs<RegisteredOrthtree<3>, 3>()), 1, 0.2);
  EXPECT_NEAR((growth_of_pairs<RegisteredOrthtree<3>, 3>("equal")), 2, 0.05);
}

TEST(Growth, L5_the_dynamic_tree_is_n_log_n) {
  EXPECT_NEAR((growth_of_pairs<DynamicBvh<2>, 2>()), 1.13, 0.15);
  EXPECT_NEAR((growth_of_pairs<DynamicBvh<3>, 3>()), 1.13, 0.2);
  EXPECT_NEAR((growth_of_pairs<DynamicBvh<3>, 3>("equal")), 2, 0.05);
}

// Nodes visited by the descents of all insertions.
TEST(Growth, L5_insertion_into_the_dynamic_tree_is_n_log_n) {
  struct Count : Trace {
    using Trace::on;
    void on(const VisitNode&) { ++nodes; }
    double nodes = 0;
  } of[2];
  int k = 0;
  for (const std::size_t n : {kFew, kMany}) {
    DynamicBvh<3> tree;
    for (const auto& box : boxes_of<3>("uniform", n)) {
      ASSERT_EQ(tree.insert(box, 0, {}, of[k]).status, Status::ok);
    }
    ++k;
  }
  EXPECT_NEAR(exponent(of[0].nodes, of[1].nodes), 1.13, 0.1);
}

// If all objects move, the work is linear in n. If twenty move, it does not depend on n.
template <class Index>
double growth_of_frame(bool all) {
  double of[2] = {};
  int k = 0;
  for (const std::size_t n : {kFew, kMany}) {
    PairTracker<3, float, Index> tracker;
    auto boxes = boxes_of<3>("uniform", n);
    std::vector<Handle> handles;
    for (const auto& box : boxes) handles.push_back(tracker.insert(box));
    EXPECT_EQ(tracker.update().status, Status::ok);
    const std::size_t moved = all ? n : 20;
    for (int frame = 0; frame < 10; ++frame) {
      for (std::size_t i = 0; i < moved; ++i) {
        auto& box = boxes[i * (n / moved)];
        box.min[0] += 0.2f, box.max[0] += 0.2f;
        EXPECT_EQ(tracker.move(handles[i * (n / moved)], box), Status::ok);
      }
      of[k] += work(tracker.update().stats);
    }
    ++k;
  }
  return exponent(of[0], of[1]);
}

TEST(Growth, L5_tracked_pairs_cost_in_proportion_to_the_movers) {
  EXPECT_NEAR(growth_of_frame<HashGrid<3>>(false), 0, 0.1);
  EXPECT_NEAR(growth_of_frame<RegisteredOrthtree<3>>(false), 0, 0.2);
  EXPECT_NEAR(growth_of_frame<DynamicBvh<3>>(false), 0.13, 0.2) << "log n a mover";
  EXPECT_NEAR(growth_of_frame<HashGrid<3>>(true), 1, 0.1);
}

// Growth of the orientation tests of a build.
double bsp_growth(const std::vector<BspFace<2, float>> (&faces)[2]) {
  double of[2];
  for (int k = 0; k < 2; ++k) {
    BspTree<2, float> tree;
    EXPECT_EQ(tree.build(faces[k]), Status::ok);
    of[k] = work(tree.build_stats());
  }
  return exponent(of[0], of[1]);
}

TEST(Growth, L5_bsp_is_quicksort_fast_with_planes_that_halve_and_slow_with_those_that_do_not) {
  std::vector<BspFace<2, float>> scattered[2], convex[2];
  for (const int k : {0, 1}) {
    for (const auto& box : boxes_of<2>("uniform", k == 0 ? kFew : kMany)) {
      scattered[k].push_back({{box.min, box.max}});
    }
    // Corners of a convex polygon, on a parabola: every edge has all others behind it.
    const int corners = k == 0 ? 200 : 1600;
    const auto corner = [&](int i) {
      const float x = float(2 * i - corners) / float(corners);
      return Vec<2, float>{{x, x * x}};
    };
    for (int i = 0; i < corners; ++i) convex[k].push_back({{corner(i), corner(i + 1)}});
  }
  EXPECT_NEAR(bsp_growth(scattered), 1.13, 0.15);
  EXPECT_NEAR(bsp_growth(convex), 2, 0.05);
}

// Nothing moves: each of the 2 n - 1 neighbours in each list of endpoints is compared once.
TEST(Growth, L5_insertion_sort_of_resting_objects_is_linear) {
  double of[2];
  int k = 0;
  for (const std::size_t n : {kFew, kMany}) {
    IncrementalSweepAndPrune<2, float> sweep;
    for (const auto& box : boxes_of<2>("uniform", n))
      ASSERT_EQ(sweep.insert(box).status, Status::ok);
    ASSERT_EQ(sweep.update().status, Status::ok);
    const SearchResult again = sweep.update();
    EXPECT_EQ(again.stats.shifts, 0u);
    EXPECT_EQ(again.stats.comparisons, 2 * (2 * n - 1));
    of[k++] = work(again.stats);
  }
  EXPECT_NEAR(exponent(of[0], of[1]), 1, 0.01);
}

}  // namespace
}  // namespace masu
