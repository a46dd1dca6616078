// SPDX-License-Identifier: MIT
// Each fault of each shape has its status, and valid shapes have none.
#include <gtest/gtest.h>

#include <limits>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/check.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/convex_polytope.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/triangle.hpp>

#include "tests/support/cases.hpp"

namespace masu {
namespace {

template <class C>
class CheckTest : public testing::Test {};
TYPED_TEST_SUITE(CheckTest, test::DimensionsAndScalars, test::CaseNames);

template <class T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();

template <int D, class T>
Vec<D, T> one(T x, int axis = 0) {
  Vec<D, T> v{};
  v[axis] = x;
  return v;
}

TYPED_TEST(CheckTest, sound_shapes_are_ok) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V [[maybe_unused]] = Vec<D, T>;
  const V a = one<D, T>(1);
  EXPECT_EQ(check(Point<D, T>{}), Status::ok);
  EXPECT_EQ(check(Sphere<D, T>{T(0.5), a}), Status::ok);
  EXPECT_EQ(check(Segment<D, T>{a, a}), Status::ok);
  EXPECT_EQ(check(Capsule<D, T>{a, a, T(1)}), Status::ok);
  EXPECT_EQ(check(Triangle<D, T>{a, a, a}), Status::ok);
  EXPECT_EQ(check(Box<D, T>{a}), Status::ok) << "a zero makes a plate";
  EXPECT_EQ(check(Ellipsoid<D, T>{V::all(1)}), Status::ok);
  EXPECT_EQ(check(HalfSpace<D, T>{a, T(-3)}), Status::ok);
  EXPECT_EQ(check(Rounded<Box<D, T>>{{a}, T(0)}), Status::ok);
}

// Every number of every shape, made each bad number in turn.
TYPED_TEST(CheckTest, any_number_may_be_invalid) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V [[maybe_unused]] = Vec<D, T>;
  const struct {
    T number;
    Status status;
  } cases[] = {{kNan<T>, Status::not_finite},
               {kInfinity<T>, Status::not_finite},
               {-kInfinity<T>, Status::not_finite},
               {T(std::numeric_limits<T>::denorm_min()), Status::out_of_range}};
  for (const auto& [x, status] : cases) {
    for (int axis = 0; axis < D; ++axis) {
      V v = V::all(1);
      v[axis] = x;
      const V valid = V::all(1);
      EXPECT_EQ(check(Point<D, T>{v}), status);
      EXPECT_EQ(check(Sphere<D, T>{T(1), v}), status);
      EXPECT_EQ(check(Segment<D, T>{v, valid}), status);
      EXPECT_EQ(check(Segment<D, T>{valid, v}), status);
      EXPECT_EQ(check(Capsule<D, T>{valid, v, T(1)}), status);
      EXPECT_EQ(check(Triangle<D, T>{v, valid, valid}), status);
      EXPECT_EQ(check(Triangle<D, T>{valid, v, valid}), status);
      EXPECT_EQ(check(Triangle<D, T>{valid, valid, v}), status);
      EXPECT_EQ(check(Box<D, T>{v}), status);
      EXPECT_EQ(check(Box<D, T>{valid, v}), status);
      EXPECT_EQ(check(Ellipsoid<D, T>{v}), status);
      EXPECT_EQ(check(HalfSpace<D, T>{v, T(1)}), status);
    }
    EXPECT_EQ(check(Sphere<D, T>{x}), status);
    EXPECT_EQ(check(Capsule<D, T>{V{}, V{}, x}), status);
    EXPECT_EQ(check(HalfSpace<D, T>{one<D, T>(1), x}), status);
    EXPECT_EQ(check(Rounded<Point<D, T>>{{}, x}), x < 0 ? Status::not_positive : status);
  }
}

TYPED_TEST(CheckTest, numbers_beyond_2_to_140_are_out_of_range) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V [[maybe_unused]] = Vec<D, T>;
  if constexpr (std::is_same_v<T, double>) {
    for (const double x : {0x1.000001p140, -0x1.000001p140, 0x0.ffffffp-140, 1e300, -1e-300}) {
      EXPECT_EQ(check(Point<D, T>{one<D, T>(x)}), Status::out_of_range) << x;
      EXPECT_EQ(check(HalfSpace<D, T>{one<D, T>(1), x}), Status::out_of_range) << x;
    }
    for (const double x : {0x1p140, -0x1p140, 0x1p-140, 0.0, -0.0}) {
      EXPECT_EQ(check(Point<D, T>{one<D, T>(x)}), Status::ok) << x;
    }
    EXPECT_EQ(check(Sphere<D, T>{0x1p141}), Status::out_of_range);
  } else {
    EXPECT_EQ(check(Point<D, T>{one<D, T>(std::numeric_limits<T>::max())}), Status::ok);
  }
}

TYPED_TEST(CheckTest, sizes_are_above_zero) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V [[maybe_unused]] = Vec<D, T>;
  for (const T x : {T(0), T(-0.0), T(-1)}) {
    EXPECT_EQ(check(Sphere<D, T>{x}), Status::not_positive);
    EXPECT_EQ(check(Capsule<D, T>{V{}, V::all(1), x}), Status::not_positive);
    for (int axis = 0; axis < D; ++axis) {
      V v = V::all(1);
      v[axis] = x;
      EXPECT_EQ(check(Ellipsoid<D, T>{v}), Status::not_positive);
      EXPECT_EQ(check(Box<D, T>{v}), x < 0 ? Status::not_positive : Status::ok);
    }
  }
  // A skin may be nothing, not less; it does not mend what is below it.
  EXPECT_EQ(check(Rounded<Point<D, T>>{{}, T(-1)}), Status::not_positive);
  EXPECT_EQ(check(Rounded<Sphere<D, T>>{{T(0)}, T(5)}), Status::not_positive);
  EXPECT_EQ(check(Rounded<Sphere<D, T>>{{T(-1)}, T(5)}), Status::not_positive);
  EXPECT_EQ(check(Rounded<Sphere<D, T>>{{T(1)}, T(-0.5)}), Status::not_positive);
  EXPECT_EQ(check(Rounded<Rounded<Point<D, T>>>{{{}, T(1)}, T(2)}), Status::ok);
}

TYPED_TEST(CheckTest, normals_and_rotations_have_length_1) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V [[maybe_unused]] = Vec<D, T>;
  for (const double off : {-0x1p-9, 0x1p-9, -1.0, 3.0}) {
    const V n = one<D, T>(T(std::sqrt(1 + off)));
    EXPECT_EQ(check(HalfSpace<D, T>{n, T(0)}), Status::not_unit) << off;
  }
  for (const double off : {-0x1p-11, 0.0, 0x1p-11}) {
    EXPECT_EQ(check(HalfSpace<D, T>{one<D, T>(T(std::sqrt(1 + off))), T(0)}), Status::ok) << off;
  }
  Transform<D, T> pose;
  EXPECT_EQ(pose.check(), Status::ok);
  pose.rotation = {};
  if constexpr (D == 2) pose.rotation = {T(1.1), T(0)};
  if constexpr (D == 3) pose.rotation = {T(0), T(0), T(0), T(1.1)};
  EXPECT_EQ(pose.check(), Status::not_unit);
  if constexpr (D == 2) pose.rotation = {T(0), T(0)};
  if constexpr (D == 3) pose.rotation = {T(0), T(0), T(0), T(0)};
  EXPECT_EQ(pose.check(), Status::not_unit);
  if constexpr (D == 2) pose.rotation = {T(1), kNan<T>};
  if constexpr (D == 3) pose.rotation = {T(0), kNan<T>, T(0), T(1)};
  EXPECT_EQ(pose.check(), Status::not_finite);
  EXPECT_EQ((Transform<D, T>{one<D, T>(kInfinity<T>), {}}.check()), Status::not_finite);
  if constexpr (std::is_same_v<T, double>) {
    EXPECT_EQ((Transform<D, T>{one<D, T>(1e300), {}}.check()), Status::out_of_range);
    EXPECT_EQ((Transform<D, T>{one<D, T>(1e-300), {}}.check()), Status::ok);
  }
}

TYPED_TEST(CheckTest, polytopes_must_have_been_built) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V [[maybe_unused]] = Vec<D, T>;
  EXPECT_EQ(check(ConvexPolytope<D, T>()), Status::no_points);
  ShapeView<D, T> view;
  for (const ShapeKind kind : {ShapeKind::polygon, ShapeKind::polyhedron}) {
    view.kind = kind;
    const bool exists = (kind == ShapeKind::polygon) == (D == 2);
    EXPECT_EQ(check(view), exists ? Status::no_points : Status::out_of_range);
  }
  view.kind = ShapeKind::custom;
  EXPECT_EQ(check(view), Status::no_points);
}

TEST(CheckSolidsOfRevolution, have_two_sizes_in_3d) {
  for (const float bad : {0.0f, -1.0f}) {
    EXPECT_EQ(check(Cylinder<float>{bad, 1}), Status::not_positive);
    EXPECT_EQ(check(Cylinder<float>{1, bad}), Status::not_positive);
    EXPECT_EQ(check(Cone<float>{bad, 1}), Status::not_positive);
    EXPECT_EQ(check(Cone<float>{1, bad}), Status::not_positive);
  }
  EXPECT_EQ(check(Cone<double>{1, std::numeric_limits<double>::quiet_NaN()}), Status::not_finite);
  EXPECT_EQ(check(Cylinder<double>{1e300, 1}), Status::out_of_range);
  EXPECT_EQ(check(Cylinder<double>{1, 2}), Status::ok);
  EXPECT_EQ(check(Rounded<Cone<float>>{{1, 2}, 0.5f}), Status::ok);
  ShapeView<2, float> flat;
  flat.kind = ShapeKind::cylinder;
  flat.p[0] = {1, 1};
  EXPECT_EQ(check(flat), Status::out_of_range);
}

// What check() finds is the status of queries, whichever of the two it is.
TYPED_TEST(CheckTest, queries_return_the_status_of_check) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V [[maybe_unused]] = Vec<D, T>;
  const Transform<D, T> pose{};
  const Transform<D, T> bad_pose{one<D, T>(kNan<T>), {}};
  const Sphere<D, T> valid{T(1)};
  const Sphere<D, T> bad{T(0)};
  const auto expect = [](const Separation<D, T>& s, Status status) {
    EXPECT_EQ(s.status, status);
    EXPECT_EQ(s.distance, 0);
    EXPECT_EQ(s.upper, kInfinity<T>);
    EXPECT_EQ(s.lower, -kInfinity<T>);
  };
  expect(distance(bad, pose, valid, pose), Status::not_positive);
  expect(distance(valid, pose, bad, pose), Status::not_positive);
  expect(penetration(valid, pose, bad, pose), Status::not_positive);
  expect(distance(valid, bad_pose, valid, pose), Status::not_finite);
  expect(penetration(valid, pose, valid, bad_pose), Status::not_finite);
}

// A lens: what two discs (balls) share. Its support function needs none of the library's types.
template <int D, class T>
struct Lens {
  static constexpr int kDimension = D;
  using Scalar = T;
  T radius;
  T offset;  // of the centers, along axis 0

  Vec<D, T> support(const Vec<D, T>& d) const {
    double across = 0;
    for (int a = 1; a < D; ++a) across += double(d[a]) * double(d[a]);
    const double size = std::sqrt(across + double(d[0]) * double(d[0]));
    const double sign = d[0] >= 0 ? 1 : -1;
    const double r = double(radius);
    const double o = double(offset);
    Vec<D, T> p{};
    const double x = std::fabs(double(d[0])) / size * r - o;
    if (x > 0) {  // on the cap
      for (int a = 0; a < D; ++a) p[a] = T(double(d[a]) / size * r);
      p[0] = T(sign * x);
      return p;
    }
    const double rim = std::sqrt(r * r - o * o);  // on the rim
    for (int a = 1; a < D; ++a) p[a] = T(double(d[a]) / std::sqrt(across) * rim);
    return p;
  }
  Aabb<D, T> aabb(const Transform<D, T>& pose) const {
    return {pose.translation - Vec<D, T>::all(radius), pose.translation + Vec<D, T>::all(radius)};
  }
};
static_assert(SupportShape<Lens<2, float>> && !ViewableShape<Lens<2, float>>);
static_assert(!Shape<int> && Shape<Rounded<Lens<3, double>>>);

// Some number of it is NaN, so all it answers is.
TYPED_TEST(CheckTest, custom_shapes_that_return_nan_are_refused) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const Lens<D, T> broken{std::numeric_limits<T>::quiet_NaN(), T(0.5)};
  const Lens<D, T> lens{T(1), T(0.5)};
  EXPECT_EQ(check(broken), Status::not_finite);
  const Transform<D, T> pose{};
  EXPECT_EQ(distance(broken, pose, lens, pose).status, Status::not_finite);
  EXPECT_EQ(penetration(lens, pose, broken, pose).status, Status::not_finite);
  EXPECT_EQ(intersects(broken, pose, lens, pose).status, Status::not_finite);
}

TYPED_TEST(CheckTest, custom_shapes_work_in_all_queries) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V [[maybe_unused]] = Vec<D, T>;
  const Lens<D, T> lens{T(1), T(0.5)};
  EXPECT_EQ(check(lens), Status::ok);
  EXPECT_EQ(check(Rounded<Lens<D, T>>{lens, T(-1)}), Status::not_positive);
  const Transform<D, T> pose{};
  const Transform<D, T> beside{one<D, T>(3), {}};
  const double tolerance = sizeof(T) == 4 ? 1e-6 : 1e-12;
  // Two caps of depth 1 - 0.5, three apart.
  const auto plain = distance(lens, pose, lens, beside);
  EXPECT_EQ(plain.status, Status::ok);
  EXPECT_NEAR(double(plain.distance), 2, tolerance);
  EXPECT_NEAR(double(plain.normal[0]), 1, tolerance);
  const auto soft = distance(Rounded<Lens<D, T>>{lens, T(0.25)}, pose, Point<D, T>{}, beside);
  EXPECT_NEAR(double(soft.distance), 2.25, tolerance);
  const auto above = distance(lens, pose, Point<D, T>{one<D, T>(3, 1)}, pose);
  EXPECT_NEAR(double(above.distance), 3 - std::sqrt(0.75), 4 * tolerance);
}

}  // namespace
}  // namespace masu
