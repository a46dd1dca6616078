// SPDX-License-Identifier: MIT
// Capsules longer than the room they are in: they lie across its walls, and their centers stay in.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/corridor/corridor.hpp>

#include "tests/corridor/closed_walls.hpp"
#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class LongCapsules : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LongCapsules, Scalars);

constexpr double kCircle = 6.283185307179586;

Vec2d direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

TYPED_TEST(LongCapsules, stay_in_a_box) {
  using T = TypeParam;
  WallWorld<T> world;
  world.begin();
  for (const Vec2d& p : {Vec2d{-10, 0}, {10, 0}, {10, 10}, {-10, 10}, {-10, 0}}) {
    world.add(p[0], p[1]);
  }
  Corridor<T> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains), Status::ok);
  std::uint32_t across = 0;
  for (const double half : {9.0, 10.0, 12.0, 100.0, 1e5}) {
    for (const Vec2d& along : {Vec2d{1, 0}, Vec2d{0.8, 0.6}, Vec2d{0.1, -0.9}, Vec2d{0, 1}}) {
      for (const Vec2d& displacement :
           {Vec2d{3, -100}, Vec2d{100, 3}, Vec2d{-100, -100}, Vec2d{-70, 90}}) {
        Mover<T> mover{{T(0), T(5)}, T(0.5), vec_cast<T>(along * half)};
        for (int frame = 0; frame < 3; ++frame) {
          const MoveResult<T> r = corridor.move(mover, vec_cast<T>(displacement));
          EXPECT_EQ(r.status, Status::ok);
          across += r.overlap > 0;
          ASSERT_LT(std::abs(double(mover.position[0])), 10) << half << ' ' << along[0];
          ASSERT_LT(std::abs(double(mover.position[1]) - 5), 5) << half << ' ' << along[0];
        }
      }
    }
  }
  EXPECT_GT(across, 150u) << "most do not fit";
}

// A star around the origin.
template <class T>
std::vector<Vec<2, T>> room(scenes::Pcg32& random) {
  const std::uint32_t count = 3 + random.below(12);
  std::vector<Vec<2, T>> points;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double angle = kCircle * (i + random.between(0, 0.9)) / count;
    points.push_back(vec_cast<T>(direction(angle) * random.between(1, 10)));
  }
  points.push_back(points[0]);
  return points;
}

template <class T>
ClosedWalls sides_of(const std::vector<Vec<2, T>>& points) {
  std::vector<Segment<2, double>> walls;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    walls.push_back({vec_cast<double>(points[i]), vec_cast<double>(points[i + 1])});
  }
  return ClosedWalls(walls);
}

TYPED_TEST(LongCapsules, stay_in_any_closed_room) {
  using T = TypeParam;
  scenes::Pcg32 random(31);
  std::uint32_t across = 0;
  std::uint32_t moves = 0;
  for (std::uint32_t round = 0; round < by_tier(600u, 30000u); ++round) {
    const std::vector<Vec<2, T>> points = room<T>(random);
    const ClosedWalls sides = sides_of(points);
    const std::vector<WallChain> chain = {{0, std::uint32_t(points.size())}};
    Corridor<T> corridor;
    const CorridorOptions<T> options{T(random.below(2) * 2.0), T(random.below(2) * 0.01)};
    ASSERT_EQ(corridor.build(points, chain, options), Status::ok);
    const double x = random.between(-10, 10);
    Mover<T> mover{{T(x), T(random.between(-10, 10))}, T(random.below(3) * random.unit())};
    // Upright ones often: they lie along their own walls.
    const double angle = random.below(3) == 0 ? kCircle / 4 : random.between(0, kCircle);
    mover.half_axis = vec_cast<T>(direction(angle) * random.between(0, 12));
    const auto side = sides.side(vec_cast<double>(mover.position));
    for (int frame = 0; frame < 20; ++frame) {
      MoveOptions move_options;
      move_options.response = Response(random.below(3));
      move_options.restitution = random.unit();
      const Vec2d displacement =
          direction(random.between(0, kCircle)) * std::pow(10, random.between(-2, 3));
      across += corridor.move(mover, vec_cast<T>(displacement), move_options).overlap > 0;
      ++moves;
      ASSERT_EQ(sides.side(vec_cast<double>(mover.position)), side) << round << ' ' << frame;
    }
  }
  EXPECT_GT(across * 20, moves) << "some do not fit";
}

}  // namespace
}  // namespace masu::test
