// SPDX-License-Identifier: MIT
// Queries and trees that would find the same with more work: the work is counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <masu/core/box_distance.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "world/object_tree.hpp"
#include "world/query_order.hpp"

namespace masu::test {
namespace {

constexpr int kMany = 200;

// A ray through a corner of the box of each ball that misses all balls.
TEST(WorldQueryCosts, balls_are_not_tested_where_only_their_boxes_are_hit) {
  for (const float size : {1.0f, 0x1p-20f, 0x1p20f}) {
    SCOPED_TRACE(size);
    World<2> world;
    for (int i = 0; i < kMany; ++i) {
      (void)world.add(Circle<float>{size / 2}, {{2 * size * float(i), 2 * size * float(i)}, {}});
    }
    ASSERT_EQ(world.update().status, Status::ok);
    const auto past = world.ray_cast({{-1.15f * size, -2 * size}, {1, 1}});
    EXPECT_FALSE(past.hit);
    EXPECT_EQ(past.stats.tests, 0u);
    EXPECT_GT(past.stats.nodes, 20u);
    const auto through = world.ray_cast({{-1.4f * size, -2 * size}, {1, 1}});
    EXPECT_TRUE(through.hit);
  }
}

TEST(WorldQueryCosts, rays_test_no_object_beside_them) {
  World<2> world;
  for (int i = 0; i < kMany; ++i) {
    (void)world.add(Box<2, float>{{0.5f, 0.5f}}, {{float(i), 0.75f}, {}});
  }
  ASSERT_EQ(world.update().status, Status::ok);
  const auto beside = world.ray_cast({{-1, 0}, {1, 0}, 2 * kMany});
  EXPECT_FALSE(beside.hit);
  EXPECT_EQ(beside.stats.tests, 0u);
  EXPECT_TRUE(world.ray_cast({{-1, 0.5f}, {1, 0}, 2 * kMany}).hit);
}

// A tree that grew object by object has nodes that are half full, until it is built again: when
// more than half of the objects were inserted.
TEST(WorldQueryCosts, trees_that_have_grown_are_built_again) {
  constexpr int kSide = 32;
  const Aabb2f everything{{-1, -1}, {2 * kSide, 2 * kSide}};
  const auto nodes = [&](const World<2>& world) {
    return world.for_each_overlapping(everything, [](Handle) {}).stats.nodes;
  };
  World<2> grown;
  double least = 10;
  for (int i = 0; i < kSide * kSide; ++i) {
    const int k = i * 389 % (kSide * kSide);
    (void)grown.add(Circle<float>{0.4f}, {{float(k % kSide), float(k / kSide)}, {}});
    if (i < 300 || i % 20 != 0) continue;
    const double share = double(nodes(grown)) / (double(i + 1) / 7);  // of full nodes
    if (i > 300) least = std::min(least, share);
  }
  EXPECT_LT(least, 1.2);
}

// In their own order, consecutive points are half a side apart.
TEST(WorldQueryCosts, queries_of_a_batch_run_in_an_order_of_near_neighbors) {
  constexpr std::size_t kCount = 1024;
  std::vector<Vec2f> points;
  for (std::size_t i = 0; i < kCount; ++i) {
    points.push_back({float(i * 7919 % 1009) / 1009, float(i * 6007 % 997) / 997});
  }
  masu::detail::QueryKeys keys(default_allocator());
  masu::detail::QueryKeys scratch(default_allocator());
  const auto position_of = [&](std::size_t i) { return points[i]; };
  ASSERT_TRUE((masu::detail::order_queries<2, float>(kCount, position_of, keys, scratch)));
  double path = 0;
  for (std::size_t i = 1; i < kCount; ++i) {
    path += length(points[keys[i].item] - points[keys[i - 1].item]);
  }
  EXPECT_LT(path, 0.1 * double(kCount));
}

// An object that goes far away leaves its leaf, which would become as large as its way.
TEST(WorldQueryCosts, objects_that_go_far_away_leave_no_large_nodes) {
  using masu::detail::ObjectTree;
  constexpr std::uint32_t kSlots = 1000;
  ObjectTree<2, float> tree(default_allocator());
  ASSERT_TRUE(tree.reserve(kSlots));
  const auto at = [](float x, float y) { return Aabb2f{{x, y}, {x + 0.5f, y + 0.5f}}; };
  tree.rebuild(kSlots, [&](std::uint32_t i) { return at(float(i % 32), float(i / 32)); });
  const auto nodes = [&] {
    const Aabb2f point = Aabb2f::of_point({16, 16});
    const auto gap = [&](const Aabb2f& box) { return double(distance_squared(point, box)); };
    return tree.for_each_near(gap, 1, [](std::uint32_t) { return 1.0; }).nodes;
  };
  const std::uint64_t before = nodes();
  for (std::uint32_t i = 0; i < kSlots; i += 9) {
    ASSERT_TRUE(tree.move(i, at(1000 + float(i % 32), 1000 + float(i / 32))));
  }
  ASSERT_TRUE(tree.validate());
  EXPECT_LE(nodes(), before + 4);
}

}  // namespace
}  // namespace masu::test
