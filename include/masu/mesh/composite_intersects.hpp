// SPDX-License-Identifier: MIT
// Whether two bodies touch, at least one of which has many pieces.
#pragma once

#include <masu/core/pair.hpp>
#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

// Whether two bodies overlap, and two pieces that do. The counters are those of PieceSeparation.
struct PieceIntersection {
  Status status = Status::ok;
  bool overlapping = false;
  std::uint32_t piece_a = kNoPiece;
  std::uint32_t piece_b = kNoPiece;
  QueryStats stats{};

  PieceIntersection flipped() const { return {status, overlapping, piece_b, piece_a, stats}; }
};

namespace detail {

// Pieces no farther apart than `margin` count as touching.
template <int D, class T>
PieceIntersection intersection_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                         const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                         double margin);
template <int D, class T>
SearchResult touching_pieces_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                       const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                       PairOutput& out);

}  // namespace detail

// Touching counts. Which of the touching pairs is named depends on the bodies' hierarchies alone.
// Surfaces are not solids: a shape inside of a closed mesh does not touch it. Swapped arguments
// give the flipped answer. Statuses: those of check() and Transform::check(); no_points for a body
// without pieces. Typically O(log n + k) for k pairs of pieces whose boxes overlap.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> PieceIntersection intersects(const A& a,
                                                             const Transform<D, T>& at_a,
                                                             const B& b,
                                                             const Transform<D, T>& at_b) {
  return detail::intersection_of_bodies<D, T>(detail::body_ref(a), at_a, detail::body_ref(b), at_b,
                                              0);
}

// All pairs of pieces that touch, the first of each in a: to a PairSink, in an order that bodies
// and transforms decide. Swapped arguments give the same pairs, swapped. Statuses: as above;
// stopped and out_of_memory by the sink.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>,
          PairSink Sink>
requires detail::BodyPair<A, B> SearchResult touching_pieces(
    const A& a, const Transform<D, T>& at_a, const B& b, const Transform<D, T>& at_b, Sink&& sink) {
  PairOutput out(sink);
  return detail::touching_pieces_of_bodies<D, T>(detail::body_ref(a), at_a, detail::body_ref(b),
                                                 at_b, out);
}

}  // namespace masu
