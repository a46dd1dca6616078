// SPDX-License-Identifier: MIT
// Boxes around shapes compared with the extent of each shape in long double, and points of its
// surface.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/check.hpp>
#include <masu/shapes/half_space.hpp>

#include "tests/shapes/known_shapes.hpp"
#include "tests/support/cases.hpp"

namespace masu {
namespace {

using scenes::Pcg32;
using test::exact_rotation;
using test::Known;
using test::KnownShapes;
using test::random_rotation;
using test::Real;

// All rotations that permute axes and flip them, exactly.
std::vector<Rotation<2, double>> exact_rotations(Rotation<2, double>) {
  return {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
}
std::vector<Rotation<3, double>> exact_rotations(Rotation<3, double>) {
  return {{0, 0, 0, 1},         {1, 0, 0, 0},          {0, 1, 0, 0},         {0, 0, 1, 0},
          {0.5, 0.5, 0.5, 0.5}, {-0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, 0.5, 0.5}};
}

template <class T>
double unit_at(double x) {
  const T size = static_cast<T>(std::fabs(x));
  return double(std::nextafter(size, std::numeric_limits<T>::infinity())) - double(size);
}

// What the box may be wider by on each side: one unit of its own number, and few of the double
// arithmetic before.
template <int D, class T>
void expect_tight(const Known<D, T>& k, const Transform<D, T>& pose, Pcg32& random, double slack) {
  SCOPED_TRACE(k.name);
  ASSERT_EQ(check(k.view), Status::ok);
  const Aabb<D, T> box = aabb_of(k.view, pose);
  const Matrix<D, Real> rotation = exact_rotation(pose.rotation);
  const Real blur = 0x1p-60L * k.size;
  for (int a = 0; a < D; ++a) {
    const Real high = k.reach(rotation.row[a]) + pose.translation[a];
    const Real low = pose.translation[a] - k.reach(-rotation.row[a]);
    EXPECT_LE(box.min[a], box.max[a]);
    EXPECT_GE(Real(box.max[a]), high - blur);
    EXPECT_LE(Real(box.min[a]), low + blur);
    EXPECT_LE(double(box.max[a] - high), unit_at<T>(double(high)) + slack * k.size);
    EXPECT_LE(double(low - box.min[a]), unit_at<T>(double(low)) + slack * k.size);
  }
  for (int i = 0; i < 20; ++i) {
    const Vec<D, Real> p = rotation * k.point(random) + vec_cast<Real>(pose.translation);
    for (int a = 0; a < D; ++a) {
      EXPECT_GE(p[a], box.min[a] - blur);
      EXPECT_LE(p[a], box.max[a] + blur);
    }
  }
}

template <class C>
class ShapeAabb : public testing::Test {};
TYPED_TEST_SUITE(ShapeAabb, test::DimensionsAndScalars, test::CaseNames);

TYPED_TEST(ShapeAabb, Q1_E2_is_tight_under_any_rotation) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(1);
  for (int i = 0; i < 100; ++i) {
    Transform<D, T> pose;
    random_rotation(shapes.random(), pose.rotation);
    constexpr double kOffsets[] = {0, 1, 4096, 1e30};
    pose.translation = shapes.any(kOffsets[i % 4]);
    for (const auto& k : shapes.make()) expect_tight(k, pose, shapes.random(), 0x1p-46);
    if (this->HasFailure()) return;
  }
}

// Nothing is rounded but the numbers of the box: at most one unit in the last place.
TYPED_TEST(ShapeAabb, Q1_is_exact_when_axes_go_to_axes) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  KnownShapes<D, T> shapes(2);
  for (const Rotation<D, double>& r : exact_rotations(Rotation<D, double>{})) {
    Transform<D, T> pose;
    if constexpr (D == 2) pose.rotation = {T(r.cosine), T(r.sine)};
    if constexpr (D == 3) pose.rotation = {T(r.x), T(r.y), T(r.z), T(r.w)};
    for (const double offset : {0.0, 1.0, 4096.0, 1e30}) {
      pose.translation = shapes.any(offset);
      const double twice = std::is_same_v<T, double> ? 0x1p-52 : 0;  // two sums in double
      for (const auto& k : shapes.make()) expect_tight(k, pose, shapes.random(), twice);
      if (this->HasFailure()) return;
    }
  }
}

TYPED_TEST(ShapeAabb, Q1_numbers_that_need_no_rounding_are_exact) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V = Vec<D, T>;
  const Transform<D, T> pose{V::all(10), {}};
  const V half = V::all(2);
  EXPECT_EQ(aabb_of(Box<D, T>{half}, pose), (Aabb<D, T>{V::all(8), V::all(12)}));
  EXPECT_EQ(aabb_of(Ellipsoid<D, T>{half}, pose), (Aabb<D, T>{V::all(8), V::all(12)}));
  EXPECT_EQ(aabb_of(Sphere<D, T>{T(3), half}, pose), (Aabb<D, T>{V::all(9), V::all(15)}));
  EXPECT_EQ(aabb_of(Rounded<Box<D, T>>{{half}, T(1)}, pose), (Aabb<D, T>{V::all(7), V::all(13)}));
  EXPECT_EQ(aabb_of(Capsule<D, T>{V{}, half, T(1)}, pose), (Aabb<D, T>{V::all(9), V::all(13)}));
  if constexpr (D == 3) {
    EXPECT_EQ(aabb_of(Cylinder<T>{2, 3}, pose), (Aabb<3, T>{{8, 7, 8}, {12, 13, 12}}));
    EXPECT_EQ(aabb_of(Cone<T>{2, 3}, pose), (Aabb<3, T>{{8, 7, 8}, {12, 13, 12}}));
  }
}

// The text asks how: by the lengths of the rows of the rotated half axes.
TEST(TiltedEllipse, E2_half_widths_are_roots_of_sums_of_squares) {
  for (int degree = 0; degree < 360; degree += 7) {
    const long double t = degree * std::acos(-1.0L) / 180;
    const Rotation<2, double> rotation{double(std::cos(t)), double(std::sin(t))};
    const Real c = rotation.cosine, s = rotation.sine;
    for (const auto& [a, b] : {std::pair{3.0, 1.0}, std::pair{1.0, 1.0}, std::pair{1e-3, 50.0}}) {
      const Real hx = std::sqrt(a * a * c * c + b * b * s * s);
      const Real hy = std::sqrt(a * a * s * s + b * b * c * c);
      const auto box = aabb_of(Ellipse<double>{{a, b}}, Transform2d{{5, -7}, rotation});
      const double slack = 4e-15 * std::max(a, b) + 1e-15 * 7;
      EXPECT_NEAR(double(box.max[0] - (5 + hx)), 0, slack);
      EXPECT_NEAR(double(box.min[0] - (5 - hx)), 0, slack);
      EXPECT_NEAR(double(box.max[1] - (-7 + hy)), 0, slack);
      EXPECT_NEAR(double(box.min[1] - (-7 - hy)), 0, slack);
    }
  }
}

TYPED_TEST(ShapeAabb, half_spaces_are_unbounded_except_along_an_axis) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const T infinity = std::numeric_limits<T>::infinity();
  HalfSpace<D, T> ground{{}, T(2)};
  ground.normal[1] = 1;
  Transform<D, T> pose;
  pose.translation[1] = 10;
  const auto box = aabb_of(ground, pose);
  EXPECT_EQ(box.max[1], 12);
  EXPECT_EQ(box.min[1], -infinity);
  EXPECT_EQ(box.max[0], infinity);
  EXPECT_EQ(box.min[0], -infinity);
  EXPECT_EQ(aabb_of(Rounded<HalfSpace<D, T>>{ground, T(1)}, pose).max[1], 13);
  ground.normal[0] = T(0.6);
  ground.normal[1] = T(0.8);
  for (int a = 0; a < D; ++a) EXPECT_EQ(aabb_of(ground, pose).max[a], infinity);
}

// The box of a custom shape is taken as it is, and enlarged by the skin.
template <int D, class T>
struct Cube {
  static constexpr int kDimension = D;
  using Scalar = T;
  Vec<D, T> support(const Vec<D, T>& d) const {
    Vec<D, T> p{};
    for (int a = 0; a < D; ++a) p[a] = T(d[a] >= 0 ? 1 : -1);
    return p;
  }
  Aabb<D, T> aabb(const Transform<D, T>& pose) const {
    return {pose.translation - Vec<D, T>::all(2), pose.translation + Vec<D, T>::all(2)};
  }
};

TYPED_TEST(ShapeAabb, Q1_of_a_custom_shape_is_its_own) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V = Vec<D, T>;
  const Transform<D, T> pose{V::all(1), {}};
  EXPECT_EQ(aabb_of(Cube<D, T>{}, pose), (Aabb<D, T>{V::all(-1), V::all(3)}));
  const Rounded<Cube<D, T>> soft{{}, T(0.1)};
  const auto box = aabb_of(soft, pose);
  for (int a = 0; a < D; ++a) {
    EXPECT_GE(Real(box.max[a]), 3 + Real(T(0.1)));
    EXPECT_LE(Real(box.max[a]), 3 + Real(T(0.1)) + unit_at<T>(3));
    EXPECT_LE(Real(box.min[a]), -1 - Real(T(0.1)));
    EXPECT_GE(Real(box.min[a]), -1 - Real(T(0.1)) - unit_at<T>(1));
  }
}

// At the end of the numbers a side is infinite rather than too near or upside down.
TYPED_TEST(ShapeAabb, Q1_is_never_inverted_far_away) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const T most = std::is_same_v<T, float> ? std::numeric_limits<T>::max() : T(0x1p140);
  for (const T sign : {T(1), T(-1)}) {
    const Transform<D, T> pose{Vec<D, T>::all(sign * most), {}};
    for (const T r : {T(1e-6), T(1), most}) {
      const auto box = aabb_of(Sphere<D, T>{r}, pose);
      for (int a = 0; a < D; ++a) {
        EXPECT_LE(Real(box.min[a]), Real(pose.translation[a]) - r);
        EXPECT_GE(Real(box.max[a]), Real(pose.translation[a]) + r);
      }
    }
  }
}

}  // namespace
}  // namespace masu
