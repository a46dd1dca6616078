// SPDX-License-Identifier: MIT
// Walls that approximate a curve: normals change as on the curve, from inside and outside, whether
// its walls are one chain or each a chain of its own.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/corridor/corridor.hpp>

#include "tests/corridor/wall_worlds.hpp"

namespace masu::test {
namespace {

constexpr int kWalls = 720;
constexpr double kCircle = 6.283185307179586;
constexpr double kSize = 100;

template <class T>
class CurvedWalls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CurvedWalls, Scalars);

Vec2d corner(int i) {
  const double angle = kCircle * (i % kWalls) / kWalls;
  return Vec2d{std::cos(angle), std::sin(angle)} * kSize;
}

template <class T>
Corridor<T> ring(bool separate) {
  WallWorld<T> world;
  scenes::Pcg32 random(7);
  std::vector<int> order;
  for (int i = 0; i < kWalls; ++i) order.push_back(i);
  if (separate) shuffle(order, random);
  for (const int i : order) {
    if (separate || i == 0) world.begin();
    const bool back = separate && random.below(2) == 0;
    if (separate || i == 0) world.add(corner(i + back)[0], corner(i + back)[1]);
    world.add(corner(i + !back)[0], corner(i + !back)[1]);
  }
  Corridor<T> corridor;
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {T(3)}), Status::ok);
  return corridor;
}

// Once around, pressed against the walls. Half a wall's angle is what a normal may be off.
template <class T>
void expect_smooth(const Corridor<T>& corridor, const Mover<T>& start, double side, double speed) {
  Mover<T> mover = start;
  const double off = std::sin(kCircle / kWalls / 2) * 1.1 + 64 * std::numeric_limits<T>::epsilon();
  double travelled = 0;
  int contacts = 0;
  for (int frame = 0; frame < 100000 && travelled < kCircle; ++frame) {
    const Vec2d p = vec_cast<double>(mover.position);
    const Vec2d out = p * (side / length(p));
    const Vec2d tangent = Vec2d{-p[1], p[0]} * (1 / length(p));
    const MoveResult<T> r = corridor.move(
        mover, vec_cast<T>((tangent - out * 0.3) * speed), {}, [&](const WallContact& c) {
          ++contacts;
          const Vec2d radial = c.point * (side / length(c.point));
          EXPECT_LT(std::abs(cross(radial, c.normal)), 2 * off) << frame << " at wall " << c.wall;
          EXPECT_GT(dot(radial, c.normal), 0) << frame;
        });
    ASSERT_EQ(r.status, Status::ok);
    const Vec2d q = vec_cast<double>(mover.position);
    const double step = std::atan2(cross(p, q), dot(p, q));
    // Nothing stops it: its angular speed about the center is as requested.
    if (frame > 2) {
      ASSERT_GT(step, 0.9 * speed / length(q)) << frame;
    }
    travelled += step;
  }
  EXPECT_GT(travelled, kCircle);
  EXPECT_GT(contacts, 200);
}

TYPED_TEST(CurvedWalls, normals_change_as_on_the_curve) {
  using T = TypeParam;
  for (const bool separate : {false, true}) {
    const Corridor<T> corridor = ring<T>(separate);
    for (const double speed : {0.2, 1.5}) {
      for (const Vec2d& half : {Vec2d{}, Vec2d{0.6, 0}, Vec2d{0.3, -0.5}}) {
        SCOPED_TRACE(testing::Message() << separate << ' ' << speed << ' ' << half[0]);
        const Mover<T> without{{T(kSize + 3), T(0)}, T(0.5), vec_cast<T>(half)};
        ASSERT_NO_FATAL_FAILURE(expect_smooth(corridor, without, 1, speed));
        const Mover<T> within{{T(kSize - 3), T(0)}, T(0.5), vec_cast<T>(half)};
        ASSERT_NO_FATAL_FAILURE(expect_smooth(corridor, within, -1, speed));
      }
    }
  }
}

}  // namespace
}  // namespace masu::test
