// SPDX-License-Identifier: MIT
// Do two triangles in space touch? The exact answer.
#pragma once

#include <masu/shapes/triangle.hpp>

namespace masu {

namespace detail {

// By corners. NaN and infinity are not allowed.
bool triangles_touch(const Vec<3, double>* a, const Vec<3, double>* b);

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
  const Vec<3, double> p[3] = {vec_cast<double>(a.a), vec_cast<double>(a.b), vec_cast<double>(a.c)};
  const Vec<3, double> q[3] = {vec_cast<double>(b.a), vec_cast<double>(b.b), vec_cast<double>(b.c)};
  return detail::triangles_touch(p, q);
}

}  // namespace masu
