// SPDX-License-Identifier: MIT
// epa(): the depth of the origin in a Minkowski difference, by the expanding polytope algorithm.
#pragma once

#include <masu/narrow_phase/epa_result.hpp>

namespace masu {

namespace detail {
template <int D>
EpaResult<D> epa_of(const AnyDifference<D>& difference, const Simplex<D>& start,
                    const EpaOptions& options, const AnyTrace<EpaStep<D>>& trace);
}  // namespace detail

// Runs EPA. `start` has points of the difference: the simplex in which gjk() found the origin. If
// they are fewer than D + 1, or flat, epa() computes more. Each round computes the support point
// along the normal of the face nearest to the origin: it bounds the depth from above, the face
// bounds it from below. For polytopes the search is finite; if the hull is full (kMostEpaVertices)
// or rounding spoils it, the outcome is not_converged and both bounds hold.
//
// Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game
// objects", GDC 2001; here the polytope need not enclose the origin at first: it grows over it.
template <int D, class Difference, class Trace = NoTrace>
EpaResult<D> epa(Difference&& difference, const Simplex<D>& start, const EpaOptions& options = {},
                 Trace&& trace = {}) {
  return detail::epa_of<D>(detail::AnyDifference<D>(difference), start, options,
                           AnyTrace<EpaStep<D>>(trace));
}

}  // namespace masu
