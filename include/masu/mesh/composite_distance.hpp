// SPDX-License-Identifier: MIT
// How far apart two bodies are, at least one of which has many pieces.
#pragma once

#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

namespace detail {

template <int D, class T>
PieceSeparation<D, T> distance_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                         const BodyRef<D, T>& b, const Transform<D, T>& at_b);

}  // namespace detail

// The least distance of two pieces, by branch and bound; 0, with a common point and no normal,
// where two overlap (some two: the first that the search finds). Of equally near ones those of the
// smallest numbers; of two meshes or compounds some two, which their hierarchies and transforms
// decide. Swapped arguments give the flipped answer. Statuses and the rest as distance() of two
// shapes; no_points for a body without pieces. Typically O(log n) pairs of pieces.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> PieceSeparation<D, T> distance(const A& a,
                                                               const Transform<D, T>& at_a,
                                                               const B& b,
                                                               const Transform<D, T>& at_b) {
  return detail::distance_of_bodies<D, T>(detail::body_ref(a), at_a, detail::body_ref(b), at_b);
}

}  // namespace masu
