// SPDX-License-Identifier: MIT
// Walls that rotate, in steps less than a mover's radius: movers in their path are pushed when they
// move next, and report it if there is no space.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/corridor/corridor.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class RotatingWalls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RotatingWalls, Scalars);

constexpr double kRoom = 20;
constexpr int kVertices = 9;
constexpr double kArm = 12;

// A bar through the center of a square room: vertices 0 to 8.
template <class T>
std::vector<Vec<2, T>> bar(double angle) {
  std::vector<Vec<2, T>> points;
  for (int i = 0; i < kVertices; ++i) {
    const double x = kArm * (2.0 * i / (kVertices - 1) - 1);
    points.push_back({T(x * std::cos(angle)), T(x * std::sin(angle))});
  }
  return points;
}

template <class T>
Corridor<T> room() {
  WallWorld<T> world;
  world.begin();
  for (const Vec<2, T>& p : bar<T>(0)) world.add(double(p[0]), double(p[1]));
  world.begin();
  for (const Vec2d& p : {Vec2d{-1, -1}, Vec2d{1, -1}, Vec2d{1, 1}, Vec2d{-1, 1}, Vec2d{-1, -1}}) {
    world.add(p[0] * kRoom, p[1] * kRoom);
  }
  Corridor<T> corridor;
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {T(2)}), Status::ok);
  return corridor;
}

// The side of the bar on which a point in its reach is; 0 beyond its ends.
double side_of_bar(const Vec2d& p, double angle) {
  const Vec2d along{std::cos(angle), std::sin(angle)};
  return std::abs(dot(along, p)) > kArm * 0.98 ? 0 : cross(along, p);
}

TYPED_TEST(RotatingWalls, a_rotating_bar_sweeps_a_room_and_no_mover_passes_through) {
  using T = TypeParam;
  Corridor<T> corridor = room<T>();
  scenes::Pcg32 random(15);
  std::vector<Mover<T>> movers;
  for (int i = 0; i < 40; ++i) {
    const double y = random.between(1.2, 8) * (i % 2 == 0 ? 1 : -1);
    movers.push_back({{T(random.between(-11, 11)), T(y)}, T(random.between(0.5, 1.0))});
  }
  double angle = 0;
  double before = 0;
  std::size_t carried = 0;
  for (std::uint32_t frame = 0; frame < by_tier(400u, 20000u); ++frame) {
    angle += 0.03;  // its ends go 0.36, less than any radius
    ASSERT_EQ(corridor.set_vertices(0, bar<T>(angle)), Status::ok);
    for (std::size_t i = 0; i < movers.size(); ++i) {
      Mover<T>& m = movers[i];
      const Vec2d from = vec_cast<double>(m.position);
      const MoveResult<T> r = corridor.move(m, {});
      ASSERT_EQ(r.status, Status::ok);
      const Vec2d at = vec_cast<double>(m.position);
      ASSERT_LT(std::max(std::abs(at[0]), std::abs(at[1])), kRoom) << frame;
      ASSERT_EQ(r.overlap, T(0)) << frame << ": there is space";
      ASSERT_GE(corridor.walls().nearest(m.position).distance, m.radius * T(0.999)) << frame;
      const double was = side_of_bar(from, before);
      const double is = side_of_bar(at, angle);
      ASSERT_GE(was * is, 0) << "mover " << i << " got through in frame " << frame;
      carried += at != from;
    }
    before = angle;
  }
  EXPECT_GT(carried, 200u);
}

TYPED_TEST(RotatingWalls, a_mover_between_a_closing_door_and_a_wall_is_reported_as_crushed) {
  using T = TypeParam;
  // The door rotates about (0, 0) towards a wall along the x axis, and a mover is in the corner.
  WallWorld<T> world;
  world.begin();
  world.add(0, 0), world.add(10 * std::cos(0.8), 10 * std::sin(0.8));
  world.begin();
  world.add(-1, 0), world.add(20, 0);
  world.begin();
  world.add(3.2, -1), world.add(3.2, 20);  // and cannot leave it
  Corridor<T> corridor;
  ASSERT_EQ(corridor.build(world.vertices, world.chains), Status::ok);
  Mover<T> mover{{T(2.1), T(0.7)}, T(0.5)};
  bool crushed = false;
  for (double angle = 0.8; angle > 0.25; angle -= 0.02) {
    const std::vector<Vec<2, T>> door = {{0, 0},
                                         {T(10 * std::cos(angle)), T(10 * std::sin(angle))}};
    ASSERT_EQ(corridor.set_vertices(0, door), Status::ok);
    const MoveResult<T> r = corridor.move(mover, {});
    EXPECT_EQ(r.status, Status::ok);
    // A circle in the corner at 3.2: it has 0.5 of space while the door is above some 0.36.
    if (angle > 0.45) {
      EXPECT_EQ(r.overlap, T(0)) << angle;
    }
    if (angle < 0.3) {
      EXPECT_GT(r.overlap, T(0)) << angle;
    }
    crushed = crushed || r.overlap > 0;
    ASSERT_GT(mover.position[1], T(0)) << angle;
    ASSERT_LT(mover.position[0], T(3.2)) << angle;
    ASSERT_LT(double(mover.position[1]), double(mover.position[0]) * std::tan(angle)) << angle;
  }
  EXPECT_TRUE(crushed);
}

}  // namespace
}  // namespace masu::test
