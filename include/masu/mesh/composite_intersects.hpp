// SPDX-License-Identifier: MIT
// Do two bodies touch, of which one at least has many pieces?
#pragma once

#include <masu/mesh/detail/pair_search.hpp>

namespace masu {

// Touching counts. Which of the touching pairs is named depends on the bodies' hierarchies alone.
// Surfaces are not solids: a shape inside of a closed mesh does not touch it. Swapped arguments
// give the flipped answer. Statuses: those of check() and Transform::check(); no_points for a body
// without pieces. Typically O(log n + k) for k pairs of pieces whose boxes overlap.
template <class A, class B, int D, class T>
requires detail::BodyPair<A, B> PieceIntersection intersects(const A& a,
                                                             const Transform<D, T>& at_a,
                                                             const B& b,
                                                             const Transform<D, T>& at_b) {
  return detail::ask_in_order(
      a, at_a, b, at_b,
      [](const auto& x, const auto& y, const detail::PairPlace<D>& at, bool) {
        PieceIntersection r;
        r.stats = detail::for_each_touching(x, y, at, 0.0, [&](const auto& pair) {
                    r.overlapping = true;
                    r.piece_a = pair.id_a;
                    r.piece_b = pair.id_b;
                    return false;
                  }).stats;
        return r;
      },
      [](Status s) { return PieceIntersection{.status = s}; });
}

// All pairs of pieces that touch, the first of each in a: to a PairSink, in an order that bodies
// and places decide. Swapped arguments give the same pairs, swapped. Statuses: as above; stopped
// and out_of_memory by the sink.
template <class A, class B, int D, class T, PairSink Sink>
requires detail::BodyPair<A, B> SearchResult touching_pieces(
    const A& a, const Transform<D, T>& at_a, const B& b, const Transform<D, T>& at_b, Sink&& sink) {
  PairOutput<Sink> out(sink);
  return detail::ask_in_order(
      a, at_a, b, at_b,
      [&](const auto& x, const auto& y, const detail::PairPlace<D>& at, bool flipped) {
        detail::PieceSearch r;
        r.stats = detail::for_each_touching(x, y, at, 0.0, [&](const auto& pair) {
                    return flipped ? out.put(pair.id_b, pair.id_a) : out.put(pair.id_a, pair.id_b);
                  }).stats;
        r.status = out.status();
        return r;
      },
      [](Status s) {
        return detail::PieceSearch{{s, {}}};
      });
}

}  // namespace masu
