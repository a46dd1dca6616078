// SPDX-License-Identifier: MIT
// Motions of obstacles between two frames: poses in between, and how often a body is placed.
#include <gtest/gtest.h>

#include <cmath>

#include <masu/shapes/box.hpp>
#include <masu/world/carry.hpp>

#include "world/obstacle_path.hpp"

namespace masu::test {
namespace {

template <class T>
T& last_of(Rotation<2, T>& r) {
  return r.sine;
}
template <class T>
T& last_of(Rotation<3, T>& r) {
  return r.w;
}

// Rotations that differ by a rounding may have a cosine between them that is rounded to more
// than 1.
template <int D, class T>
void expect_poses_between_rotations_that_are_nearly_equal() {
  for (int i = 0; i < 1000; ++i) {
    const double c = std::cos(0.003 * i);
    const double s = std::sin(0.003 * i);
    Rotation<D, T> begin;
    if constexpr (D == 2) {
      begin = {T(c), T(s)};
    } else {
      begin = {T(0.6 * s), T(0), T(0.8 * s), T(c)};
    }
    Rotation<D, T> end = begin;
    last_of(end) = std::nextafter(last_of(end), T(2));
    const ObstacleMotion<D, T> m{0, {}, {{{}, begin}, {{}, end}}};
    ASSERT_EQ(m.at(0.5).check(), Status::ok) << i;
  }
}

TEST(CarryMotions, between_rotations_that_are_nearly_equal) {
  expect_poses_between_rotations_that_are_nearly_equal<2, float>();
  expect_poses_between_rotations_that_are_nearly_equal<3, float>();
  expect_poses_between_rotations_that_are_nearly_equal<2, double>();
  expect_poses_between_rotations_that_are_nearly_equal<3, double>();
}

TEST(CarryMotions, small_rotations_have_a_speed) {
  for (double angle = 0x1p-48; angle < 0.1; angle *= 4) {
    const Rotation<2, double> flat{std::cos(angle), std::sin(angle)};
    const Rotation<3, double> upright{0, 0, std::sin(angle / 2), std::cos(angle / 2)};
    const Rotation<3, double> other{0, 0, -upright.z, -upright.w};  // the same rotation
    for (const auto& half : {detail::half_angle(Rotation<2, double>{}, flat),
                             detail::half_angle(Rotation<3, double>{}, upright),
                             detail::half_angle(Rotation<3, double>{}, other)}) {
      EXPECT_NEAR(detail::angular_speed(half) / angle, 1, 0.01) << angle;
    }
  }
}

// A disc that counts how often its box is computed.
struct CountingDisc {
  static constexpr int kDimension = 2;
  using Scalar = float;
  int* boxes;
  Vec2f support(const Vec2f& d) const { return d * (1 / length(d)); }
  Aabb2f aabb(const Transform2f& pose) const {
    ++*boxes;
    return {pose.translation - Vec2f{1, 1}, pose.translation + Vec2f{1, 1}};
  }
};

// Not for each search of the steps.
TEST(CarryMotions, bodies_far_away_are_placed_a_few_times_a_step) {
  int boxes = 0;
  const CountingDisc disc{&boxes};
  const Box<2, float> platform{{4, 1}};
  const PlacedBody<2, float> now[] = {{platform, {{0.5f, -1}, {}}}, {disc, {{50, 0.5f}, {}}}};
  PlacedBodies<2, float> bodies;
  ASSERT_EQ(bodies.build(now), Status::ok);
  using Motion = ObstacleMotion<2, float>;
  const Motion moved[] = {{0, now[0].shape, {{{0, -1}, {}}, now[0].pose}},
                          {1, now[1].shape, {{{50, 0}, {}}, now[1].pose}}};
  CapsuleMover<2, float> hero{{0, 0.2516f}, 0.25f};
  boxes = 0;
  const auto r = carry(hero, moved, bodies, {.up = {0, 1}});
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_NEAR(r.displacement[0], 0.5f, 1e-3f);
  EXPECT_LE(boxes, 40);
}

}  // namespace
}  // namespace masu::test
