// SPDX-License-Identifier: MIT
// A contact area has a corner as deep as the pair, and none that is deeper.
#include <gtest/gtest.h>

#include <masu/narrow_phase/manifold.hpp>

#include "narrow_phase/manifold_cases.hpp"
#include "narrow_phase/placed_pair.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

struct Tally {
  int contacts = 0;
  int areas = 0;
  int overlapping = 0;
};

template <int D, class T>
const ManifoldPoint<D, T>& deepest_of(const Manifold<D, T>& m) {
  const ManifoldPoint<D, T>* deepest = &m.points[0];
  for (const auto& p : m.all()) deepest = p.distance < deepest->distance ? &p : deepest;
  return *deepest;
}

// Seen along the normal: twice the area that three corners span, counter-clockwise.
template <class T>
double corner_orientation(const Manifold<3, T>& m, int i) {
  const auto at = [&](int k) { return vec_cast<double>(m.points[k % m.count].point_b); };
  return dot(cross(at(i + 1) - at(i), at(i + 2) - at(i)), vec_cast<double>(m.normal()));
}

template <class T>
constexpr double kRoundingOfCases = (std::is_same_v<T, float> ? 1e-6 : 1e-13) * 4;

// What is known of the pair does not contradict what penetration() knows, nor does the deepest
// corner, or that there is none.
template <int D, class T>
void check_depth(const ManifoldCase<D, T>& c, const Manifold<D, T>& m,
                 const Separation<D, T>& depth) {
  const Separation<D, T>& s = m.separation;
  if (depth.status != Status::ok || s.status != Status::ok) return;
  const double rounding = kRoundingOfCases<T> / 16;
  EXPECT_GE(double(s.upper), double(depth.lower) - rounding);
  EXPECT_LE(double(s.lower), double(depth.upper) + rounding);
  const double known = double(s.upper) - double(s.lower) + rounding;
  if (m.count == 0) {
    EXPECT_GT(double(depth.upper) + known, double(c.margin));
    return;
  }
  EXPECT_GE(double(deepest_of(m).distance), double(depth.lower) - known);
  EXPECT_LE(double(deepest_of(m).distance), double(depth.upper) + known);
}

template <int D, class T>
void check(const ManifoldCase<D, T>& c, const Manifold<D, T>& m, Tally& tally) {
  const Separation<D, T>& s = m.separation;
  if (s.status != Status::ok && s.status != Status::not_converged) return;
  if (s.distance > c.margin) {
    EXPECT_EQ(m.count, 0);
    return;
  }
  ASSERT_GE(m.count, 1);
  const double rounding = kRoundingOfCases<T>;
  const ManifoldPoint<D, T>& deepest = deepest_of(m);
  EXPECT_GE(deepest.distance, s.lower);
  EXPECT_LE(deepest.distance, s.upper);
  for (const ManifoldPoint<D, T>& p : m.all()) {
    EXPECT_LE(double(p.distance), double(c.margin) + 8 * rounding);
    const auto between = vec_cast<double>(p.point_b) - vec_cast<double>(p.point_a);
    const auto rest = between - vec_cast<double>(m.normal()) * double(p.distance);
    EXPECT_LE(length(rest), 8 * rounding);
  }
  if constexpr (D == 3) {
    for (int i = 0; i < m.count && m.count > 2; ++i) EXPECT_GE(corner_orientation(m, i), -1e-5);
  }
  ++tally.contacts;
  tally.areas += m.count > 1;
  tally.overlapping += s.distance < 0;
}

template <int D, class T>
Manifold<D, T> find_manifold(const ManifoldCase<D, T>& c, int method) {
  const ManifoldOptions<T> options{c.margin};
  DepthCache cache;
  if (method == 0) return manifold(c.a, c.pose_a, c.b, c.pose_b, options);
  if (method == 1) return manifold(c.a, c.pose_a, c.b, c.pose_b, cache, options);
  return detail::placed_manifold(c.a, c.b, detail::pair_pose(c.pose_a, c.pose_b), c.margin);
}

template <class C>
class DeepestCorner : public testing::Test {};
TYPED_TEST_SUITE(DeepestCorner, DimensionsAndScalars, CaseNames);

TYPED_TEST(DeepestCorner, is_as_deep_as_the_pair) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  ManifoldCases<D, T> cases(7);
  Tally tally;
  const int rounds = by_tier(20000, 2000000);
  for (int i = 0; i < rounds; ++i) {
    const ManifoldCase<D, T> c = cases.next();
    const Separation<D, T> depth = penetration(c.a, c.pose_a, c.b, c.pose_b);
    for (int method = 0; method < 3; ++method) {
      const Manifold<D, T> m = find_manifold(c, method);
      check(c, m, tally);
      check_depth(c, m, depth);
    }
    if (!this->HasFailure()) continue;
    FAIL() << "pair " << i << ": " << name(c.a.kind) << ", " << name(c.b.kind);
  }
  EXPECT_GT(tally.contacts, rounds * 2);
  EXPECT_GT(tally.areas, tally.contacts / 20);
  EXPECT_GT(tally.overlapping, tally.contacts / 3);
  EXPECT_LT(tally.overlapping, tally.contacts * 9 / 10);
}

TYPED_TEST(DeepestCorner, is_as_deep_as_the_pair_on_every_instruction_set) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for_each_target([&](SimdTarget) {
    ManifoldCases<D, T> cases(8);
    Tally tally;
    for (int i = 0; i < 2000 && !this->HasFailure(); ++i) {
      const ManifoldCase<D, T> c = cases.next();
      check(c, find_manifold(c, 0), tally);
    }
  });
}

template <class T>
class DeepestOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeepestOf, Scalars);

TYPED_TEST(DeepestOf, a_triangle_on_a_corner_is_that_corner) {
  using T = TypeParam;
  const HalfSpace<3, T> ground{{0, 1, 0}, 0};
  const Triangle<3, T> deep{{-1, -1, 0}, {0, T(-1.2), 0}, {1, -1, 0}};
  const auto m = manifold(deep, Transform<3, T>{}, ground, Transform<3, T>{});
  ASSERT_EQ(m.count, 1);
  EXPECT_EQ(m.points[0].distance, T(-1.2));
  EXPECT_EQ(m.points[0].point_a, (Vec<3, T>{0, T(-1.2), 0}));
  const Triangle<3, T> low{{-1, T(0.1), 0}, {0, T(-0.1), 0}, {1, T(0.1), 0}};
  const auto near =
      manifold(low, Transform<3, T>{}, ground, Transform<3, T>{}, ManifoldOptions<T>{T(0.5)});
  ASSERT_EQ(near.count, 1);
  EXPECT_EQ(near.points[0].distance, T(-0.1));
}

// A tilted cylinder is deepest between two of the corners that stand for its disc.
TYPED_TEST(DeepestOf, a_tilted_disc_is_on_its_rim) {
  using T = TypeParam;
  const HalfSpace<3, T> ground{{0, 1, 0}, 0};
  const double tilt = 0.02;
  const double about = 3.14159265358979 / 16;  // between two corners
  const double s = std::sin(tilt / 2);
  const Transform<3, T> pose{
      {0, 1, 0}, {T(s * std::sin(about)), 0, T(s * std::cos(about)), T(std::cos(tilt / 2))}};
  const auto m =
      manifold(Cylinder<T>{1, 1}, pose, ground, Transform<3, T>{}, ManifoldOptions<T>{1});
  EXPECT_EQ(m.count, 17);
  EXPECT_EQ(deepest_of(m).distance, m.separation.distance);
  EXPECT_NEAR(double(m.separation.distance), 1 - std::cos(tilt) - std::sin(tilt), 1e-6);
}

// The lowest corner of a rounded polyhedron decides how deep it is in a large box, whether its core
// is in there too or not, and whatever direction its faces have.
TYPED_TEST(DeepestOf, a_rounded_polyhedron_is_its_lowest_corner) {
  using T = TypeParam;
  const auto ground = box_solid<T>(20, 2, 20);
  std::vector<ConvexPolyhedron<T>> cores;
  cores.push_back(box_solid<T>(0.5, 0.375, 0.25));
  cores.push_back(prism<T>(5, 0.5, 0.375, 0.5));
  cores.push_back(prism<T>(6, 0.75, 0.0625, 0));
  cores.push_back(prism<T>(80, 0.625, 0.0625, 0.97));
  scenes::Pcg32 random(76);
  for (int i = 0; i < by_tier(3000, 300000) && !this->HasFailure(); ++i) {
    const auto& core = cores[random.below(4)];
    auto soft = core.view();
    soft.radius = T(random.below(2) == 0 ? 0.6875 : random.between(0.01, 0.5));
    Transform<3, T> pose = some_pose<3, T>(random);
    const double slight = std::pow(10.0, -random.between(0, 6));
    const double unit = 1 / std::sqrt(1 + slight * slight);
    if (random.below(2) == 0) pose.rotation = {T(slight * unit), 0, 0, T(unit)};
    const auto rotation = matrix_of(pose.rotation);
    double lowest = 1e9;
    for (std::uint32_t v = 0; v < core.vertex_count(); ++v) {
      lowest = std::fmin(lowest, (rotation * vec_cast<double>(core.vertex(v)))[1]);
    }
    const double requested = -random.between(0, 0.75);
    pose.translation[1] = T(2 + double(soft.radius) - lowest + requested);
    const double distance = double(pose.translation[1]) + lowest - double(soft.radius) - 2;
    const double rounding = kRoundingOfCases<T>;
    const auto m = manifold(ground.view(), Transform<3, T>{}, soft, pose);
    ASSERT_GE(m.count, 1) << i;
    EXPECT_NEAR(double(deepest_of(m).distance), distance, rounding) << i;
    const auto flipped = manifold(soft, pose, ground.view(), Transform<3, T>{});
    ASSERT_GE(flipped.count, 1) << i;
    EXPECT_NEAR(double(deepest_of(flipped).distance), distance, rounding) << i;
    const auto depth = penetration(ground.view(), Transform<3, T>{}, soft, pose);
    EXPECT_NEAR(double(depth.distance), distance, rounding) << i;
  }
}

// Bow and stern face down more than the sides of the keel, and each holds but one end of it.
TYPED_TEST(DeepestOf, a_keel_is_at_both_ends) {
  using T = TypeParam;
  std::vector<Vec<3, T>> points;
  for (const T x : {T(-1), T(1)}) {
    points.push_back({x, 0, 0});
    for (const T z : {T(-1), T(1)}) {
      points.push_back({x, 1, z * T(0.6)});
      points.push_back({x * 3, T(0.7), z * T(0.3)});
    }
  }
  ConvexPolyhedron<T> boat;
  ASSERT_EQ(polyhedron_of<T>(points, boat), Status::ok);
  const Box<3, T> water{{5, 1, 5}};
  const Transform<3, T> pose{{0, T(-1.0078125), 0}, {}};
  for (const auto& m : {manifold(water, pose, boat, Transform<3, T>{}, ManifoldOptions<T>{T(0.01)}),
                        manifold(HalfSpace<3, T>{{0, 1, 0}, 1}, pose, boat, Transform<3, T>{},
                                 ManifoldOptions<T>{T(0.01)})}) {
    ASSERT_EQ(m.count, 2);
    const T x = m.points[0].point_b[0];
    EXPECT_EQ(std::fabs(x), 1);
    EXPECT_EQ(m.points[1].point_b[0], -x);
    for (const auto& p : m.all()) EXPECT_EQ(p.distance, T(0.0078125));
  }
}

// A face of 200 corners is thinned out to the 32 that an area may have: the deepest must stay.
TYPED_TEST(DeepestOf, a_face_of_many_corners_retains_the_deepest) {
  using T = TypeParam;
  const HalfSpace<3, T> ground{{0, 1, 0}, 0};
  const auto solid = prism<T>(200, 1, 0.25);
  for (int k = 0; k < 200; ++k) {
    const double about = 2 * 3.14159265358979 * k / 200;
    const double s = 0.005;
    const Transform<3, T> pose{
        {0, T(0.25), 0},
        {T(s * std::cos(about)), 0, T(s * std::sin(about)), T(std::sqrt(1 - s * s))}};
    const auto m = manifold(solid, pose, ground, Transform<3, T>{}, ManifoldOptions<T>{1});
    EXPECT_EQ(m.count, 32);
    EXPECT_EQ(deepest_of(m).distance, m.separation.distance);
  }
}

}  // namespace
}  // namespace masu::test
