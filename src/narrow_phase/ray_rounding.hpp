// SPDX-License-Identifier: MIT
// The distance from a ray within which a shape counts as hit.
#pragma once

#include <algorithm>
#include <cmath>

#include <masu/core/aabb.hpp>

namespace masu::detail {

// In double, as a share of the largest coordinate of the ray's origin and the shape. Rays hit a
// triangle that they pass within half of it; searches use the whole, so that a mesh finds all that
// its triangles hit.
inline constexpr double kRayRounding = 0x1p-43;

template <int D, class T>
double largest_coordinate(const Vec<D, double>& origin, const Aabb<D, T>& box) {
  double largest = 0;
  for (int a = 0; a < D; ++a) {
    const double of_box = std::max(-double(box.min[a]), double(box.max[a]));
    largest = std::max({largest, std::fabs(origin[a]), of_box});
  }
  return largest;
}

}  // namespace masu::detail
