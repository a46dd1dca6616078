// SPDX-License-Identifier: MIT
// aabb_of(): the bounding box of a shape at a pose.
#pragma once

#include <masu/shapes/concepts.hpp>

namespace masu {

// Computes the smallest box that contains the shape at a pose, up to rounding, always outwards:
// each side is off by at most one unit in the last place where the exact one is a number of T, else
// by few units of its summands. Precondition: shape and transform are valid (see check()). O(1);
// for polygons and polyhedra O(n). A half-space has infinite sides.
//
// Source: the support function along each axis, in closed form except for polytopes; for the
// ellipsoid the length of the row of the rotation scaled by the half axes.
template <int D, class T>
Aabb<D, T> aabb_of_view(const ShapeView<D, T>& shape, const Transform<D, T>& pose);

// Returns the bounding box of a shape at a pose, as tight as rounding allows. O(1); polytopes O(n).
template <Shape S, class T = detail::ScalarOf<S>, int D = detail::kDimensionOf<S>>
Aabb<D, T> aabb_of(const S& shape, const Transform<D, T>& pose) {
  return aabb_of_view(view_of(shape), pose);
}

}  // namespace masu
