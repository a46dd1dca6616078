// SPDX-License-Identifier: MIT
// Parts of the searches by themselves: a wrong one costs time only, or another part makes up for
// it.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/spatial_order/hilbert.hpp>

#include "broad_phase/choice_costs.hpp"
#include "broad_phase/frame_pairs.hpp"
#include "broad_phase/tiles.hpp"
#include "scenes/generators/pcg32.hpp"
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

TEST(ListDifference, counts_comparisons) {
  detail::ListDifference difference{Allocator()};
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

TEST(RegisteredOrthtreeRays, end_at_a_box_that_they_touch) {
  RegisteredOrthtree<2, double> tree({.domain = {{0, 0}, {8, 8}}});
  ASSERT_EQ(tree.insert({{4, 1}, {5, 2}}).status, Status::ok);
  for (const double end : {3.0, 2.999}) {
    Ray<2, double> ray{{1, 1.5}, {1, 0}, end};
    int found = 0;
    EXPECT_EQ(tree.for_each_on_ray(ray, [&](Handle, double) { ++found; }).status, Status::ok);
    EXPECT_EQ(found, end == 3 ? 1 : 0);
  }
}

}  // namespace
}  // namespace masu::test
