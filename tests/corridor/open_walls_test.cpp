// SPDX-License-Identifier: MIT
// Walls that are open from one side: a mover that has begun to pass is let through, whatever its
// shape and whichever moves.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/corridor/corridor.hpp>

#include "tests/corridor/wall_worlds.hpp"

namespace masu::test {
namespace {

template <class T>
class OpenWalls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(OpenWalls, Scalars);

// Along the x axis, open from below.
template <class T>
Corridor<T> platform() {
  WallWorld<T> world;
  world.begin();
  world.add(-10, 0), world.add(10, 0);
  const std::vector<WallKind<T>> kinds = {{Filter{}, {T(0), T(1)}}};
  Corridor<T> corridor;
  EXPECT_EQ(corridor.build(world.vertices, world.chains, {}, kinds), Status::ok);
  return corridor;
}

// The wall is farther from its centre than its radius: only its ends are in it.
TYPED_TEST(OpenWalls, a_capsule_that_started_to_pass_may_go_back) {
  using T = TypeParam;
  const Corridor<T> corridor = platform<T>();
  for (const Vec2d& half : {Vec2d{0, 2}, Vec2d{0.5, -2}}) {
    for (const double end : {-1.1, 1.2}) {
      Mover<T> mover{{T(0), T(-5)}, T(0.5), vec_cast<T>(half)};
      EXPECT_EQ(corridor.move(mover, {T(0), T(end + 5)}).contacts, 0u);
      EXPECT_EQ(mover.passing.size(), 1u) << end;
      EXPECT_EQ(corridor.move(mover, {T(0.25), T(-0.5)}).contacts, 0u);
      EXPECT_NEAR(mover.position[0], 0.25, 1e-5) << end;
      EXPECT_NEAR(mover.position[1], end - 0.5, 1e-5) << end;
      (void)corridor.move(mover, {T(0), T(-4)});
      EXPECT_NEAR(mover.position[1], end - 4.5, 1e-5) << end;
      EXPECT_EQ(mover.passing.size(), 0u);
    }
  }
}

TYPED_TEST(OpenWalls,
           a_one_way_platform_carries_with_its_solid_side_and_passes_with_its_open_side) {
  using T = TypeParam;
  const auto silent = [](std::uint32_t, const PushResult<T>& r) {
    EXPECT_FALSE(r.pushed && r.crushed);
  };
  Corridor<T> corridor = platform<T>();
  std::vector<Mover<T>> above = {{{T(0), T(1.5)}, T(1)}};
  ASSERT_EQ(corridor.move_walls({0, 2}, {T(0), T(3)}, above, silent), Status::ok);
  EXPECT_NEAR(above[0].position[1], 4, 1e-2);
  // Down past one below, which may go where it likes while it is in the platform.
  std::vector<Mover<T>> below = {{{T(0), T(0)}, T(1)}};
  ASSERT_EQ(corridor.move_walls({0, 2}, {T(0), T(-2.5)}, below, silent), Status::ok);
  EXPECT_EQ(below[0].position, (Vec<2, T>{}));
  EXPECT_EQ(corridor.move(below[0], {T(0.5), T(-0.25)}).contacts, 0u);
  EXPECT_NEAR(below[0].position[0], 0.5, 1e-5);
  EXPECT_NEAR(below[0].position[1], -0.25, 1e-5);
  // And up again: it lets go of whom it has not left.
  ASSERT_EQ(corridor.move_walls({0, 2}, {T(0), T(0.1)}, below, silent), Status::ok);
  EXPECT_NEAR(below[0].position[1], -0.25, 1e-5);
}

}  // namespace
}  // namespace masu::test
