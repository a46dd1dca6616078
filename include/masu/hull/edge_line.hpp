// SPDX-License-Identifier: MIT
// The lines that the edges of a planar hull lie on.
#pragma once

#include <masu/hull/duality.hpp>
#include <masu/hull/hull2.hpp>

namespace masu {

// Of the edge from vertex i of the hull of these points to the next; there must be two. The normal
// points outward and has length 1 up to rounding; offset is the greater dot(normal, v) of its two
// vertices as computed. As for Hull3::Plane no point of the input has dot(normal, p) > offset + 64
// epsilon m, m its largest absolute coordinate (and four of the least positive T, near underflow);
// that may not be beyond a quarter of the largest T. O(1).
template <class T>
Hyperplane<2, T> edge_line(std::span<const Vec<2, T>> points, const Hull2& hull, std::size_t i);

}  // namespace masu
