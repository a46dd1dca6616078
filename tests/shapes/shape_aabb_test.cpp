// SPDX-License-Identifier: MIT
// Boxes around shapes against the reach of each shape in long double, and points of its surface.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/check.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/triangle.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/cases.hpp"

namespace masu {
namespace {

using Real = long double;
using scenes::Pcg32;

// The matrix of a rotation divided by its length, in long double.
template <class T>
Matrix<2, Real> exact_turn(const Rotation<2, T>& r) {
  const Real size = std::sqrt(Real(r.cosine) * r.cosine + Real(r.sine) * r.sine);
  const Real c = r.cosine / size;
  const Real s = r.sine / size;
  return {{{c, -s}, {s, c}}};
}
template <class T>
Matrix<3, Real> exact_turn(const Rotation<3, T>& r) {
  const Real x = r.x, y = r.y, z = r.z, w = r.w;
  const Real k = 2 / (x * x + y * y + z * z + w * w);
  return {{{1 - k * (y * y + z * z), k * (x * y - z * w), k * (x * z + y * w)},
           {k * (x * y + z * w), 1 - k * (x * x + z * z), k * (y * z - x * w)},
           {k * (x * z - y * w), k * (y * z + x * w), 1 - k * (x * x + y * y)}}};
}

template <class T>
void random_turn(Pcg32& random, Rotation<2, T>& r) {
  const double angle = random.between(-4, 4);
  const double drift = random.between(1 - 0x1p-12, 1 + 0x1p-12);
  r = {T(drift * std::cos(angle)), T(drift * std::sin(angle))};
}
template <class T>
void random_turn(Pcg32& random, Rotation<3, T>& r) {
  double q[4];
  double sum = 0;
  for (double& x : q) x = random.gaussian(), sum += x * x;
  const double k = random.between(1 - 0x1p-12, 1 + 0x1p-12) / std::sqrt(sum);
  r = {T(q[0] * k), T(q[1] * k), T(q[2] * k), T(q[3] * k)};
}

// All turns that permute axes and flip them, exactly.
std::vector<Rotation<2, double>> exact_turns(Rotation<2, double>) {
  return {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
}
std::vector<Rotation<3, double>> exact_turns(Rotation<3, double>) {
  return {{0, 0, 0, 1},         {1, 0, 0, 0},          {0, 1, 0, 0},         {0, 0, 1, 0},
          {0.5, 0.5, 0.5, 0.5}, {-0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, 0.5, 0.5}};
}

// A shape with what is known of it: how far it reaches along a direction, its size, points of it.
template <int D, class T>
struct Known {
  const char* name;
  ShapeView<D, T> view;
  std::function<Real(const Vec<D, Real>&)> reach;
  std::function<Vec<D, Real>(Pcg32&)> point;
  double size;
};

template <int D>
Vec<D, Real> random_unit(Pcg32& random) {
  Vec<D, Real> v{};
  Real size = 0;
  do {
    for (int a = 0; a < D; ++a) v[a] = random.gaussian();
    size = std::sqrt(dot(v, v));
  } while (size < 0.1L);
  return v * (1 / size);
}

// The hull of some points, rounded.
template <int D, class T>
Known<D, T> hull_of(const char* name, const ShapeView<D, T>& view,
                    const std::vector<Vec<D, T>>& corners) {
  const Real radius = view.radius;
  double size = double(radius);
  for (const auto& c : corners) {
    for (int a = 0; a < D; ++a) size = std::max(size, std::fabs(double(c[a])));
  }
  const auto reach = [=](const Vec<D, Real>& d) {
    Real most = -std::numeric_limits<Real>::infinity();
    for (const auto& c : corners) most = std::max(most, dot(d, vec_cast<Real>(c)));
    return most + radius * std::sqrt(dot(d, d));
  };
  const auto point = [=](Pcg32& random) {
    const auto a = vec_cast<Real>(corners[random.below(std::uint32_t(corners.size()))]);
    const auto b = vec_cast<Real>(corners[random.below(std::uint32_t(corners.size()))]);
    const Real t = random.below(2) == 0 ? 0 : Real(random.unit());
    return a + (b - a) * t + random_unit<D>(random) * radius;
  };
  return {name, view, reach, point, size};
}

template <int D, class T>
std::vector<Vec<D, T>> corners_of(const Vec<D, T>& half) {
  std::vector<Vec<D, T>> corners;
  for (int i = 0; i < (1 << D); ++i) {
    Vec<D, T> c = half;
    for (int a = 0; a < D; ++a) c[a] = (i >> a & 1) != 0 ? half[a] : -half[a];
    corners.push_back(c);
  }
  return corners;
}

template <int D, class T>
Known<D, T> known_ellipsoid(const Vec<D, T>& half, T skin) {
  const Rounded<Ellipsoid<D, T>> shape{{half}, skin};
  const auto reach = [=](const Vec<D, Real>& d) {
    Real sum = 0;
    for (int a = 0; a < D; ++a) sum += half[a] * d[a] * half[a] * d[a];
    return std::sqrt(sum) + skin * std::sqrt(dot(d, d));
  };
  const auto point = [=](Pcg32& random) {
    Vec<D, Real> p = random_unit<D>(random);
    for (int a = 0; a < D; ++a) p[a] *= half[a];
    return p + random_unit<D>(random) * Real(skin);
  };
  double size = double(skin);
  for (int a = 0; a < D; ++a) size = std::max(size, double(half[a]));
  return {"ellipsoid", shape.view(), reach, point, size};
}

// `top`: the radius at +y; 0 is a cone.
template <class T>
Known<3, T> known_round(const ShapeView<3, T>& view, T radius, T half, T top) {
  const Real skin = view.radius;
  const auto reach = [=](const Vec<3, Real>& d) {
    const Real across = std::sqrt(d[0] * d[0] + d[2] * d[2]);
    return std::max(half * d[1] + top * across, -half * d[1] + radius * across) +
           skin * std::sqrt(dot(d, d));
  };
  const auto point = [=](Pcg32& random) {
    const Vec<2, Real> rim = random_unit<2>(random);
    const Real t = random.unit();
    const Real r = radius + (top - radius) * t;
    return Vec<3, Real>{rim[0] * r, half * (2 * t - 1), rim[1] * r} + random_unit<3>(random) * skin;
  };
  const double size = std::max({double(radius), double(half), double(skin)});
  return {view.kind == ShapeKind::cone ? "cone" : "cylinder", view, reach, point, size};
}

template <int D, class T>
class ShapeBoxes {
 public:
  using V = Vec<D, T>;

  explicit ShapeBoxes(std::uint64_t seed) : random_(seed) {
    for (int i = 0; i < 20; ++i) points_.push_back(any(1));
    Status built = Status::ok;
    if constexpr (D == 2) built = polygon_of<T>(points_, polytope_);
    if constexpr (D == 3) built = polyhedron_of<T>(points_, polytope_);
    EXPECT_EQ(built, Status::ok);
  }

  std::vector<Known<D, T>> make() {
    std::vector<Known<D, T>> all;
    const V a = any(2), b = any(2), c = any(1e-3);
    const T r = T(random_.between(0.1, 2));
    all.push_back(hull_of("point", Point<D, T>{a}.view(), {a}));
    all.push_back(hull_of("sphere", Sphere<D, T>{r, a}.view(), {a}));
    all.push_back(hull_of("segment", Segment<D, T>{a, b}.view(), {a, b}));
    all.push_back(hull_of("capsule", Capsule<D, T>{a, b, r}.view(), {a, b}));
    all.push_back(hull_of("triangle", Triangle<D, T>{a, b, c}.view(), {a, b, c}));
    all.push_back(
        hull_of("soft triangle", Rounded<Triangle<D, T>>{{a, b, c}, r}.view(), {a, b, c}));
    const V half = positive();
    all.push_back(hull_of("box", Box<D, T>{half}.view(), corners_of(half)));
    all.push_back(hull_of("soft box", Rounded<Box<D, T>>{{half}, r}.view(), corners_of(half)));
    V plate = half;
    plate[0] = 0;
    all.push_back(hull_of("plate", Box<D, T>{plate}.view(), corners_of(plate)));
    all.push_back(hull_of("polytope", polytope_.view(), points_));
    all.push_back(hull_of("soft polytope", ShapeView<D, T>(rounded()), points_));
    all.push_back(known_ellipsoid<D, T>(half, 0));
    all.push_back(known_ellipsoid<D, T>(half, r));
    if constexpr (D == 3) {
      all.push_back(known_round<T>(Cylinder<T>{r, half[0]}.view(), r, half[0], r));
      all.push_back(known_round<T>(Cone<T>{r, half[0]}.view(), r, half[0], 0));
      all.push_back(
          known_round<T>(Rounded<Cylinder<T>>{{r, half[0]}, half[1]}.view(), r, half[0], r));
      all.push_back(known_round<T>(Rounded<Cone<T>>{{r, half[0]}, half[1]}.view(), r, half[0], 0));
    }
    return all;
  }
  V any(double size) {
    V v{};
    for (int i = 0; i < D; ++i) v[i] = T(random_.between(-size, size));
    return v;
  }
  Pcg32& random() { return random_; }

 private:
  V positive() {
    V v{};
    for (int i = 0; i < D; ++i) v[i] = T(random_.between(0.01, 3));
    return v;
  }
  ShapeView<D, T> rounded() {
    ShapeView<D, T> v = polytope_.view();
    v.radius = T(0.125);
    return v;
  }

  Pcg32 random_;
  std::vector<V> points_;
  ConvexPolytope<D, T> polytope_;
};

template <class T>
double unit_at(double x) {
  const T size = static_cast<T>(std::fabs(x));
  return double(std::nextafter(size, std::numeric_limits<T>::infinity())) - double(size);
}

// What the box may be wider by on each side: one unit of its own number, and few of the double
// arithmetic before.
template <int D, class T>
void expect_tight(const Known<D, T>& k, const Transform<D, T>& at, Pcg32& random, double slack) {
  SCOPED_TRACE(k.name);
  ASSERT_EQ(check(k.view), Status::ok);
  const Aabb<D, T> box = aabb_of(k.view, at);
  const Matrix<D, Real> turn = exact_turn(at.rotation);
  const Real blur = 0x1p-60L * k.size;
  for (int a = 0; a < D; ++a) {
    const Real high = k.reach(turn.row[a]) + at.translation[a];
    const Real low = at.translation[a] - k.reach(-turn.row[a]);
    EXPECT_LE(box.min[a], box.max[a]);
    EXPECT_GE(Real(box.max[a]), high - blur);
    EXPECT_LE(Real(box.min[a]), low + blur);
    EXPECT_LE(double(box.max[a] - high), unit_at<T>(double(high)) + slack * k.size);
    EXPECT_LE(double(low - box.min[a]), unit_at<T>(double(low)) + slack * k.size);
  }
  for (int i = 0; i < 20; ++i) {
    const Vec<D, Real> p = turn * k.point(random) + vec_cast<Real>(at.translation);
    for (int a = 0; a < D; ++a) {
      EXPECT_GE(p[a], box.min[a] - blur);
      EXPECT_LE(p[a], box.max[a] + blur);
    }
  }
}

template <class C>
class ShapeAabb : public testing::Test {};
using DimensionsAndScalars = testing::Types<test::Case<2, float>, test::Case<3, float>,
                                            test::Case<2, double>, test::Case<3, double>>;
TYPED_TEST_SUITE(ShapeAabb, DimensionsAndScalars, test::CaseNames);

TYPED_TEST(ShapeAabb, Q1_E2_is_tight_under_any_rotation) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  ShapeBoxes<D, T> shapes(1);
  for (int i = 0; i < 100; ++i) {
    Transform<D, T> at;
    random_turn(shapes.random(), at.rotation);
    constexpr double kPlaces[] = {0, 1, 4096, 1e30};
    at.translation = shapes.any(kPlaces[i % 4]);
    for (const auto& k : shapes.make()) expect_tight(k, at, shapes.random(), 0x1p-46);
    if (this->HasFailure()) return;
  }
}

// Nothing is rounded but the numbers of the box: at most one unit in the last place.
TYPED_TEST(ShapeAabb, Q1_is_exact_when_axes_go_to_axes) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  ShapeBoxes<D, T> shapes(2);
  for (const Rotation<D, double>& r : exact_turns(Rotation<D, double>{})) {
    Transform<D, T> at;
    if constexpr (D == 2) at.rotation = {T(r.cosine), T(r.sine)};
    if constexpr (D == 3) at.rotation = {T(r.x), T(r.y), T(r.z), T(r.w)};
    for (const double place : {0.0, 1.0, 4096.0, 1e30}) {
      at.translation = shapes.any(place);
      const double twice = std::is_same_v<T, double> ? 0x1p-52 : 0;  // two sums in double
      for (const auto& k : shapes.make()) expect_tight(k, at, shapes.random(), twice);
      if (this->HasFailure()) return;
    }
  }
}

TYPED_TEST(ShapeAabb, Q1_numbers_that_need_no_rounding_get_none) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V = Vec<D, T>;
  const Transform<D, T> at{V::all(10), {}};
  const V half = V::all(2);
  EXPECT_EQ(aabb_of(Box<D, T>{half}, at), (Aabb<D, T>{V::all(8), V::all(12)}));
  EXPECT_EQ(aabb_of(Ellipsoid<D, T>{half}, at), (Aabb<D, T>{V::all(8), V::all(12)}));
  EXPECT_EQ(aabb_of(Sphere<D, T>{T(3), half}, at), (Aabb<D, T>{V::all(9), V::all(15)}));
  EXPECT_EQ(aabb_of(Rounded<Box<D, T>>{{half}, T(1)}, at), (Aabb<D, T>{V::all(7), V::all(13)}));
  EXPECT_EQ(aabb_of(Capsule<D, T>{V{}, half, T(1)}, at), (Aabb<D, T>{V::all(9), V::all(13)}));
  if constexpr (D == 3) {
    EXPECT_EQ(aabb_of(Cylinder<T>{2, 3}, at), (Aabb<3, T>{{8, 7, 8}, {12, 13, 12}}));
    EXPECT_EQ(aabb_of(Cone<T>{2, 3}, at), (Aabb<3, T>{{8, 7, 8}, {12, 13, 12}}));
  }
}

// The text asks how: by the lengths of the rows of the turned half axes.
TEST(TiltedEllipse, E2_half_widths_are_roots_of_sums_of_squares) {
  for (int degree = 0; degree < 360; degree += 7) {
    const long double t = degree * std::acos(-1.0L) / 180;
    const Rotation<2, double> turn{double(std::cos(t)), double(std::sin(t))};
    const Real c = turn.cosine, s = turn.sine;
    for (const auto& [a, b] : {std::pair{3.0, 1.0}, std::pair{1.0, 1.0}, std::pair{1e-3, 50.0}}) {
      const Real hx = std::sqrt(a * a * c * c + b * b * s * s);
      const Real hy = std::sqrt(a * a * s * s + b * b * c * c);
      const auto box = aabb_of(Ellipse<double>{{a, b}}, Transform2d{{5, -7}, turn});
      const double slack = 4e-15 * std::max(a, b) + 1e-15 * 7;
      EXPECT_NEAR(double(box.max[0] - (5 + hx)), 0, slack);
      EXPECT_NEAR(double(box.min[0] - (5 - hx)), 0, slack);
      EXPECT_NEAR(double(box.max[1] - (-7 + hy)), 0, slack);
      EXPECT_NEAR(double(box.min[1] - (-7 - hy)), 0, slack);
    }
  }
}

TYPED_TEST(ShapeAabb, half_spaces_have_no_end_but_along_an_axis) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const T infinity = std::numeric_limits<T>::infinity();
  HalfSpace<D, T> ground{{}, T(2)};
  ground.normal[1] = 1;
  Transform<D, T> at;
  at.translation[1] = 10;
  const auto box = aabb_of(ground, at);
  EXPECT_EQ(box.max[1], 12);
  EXPECT_EQ(box.min[1], -infinity);
  EXPECT_EQ(box.max[0], infinity);
  EXPECT_EQ(box.min[0], -infinity);
  EXPECT_EQ(aabb_of(Rounded<HalfSpace<D, T>>{ground, T(1)}, at).max[1], 13);
  ground.normal[0] = T(0.6);
  ground.normal[1] = T(0.8);
  for (int a = 0; a < D; ++a) EXPECT_EQ(aabb_of(ground, at).max[a], infinity);
}

// Somebody else's box is taken as it is, and made wider by the skin.
template <int D, class T>
struct Cube {
  static constexpr int kDimension = D;
  using Scalar = T;
  Vec<D, T> support(const Vec<D, T>& d) const {
    Vec<D, T> p{};
    for (int a = 0; a < D; ++a) p[a] = T(d[a] >= 0 ? 1 : -1);
    return p;
  }
  Aabb<D, T> aabb(const Transform<D, T>& at) const {
    return {at.translation - Vec<D, T>::all(2), at.translation + Vec<D, T>::all(2)};
  }
};

TYPED_TEST(ShapeAabb, Q1_of_a_shape_of_somebody_else_is_its_own) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using V = Vec<D, T>;
  const Transform<D, T> at{V::all(1), {}};
  EXPECT_EQ(aabb_of(Cube<D, T>{}, at), (Aabb<D, T>{V::all(-1), V::all(3)}));
  const Rounded<Cube<D, T>> soft{{}, T(0.1)};
  const auto box = aabb_of(soft, at);
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
    const Transform<D, T> at{Vec<D, T>::all(sign * most), {}};
    for (const T r : {T(1e-6), T(1), most}) {
      const auto box = aabb_of(Sphere<D, T>{r}, at);
      for (int a = 0; a < D; ++a) {
        EXPECT_LE(Real(box.min[a]), Real(at.translation[a]) - r);
        EXPECT_GE(Real(box.max[a]), Real(at.translation[a]) + r);
      }
    }
  }
}

}  // namespace
}  // namespace masu
