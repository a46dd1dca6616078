// SPDX-License-Identifier: MIT
// When two moving bodies first touch, at least one of which has many pieces.
#pragma once

#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/piece_results.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

namespace masu {

namespace detail {

template <int D, class T>
PieceImpact<D, T> impact_of_bodies(const BodyRef<D, T>& a, const Sweep<D, T>& of_a,
                                   const BodyRef<D, T>& b, const Sweep<D, T>& of_b,
                                   const ImpactOptions& options);
// Touches count for which accept(impact, piece of a) is true; nullptr: all.
template <int D, class T>
PieceImpact<D, T> cast_of_bodies(
    const BodyRef<D, T>& a, const Transform<D, T>& at_a, const BodyRef<D, T>& b,
    const Transform<D, T>& at_b, const Vec<D, T>& translation,
    const FunctionRef<bool(const Impact<D, T>&, std::uint32_t)>* accept = nullptr);

}  // namespace detail

// The first touch of two pieces, the least (t, piece_a, piece_b): the least of what
// time_of_impact() says of them. Statuses: those of it; no_points for a body without pieces. Pieces
// whose boxes do not come to each other's are not tested: the motion is cut into 16 parts, in
// each of which a box is as large as what passes through it.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> PieceImpact<D, T> time_of_impact(
    const A& a, const Sweep<D, T>& of_a, const B& b, const Sweep<D, T>& of_b,
    const ImpactOptions& options = {}) {
  return detail::impact_of_bodies<D, T>(detail::body_ref(a), of_a, detail::body_ref(b), of_b,
                                        options);
}

// The same for b that moves by t times `translation`, with neither rotating, with the smallest
// tolerance that rounding allows.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> PieceImpact<D, T> shape_cast(const A& a,
                                                             const Transform<D, T>& at_a,
                                                             const B& b,
                                                             const Transform<D, T>& at_b,
                                                             const Vec<D, T>& translation) {
  return detail::cast_of_bodies<D, T>(detail::body_ref(a), at_a, detail::body_ref(b), at_b,
                                      translation);
}

}  // namespace masu
