// SPDX-License-Identifier: MIT
// The box around a shape, wherever it is and however it is turned.
#pragma once

#include <masu/shapes/concepts.hpp>

namespace masu {

// Contains the shape, and is the smallest box that does, up to the rounding of its numbers: each
// side is off by at most one unit in the last place where the exact one is a number of T, else by
// few of its summands'. The shape and transform must be valid (see check()). O(1); for polygons and
// polyhedra O(n). A half-space has infinite sides.
//
// Source, but for polytopes: the support function of the shape along each axis, in closed form;
// for the ellipsoid the length of the row of the rotation scaled by the half axes.
template <int D, class T>
Aabb<D, T> aabb_of_view(const ShapeView<D, T>& shape, const Transform<D, T>& at);

// The box around a shape at a place: as tight as rounding lets it be. O(1), but for polytopes.
template <Shape S, class T = detail::ScalarOf<S>, int D = detail::kDimensionOf<S>>
Aabb<D, T> aabb_of(const S& shape, const Transform<D, T>& at) {
  return aabb_of_view(view_of(shape), at);
}

}  // namespace masu
