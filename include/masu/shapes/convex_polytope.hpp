// SPDX-License-Identifier: MIT
// The convex polygon or polyhedron, by dimension.
#pragma once

#include <type_traits>

#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

namespace masu {

// ConvexPolygon in 2D, ConvexPolyhedron in 3D.
template <int D, class T>
using ConvexPolytope = std::conditional_t<D == 2, ConvexPolygon<T>, ConvexPolyhedron<T>>;

}  // namespace masu
