// SPDX-License-Identifier: MIT
// Convex hulls in exact arithmetic by CGAL: code that shares nothing with this library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <masu/core/vec.hpp>

namespace masu::test {

// Places of the extreme points, of equal ones the first, ascending.
std::vector<std::uint32_t> cgal_extreme_points(const std::vector<Vec<3, double>>& points);

// Six times the volume that outward triangles enclose, as an exact fraction; triangles of three
// places each.
std::string exact_volume_of(const std::vector<Vec<3, double>>& points,
                            const std::vector<std::uint32_t>& triangles);

// The same of CGAL's hull; it must have one.
std::string cgal_hull_volume(const std::vector<Vec<3, double>>& points);

}  // namespace masu::test
