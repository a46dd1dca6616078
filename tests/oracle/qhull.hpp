// SPDX-License-Identifier: MIT
// Convex hulls by Qhull, which merges facets within its bounds of rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <masu/core/vec.hpp>

namespace masu::test {

struct QhullHull {
  std::vector<std::uint32_t> vertices;  // indices, ascending
  double volume = 0;
};

// Nothing where Qhull gives up, on flat points first of all.
std::optional<QhullHull> qhull(const std::vector<Vec<3, double>>& points);

}  // namespace masu::test
