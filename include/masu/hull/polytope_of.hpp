// SPDX-License-Identifier: MIT
// Convex polygons and polyhedra from points: their hull.
#pragma once

#include <masu/shapes/convex_polytope.hpp>

namespace masu {

// The convex hull of the points becomes the polygon. Statuses: no_points, not_finite, flat (they
// lie on a line), out_of_memory, those of ConvexPolygon::build(); then `made` is as before.
// O(n log n).
template <class T>
Status polygon_of(std::span<const Vec<2, T>> points, ConvexPolygon<T>& made,
                  Allocator allocator = default_allocator());

// The same in space: flat if they lie in a plane. See Quickhull3 for the cost.
template <class T>
Status polyhedron_of(std::span<const Vec<3, T>> points, ConvexPolyhedron<T>& made,
                     Allocator allocator = default_allocator());

}  // namespace masu
