// SPDX-License-Identifier: MIT
// triangles_touch(): whether two triangles in 3D touch, exactly.
#pragma once

#include <masu/shapes/triangle.hpp>

namespace masu {

namespace detail {

// Triangles as three corners. Precondition: all finite.
bool triangles_touch(const Vec<3, double>* a, const Vec<3, double>* b);

// Returns whether a point lies on a triangle, exactly.
bool point_touches(const Vec<3, double>& p, const Vec<3, double>* t);

// Returns whether segments pq and ab in 2D touch, exactly; each may be a point.
bool segments_touch(const Vec<2, double>& p, const Vec<2, double>& q, const Vec<2, double>& a,
                    const Vec<2, double>& b);

}  // namespace detail

// Returns whether two triangles touch, exactly, for all finite corners: also for triangles in one
// plane and for triangles without an area. Touching counts. Three signs of volumes show on
// which side of b's plane each corner of a lies, three more the same of a's plane and b. Two more
// compare the parts of the planes' common line. About 30 ns where rounding hides none of the signs.
// Source: P. Guigue and O. Devillers, "Fast and robust triangle-triangle overlap test using
// orientation predicates", 2003; where a sign is 0, edges against the other triangle instead.
template <class T>
bool triangles_touch(const Triangle<3, T>& a, const Triangle<3, T>& b) {
  const Vec<3, double> p[3] = {vec_cast<double>(a.a), vec_cast<double>(a.b), vec_cast<double>(a.c)};
  const Vec<3, double> q[3] = {vec_cast<double>(b.a), vec_cast<double>(b.b), vec_cast<double>(b.c)};
  return detail::triangles_touch(p, q);
}

}  // namespace masu
