// SPDX-License-Identifier: MIT
#include <masu/mesh/composite_intersects.hpp>

#include "core/instantiate.hpp"
#include "mesh/pair_search.hpp"

namespace masu::detail {

template <int D, class T>
PieceIntersection intersection_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                         const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                         double margin) {
  return ask_in_order(
      a, at_a, b, at_b,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PairPlace<D>& at, bool) {
        PieceIntersection r;
        const auto take = [&](const PiecePair<D, T>& pair) {
          r.overlapping = true;
          r.piece_a = pair.id_a;
          r.piece_b = pair.id_b;
          return false;
        };
        r.stats = for_each_touching<D, T>(x, y, at, margin, take).stats;
        return r;
      },
      [](Status s) { return PieceIntersection{.status = s}; });
}

template <int D, class T>
SearchResult touching_pieces_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                       const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                       PairOutput& out) {
  return ask_in_order(
      a, at_a, b, at_b,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PairPlace<D>& at, bool flipped) {
        const auto take = [&](const PiecePair<D, T>& pair) {
          return flipped ? out.put(pair.id_b, pair.id_a) : out.put(pair.id_a, pair.id_b);
        };
        const SearchResult found = for_each_touching<D, T>(x, y, at, 0, take);
        return PieceSearch{out.finish(found.stats)};
      },
      [](Status s) {
        return PieceSearch{{s, {}}};
      });
}

#define MASU_INSTANTIATE(D, T)                                                                    \
  template PieceIntersection intersection_of_bodies(const BodyRef<D, T>&, const Transform<D, T>&, \
                                                    const BodyRef<D, T>&, const Transform<D, T>&, \
                                                    double);                                      \
  template SearchResult touching_pieces_of_bodies(const BodyRef<D, T>&, const Transform<D, T>&,   \
                                                  const BodyRef<D, T>&, const Transform<D, T>&,   \
                                                  PairOutput&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
