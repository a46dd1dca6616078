// SPDX-License-Identifier: MIT
// Crowds at any speed on seeded maps and on a real one: no mover gets to the other side of a wall.
#include <gtest/gtest.h>

#include <string>

#include "corridor/wall_distance.hpp"
#include "tests/corridor/map_positions.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

constexpr double kSpeeds[] = {1, 10, 100, 1000};  // radii a frame
constexpr std::size_t kMovers = 500;
constexpr std::uint32_t kFrames = 200;  // 100 000 mover-frames at each speed
constexpr std::uint32_t kBounces = 8;

template <class T>
void expect_no_mover_escapes(const std::string& name) {
  const CrowdMap map = seeded_map(name, 4000, kMovers, seed_of_piece(31));
  const WanderingCrowd<T> crowd(map.walls, map.walls, map.starts, 4 * map.starts.radius);
  for (const double radii : kSpeeds) {
    SCOPED_TRACE(name);
    ASSERT_NO_FATAL_FAILURE(crowd.wander(radii, kFrames, kBounces));
  }
  count_cases(std::uint64_t(std::size(kSpeeds)) * kMovers * kFrames);
}

TEST(NoEscape, S8_from_a_fractal_cave) {
  expect_no_mover_escapes<float>("fractal_cave");
}
TEST(NoEscape, S8_from_a_maze) {
  expect_no_mover_escapes<double>("maze");
}
TEST(NoEscape, S8_from_a_corridor_with_spikes) {
  expect_no_mover_escapes<float>("spikes");
}
TEST(NoEscape, S8_from_a_corridor_with_slits) {
  expect_no_mover_escapes<double>("slits");
}
TEST(NoEscape, S8_from_a_sea_of_islands) {
  expect_no_mover_escapes<float>("islands");
}

#ifdef MASU_FREEDOOM
TEST(NoEscape, S8_from_a_map_of_freedoom) {
  const DoomWalls map = doom_walls(MASU_FREEDOOM "/freedoom2.wad", "MAP01");
  const CrowdStarts starts = starts_inside(map.solid, map.one_sided, 16, kMovers);
  const WanderingCrowd<float> crowd(map.solid, map.one_sided, starts, 64);
  for (const double radii : kSpeeds)
    ASSERT_NO_FATAL_FAILURE(crowd.wander(radii, kFrames, kBounces));
}
#endif

// As a game would do it without sweeps: jumps to its end position and is pushed out of walls there.
void move_by_jumps(const Walls& walls, double radius, Vec2d& p, Vec2d& v) {
  p = p + v;
  for (const auto& w : walls) {
    const auto offset = detail::wall_offset(w.a, w.b, p);
    const double far = std::sqrt(offset.distance_squared);
    if (far >= radius || far == 0) continue;
    const Vec2d normal = offset.from_wall * (1 / far);
    p = p + normal * (radius - far);
    if (dot(v, normal) < 0) v = v - 2 * dot(v, normal) * normal;
  }
}

// Why movers are swept. The corridor is 200 long; its walls are zigzags.
TEST(NoEscape, E9_tests_at_the_ends_of_frames_let_movers_through_and_sweeps_do_not) {
  Walls walls;
  Walls far;
  for (int i = 0; i < 200; ++i) {
    const double from = i % 2 * 0.5;
    walls.push_back({{double(i), from}, {i + 1.0, 0.5 - from}});
    far.push_back({{i + 1.0, 10.5 - from}, {double(i), 10 + from}});
  }
  walls.push_back({walls.back().b, far.back().a});
  walls.push_back({far.front().b, walls.front().a});
  walls.insert(walls.end(), far.begin(), far.end());
  const ClosedWalls sides(walls);
  const double radius = 0.25;
  WallChains<double> chains;
  ASSERT_EQ(chains.build(walls), Status::ok);
  Corridor<double> corridor;
  ASSERT_EQ(corridor.build(chains, {1}), Status::ok);
  std::vector<std::uint32_t> escaped;
  for (const double radii : {1.0, 3.0, 10.0, 40.0}) {
    scenes::Pcg32 random(40);
    std::uint32_t jumped = 0;
    for (std::uint32_t i = 0; i < 200; ++i) {
      const Vec2d start{random.between(20, 180), random.between(3, 7)};
      const double angle = random.between(0, 6.283185307179586);
      Vec2d v = Vec2d{std::cos(angle), std::sin(angle)} * (radii * radius);
      Mover<double> mover{start, radius};
      Vec2d displacement = v;
      Vec2d p = start;
      bool inside = true;
      for (int frame = 0; frame < 60; ++frame) {
        if (inside) move_by_jumps(walls, radius, p, v);
        inside = inside && sides.side(p).winding == 1;
        displacement = corridor.move(mover, displacement, {Response::bounce}).displacement;
        ASSERT_EQ(sides.side(mover.position).winding, 1) << radii << ", mover " << i;
      }
      jumped += !inside;
    }
    escaped.push_back(jumped);
  }
  EXPECT_LT(escaped[0], 20u);
  EXPECT_GT(escaped[2], 100u);
  EXPECT_GT(escaped[3], 180u);
}

}  // namespace
}  // namespace masu::test
