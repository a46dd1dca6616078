// SPDX-License-Identifier: MIT
// The normal of a triangle in 3D, also of a needle.
#pragma once

#include <masu/core/vec.hpp>

#include "core/double_double.hpp"

namespace masu::detail {

inline double sum_of_sizes(const Vec<3, double>& v) {
  return std::fabs(v[0]) + std::fabs(v[1]) + std::fabs(v[2]);
}

// The rounding of cross() of two edges, as a share of the area, is 2^-52 over the sine of their
// angle: for needles nothing is left. With 106 bits the normal is accurate to a few units in the
// last place if the sine is above 2^-50, and to 2^-103 over the sine below; the area is 0 if even
// these bits do not distinguish the triangle from a segment.
inline Vec<3, double> fine_triangle_cross(const Vec<3, double> (&p)[3]) {
  constexpr double kNothing = 0x1p-96;
  DoubleDouble u[3];
  DoubleDouble v[3];
  Vec<3, double> r;
  for (int a = 0; a < 3; ++a) {
    u[a] = double_double_difference(p[1][a], p[0][a]);
    v[a] = double_double_difference(p[2][a], p[0][a]);
  }
  for (int a = 0; a < 3; ++a) {
    const int x = (a + 1) % 3;
    const int y = (a + 2) % 3;
    r[a] = (u[x] * v[y] - u[y] * v[x]).high;
  }
  const double whole = sum_of_sizes(p[1] - p[0]) * sum_of_sizes(p[2] - p[0]);
  return sum_of_sizes(r) > kNothing * whole ? r : Vec<3, double>{};
}

// Perpendicular to the triangle; its length is twice the area. With 106 bits if the sine of the
// angle is below about `thin`.
inline Vec<3, double> triangle_cross(const Vec<3, double> (&p)[3], double thin = 0x1p-4) {
  const Vec<3, double> u = p[1] - p[0];
  const Vec<3, double> v = p[2] - p[0];
  const Vec<3, double> n = cross(u, v);
  if (sum_of_sizes(n) > thin * (sum_of_sizes(u) * sum_of_sizes(v))) return n;
  return fine_triangle_cross(p);
}

}  // namespace masu::detail
