// SPDX-License-Identifier: MIT
// Convex hulls in exact arithmetic by CGAL: code independent of this library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <masu/core/vec.hpp>

namespace masu::test {

struct ExactHull {
  int dimension = -1;
  std::vector<std::uint32_t> extreme{};  // of equal points the first, ascending
  std::string six_volumes{};             // an exact fraction; in dimension 3 only
};

ExactHull cgal_hull(const std::vector<Vec<3, double>>& points);

// Six times the volume that outward triangles enclose, as an exact fraction; triangles of three
// indices each.
std::string exact_volume_of(const std::vector<Vec<3, double>>& points,
                            const std::vector<std::uint32_t>& triangles);

}  // namespace masu::test
