// SPDX-License-Identifier: MIT
// check(): whether a shape is valid.
#pragma once

#include <masu/shapes/concepts.hpp>

namespace masu {

// not_finite: a NaN or infinity; not_positive: a radius, half height or half axis that is not above
// zero, a negative half extent or skin; not_unit: a half-space's normal; out_of_range: a number
// that is not zero beyond 2^-140 .. 2^140, where squares and products leave double, or a kind that
// its dimension lacks; no_points: a polygon or polyhedron that was not built. O(1): what a polytope
// holds was checked when it was built. All queries ask this first and return it as their status.
template <int D, class T>
Status check_view(const ShapeView<D, T>& shape);

// Returns ok for a valid shape, else not_finite, out_of_range, not_positive, not_unit or no_points.
// Every query calls it.
template <Shape S>
Status check(const S& shape) {
  return check_view(view_of(shape));
}

}  // namespace masu
