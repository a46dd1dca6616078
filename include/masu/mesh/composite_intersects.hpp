// SPDX-License-Identifier: MIT
// intersects() and touching_pieces() of two bodies, at least one of them a composite shape.
#pragma once

#include <masu/core/pair.hpp>
#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

// Result of intersects(): whether two bodies touch, and one pair of pieces that do. The counters
// are as in PieceSeparation.
struct PieceIntersection {
  Status status = Status::ok;        // as that of intersects() for two shapes
  bool overlapping = false;          // whether any two pieces touch
  std::uint32_t piece_a = kNoPiece;  // a piece of a that touches
  std::uint32_t piece_b = kNoPiece;  // the piece of b that it touches
  QueryStats stats{};                // work of the search

  // Returns the result with the bodies exchanged.
  PieceIntersection flipped() const { return {status, overlapping, piece_b, piece_a, stats}; }
};

namespace detail {

// Pieces at most `margin` apart count as touching.
template <int D, class T>
PieceIntersection intersection_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                         const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                         double margin);
template <int D, class T>
SearchResult touching_pieces_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                       const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                       PairOutput& out);

}  // namespace detail

// Returns whether two bodies overlap or touch. Which touching pair is returned depends only on the
// hierarchies of the bodies. Surfaces are not solids: a shape inside a closed mesh does not touch
// it. Swapped arguments give the flipped result. Statuses: those of check() and Transform::check();
// no_points for a body without pieces. Typically O(log n + k) for k pairs of pieces whose boxes
// overlap.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> PieceIntersection intersects(const A& a,
                                                             const Transform<D, T>& at_a,
                                                             const B& b,
                                                             const Transform<D, T>& at_b) {
  return detail::intersection_of_bodies<D, T>(detail::body_ref(a), at_a, detail::body_ref(b), at_b,
                                              0);
}

// Delivers all pairs of pieces that touch to a PairSink: (piece of a, piece of b), in an order that
// depends on the bodies and transforms. Swapped arguments give the same pairs, swapped. Statuses:
// as intersects(); stopped and out_of_memory from the sink.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>,
          PairSink Sink>
requires detail::BodyPair<A, B> SearchResult touching_pieces(
    const A& a, const Transform<D, T>& at_a, const B& b, const Transform<D, T>& at_b, Sink&& sink) {
  PairOutput out(sink);
  return detail::touching_pieces_of_bodies<D, T>(detail::body_ref(a), at_a, detail::body_ref(b),
                                                 at_b, out);
}

}  // namespace masu
