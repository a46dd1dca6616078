// SPDX-License-Identifier: MIT
// check(): whether a shape is valid.
#pragma once

#include <masu/shapes/concepts.hpp>

namespace masu {

// Checks a view. Returns ok, or: not_finite; not_positive: a radius, half height or half axis that
// is not above zero, a negative half extent or `Rounded` radius; not_unit: a half-space's normal;
// out_of_range: a number other than zero outside 2^-140 .. 2^140, where squares and products leave
// double, or a kind that does not exist in D dimensions; no_points: a polygon or polyhedron that
// was not built. O(1): build() checks polytopes. Every query calls this and returns its failure.
template <int D, class T>
Status check_view(const ShapeView<D, T>& shape);

// Returns ok for a valid shape, else not_finite, out_of_range, not_positive, not_unit or no_points.
// Every query calls it.
template <Shape S>
Status check(const S& shape) {
  return check_view(view_of(shape));
}

}  // namespace masu
