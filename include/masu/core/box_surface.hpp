// SPDX-License-Identifier: MIT
// The surface of a box, for the surface area heuristic.
#pragma once

#include <masu/core/aabb.hpp>

namespace masu {

// Returns half the surface of a box, the measure of the surface area heuristic: in 3D the sum of
// three faces, in 2D width plus height, in 1D the length, in 4D the sum of four volumes. A random
// ray or small box hits a convex cell with a probability proportional to it. In double, never NaN:
// extents beyond 1e90 count as 1e90.
template <int D, class T>
constexpr double half_surface(const Aabb<D, T>& box) {
  constexpr double kMost = 1e90;
  double extent[D];
  for (int a = 0; a < D; ++a) {
    const double e = double(box.max[a]) - double(box.min[a]);
    extent[a] = e < kMost ? (e > 0 ? e : 0) : kMost;
  }
  if constexpr (D == 1) return extent[0];
  double sum = 0;
  for (int left_out = 0; left_out < D; ++left_out) {
    double face = 1;
    for (int a = 0; a < D; ++a) face *= a == left_out ? 1 : extent[a];
    sum += face;
  }
  return sum;
}

}  // namespace masu
