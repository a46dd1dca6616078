// SPDX-License-Identifier: MIT
// polygon_of(), polyhedron_of(): make convex shapes that are the hull of points.
#pragma once

#include <masu/shapes/convex_polytope.hpp>

namespace masu {

// Makes the polygon that is the convex hull of the points. Statuses: no_points, not_finite, flat
// (the points lie on a line), out_of_memory, those of ConvexPolygon::build(); then `made` is
// unchanged. O(n log n).
template <class T>
Status polygon_of(std::span<const Vec<2, T>> points, ConvexPolygon<T>& made,
                  Allocator allocator = default_allocator());

// As polygon_of(), in 3D. flat: the points lie in a plane. See Quickhull3 for the complexity.
template <class T>
Status polyhedron_of(std::span<const Vec<3, T>> points, ConvexPolyhedron<T>& made,
                     Allocator allocator = default_allocator());

}  // namespace masu
