// SPDX-License-Identifier: MIT
// The hull of two spheres is the union of all spheres between them; and other names of shapes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/check.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/tapered_capsule.hpp>
#include <masu/world/world_shape.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/cases.hpp"

namespace masu {
namespace {

// A world refers to it, so a temporary is refused.
static_assert(detail::ReferredBody<TaperedCapsule<3, float>>);
static_assert(!detail::ReferredBody<Capsule<3, float>>);

template <class C>
class Tapered : public testing::Test {
 protected:
  static constexpr int kD = C::D;
  using Real = typename C::T;

  Real number(double low, double high) { return Real(random_.between(low, high)); }
  Vec<kD, Real> point(double reach) {
    Vec<kD, Real> p;
    for (int k = 0; k < kD; ++k) p[k] = number(-reach, reach);
    return p;
  }
  Rotation<kD, Real> rotation() {
    if constexpr (kD == 2) {
      const double angle = random_.between(0, 6.28);
      return {Real(std::cos(angle)), Real(std::sin(angle))};
    } else {
      double q[4];
      double size = 0;
      for (double& x : q) x = random_.between(-1, 1), size += x * x;
      size = std::sqrt(size);
      return {Real(q[0] / size), Real(q[1] / size), Real(q[2] / size), Real(q[3] / size)};
    }
  }
  TaperedCapsule<kD, Real> shape() {
    return {point(1), number(0.05, 0.6), point(1), number(0.05, 0.6)};
  }
  static Sphere<kD, Real> between(const TaperedCapsule<kD, Real>& s, double t) {
    return {Real(s.radius_a + (s.radius_b - s.radius_a) * t), s.a + (s.b - s.a) * Real(t)};
  }
  // The least of f(t) for t from 0 to 1; f is convex.
  template <class F>
  static double least(F&& f) {
    double low = 0, high = 1;
    for (int i = 0; i < 100; ++i) {
      const double p = low + (high - low) / 3, q = high - (high - low) / 3;
      (f(p) < f(q) ? high : low) = f(p) < f(q) ? q : p;
    }
    return std::min({f(0), f(1), f(0.5 * (low + high))});
  }

  scenes::Pcg32 random_{11};
  static constexpr double kNear = std::is_same_v<Real, float> ? 4e-5 : 1e-8;
};
TYPED_TEST_SUITE(Tapered, test::DimensionsAndScalars, test::CaseNames);

TYPED_TEST(Tapered, distance_and_depth_are_those_of_the_nearest_sphere_between) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  int apart = 0, deep = 0;
  for (int i = 0; i < 300; ++i) {
    const auto shape = this->shape();
    ASSERT_EQ(check(shape), Status::ok);
    const Transform<D, T> pose{this->point(1), this->rotation()};
    const Box<D, T> box{Vec<D, T>::all(T(0.3))};
    const Transform<D, T> box_pose{this->point(2.5), this->rotation()};
    const auto core = [&](double t) {
      const auto ball = this->between(shape, t);
      const auto s = distance(Point<D, T>{ball.center}, pose, box, box_pose);
      return double(s.distance) - double(ball.radius);
    };
    const double expected = this->least(core);
    const auto got = penetration(shape, pose, box, box_pose);
    ASSERT_EQ(got.status, Status::ok);
    if (expected > this->kNear) {
      EXPECT_NEAR(double(got.distance), expected, this->kNear);
      EXPECT_NEAR(double(distance(shape, pose, box, box_pose).distance), expected, this->kNear);
      EXPECT_LE(double(got.lower), expected + this->kNear);
      EXPECT_GE(double(got.upper), expected - this->kNear);
      ++apart;
    } else if (expected < -this->kNear) {
      EXPECT_TRUE(intersects(shape, pose, box, box_pose).overlapping);
      EXPECT_LE(double(got.distance), expected + this->kNear);
      ++deep;
    }
    // Two of them, by a point: the depth in a sphere is exact for centers outside of the axis.
    const Sphere<D, T> ball{T(0.2)};
    const Transform<D, T> ball_pose{this->point(2), {}};
    const double to_ball = this->least([&](double t) {
      const auto own = this->between(shape, t);
      const Vec<D, double> step = vec_cast<double>(pose * own.center - ball_pose.translation);
      return length(step) - double(own.radius) - 0.2;
    });
    if (to_ball > -0.15) {
      EXPECT_NEAR(double(penetration(shape, pose, ball, ball_pose).distance), to_ball, this->kNear);
    }
  }
  EXPECT_GT(apart, 50);
  EXPECT_GT(deep, 10);
}

TYPED_TEST(Tapered, aabbs_contain_it_and_are_tight) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for (int i = 0; i < 300; ++i) {
    const auto shape = this->shape();
    const Transform<D, T> pose{this->point(3), this->rotation()};
    const auto box = aabb_of(shape, pose);
    for (int axis = 0; axis < D; ++axis) {
      double low = 1e9, high = -1e9;
      for (const double t : {0.0, 1.0}) {
        const auto ball = this->between(shape, t);
        const double x = double((pose * ball.center)[axis]);
        low = std::min(low, x - double(ball.radius));
        high = std::max(high, x + double(ball.radius));
      }
      EXPECT_NEAR(double(box.min[axis]), low, this->kNear);
      EXPECT_NEAR(double(box.max[axis]), high, this->kNear);
      EXPECT_LE(double(box.min[axis]), low);
      EXPECT_GE(double(box.max[axis]), high);
    }
  }
}

TYPED_TEST(Tapered, rays_hit_the_first_of_the_spheres_between) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const auto shape = this->shape();
    const Transform<D, T> pose{this->point(1), this->rotation()};
    Ray<D, T> ray;
    ray.origin = this->point(4);
    ray.direction = pose.translation + this->point(1) - ray.origin;
    const auto got = ray_cast(shape, pose, ray);
    double first = std::numeric_limits<double>::infinity();
    constexpr int kSteps = 400;
    for (int k = 0; k <= kSteps; ++k) {
      const auto r = ray_cast(this->between(shape, double(k) / kSteps), pose, ray);
      if (r.hit) first = std::min(first, double(r.t));
    }
    if (first < 1e9) {
      EXPECT_TRUE(got.hit);
      EXPECT_NEAR(double(got.t), first, 2e-4);
      ++hits;
    }
  }
  EXPECT_GT(hits, 50);
}

TYPED_TEST(Tapered, bad_numbers_are_refused) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto nan = std::numeric_limits<T>::quiet_NaN();
  const auto infinite = std::numeric_limits<T>::infinity();
  const TaperedCapsule<D, T> sound{Vec<D, T>::all(1), T(0.5), Vec<D, T>::all(2), T(0.25)};
  EXPECT_EQ(check(sound), Status::ok);
  for (const T bad : {nan, infinite, -infinite}) {
    for (int k = 0; k < 2 * D + 2; ++k) {
      auto s = sound;
      T* const numbers[] = {&s.radius_a, &s.radius_b};
      (k < D ? s.a[k] : k < 2 * D ? s.b[k - D] : *numbers[k - 2 * D]) = bad;
      EXPECT_EQ(check(s), Status::not_finite) << k;
    }
  }
  for (const T bad : {T(0), T(-1)}) {
    auto s = sound;
    s.radius_a = bad;
    EXPECT_EQ(check(s), Status::not_positive);
    s = sound;
    s.radius_b = bad;
    EXPECT_EQ(check(s), Status::not_positive);
  }
}

TYPED_TEST(Tapered, equal_radii_make_a_capsule_and_nested_spheres_make_a_sphere) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for (int i = 0; i < 100; ++i) {
    const Vec<D, T> a = this->point(1), b = this->point(1);
    const Sphere<D, T> ball{T(0.25)};
    const Transform<D, T> pose{this->point(1), this->rotation()}, away{this->point(4), {}};
    const TaperedCapsule<D, T> equal{a, T(0.2), b, T(0.2)};
    EXPECT_NEAR(double(distance(equal, pose, ball, away).distance),
                double(distance(Capsule<D, T>{a, b, T(0.2)}, pose, ball, away).distance),
                this->kNear);
    const TaperedCapsule<D, T> nested{a, T(9), b, T(0.2)};
    EXPECT_NEAR(double(penetration(nested, pose, ball, away).distance),
                double(penetration(Sphere<D, T>{T(9), a}, pose, ball, away).distance),
                20 * this->kNear);
  }
}

TYPED_TEST(Tapered, rounded_boxes_and_planes_are_other_names_of_shapes) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto half = Vec<D, T>::all(1);
  const RoundedBox<D, T> box_shape = rounded_box<D, T>(half, T(0.25));
  const auto box = aabb_of(box_shape, Transform<D, T>{});
  EXPECT_EQ(box.min, -half);
  EXPECT_EQ(box.max, half);
  const auto too_large_radius = rounded_box<D, T>(half, T(1.5));
  const auto ball = rounded_box<D, T>(half, T(1));
  EXPECT_EQ(check(too_large_radius), Status::not_positive);
  EXPECT_EQ(check(ball), Status::ok);
  Vec<D, T> up{};
  up[1] = 1;
  const Plane<D, T> ground{up, 0};
  EXPECT_NEAR(double(penetration(ground, {}, box_shape, Transform<D, T>{up, {}}).distance), 0,
              1e-6);
}

}  // namespace
}  // namespace masu
