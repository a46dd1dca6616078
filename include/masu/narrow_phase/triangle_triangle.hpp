// SPDX-License-Identifier: MIT
// Do two triangles in space touch? The exact answer.
#pragma once

#include <masu/hull/predicates.hpp>
#include <masu/shapes/triangle.hpp>

namespace masu {

namespace detail {

// By corners. NaN and infinity are not allowed.
bool triangles_touch(const Vec<3, double>* a, const Vec<3, double>* b);

// A triangle's plane, for many questions on which side of it corners lie that are at most `reach`
// from its own along any axis: the filter of orient3d() with one bound for all.
struct FilteredPlane {
  Vec<3, double> origin;
  Vec<3, double> normal;
  double bound;

  FilteredPlane(const Vec<3, double>* t, double reach) : origin(t[0]), normal{} {
    const Vec<3, double> u = t[1] - t[0];
    const Vec<3, double> v = t[2] - t[0];
    double terms = 0;
    for (int k = 0; k < 3; ++k) {
      const double plus = u[(k + 1) % 3] * v[(k + 2) % 3];
      const double minus = u[(k + 2) % 3] * v[(k + 1) % 3];
      normal[k] = plus - minus;
      terms += std::abs(plus) + std::abs(minus);
    }
    bound = kVolumeBound * (1 + 0x1p-40) * (reach * terms) + kUnderflow * (1 + 3 * reach);
  }

  double height(const Vec<3, double>& p) const {
    return (p[0] - origin[0]) * normal[0] + (p[1] - origin[1]) * normal[1] +
           (p[2] - origin[2]) * normal[2];
  }
};

// Three heights over such a plane.
struct Heights {
  double h[3];

  Heights(const FilteredPlane& plane, const Vec<3, double>* p)
      : h{plane.height(p[0]), plane.height(p[1]), plane.height(p[2])} {}
  bool above(double bound) const {
    return int(h[0] > bound) & int(h[1] > bound) & int(h[2] > bound);
  }
  bool below(double bound) const {
    return int(h[0] < -bound) & int(h[1] < -bound) & int(h[2] < -bound);
  }
  bool apart(double bound) const { return above(bound) || below(bound); }
};

// The rest of triangles_touch(), after both planes have parted nothing.
bool triangles_touch_between(const Vec<3, double>* a, const Heights& of_a, double bound_a,
                             const Vec<3, double>* b, const Heights& of_b, double bound_b);

// triangles_touch() with the plane of b known, for all corners within `reach` of each other.
inline bool triangles_touch(const Vec<3, double>* a, const Vec<3, double>* b,
                            const FilteredPlane& plane_b, double reach) {
  const Heights of_a(plane_b, a);
  if (of_a.apart(plane_b.bound)) return false;
  const FilteredPlane plane_a(a, reach);
  const Heights of_b(plane_a, b);
  if (of_b.apart(plane_a.bound)) return false;
  return triangles_touch_between(a, of_a, plane_b.bound, b, of_b, plane_a.bound);
}

// Does a point lie on a triangle, exactly?
bool point_touches(const Vec<3, double>& p, const Vec<3, double>* t);

// Segments pq and ab in the plane, exactly; each may be a point.
bool segments_touch(const Vec<2, double>& p, const Vec<2, double>& q, const Vec<2, double>& a,
                    const Vec<2, double>& b);

}  // namespace detail

// That of the real numbers that the corners stand for, for all finite ones: also in one plane, and
// for triangles without an area. Touching counts. By signs of volumes of four corners: three each
// for the sides on which the corners of one lie of the plane of the other, then two for the parts
// of the line between the planes; some 30 ns where rounding hides none of them. Source: P. Guigue
// and O. Devillers, "Fast and robust triangle-triangle overlap test using orientation predicates",
// 2003; where a sign is 0, the edges of each against the other instead.
template <class T>
bool triangles_touch(const Triangle<3, T>& a, const Triangle<3, T>& b) {
  const Vec<3, double> p[3] = {detail::widen(a.a), detail::widen(a.b), detail::widen(a.c)};
  const Vec<3, double> q[3] = {detail::widen(b.a), detail::widen(b.b), detail::widen(b.c)};
  return detail::triangles_touch(p, q);
}

}  // namespace masu
