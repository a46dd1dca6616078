// SPDX-License-Identifier: MIT
// edge_line(): the lines through the edges of a hull in 2D.
#pragma once

#include <masu/hull/duality.hpp>
#include <masu/hull/hull2.hpp>

namespace masu {

// Returns the line through the edge from vertex i of the hull to the next. Precondition: at least
// two vertices. The normal points outward and has length 1 up to rounding; offset is the greater
// dot(normal, v) of the two vertices as computed. As for Hull3::Plane no point of the input has
// dot(normal, p) > offset + 64 epsilon m, where m is its largest absolute coordinate (and four of
// the least positive T, near underflow); m may not exceed a quarter of the largest T. O(1).
template <class T>
Hyperplane<2, T> edge_line(std::span<const Vec<2, T>> points, const Hull2& hull, std::size_t i);

}  // namespace masu
