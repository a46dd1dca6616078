// SPDX-License-Identifier: MIT
// Times of impact: compared with formulas, and with tests at many times.
#include <gtest/gtest.h>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_phase/body_motion.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class ShapeCast : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ShapeCast, Scalars);

// The first root of |p + t v| = r, in long double; above 1: none.
template <class T>
long double first_root(const Vec<3, T>& from, const Vec<3, T>& by, long double r) {
  const Vec<3, long double> p = vec_cast<long double>(from);
  const Vec<3, long double> v = vec_cast<long double>(by);
  const long double a = dot(v, v);
  const long double b = dot(p, v);
  const long double c = dot(p, p) - r * r;
  const long double d = b * b - a * c;
  return d < 0 || b > 0 ? 2 : c / (-b + std::sqrt(d));
}

TYPED_TEST(ShapeCast, of_spheres_is_the_root_of_the_quadratic) {
  using T = TypeParam;
  constexpr double kOff = std::is_same_v<T, float> ? 2e-6 : 1e-12;
  scenes::Pcg32 random(51);
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const Sphere<3, T> a{T(random.between(0.1, 1))};
    const Sphere<3, T> b{T(random.between(0.1, 1))};
    const Vec<3, T> from = random_point<T>(random, 3);
    const Vec<3, T> by = random_point<T>(random, 5) - from;
    const long double r = static_cast<long double>(a.radius) + b.radius;
    if (length(vec_cast<long double>(from)) <= r) continue;
    const long double expected = first_root(from, by, r);
    const auto got = shape_cast(a, {}, b, Transform<3, T>{from, {}}, by);
    ASSERT_EQ(got.status, Status::ok);
    // Where it only grazes, the root is as the square root of rounding.
    const Vec<3, long double> near =
        vec_cast<long double>(from) + vec_cast<long double>(by) * (got.hit ? got.t : T(0.5));
    if (expected <= 1 && expected >= 0) {
      ++hits;
      EXPECT_TRUE(got.hit);
      EXPECT_NEAR(double(length(near) - r), 0, kOff);
      EXPECT_LE((long double)(got.t), expected + 1e-6L);
    } else if (got.hit) {
      EXPECT_NEAR(double(length(near) - r), 0, 1e-6);
    }
  }
  EXPECT_GT(hits, 200);
}

TYPED_TEST(ShapeCast, of_boxes_is_exact) {
  using T = TypeParam;
  const Box<3, T> box{{1, 1, 1}};
  const Transform<3, T> pose{{4, T(0.5), 0}, {}};
  const auto hit = shape_cast(box, {}, box, pose, Vec<3, T>{-4, 0, 0});
  EXPECT_TRUE(hit.hit);
  EXPECT_NEAR(double(hit.t), 0.5, 1e-12);
  EXPECT_EQ(hit.normal, (Vec<3, T>{1, 0, 0}));
  EXPECT_NEAR(double(hit.point_a[0]), 1, 1e-12);
  const auto miss = shape_cast(box, {}, box, pose, Vec<3, T>{-1, 0, 0});
  EXPECT_FALSE(miss.hit);
  EXPECT_EQ(miss.t, 1);
  const auto away = shape_cast(box, {}, box, pose, Vec<3, T>{9, 0, 0});
  EXPECT_FALSE(away.hit);
  // Bullets do not pass through paper.
  const Box<3, T> paper{{T(1e-5), 10, 10}};
  const auto shot = shape_cast(paper, {}, Sphere<3, T>{T(0.001)}, Transform<3, T>{{-500, 1, 1}, {}},
                               Vec<3, T>{1000, 0, 0});
  EXPECT_TRUE(shot.hit);
  EXPECT_NEAR(double(shot.t), 0.5, 1e-5);
}

TYPED_TEST(ShapeCast, starts_touching_or_inside) {
  using T = TypeParam;
  const Box<2, T> box{{1, 1}};
  const Transform<2, T> beside{{2, 0}, {}};
  EXPECT_FALSE(shape_cast(box, {}, box, beside, Vec<2, T>{1, 0}).hit);
  EXPECT_FALSE(shape_cast(box, {}, box, beside, Vec<2, T>{0, 5}).hit);
  const auto into = shape_cast(box, {}, box, beside, Vec<2, T>{-1, 0});
  EXPECT_TRUE(into.hit);
  EXPECT_EQ(into.t, 0);
  const auto inside = shape_cast(box, {}, box, Transform<2, T>{{T(0.5), 0}, {}}, Vec<2, T>{9, 0});
  EXPECT_TRUE(inside.hit);
  EXPECT_EQ(inside.t, 0);
  EXPECT_EQ(inside.normal, (Vec<2, T>{1, 0}));
  const T nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(shape_cast(box, {}, box, beside, Vec<2, T>{nan, 0}).status, Status::not_finite);
}

// What b does until t, in the words of the tests.
template <class T>
Transform<3, T> pose_at_time(const Sweep<3, T>& m, double t) {
  double q[4] = {m.begin.rotation.x, m.begin.rotation.y, m.begin.rotation.z, m.begin.rotation.w};
  const double r[4] = {m.end.rotation.x, m.end.rotation.y, m.end.rotation.z, m.end.rotation.w};
  double cosine = 0;
  for (int i = 0; i < 4; ++i) cosine += q[i] * r[i];
  double squared = 0;
  for (int i = 0; i < 4; ++i) {
    q[i] = q[i] * (1 - t) + (cosine < 0 ? -r[i] : r[i]) * t;
    squared += q[i] * q[i];
  }
  const double scale = 1 / std::sqrt(squared);
  Transform<3, T> pose;
  for (int a = 0; a < 3; ++a) {
    pose.translation[a] =
        T(m.begin.translation[a] + t * (double(m.end.translation[a]) - m.begin.translation[a]));
  }
  pose.rotation = {T(q[0] * scale), T(q[1] * scale), T(q[2] * scale), T(q[3] * scale)};
  return pose;
}

template <class T>
Rotation<3, T> similar_rotation(const Rotation<3, T>& r, scenes::Pcg32& random) {
  double q[4] = {double(r.x), double(r.y), double(r.z), double(r.w)};
  double squared = 0;
  for (double& x : q) x += random.between(-0.4, 0.4), squared += x * x;
  const double scale = 1 / std::sqrt(squared);
  return {T(q[0] * scale), T(q[1] * scale), T(q[2] * scale), T(q[3] * scale)};
}

// The last rounds are decided by rounding: whichever side they see, what goes in has hit.
TYPED_TEST(ShapeCast, of_smooth_shapes_misses_no_hit) {
  using T = TypeParam;
  const Cylinder<T> can{T(0.3), T(0.5)};
  const Box<3, T> crate{{T(0.25), T(0.35), T(0.45)}};
  scenes::Pcg32 random(52);
  int hits = 0;
  for (int i = 0; i < by_tier(600, 50000); ++i) {
    const Transform<3, T> can_pose{{}, random_rotation<T>(random)};
    const Transform<3, T> pose{random_point<T>(random, 2), random_rotation<T>(random)};
    const Vec<3, T> by = random_point<T>(random, 0.2) - pose.translation;
    if (penetration(can, can_pose, crate, pose).distance <= 0) continue;
    const auto got = shape_cast(can, can_pose, crate, pose, by);
    ASSERT_EQ(got.status, Status::ok);
    ++hits;
    ASSERT_TRUE(got.hit) << i;  // at the end the center of one is in the other
    const Transform<3, T> then{pose.translation + by * got.t, pose.rotation};
    const auto s = distance(can, can_pose, crate, then);
    EXPECT_LT(double(s.distance), 1e-6);
    EXPECT_LT(double(dot(got.normal, by)), 0) << i;
  }
  EXPECT_GT(hits, 300);
}

TYPED_TEST(ShapeCast, time_of_impact_never_skips_a_contact) {
  using T = TypeParam;
  std::vector<ConvexPolyhedron<T>> solids;
  solids.push_back(box_solid<T>(1, 0.5, 0.7));
  solids.push_back(prism<T>(5, 0.8, 0.9, 0.5));
  solids.push_back(prism<T>(3, 0.1, 2));
  scenes::Pcg32 random(52);
  int hits = 0;
  int misses = 0;
  const int rounds = by_tier(300, 10000);
  for (int i = 0; i < rounds; ++i) {
    const auto& a = solids[random.below(3)];
    const auto& b = solids[random.below(3)];
    Sweep<3, T> of_a{{random_point<T>(random, 3), random_rotation<T>(random)}, {}};
    Sweep<3, T> of_b{{random_point<T>(random, 3), random_rotation<T>(random)}, {}};
    of_a.end = {random_point<T>(random, 3), similar_rotation(of_a.begin.rotation, random)};
    of_b.end = {random_point<T>(random, 3), similar_rotation(of_b.begin.rotation, random)};
    if (penetration(a, of_a.begin, b, of_b.begin).distance <= T(0.001)) continue;
    const auto got = time_of_impact(a, of_a, b, of_b);
    ASSERT_EQ(got.status, Status::ok);
    const int samples = 100;
    for (int k = 0; k < samples; ++k) {
      const double t = double(got.t) * k / samples;
      EXPECT_GT(distance(a, pose_at_time(of_a, t), b, pose_at_time(of_b, t)).distance, 0) << i;
    }
    if (got.hit) {
      ++hits;
      const auto there =
          penetration(a, pose_at_time(of_a, double(got.t)), b, pose_at_time(of_b, double(got.t)));
      EXPECT_NEAR(double(there.distance), 0, 1e-5);
      const auto swapped = time_of_impact(b, of_b, a, of_a);
      EXPECT_EQ(swapped.t, got.t);
      EXPECT_EQ(swapped.normal, -got.normal);
    } else {
      ++misses;
      EXPECT_EQ(got.t, 1);
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(hits, rounds / 10);
  EXPECT_GT(misses, rounds / 10);
}

// A rod that rotates by a right angle about its end sweeps over a ball.
TYPED_TEST(ShapeCast, time_of_impact_of_a_rotating_rod) {
  using T = TypeParam;
  const T h = T(0.7071067811865476);
  const Capsule<2, T> rod{{0, 0}, {10, 0}, T(0.125)};
  const Sweep<2, T> sweep{{{0, 0}, {}}, {{0, 0}, {0, 1}}};
  const Circle<T> ball{T(0.125)};
  const Transform<2, T> pose{{5 * h, 5 * h}, {}};
  const auto got = time_of_impact(rod, sweep, ball, Sweep<2, T>{pose, pose});
  ASSERT_TRUE(got.hit);
  // At 45 degrees less the angle under which the ball is seen: sin = 0.25 / 5. The chord from
  // (1, 0) to (0, 1) is there at t with tan(angle) = t / (1 - t).
  const double angle = 3.14159265358979 / 4 - std::asin(0.05);
  EXPECT_NEAR(double(got.t), std::tan(angle) / (1 + std::tan(angle)), 1e-5);
  const Sweep<2, T> too_far{{{0, 0}, {}}, {{0, 0}, {-1, 0}}};
  EXPECT_EQ(time_of_impact(rod, too_far, ball, Sweep<2, T>{pose, pose}).status,
            Status::out_of_range);
  EXPECT_EQ(shape_cast(Circle<double>{1}, {}, Circle<double>{1}, Transform2d{}, {1e43, 0}).status,
            Status::out_of_range);
  const HalfSpace<2, T> ground{{0, 1}, -1};
  EXPECT_EQ(time_of_impact(ground, sweep, ball, Sweep<2, T>{pose, pose}).status, Status::unbounded);
}

template <int D>
void expect_velocities(const detail::BodyMotion<D>& motion, scenes::Pcg32& random) {
  constexpr double kStep = 1e-6;
  for (const double t : {0.1, 0.5, 0.9}) {
    Vec<D, double> own{};
    for (int a = 0; a < D; ++a) own[a] = random.between(-2, 2);
    const auto there = [&](double time) {
      const detail::PoseMatrix<D> pose = motion.at(time);
      return pose.rotation * own + pose.translation;
    };
    const auto expected = (there(t + kStep) - there(t - kStep)) * (0.5 / kStep);
    EXPECT_LT(length(motion.velocity_at(t, there(t)) - expected), 1e-8);
    const double fastest = motion.max_angular_speed() * length(own) + length(motion.velocity());
    EXPECT_LE(length(motion.velocity_at(t, there(t))), fastest);
  }
}

TEST(BodyMotion, velocities_are_changes_of_position) {
  scenes::Pcg32 random(53);
  for (int i = 0; i < 200; ++i) {
    const Transform<3, double> begin{random_point<double>(random, 2),
                                     random_rotation<double>(random)};
    const Vec<3, double> by = random_point<double>(random, 2);
    expect_velocities(detail::BodyMotion<3>(begin, similar_rotation(begin.rotation, random), by),
                      random);
    const double x = random.between(-0.5, 0.5), size = std::sqrt(1 + x * x);
    const Transform<2, double> flat{{by[0], by[1]}, {0, 1}};
    expect_velocities(detail::BodyMotion<2>(flat, {x / size, 1 / size}, {by[2], by[0]}), random);
  }
}

// Bounds of the rotation's speed, and of its change, compared with the speed of points around.
template <int D, class V>
void expect_bounds_of_rotation(const detail::BodyMotion<D>& motion, const V& arms) {
  constexpr int kSteps = 64;
  double most = 0;
  double change = 0;
  double before = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double t = double(i) / kSteps;
    double speed = 0;
    for (const auto& arm : arms) {
      const auto center = motion.position() + motion.velocity() * t;
      speed = std::max(speed, length(motion.velocity_at(t, center + arm) - motion.velocity()));
    }
    most = std::max(most, speed);
    if (i > 0) change = std::max(change, std::fabs(speed - before) * kSteps);
    before = speed;
  }
  EXPECT_LE(most, motion.max_angular_speed() * (1 + 1e-7));
  EXPECT_GE(most, motion.max_angular_speed() * 0.999);
  EXPECT_LE(change, motion.max_angular_acceleration() + 1e-9);
}

TEST(BodyMotion, bounds_the_rotation_and_its_change) {
  for (const double angle : {0.0, 1e-10, 1e-8, 1e-6, 1e-3, 0.5, 1.5}) {
    const double c = std::cos(angle / 2), s = std::sin(angle / 2);
    const Transform<2, double> flat{{1, 2}, {}};
    const detail::BodyMotion<2> in_2d(flat, Rotation<2, double>{std::cos(angle), std::sin(angle)},
                                      {3, 4});
    expect_bounds_of_rotation<2>(in_2d, std::vector<Vec<2, double>>{{1, 0}, {0, 1}});
    const Transform<3, double> upright{{1, 2, 3}, {}};
    const detail::BodyMotion<3> in_3d(upright, Rotation<3, double>{0, 0, s, c}, {3, 4, 5});
    expect_bounds_of_rotation<3>(in_3d,
                                 std::vector<Vec<3, double>>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    if (angle != 0) continue;
    EXPECT_EQ(in_2d.max_angular_speed() + in_3d.max_angular_speed(), 0);
    EXPECT_EQ(in_2d.max_angular_acceleration() + in_3d.max_angular_acceleration(), 0);
  }
}

// The cosine of an angle below 1.5e-8 is 1: such rotations were taken for none, and missed. The tip
// of a long bar moves by 100 000 times the tolerance, and touches half-way.
TEST(ShapeCastByHand, tiny_rotations_are_not_missed) {
  const Box<3, double> bar{{1000, 1, 1}};
  const Sphere<3, double> ball{1.0};
  for (const double angle : {1e-3, 1e-5, 1e-7, 1e-8, 1e-9}) {
    const Transform<3, double> end{{}, {0, 0, std::sin(angle / 2), std::cos(angle / 2)}};
    const Transform<3, double> at{{1000, 2 + 500 * angle, 0}, {}};
    const ImpactOptions options{.tolerance = 1e-5 * angle};
    const auto r =
        time_of_impact(bar, Sweep<3, double>{{}, end}, ball, Sweep<3, double>{at, at}, options);
    EXPECT_TRUE(r.hit) << angle;
    EXPECT_NEAR(r.t, 0.5, 1e-3) << angle;
  }
}

}  // namespace
}  // namespace masu::test
