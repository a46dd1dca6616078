// SPDX-License-Identifier: MIT
// Crowds among walls: start positions, directions, and which movers are inside.
#include "scenes/crowd/wanderers.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scenes/generators/wall_scene.hpp"

namespace masu::scenes {
namespace {

using Point = Vec<2, float>;

struct Cave {
  WallScene scene = make_wall_scene("fractal_cave", 1500, 3);
  ChainTree<float> tree;
  MapSides sides;

  Cave() {
    std::vector<Segment<2, float>> walls;
    for (const auto& w : scene.walls) walls.push_back({vec_cast<float>(w.a), vec_cast<float>(w.b)});
    WallChains<float> chains;
    EXPECT_EQ(chains.build(walls), Status::ok);
    EXPECT_EQ(tree.build(chains), Status::ok);
    sides = MapSides(walls);
  }
};

TEST(Wanderers, start_inside_with_free_space_around_them) {
  const Cave cave;
  const auto radius = static_cast<float>(usual_radius(cave.scene));
  std::size_t reported = 0;
  const auto points = free_positions(cave.tree, cave.sides, 500, radius, 8,
                                     [&](std::size_t found) { EXPECT_EQ(found, ++reported); });
  ASSERT_EQ(points.size(), 500u);
  EXPECT_EQ(reported, 500u);
  for (const Point& p : points) {
    EXPECT_GT(cave.tree.nearest(p).distance, 2 * radius);
    EXPECT_TRUE(is_free(cave.scene.walls, vec_cast<double>(p)));
  }
  EXPECT_EQ(free_positions(cave.tree, cave.sides, 500, radius, 8), points);
  EXPECT_NE(free_positions(cave.tree, cave.sides, 500, radius, 9), points);
  EXPECT_TRUE(free_positions(cave.tree, cave.sides, 5, 1e6f, 8).empty());
}

TEST(Wanderers, sides_equal_those_of_crossings) {
  const Cave cave;
  ASSERT_TRUE(cave.sides.known());
  const Aabb<2, float> world = cave.tree.bounds();
  Pcg32 random(1);
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    Point p{};
    for (int a = 0; a < 2; ++a) {
      p[a] = static_cast<float>(random.between(double(world.min[a]) - 5, double(world.max[a]) + 5));
    }
    const bool in = is_free(cave.scene.walls, vec_cast<double>(p));
    EXPECT_EQ(cave.sides.inside(p), in) << p[0] << ' ' << p[1];
    inside += in;
  }
  EXPECT_GT(inside, 500);
  EXPECT_LT(inside, 1500);
}

TEST(Wanderers, loose_ends_close_nothing) {
  const Segment<2, float> open[] = {{{0, 0}, {4, 0}}, {{4, 0}, {4, 4}}, {{4, 4}, {0, 4}}};
  EXPECT_FALSE(MapSides(open).known());
  const Segment<2, float> room[] = {
      {{0, 0}, {4, 0}}, {{4, 0}, {4, 4}}, {{4, 4}, {0, 4}}, {{0, 4}, {0, 0}}, {{2, 0}, {2, 3}}};
  const MapSides sides{room};
  ASSERT_TRUE(sides.known());
  EXPECT_TRUE(sides.inside({1, 1}) && sides.inside({3, 1}));
  EXPECT_FALSE(sides.inside({5, 1}) || sides.inside({-1, 1}));
}

TEST(Wanderers, continue_in_the_direction_walls_deflect_them_to) {
  Wanderers wanderers(3, 2.0, 5);
  std::vector<Point> directions(wanderers.displacements().begin(), wanderers.displacements().end());
  for (const Point& direction : directions) EXPECT_NEAR(length(direction), 2, 1e-6);
  wanderers.go_on(0, {0, 2}, true);
  wanderers.go_on(1, {0.1f, 0}, true);  // held
  EXPECT_EQ(wanderers.displacements()[0], (Point{0, 2}));
  EXPECT_NE(wanderers.displacements()[1], (Point{0.1f, 0}));
  EXPECT_NEAR(length(wanderers.displacements()[1]), 2, 1e-6);
  EXPECT_EQ(wanderers.displacements()[2], directions[2]);
  // A slider keeps its direction most of the time.
  int changes = 0;
  for (int frame = 0; frame < 2000; ++frame) {
    const Point before = wanderers.displacements()[2];
    wanderers.go_on(2, {1, 1}, false);
    changes += wanderers.displacements()[2] != before;
  }
  EXPECT_GT(changes, 2);
  EXPECT_LT(changes, 40);
}

// FNV-1a by words, as anybody may compute it.
TEST(Wanderers, positions_have_a_hash) {
  const std::vector<Point> points{{1, 2}, {-3, 0.5f}};
  const auto hash = [&](std::size_t n) {
    return hash_of_positions(n, [&](std::size_t i) { return points[i]; });
  };
  EXPECT_EQ(hash(0), 14695981039346656037u);
  std::uint64_t expected = 14695981039346656037u;
  for (const std::uint32_t word : {0x3f800000u, 0x40000000u, 0xc0400000u, 0x3f000000u}) {
    expected = (expected ^ word) * 1099511628211u;
  }
  EXPECT_EQ(hash(2), expected);
}

}  // namespace
}  // namespace masu::scenes
