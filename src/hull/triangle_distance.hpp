// SPDX-License-Identifier: MIT
// The distance of a point from a triangle in 3D: never too small by more than rounding.
#pragma once

#include <cmath>

#include <masu/core/vec.hpp>

namespace masu::detail {

// The point a + s u + t v, as the shares s and t.
struct TriangleShare {
  double s;
  double t;
};

// Returns the point of the segment a-b nearest to p, as a share of b - a.
inline double nearest_share(const Vec<3, double>& along, const Vec<3, double>& w) {
  const double share = dot(along, w) / dot(along, along);
  return share > 0 ? (share < 1 ? share : 1) : 0;  // 0 also for NaN
}

// The nearest of: the foot of the perpendicular if it lies inside, and the nearest points of the
// edges. Each is a point of the triangle for all roundings of the shares, so the smallest distance
// is that of such a point.
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
