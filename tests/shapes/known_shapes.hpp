// SPDX-License-Identifier: MIT
// Shapes of every kind with their support functions in long double.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/triangle.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

using Real = long double;
using scenes::Pcg32;

// The matrix of a rotation divided by its length, in long double.
template <class T>
Matrix<2, Real> exact_rotation(const Rotation<2, T>& r) {
  const Real size = std::sqrt(Real(r.cosine) * r.cosine + Real(r.sine) * r.sine);
  const Real c = r.cosine / size;
  const Real s = r.sine / size;
  return {{{c, -s}, {s, c}}};
}
template <class T>
Matrix<3, Real> exact_rotation(const Rotation<3, T>& r) {
  const Real x = r.x, y = r.y, z = r.z, w = r.w;
  const Real k = 2 / (x * x + y * y + z * z + w * w);
  return {{{1 - k * (y * y + z * z), k * (x * y - z * w), k * (x * z + y * w)},
           {k * (x * y + z * w), 1 - k * (x * x + z * z), k * (y * z - x * w)},
           {k * (x * z - y * w), k * (y * z + x * w), 1 - k * (x * x + y * y)}}};
}

template <class T>
void random_rotation(Pcg32& random, Rotation<2, T>& r) {
  const double angle = random.between(-4, 4);
  const double drift = random.between(1 - 0x1p-12, 1 + 0x1p-12);
  r = {T(drift * std::cos(angle)), T(drift * std::sin(angle))};
}
template <class T>
void random_rotation(Pcg32& random, Rotation<3, T>& r) {
  double q[4];
  double sum = 0;
  for (double& x : q) x = random.gaussian(), sum += x * x;
  const double k = random.between(1 - 0x1p-12, 1 + 0x1p-12) / std::sqrt(sum);
  r = {T(q[0] * k), T(q[1] * k), T(q[2] * k), T(q[3] * k)};
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
Known<3, T> known_smooth(const ShapeView<3, T>& view, T radius, T half, T top) {
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
class KnownShapes {
 public:
  using V = Vec<D, T>;

  explicit KnownShapes(std::uint64_t seed) : random_(seed) {
    for (int i = 0; i < 20; ++i) points_.push_back(any(1));
    Status built = Status::ok;
    if constexpr (D == 2) built = polygon_of<T>(points_, polytope_);
    if constexpr (D == 3) built = polyhedron_of<T>(points_, polytope_);
    EXPECT_EQ(built, Status::ok);
  }

  // Every kind, at random sizes; they refer to this.
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
      all.push_back(known_smooth<T>(Cylinder<T>{r, half[0]}.view(), r, half[0], r));
      all.push_back(known_smooth<T>(Cone<T>{r, half[0]}.view(), r, half[0], 0));
      all.push_back(
          known_smooth<T>(Rounded<Cylinder<T>>{{r, half[0]}, half[1]}.view(), r, half[0], r));
      all.push_back(known_smooth<T>(Rounded<Cone<T>>{{r, half[0]}, half[1]}.view(), r, half[0], 0));
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

}  // namespace masu::test
