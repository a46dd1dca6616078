// SPDX-License-Identifier: MIT
// Pairs of shapes that touch or nearly do, of every two kinds that have a contact area.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

#include "narrow_phase/portable_random.hpp"
#include "narrow_phase/solids.hpp"

namespace masu::test {

// Two shapes, their poses, and the margin to ask with.
template <int D, class T>
struct ManifoldCase {
  ShapeView<D, T> a;
  Transform<D, T> pose_a;
  ShapeView<D, T> b;
  Transform<D, T> pose_b;
  T margin;
};

// Draws the shapes and poses. The polytopes live as long as it does.
template <int D, class T>
class ManifoldCases {
 public:
  explicit ManifoldCases(std::uint64_t seed) : random_(seed) {
    if constexpr (D == 2) {
      for (const int n : {3, 4, 5, 8, 20, 40, 90}) add_polygon(n);
      for (int i = 0; i < 6; ++i) add_cloud(4 + 3 * i);
    } else {
      polytopes_.push_back(box_solid<T>(0.5, 0.375, 0.25));
      polytopes_.push_back(prism<T>(5, 0.5, 0.375, 0.5));
      polytopes_.push_back(prism<T>(40, 0.625, 0.25));
      polytopes_.push_back(prism<T>(80, 0.625, 0.0625, 0.97));  // more corners than a feature has
      polytopes_.push_back(prism<T>(4, 0.5, 0.375, 0));
      polytopes_.push_back(prism<T>(3, 0.75, 0.02, 0.5));
      for (int i = 0; i < 6; ++i) add_cloud(5 + 4 * i);
    }
  }

  ManifoldCase<D, T> next() {
    ManifoldCase<D, T> c{shape(), {}, shape(), {}, T(0)};
    if (c.a.kind == ShapeKind::half_space && c.b.kind == ShapeKind::half_space) c.a = box(0);
    if (random_.below(2) == 0) c.margin = T(std::ldexp(1.0, -int(random_.below(9))));
    c.pose_a = some_pose<D, T>(random_);
    c.pose_b = some_pose<D, T>(random_);
    const auto family = random_.below(6);
    if (family < 3)
      c.pose_b.rotation = c.pose_a.rotation = random_.below(2) ? rotation_by(0) : quarter();
    if (family == 1) c.pose_b.rotation = quarter();
    if (family == 2 || family == 3) {
      c.pose_a.rotation = {};
      c.pose_b.rotation = rotation_by(std::pow(10.0, -random_.between(0, 16)));
    }
    bring_near(c);
    return c;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return random_.below(n); }
  // A multiple of an eighth, or any number.
  double size() { return below(2) == 0 ? (1 + below(8)) / 8.0 : random_.between(0.05, 1); }
  Vec<D, T> sizes() {
    Vec<D, T> v{};
    for (int k = 0; k < D; ++k) v[k] = T(size());
    return v;
  }
  Vec<D, T> point() {
    Vec<D, T> v{};
    for (int k = 0; k < D; ++k) v[k] = T(size() - size());
    return v;
  }
  ShapeView<D, T> box(double radius) {
    auto v = Box<D, T>{sizes()}.view();
    if (below(30) == 0) v.p[0][static_cast<int>(below(D))] = 0;
    v.radius = T(radius);
    return v;
  }
  ShapeView<D, T> triangle() {
    for (;;) {
      const Triangle<D, T> t{point(), point(), point()};
      if (t.view().p[0] != t.view().p[1] && t.view().p[0] != t.view().p[2]) return t.view();
    }
  }
  ShapeView<D, T> shape() {
    ShapeView<D, T> v;
    switch (below(D == 2 ? 7 : 9)) {
      case 0: v = Point<D, T>{point()}.view(); break;
      case 1: v = Segment<D, T>{point(), point()}.view(); break;
      case 2: v = box(0); break;
      case 3: v = triangle(); break;
      case 4: return half_space();
      case 5: v = Ellipsoid<D, T>{sizes()}.view(); break;
      case 6: v = polytopes_[below(std::uint32_t(polytopes_.size()))].view(); break;
      default: v = of_revolution(); break;
    }
    if (below(3) == 0) v.radius = T(size() * (below(2) == 0 ? 1 : 0.0625));
    return v;
  }
  ShapeView<D, T> of_revolution() {
    if constexpr (D == 3) {
      const T radius = T(size()), half = T(size());
      if (below(2) == 0) return Cylinder<T>{radius, half}.view();
      return Cone<T>{radius, half}.view();
    } else {
      return box(0);
    }
  }
  ShapeView<D, T> half_space() {
    Vec<D, T> up{};
    up[static_cast<int>(below(D))] = below(2) == 0 ? T(1) : T(-1);
    if (below(2) == 0) {
      double q[D];
      some_direction(random_, q);
      for (int k = 0; k < D; ++k) up[k] = T(q[k]);
    }
    return HalfSpace<D, T>{up, T(size() - size())}.view();
  }
  void add_polygon(int n) {
    std::vector<Vec<D, T>> points;
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * 3.14159265358979323846 * i / n;
      points.push_back({T(0.75 * std::cos(angle)), T(0.75 * std::sin(angle))});
    }
    add(points);
  }
  void add_cloud(int n) {
    std::vector<Vec<D, T>> points;
    const double flat = below(3) == 0 ? 0.02 : 1;
    for (int i = 0; i < n; ++i) {
      points.push_back(some_point<D, T>(random_, 0.75));
      points.back()[0] *= T(flat);
    }
    add(points);
  }
  void add(const std::vector<Vec<D, T>>& points) {
    if constexpr (D == 2) {
      ConvexPolygon<T> made;
      ASSERT_EQ(polygon_of<T>(points, made), Status::ok);
      polytopes_.push_back(std::move(made));
    } else {
      ConvexPolyhedron<T> made;
      ASSERT_EQ(polyhedron_of<T>(points, made), Status::ok);
      polytopes_.push_back(std::move(made));
    }
  }

  Rotation<D, T> quarter() {
    const T h = T(0.70710678118654752440);
    if constexpr (D == 2) {
      const Rotation<2, T> all[] = {{1, 0}, {0, 1}, {-1, 0}, {h, h}};
      return all[below(4)];
    } else {
      const Rotation<3, T> all[] = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, h, 0, h}, {h, 0, 0, h}};
      return all[below(4)];
    }
  }
  // By `angle` about a random axis; 0: by any.
  Rotation<D, T> rotation_by(double angle) {
    if (angle == 0) return some_pose<D, T>(random_).rotation;
    if constexpr (D == 2) {
      return {T(std::sqrt(1 - angle * angle)), T(angle)};
    } else {
      double q[3];
      some_direction(random_, q);
      const double s = angle / 2;
      return {T(q[0] * s), T(q[1] * s), T(q[2] * s), T(std::sqrt(1 - s * s))};
    }
  }
  // Along the normal, until they overlap a little or are as far apart as the margin at most.
  void bring_near(ManifoldCase<D, T>& c) {
    if (below(8) == 0) return;  // as deep as it comes
    const auto s = penetration(c.a, c.pose_a, c.b, c.pose_b);
    if (s.status != Status::ok && s.status != Status::not_converged) return;
    double gap = below(2) == 0 ? -std::pow(10.0, -random_.between(0.5, 12)) : 0;
    if (below(3) == 0) gap = double(c.margin) * random_.unit();
    if (below(4) == 0) gap -= 0.75 * double(c.a.radius + c.b.radius);  // cores too, or nearly
    for (int k = 0; k < D; ++k) {
      const double moved = double(s.normal[k]) * (gap - double(s.distance));
      c.pose_b.translation[k] = T(double(c.pose_b.translation[k]) + moved);
    }
  }

  scenes::Pcg32 random_;
  std::vector<std::conditional_t<D == 2, ConvexPolygon<T>, ConvexPolyhedron<T>>> polytopes_;
};

}  // namespace masu::test
