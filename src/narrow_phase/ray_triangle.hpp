// SPDX-License-Identifier: MIT
// A ray against one triangle in 3D.
#pragma once

#include <limits>

#include <masu/hull/predicates.hpp>

#include "core/triangle_cross.hpp"
#include "narrow_phase/ray_rounding.hpp"

namespace masu::detail {

// `t` is in lengths of the direction. If `certain` is false, rounding decides whether the ray hits
// the triangle. If `grazes` is true, rounding decides `t` too.
struct TriangleCast {
  bool hit = false;
  bool certain = true;
  bool grazes = false;
  double t = 0;
  Vec<3, double> normal{};  // unit, against the ray
};

// The sides of a triangle's edges on which a ray passes.
class EdgeSides {
 public:
  // For the edge between corners displaced by `a` and `b` from the ray, with coordinates off by up
  // to `rounding_a` and `rounding_b`.
  void add(const Vec<2, double>& a, double rounding_a, const Vec<2, double>& b, double rounding_b) {
    const double value = cross(a, b);
    const double bound = rounding_a * (std::fabs(b[0]) + std::fabs(b[1])) +
                         rounding_b * (std::fabs(a[0]) + std::fabs(a[1]));
    if (std::fabs(value) > bound) {
      (value > 0 ? surely_left_ : surely_right_) = true;
      return;
    }
    const int sign = cross_sign(Vec<2, double>{}, a, Vec<2, double>{}, b);
    left_ = left_ || sign > 0;
    right_ = right_ || sign < 0;
  }

  bool inside() const { return (left_ || surely_left_) != (right_ || surely_right_); }
  bool surely_outside() const { return surely_left_ && surely_right_; }

 private:
  bool left_ = false;
  bool right_ = false;
  bool surely_left_ = false;
  bool surely_right_ = false;
};

// The two `t` between which the ray crosses a triangle that it sees edge-on, as a line: `flat` and
// `t` are the projected corners and their distances along the ray.
struct Crossing {
  double from = std::numeric_limits<double>::infinity();
  double to = -from;

  Crossing(const Vec<2, double> (&flat)[3], const double (&t)[3]) {
    Vec<2, double> along{};
    for (int k = 0; k < 3; ++k) {
      const Vec<2, double> edge = flat[(k + 1) % 3] - flat[k];
      if (length_squared(edge) > length_squared(along)) along = edge;
    }
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      const double a = dot(flat[k], along);
      const double b = dot(flat[next], along);
      if ((a < 0 && b < 0) || (a > 0 && b > 0)) continue;
      const double here = a != b ? t[k] + (t[next] - t[k]) * (a / (a - b)) : t[k];
      from = here < from ? here : from;
      to = to < here ? here : to;
    }
  }
};

// A shear moves the corners along the ray, into a plane perpendicular to its main axis. A corner
// of several triangles is moved to the same position in each. In the plane, exact signs decide on
// which side of each edge the ray passes, so that no ray passes between triangles. Source:
// S. Woop, C. Benthin, I. Wald, "Watertight ray/triangle intersection", 2013; in place of their
// second pass in double the signs are exact, so corners are as tight as edges.
//
// The shear itself rounds, and so does the transform into the triangle's frame. Rays that pass an
// edge within that rounding are not certain, nor are those that start in the plane or are so nearly
// parallel to it that `t` is rounding over rounding. All rays in the plane are among these.
inline TriangleCast cast_triangle(const Vec<3, double>& origin, const Vec<3, double>& direction,
                                  const Vec<3, double> (&p)[3]) {
  constexpr double kRounding = kRayRounding / 16;
  constexpr double kGrazing = 0x1p-16;
  const Vec<3, double>& d = direction;
  int main = std::fabs(d[1]) > std::fabs(d[0]) ? 1 : 0;
  main = std::fabs(d[2]) > std::fabs(d[main]) ? 2 : main;
  const int x = (main + 1) % 3;
  const int y = (main + 2) % 3;
  const double shear_x = d[x] / d[main];
  const double shear_y = d[y] / d[main];
  Vec<2, double> flat[3];
  double rounding[3];
  double ts[3];
  double from = std::numeric_limits<double>::infinity();
  double to = -from;
  for (int k = 0; k < 3; ++k) {
    const Vec<3, double> a = p[k] - origin;
    flat[k] = {a[x] - shear_x * a[main], a[y] - shear_y * a[main]};
    rounding[k] = kRounding * (sum_of_sizes(a) + sum_of_sizes(origin));
    ts[k] = a[main] / d[main];
    from = ts[k] < from ? ts[k] : from;
    to = to < ts[k] ? ts[k] : to;
  }
  EdgeSides sides;
  sides.add(flat[1], rounding[1], flat[2], rounding[2]);
  sides.add(flat[2], rounding[2], flat[0], rounding[0]);
  if (sides.surely_outside()) return {};
  sides.add(flat[0], rounding[0], flat[1], rounding[1]);
  if (sides.surely_outside()) return {};
  const Vec<3, double> n = triangle_cross(p);
  const double size = length(n);
  const double slope = dot(n, d);
  const double height = dot(n, p[0] - origin);
  TriangleCast r;
  r.grazes = !(std::fabs(slope) > kGrazing * size * sum_of_sizes(d));
  r.certain = sides.inside() && !r.grazes && std::fabs(height) > size * rounding[0];
  if (r.grazes && sides.inside()) {
    const Crossing crossing(flat, ts);
    if (crossing.from <= crossing.to) from = crossing.from, to = crossing.to;
  }
  r.t = slope != 0 ? height / slope : from;
  r.t = r.t < from ? from : (r.t > to ? to : r.t);
  r.hit = sides.inside() && r.t >= 0 && size > 0;
  if (size > 0) r.normal = n * ((slope > 0 ? -1 : 1) / size);
  return r;
}

}  // namespace masu::detail
