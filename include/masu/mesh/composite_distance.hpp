// SPDX-License-Identifier: MIT
// distance() of two bodies, at least one of them a composite shape.
#pragma once

#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

namespace detail {

template <int D, class T>
PieceSeparation<D, T> distance_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                         const BodyRef<D, T>& b, const Transform<D, T>& at_b);

}  // namespace detail

// Computes the smallest distance of a piece of each body, by branch and bound. If two pieces
// overlap it is 0, with a common point of the first such pair found, and no normal. Of pairs at
// equal distance the result is the one with the smallest numbers; for two meshes or compounds it
// depends on their hierarchies and transforms. Swapped arguments give the flipped result. Statuses
// and the rest as distance() of two shapes; no_points for a body without pieces. Typically O(log n)
// pairs of pieces.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> PieceSeparation<D, T> distance(const A& a,
                                                               const Transform<D, T>& at_a,
                                                               const B& b,
                                                               const Transform<D, T>& at_b) {
  return detail::distance_of_bodies<D, T>(detail::body_ref(a), at_a, detail::body_ref(b), at_b);
}

}  // namespace masu
