// SPDX-License-Identifier: MIT
// The direction of a mover that touches several planes and slides along them.
#include <gtest/gtest.h>

#include <cmath>

#include "world/slide_directions.hpp"

namespace masu::test {
namespace {

using masu::detail::SlideDirections;

TEST(SlideDirections, two_walls_face_each_other) {
  SlideDirections<2> directions({0, 1});
  const Vec2d wall{0.6, 0.8};
  directions.add(wall, false);
  directions.add(-wall, false);
  const Vec2d in = directions.along({-0.6, -0.8});
  EXPECT_NEAR(length(in), 0, 1e-12);
  EXPECT_NEAR(dot(directions.along({1, 2}), wall), 0, 1e-15) << "into the second one";
  EXPECT_NEAR(dot(directions.along({-1, -2}), wall), 0, 1e-15);
}

// As many triangles of one floor as there is space for planes, and then some, do not displace a
// wall that comes later.
TEST(SlideDirections, equal_planes_count_once) {
  SlideDirections<3> directions({0, 1, 0});
  for (int i = 0; i < 2 * SlideDirections<3>::kMost; ++i) directions.add({0, 1, 0}, true);
  directions.add({-1, 0, 0}, false);
  const Vec3d along = directions.along({1, -1, 1});
  EXPECT_EQ(along, (Vec3d{0, 0, 1}));
}

// The little that is left has a rounding error into the wall, large for its length.
TEST(SlideDirections, a_mover_that_goes_nearly_head_on_still_slides) {
  for (int i = 1; i < 200; ++i) {
    const double angle = 0.03 * i;
    const Vec2d normal{std::cos(angle), std::sin(angle)};
    SlideDirections<2> directions({});
    directions.add(normal, false);
    const double off = 0x1p-18;
    const Vec2d d = -normal + Vec2d{-normal[1], normal[0]} * off;
    const Vec2d along = directions.along(d);
    ASSERT_NEAR(length(along), off, off * 1e-6) << angle;
    ASSERT_NEAR(dot(along, normal), 0, off * 1e-6);
  }
}

}  // namespace
}  // namespace masu::test
