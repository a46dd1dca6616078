// SPDX-License-Identifier: MIT
// How far a point is from a triangle in space: never too little by more than rounding.
#pragma once

#include <cmath>

#include <masu/core/vec.hpp>

namespace masu::detail {

// a + s u + t v, by which share of u and of v.
struct TriangleShare {
  double s;
  double t;
};

// Of the point of the segment a-b nearest to p, a share of b - a.
inline double nearest_share(const Vec<3, double>& along, const Vec<3, double>& w) {
  const double share = dot(along, w) / dot(along, along);
  return share > 0 ? (share < 1 ? share : 1) : 0;  // 0 for NaN too
}

// The nearest of: the foot of the perpendicular if it lies inside, and the nearest points of the
// edges. Each is a point of the triangle whatever rounding does to the shares, so that the least of
// the distances is that of such a point.
inline double triangle_distance_squared(const Vec<3, double>& a, const Vec<3, double>& b,
                                        const Vec<3, double>& c, const Vec<3, double>& p) {
  const auto u = b - a;
  const auto v = c - a;
  const auto w = p - a;
  const auto squared = [](const Vec<3, double>& d) { return dot(d, d); };
  double least = squared(w - u * nearest_share(u, w));
  const auto offer = [&](double other) { least = other < least ? other : least; };
  offer(squared(w - v * nearest_share(v, w)));
  const auto edge = c - b;
  offer(squared(p - b - edge * nearest_share(edge, p - b)));
  const auto n = cross(u, v);
  const double area = dot(n, n);
  const TriangleShare foot{dot(cross(w, v), n) / area, dot(cross(u, w), n) / area};
  if (foot.s >= 0 && foot.t >= 0 && foot.s + foot.t <= 1) {
    offer(squared(w - u * foot.s - v * foot.t));
  }
  return least;
}

}  // namespace masu::detail
