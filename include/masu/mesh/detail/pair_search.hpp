// SPDX-License-Identifier: MIT
// Pairs of pieces of two bodies: those that touch, and the nearest.
#pragma once

#include <masu/mesh/detail/body.hpp>
#include <masu/mesh/detail/tree_search.hpp>

namespace masu::detail {

// visit(pair) -> go on, for each pair of pieces no farther apart than `margin`.
template <Body A, Body B, int D, class Visit>
SearchResult for_each_touching(const A& a, const B& b, const PairPlace<D>& at, double margin,
                               Visit&& visit) {
  using T = typename A::Scalar;
  QueryStats stats;
  if constexpr (TreeBody<A> && TreeBody<B>) {
    JoinFrame<D, T> frame;
    if (make_join_frame(at, a.bounds(), b.bounds(), margin, frame)) {
      return touching_in_trees(a, b, at, frame, margin, visit);
    }
  }
  const BoxGap<D> gap_of_b(hull_of(b), at);
  const auto of_a = [&](std::uint32_t id_a, const Piece<D, T>& piece_a) {
    const PairPlace<D> from_piece = with_piece_of_a(at, piece_a);
    const auto of_b = [&](std::uint32_t id_b, const Piece<D, T>& piece_b) {
      const PairPlace<D> place = with_piece_of_b(from_piece, piece_b);
      ++stats.results;
      if (!pieces_touch(piece_a.shape, piece_b.shape, place, margin)) return true;
      return visit(PiecePair<D, T>{id_a, id_b, piece_a.shape, piece_b.shape, place});
    };
    if constexpr (!CompositeShape<B>) {
      return of_b(0, Piece<D, T>{b.shape, nullptr});
    } else {
      const SearchResult r =
          pieces_within(b, BoxGap<D>(piece_a.shape, from_piece.flipped()), margin, of_b);
      stats.nodes += r.stats.nodes;
      stats.tests += r.stats.tests;
      return r.status == Status::ok;
    }
  };
  const SearchResult r = pieces_within(a, gap_of_b, margin, of_a);
  stats.nodes += r.stats.nodes;
  stats.tests += r.stats.tests;
  return {r.status, stats};
}

// visit(pair) -> the new reach (squared), nearest boxes first.
template <Body A, Body B, int D, class Visit>
QueryStats for_each_pair_near(const A& a, const B& b, const PairPlace<D>& at, double reach,
                              Visit&& visit) {
  using T = typename A::Scalar;
  QueryStats stats;
  const auto of_a = [&](std::uint32_t id_a, const Piece<D, T>& piece_a) {
    const PairPlace<D> from_piece = with_piece_of_a(at, piece_a);
    const auto of_b = [&](std::uint32_t id_b, const Piece<D, T>& piece_b) {
      const PairPlace<D> place = with_piece_of_b(from_piece, piece_b);
      ++stats.results;
      reach = visit(PiecePair<D, T>{id_a, id_b, piece_a.shape, piece_b.shape, place});
      return reach;
    };
    if constexpr (!CompositeShape<B>) {
      of_b(0, Piece<D, T>{b.shape, nullptr});
    } else {
      const QueryStats s =
          b.for_each_piece_near(BoxGap<D>(piece_a.shape, from_piece.flipped()), reach, of_b);
      stats.nodes += s.nodes;
      stats.tests += s.tests;
    }
    return reach;
  };
  const QueryStats s = pieces_near(a, BoxGap<D>(hull_of(b), at), reach, of_a);
  stats.nodes += s.nodes;
  stats.tests += s.tests;
  return stats;
}

}  // namespace masu::detail
