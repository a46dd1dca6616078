// SPDX-License-Identifier: MIT
// A triangle of a growing hull: its plane with an error bound, neighbors, points outside.
#pragma once

#include <cmath>
#include <cstdint>

#include <masu/hull/predicates.hpp>

namespace masu::detail {

inline constexpr std::uint32_t kNoIndex = ~std::uint32_t(0);

using Point3 = Vec<3, double>;

// The plane through three points; heights are along a normal as long as twice the triangle's area.
struct TrianglePlane {
  Point3 normal;
  Point3 base;
  double bound;  // a computed height beyond it has the correct sign

  // `extent`: the largest difference of tested points along an axis. The height is computed as in
  // filtered_volume(), with |extent| for |w|: Shewchuk's bound holds for all points at once, as 8
  // half ulps exceed its 7 plus the rounding of the bound itself.
  static TrianglePlane through(const Point3& a, const Point3& b, const Point3& c,
                               const Point3& extent) {
    const Point3 u = b - a;
    const Point3 v = c - a;
    TrianglePlane plane{};
    plane.base = a;
    double terms = 0;
    double heights = 1;
    for (int k = 0; k < 3; ++k) {
      const double plus = u[(k + 1) % 3] * v[(k + 2) % 3];
      const double minus = u[(k + 2) % 3] * v[(k + 1) % 3];
      plane.normal[k] = plus - minus;
      terms += extent[k] * (std::abs(plus) + std::abs(minus));
      heights += extent[k];
    }
    plane.bound = 8 * kHalfUlp * terms + kUnderflow * heights;
    return plane;
  }

  double height(const Point3& p) const { return dot(normal, p - base); }
};

// Half-edge 4 f + k leads from corner k of triangle f to the next; counterclockwise from outside.
struct HullTriangle {
  TrianglePlane plane;
  std::uint32_t corner[3];
  std::uint32_t twin[3];
  std::uint32_t outside;  // first of its list of points, the farthest one
  std::uint32_t count;    // length of that list
  std::uint32_t previous;
  std::uint32_t next;  // the next triangle in a queue of those with points outside
  std::uint32_t mark;
};

inline std::uint32_t half_edge(std::uint32_t f, std::uint32_t k) {
  return 4 * f + k;
}
inline std::uint32_t face_of(std::uint32_t edge) {
  return edge / 4;
}
inline std::uint32_t corner_of(std::uint32_t edge) {
  return edge % 4;
}
inline std::uint32_t next_edge(std::uint32_t edge) {
  return edge % 4 == 2 ? edge - 2 : edge + 1;
}
inline std::uint32_t previous_edge(std::uint32_t edge) {
  return edge % 4 == 0 ? edge + 2 : edge - 1;
}

}  // namespace masu::detail
