// SPDX-License-Identifier: MIT
// Parts of the searches by themselves: a wrong one costs time only, or another part makes up for
// it.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/spatial_order/hilbert.hpp>

#include "broad_phase/choice_costs.hpp"
#include "broad_phase/frame_pairs.hpp"
#include "broad_phase/kd_builder.hpp"
#include "broad_phase/key_map.hpp"
#include "broad_phase/tiles.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/simd_targets.hpp"

namespace masu::test {
namespace {

using scenes::Pcg32;

template <int D, class T>
std::vector<Aabb<D, T>> boxes_of_all_sizes(std::size_t count, Pcg32& random) {
  std::vector<Aabb<D, T>> boxes(count);
  for (auto& box : boxes) {
    const double size = std::ldexp(random.between(0.5, 1), -static_cast<int>(random.below(12)));
    for (int a = 0; a < D; ++a) {
      box.min[a] = T(random.between(0, 1));
      box.max[a] = box.min[a] + T(size * random.unit());
    }
  }
  return boxes;
}

// The key of a box as tiles.hpp defines it.
template <int D, class T>
std::uint32_t key_of(const Aabb<D, T>& box, const detail::KeyMap<D, T>& map) {
  const auto cell = [&](T x, int a) {
    const T t = (x - map.origin[a]) * map.scale;
    return static_cast<std::uint32_t>(std::clamp(t, T(0), T((1u << map.depth) - 1)));
  };
  const bool by_extent = map.registration == Registration::by_extent;
  CellCoords<D> at{};
  std::uint32_t differ = 0;
  T extent = 0;
  for (int a = 0; a < D; ++a) {
    const auto k = static_cast<std::size_t>(a);
    at[k] = cell(by_extent ? box.min[a] * T(0.5) + box.max[a] * T(0.5) : box.min[a], a);
    differ |= cell(box.min[a], a) ^ cell(box.max[a], a);
    extent = std::max(extent, box.max[a] - box.min[a]);
  }
  int up = static_cast<int>(std::bit_width(differ));
  if (by_extent) {
    up = 0;
    const auto size = static_cast<float>(extent * (map.scale / T(detail::kCellsPerExtent)));
    while (up < map.depth && std::ldexp(1.0f, up) < size) ++up;
  }
  const std::uint64_t code = map.order == CellOrder::hilbert
                                 ? hilbert_encode<D, std::uint64_t>(at, map.depth)
                                 : morton_encode<D, std::uint64_t>(at);
  std::uint64_t base = 0;
  for (int level = 0; level < map.depth - up; ++level) base += std::uint64_t(1) << D * level;
  return static_cast<std::uint32_t>(base + (code >> D * up));
}

template <int D, class T>
void expect_keys() {
  Pcg32 random(91);
  auto boxes = boxes_of_all_sizes<D, T>(500, random);
  boxes[77] = Aabb<D, T>::nothing();
  detail::RawBoxes<D, T> raw{&boxes[0].min[0], &boxes[0].max[0], sizeof boxes[0], boxes.size()};
  for (const auto registration : {Registration::by_extent, Registration::smallest_cell}) {
    for (const auto order : {CellOrder::hilbert, CellOrder::morton}) {
      detail::KeyMap<D, T> map;
      map.registration = registration;
      map.order = order;
      map.depth = 7;
      map.scale = T(1 << 7);
      std::vector<std::uint32_t> keys(boxes.size());
      detail::tile_kernels<D, T>().keys(raw, map, 12345678, keys.data());
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        ASSERT_EQ(keys[i], boxes[i].empty() ? 12345678 : key_of(boxes[i], map)) << i;
      }
    }
  }
}

TEST(TileKernels, keys_are_those_of_the_cells) {
  for_each_target([](SimdTarget) {
    expect_keys<2, float>();
    expect_keys<2, double>();
    expect_keys<3, float>();
    expect_keys<3, double>();
  });
}

// From 2^17 boxes on, cells are finer where objects crowd, but not where they lie on each other.
TEST(KeyMap, is_deeper_where_objects_crowd) {
  const auto map_of = [](std::size_t count, float crowd) {
    Pcg32 random(89);
    std::vector<Aabb2f> boxes(count);
    for (std::size_t i = 0; i < count; ++i) {
      const float side = i % 8 == 0 ? 1 : crowd;
      const Vec2f p{float(random.unit()) * side, float(random.unit()) * side};
      boxes[i] = {p, {p[0] + 1e-5f, p[1] + 1e-5f}};
    }
    detail::RawBoxes<2, float> raw{&boxes[0].min[0], &boxes[0].max[0], sizeof boxes[0], count};
    return detail::key_map<2, float>(raw, Registration::by_extent, CellOrder::hilbert, true);
  };
  constexpr std::size_t kMany = (1 << 17) + 8;
  const int spread = map_of(kMany, 1).depth;
  EXPECT_GE(spread, 6);
  EXPECT_GT(map_of(kMany, 0x1p-6f).depth, spread);
  EXPECT_EQ(map_of(kMany, 0).depth, spread);
  EXPECT_EQ(map_of(1 << 12, 0x1p-6f).depth, map_of(1 << 12, 1).depth);
}

TEST(KeyMap, lets_a_search_in_a_crowd_test_few_boxes) {
  Pcg32 random(90);
  std::vector<Aabb2f> boxes((1 << 17) + 8);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const float side = i % 8 == 0 ? 1 : 0x1p-6f;
    const Vec2f p{float(random.unit()) * side, float(random.unit()) * side};
    boxes[i] = {p, {p[0] + 1e-6f, p[1] + 1e-6f}};
  }
  SortedOrthtree<2, float> finder;
  const auto r = finder.find_pairs(boxes, [](std::uint32_t, std::uint32_t) {});
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_LT(r.stats.tests, 40 * boxes.size());
}

TEST(KeyMap, has_one_cell_for_coinciding_boxes) {
  const std::vector<Aabb2f> boxes(100, Aabb2f{{1, 2}, {3, 4}});
  detail::RawBoxes<2, float> raw{&boxes[0].min[0], &boxes[0].max[0], sizeof boxes[0], 100};
  const auto map =
      detail::key_map<2, float>(raw, Registration::by_extent, CellOrder::hilbert, true);
  EXPECT_EQ(map.depth, 0);
  EXPECT_EQ(map.scale, 0);
}

template <int D, class T>
void expect_pairs_of_sorted_tree() {
  Pcg32 random(92);
  const auto boxes = boxes_of_all_sizes<D, T>(700, random);
  std::size_t expected = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) expected += overlaps(boxes[i], boxes[k]);
  }
  for_each_target([&](SimdTarget) {
    SortedOrthtree<D, T> finder;
    std::size_t found = 0;
    const auto count = [&](std::uint32_t, std::uint32_t) { ++found; };
    EXPECT_EQ(finder.find_pairs(boxes, count).status, Status::ok);
    EXPECT_EQ(found, expected);
  });
}

TEST(TileKernels, find_all_pairs_on_every_instruction_set) {
  expect_pairs_of_sorted_tree<2, float>();
  expect_pairs_of_sorted_tree<2, double>();
  expect_pairs_of_sorted_tree<3, float>();
  expect_pairs_of_sorted_tree<3, double>();
  expect_pairs_of_sorted_tree<4, float>();
  expect_pairs_of_sorted_tree<4, double>();
}

TEST(ChoiceCosts, overlaps_on_an_axis_follow_from_pairs_of_cubes) {
  for (int dimension = 2; dimension <= 4; ++dimension) {
    SceneDescription d;
    d.n = 1000;
    d.dimension = dimension;
    for (const double part : {0.5, 0.1, 0.02}) {  // twice the edge of a cube, over the domain's
      d.pairs_per_object = 500 * std::pow(part, dimension);
      EXPECT_NEAR(detail::axis_candidates(d), 500 * part, 1e-9) << dimension;
    }
  }
}

TEST(ChoiceCosts, hold_for_single_objects) {
  SceneDescription d;
  for (const std::size_t n : {0u, 1u, 2u}) {
    d.n = n;
    const double count = n == 2 ? 2 : 1;
    EXPECT_EQ(detail::sorted_cost(d), detail::sorted_cost(d.dimension, count, d.pairs_per_object));
  }
}

TEST(ChoiceCosts, boxes_as_long_as_the_domain_are_not_divided) {
  SceneDescription d;
  d.pairs_per_object = 10;
  d.n = 1000;
  const auto undivided = [&](double share) {
    d.cell_candidates = 10 + share * static_cast<double>(d.n);
    return detail::cell_excess(d).undivided;
  };
  EXPECT_TRUE(undivided(0.26));
  EXPECT_FALSE(undivided(0.24));
  // It costs on every level, so not in one node: of 256 boxes in 2D, of 512 in 3D.
  const auto costs_more = [&](int dimension, std::size_t n) {
    d.dimension = dimension;
    d.n = n;
    undivided(0.25);
    const double before = detail::sorted_cost(d);
    undivided(0.2501);
    return detail::sorted_cost(d) > before + 90;
  };
  EXPECT_FALSE(costs_more(2, 256));
  EXPECT_TRUE(costs_more(2, 257));
  EXPECT_FALSE(costs_more(3, 512));
  EXPECT_TRUE(costs_more(3, 513));
}

TEST(ChoiceCosts, movers_cost_more_where_sizes_differ) {
  SceneDescription d;
  d.n = 10000;
  d.moving = 0.01;
  double before = 0;
  for (const double spread : {1.0, 4.0, 16.0, 64.0}) {
    d.extent_spread = spread;
    const double cost = detail::tracker_cost(d);
    EXPECT_GT(cost, before * 1.05);
    before = cost;
  }
}

TEST(ChoiceCosts, movers_cost_more_where_they_have_more_pairs) {
  SceneDescription d;
  d.n = 10000;
  d.moving = 0.01;
  d.step = 0;
  double before = 0;  // compared with finding all pairs from scratch
  for (const double pairs : {1.0, 4.0, 16.0}) {
    d.pairs_per_object = d.cell_candidates = d.tile_candidates = pairs;
    const double share = (detail::tracker_cost(d) - 0.1) / detail::sorted_cost(d);
    EXPECT_GT(share, before * 1.05);
    before = share;
  }
}

TEST(ListDifference, counts_comparisons) {
  detail::ListDifference difference{default_allocator()};
  const std::vector<std::uint32_t> before = {5, 6, 7, 8}, now = {8, 9};
  std::uint64_t comparisons = 0;
  std::vector<std::uint32_t> gone, come;
  const auto add_to = [](std::vector<std::uint32_t>& list) {
    return [&list](std::uint32_t p) { return list.push_back(p), true; };
  };
  EXPECT_TRUE(difference.for_each(before, now, comparisons, add_to(gone), add_to(come)));
  EXPECT_EQ(gone, (std::vector<std::uint32_t>{5, 6, 7}));
  EXPECT_EQ(come, (std::vector<std::uint32_t>{9}));
  // 8 is the fourth of `before`, 9 none of the four; 5, 6 and 7 none of the two, 8 the first.
  EXPECT_EQ(comparisons, 4u + 4 + 2 + 2 + 2 + 1);
}

TEST(AllPairsTrace, announces_each_object) {
  struct Watch : Trace {
    using Trace::on;
    void on(const CompareWithOthers& e) { first.push_back(e.object); }
    std::vector<std::size_t> first;
  };
  const std::vector<Aabb2f> boxes(4, Aabb2f::of_point({1, 2}));
  Watch watch;
  AllPairs<2, float> finder;
  EXPECT_EQ(finder
                .find_pairs(
                    boxes, [](auto, auto) {}, {}, watch)
                .status,
            Status::ok);
  EXPECT_EQ(watch.first, (std::vector<std::size_t>{0, 1, 2, 3}));
}

// Sorted along the axis, the second box of the other set comes first.
TEST(SweepTrace, names_the_boxes_compared) {
  struct Watch : Trace {
    using Trace::on;
    void on(const SweepBox& e) {
      for (const std::uint32_t other : e.others) seen.insert(other);
    }
    std::set<std::uint32_t> seen;
  };
  const std::vector<Aabb2f> one = {{{0, 0}, {10, 1}}};
  const std::vector<Aabb2f> others = {{{5, 0}, {6, 1}}, {{1, 0}, {2, 1}}, {{3, 0}, {4, 1}}};
  Watch watch;
  SweepAndPrune<2, float> finder;
  const auto ignore = [](std::uint32_t, std::uint32_t) {};
  EXPECT_EQ(finder.find_pairs_between(one, others, ignore, {}, watch).status, Status::ok);
  EXPECT_EQ(watch.seen, (std::set<std::uint32_t>{0, 1, 2}));
}

// All objects overlap the box: all nodes are visited.
TEST(KdTreeQueries, count_the_nodes_visited) {
  Pcg32 random(93);
  const auto boxes = boxes_of_all_sizes<2, float>(1000, random);
  KdTree<2, float> tree;
  ASSERT_EQ(tree.build(boxes), Status::ok);
  std::size_t inner = 0;
  tree.for_each_node([&](const Aabb2f&, int, std::size_t objects) { inner += objects == 0; });
  std::size_t found = 0;
  const auto stats =
      tree.for_each_overlapping(Aabb2f{{-1, -1}, {3, 3}}, [&](std::uint32_t) { ++found; });
  EXPECT_EQ(found, boxes.size());
  EXPECT_GE(stats.stats.nodes, inner);
}

// The surfaces of all boxes of points on a line are 0: they are no measure there.
TEST(BvhNodes, have_eight_children_where_boxes_have_no_surface) {
  for (const BvhBuilder builder :
       {BvhBuilder::morton, BvhBuilder::median, BvhBuilder::surface_area}) {
    std::size_t nodes[2];
    for (const bool slanted : {false, true}) {
      std::vector<Aabb3f> points;
      for (int i = 0; i < 4096; ++i) {
        const auto x = float(i);
        points.push_back(Aabb3f::of_point({x, slanted ? x : 0, slanted ? x : 0}));
      }
      Bvh<3, float> tree({.builder = builder});
      ASSERT_EQ(tree.build(points), Status::ok);
      nodes[slanted] = tree.view().nodes().inner_count;
    }
    EXPECT_LE(nodes[0], 2 * nodes[1]) << static_cast<int>(builder);
  }
}

// One object in each of two cells: the box of one cell with that object, and both objects.
TEST(RegisteredOrthtreePairs, count_their_tests) {
  RegisteredOrthtree<2, double> tree({.domain = {{0, 0}, {8, 8}}, .depth = 3});
  ASSERT_EQ(tree.insert({{0.8, 1.2}, {1.2, 1.4}}).status, Status::ok);
  ASSERT_EQ(tree.insert({{1.1, 1.2}, {1.6, 1.4}}).status, Status::ok);
  int pairs = 0;
  const auto r = tree.find_pairs([&](std::uint32_t, std::uint32_t) { ++pairs; });
  EXPECT_EQ(pairs, 1);
  EXPECT_EQ(r.stats.tests, 2u);
}

// Objects outside the domain belong to the cells at its border, also for rays beyond it.
TEST(RegisteredOrthtreeRays, hit_objects_outside_the_domain) {
  Pcg32 random(94);
  RegisteredOrthtree<2, double> tree({.domain = {{0, 0}, {1, 1}}});
  std::vector<Aabb2d> boxes;
  for (int i = 0; i < 600; ++i) {
    const Vec2d p{random.between(-3, 4), random.between(-3, 4)};
    boxes.push_back({p, {p[0] + 0.1, p[1] + 0.1}});
    ASSERT_EQ(tree.insert(boxes.back()).status, Status::ok);
  }
  int hits = 0;
  for (int i = 0; i < 300; ++i) {
    Ray<2, double> ray;
    ray.origin = {random.between(-4, 5), random.between(-4, 5)};
    ray.direction = {random.between(-1, 1), random.between(-1, 1)};
    if (i % 3 != 0) ray.direction[i % 3 - 1] = 0;
    ray.max_t = i % 2 == 0 ? 3 : 100;
    std::size_t expected = 0;
    for (const Aabb2d& box : boxes) expected += ray_box(ray, box).has_value();
    std::size_t found = 0;
    EXPECT_EQ(tree.for_each_on_ray(ray, [&](Handle, double) { ++found; }).status, Status::ok);
    EXPECT_EQ(found, expected) << i;
    hits += static_cast<int>(found);
  }
  EXPECT_GT(hits, 300);
}

TEST(RegisteredOrthtreeRays, hit_points_at_corners_of_cells) {
  RegisteredOrthtree<2, double> tree({.domain = {{0, 0}, {8, 8}}, .depth = 3});
  for (int x = 0; x < 8; ++x) {
    for (int y = 0; y < 8; ++y) {
      ASSERT_EQ(tree.insert(Aabb2d::of_point({double(x), double(y)})).status, Status::ok);
    }
  }
  for (const Vec2d& direction : {Vec2d{1, 1}, Vec2d{1, -1}, Vec2d{-1, 1}, Vec2d{-1, -1}}) {
    const Vec2d origin{direction[0] > 0 ? 0.0 : 8.0, direction[1] > 0 ? 0.0 : 8.0};
    int found = 0;
    const Ray<2, double> ray{origin, direction};
    EXPECT_EQ(tree.for_each_on_ray(ray, [&](Handle, double) { ++found; }).status, Status::ok);
    EXPECT_EQ(found, direction[0] == direction[1] ? 8 : 7);
  }
}

TEST(RegisteredOrthtreeRays, end_at_a_box_that_they_touch) {
  RegisteredOrthtree<2, double> tree({.domain = {{0, 0}, {8, 8}}});
  const Handle first = tree.insert({{4, 1}, {5, 2}}).handle;
  EXPECT_EQ(tree.ray_cast({{1, 1.5}, {1, 0}, 3}).id, first);
  const Handle other = tree.insert({{4, 1}, {5, 2}}).handle;
  EXPECT_EQ(tree.ray_cast({{1, 1.5}, {1, 0}}).id, first) << "of equally near ones";
  ASSERT_EQ(tree.erase(other), Status::ok);
  for (const double end : {3.0, 2.999}) {
    Ray<2, double> ray{{1, 1.5}, {1, 0}, end};
    int found = 0;
    EXPECT_EQ(tree.for_each_on_ray(ray, [&](Handle, double) { ++found; }).status, Status::ok);
    EXPECT_EQ(found, end == 3 ? 1 : 0);
  }
}

template <class Tree>
std::uint64_t nodes_visited(const Tree& tree, float scale) {
  Pcg32 random(95);
  std::uint64_t nodes = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec2f p{float(random.unit()) * scale, float(random.unit()) * scale};
    const Aabb2f box{p, {p[0] + scale / 64, p[1] + scale / 64}};
    nodes += tree.for_each_overlapping(box, [](auto) {}).stats.nodes;
  }
  return nodes;
}

TEST(DynamicBvhNodes, divide_huge_coordinates_as_small_ones) {
  std::uint64_t nodes[2];
  for (const bool huge : {false, true}) {
    const float scale = huge ? 0x1p127f : 1;
    Pcg32 random(96);
    DynamicBvh<2, float> tree;
    for (int i = 0; i < 1000; ++i) {
      const Vec2f p{float(random.between(0, 1.9)) * scale, float(random.between(0, 1.9)) * scale};
      ASSERT_EQ(tree.insert({p, {p[0] + scale / 64, p[1] + scale / 64}}).status, Status::ok);
    }
    tree.optimize();
    nodes[huge] = nodes_visited(tree, scale);
  }
  EXPECT_EQ(nodes[0], nodes[1]);
}

// Cuts by cost are as good as halves, at least.
TEST(BvhNodes, cuts_by_cost_are_no_worse_than_halves) {
  Pcg32 random(98);
  std::vector<Aabb2f> boxes;
  for (int i = 0; i < 5000; ++i) {
    const Vec2f p{float(random.unit()), float(random.unit())};
    boxes.push_back({p, {p[0] + 0.001f, p[1] + 0.001f}});
  }
  Bvh<2, float> by_cost({.builder = BvhBuilder::surface_area});
  Bvh<2, float> by_halves({.builder = BvhBuilder::median});
  ASSERT_EQ(by_cost.build(boxes), Status::ok);
  ASSERT_EQ(by_halves.build(boxes), Status::ok);
  const std::uint64_t nodes = nodes_visited(by_halves, 1);
  EXPECT_LE(nodes_visited(by_cost, 1), nodes + nodes / 10);
}

// In one node, two boxes far away on either side leave the others as many steps of its bytes.
TEST(TileKernels, far_boxes_do_not_coarsen_a_node) {
  Pcg32 random(99);
  std::vector<Aabb2f> boxes;
  for (int i = 0; i < 250; ++i) {
    const Vec2f p{float(random.between(-1, 1)), float(random.between(-1, 1))};
    boxes.push_back({p, {p[0] + 0.01f, p[1] + 0.01f}});
  }
  for (const float far : {-1e6f, 1e6f}) boxes.push_back({{far, far}, {far + 1, far + 1}});
  SortedOrthtree<2, float> finder;
  const auto r = finder.find_pairs(boxes, [](auto, auto) {});
  EXPECT_LT(r.stats.tests, 10000u);
}

// Memory that only a search for all pairs needs is released after the first one.
TEST(PairTrackerMemory, keeps_little_after_all_objects_came_at_once) {
  constexpr std::size_t kBoxes = 20'000;
  FailingAllocator memory;
  PairTracker<2, float> tracker({}, memory.allocator());
  Pcg32 random(100);
  for (std::size_t i = 0; i < kBoxes; ++i) {
    const Vec2f p{float(random.unit()), float(random.unit())};
    ASSERT_EQ(tracker.insert({p, {p[0] + 0.01f, p[1] + 0.01f}}).status, Status::ok);
  }
  ASSERT_EQ(tracker.update().status, Status::ok);
  EXPECT_LE(double(memory.bytes()) / kBoxes, 310);
}

TEST(KdBuilder, does_not_validate_with_other_boxes) {
  Pcg32 random(102);
  auto boxes = boxes_of_all_sizes<2, float>(200, random);
  detail::BoxSet<2, float> set{default_allocator()}, larger{default_allocator()};
  ASSERT_EQ(set.make(boxes, {}), Status::ok);
  detail::KdBuilder<2, float> tree{default_allocator()};
  ASSERT_EQ(tree.build(set, {}, NoTrace()), Status::ok);
  EXPECT_TRUE(tree.validate(set));
  boxes.push_back(boxes[0]);
  ASSERT_EQ(larger.make(boxes, {}), Status::ok);
  EXPECT_FALSE(tree.validate(larger)) << "one is in no leaf";
}

}  // namespace
}  // namespace masu::test
