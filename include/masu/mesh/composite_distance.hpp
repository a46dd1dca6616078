// SPDX-License-Identifier: MIT
// How far apart two bodies are, of which one at least has many pieces.
#pragma once

#include <masu/mesh/detail/pair_search.hpp>

namespace masu {

namespace detail {

// The nearest pair so far: the least (distance, piece_a, piece_b), which no order of visits
// changes; where pieces overlap the first pair found ends the search.
template <int D, class T>
class NearestPieces {
 public:
  // The new reach. Pairs as near as the best are looked at too, rounding or not.
  double take(const PiecePair<D, T>& pair) {
    const Separation<D, T> s = placed_distance(pair.a, pair.b, pair.at);
    if (s.status != Status::ok && s.status != Status::not_converged) {
      best_ = {s, pair.id_a, pair.id_b, {}};
      return -1;
    }
    lower_ = s.lower < lower_ ? s.lower : lower_;
    upper_ = s.upper < upper_ ? s.upper : upper_;
    if (sooner(s, pair)) best_ = {s, pair.id_a, pair.id_b, {}};
    if (best_.separation.overlapping()) return -1;
    const double reach = double(upper_) * (1 + 0x1p-20);
    return reach * reach;
  }
  // No pair that was left out is nearer than `upper_`.
  PieceSeparation<D, T> result(const QueryStats& stats) {
    best_.stats = stats;
    Separation<D, T>& s = best_.separation;
    const bool answered = s.status == Status::ok || s.status == Status::not_converged;
    if (answered && best_.piece_a != kNoPiece) s.lower = lower_, s.upper = upper_;
    if (s.overlapping()) s.lower = 0;
    return best_;
  }

 private:
  bool sooner(const Separation<D, T>& s, const PiecePair<D, T>& pair) const {
    const Separation<D, T>& old = best_.separation;
    if (best_.piece_a == kNoPiece || s.distance != old.distance) {
      return best_.piece_a == kNoPiece || s.distance < old.distance;
    }
    if (pair.id_a != best_.piece_a) return pair.id_a < best_.piece_a;
    return pair.id_b < best_.piece_b;
  }

  PieceSeparation<D, T> best_;
  T lower_ = std::numeric_limits<T>::infinity();
  T upper_ = std::numeric_limits<T>::infinity();
};

}  // namespace detail

// The least distance of two pieces, by branch and bound; 0, with a common point and no normal,
// where two overlap (some two: the first that the search finds). Of equally near ones those of the
// smallest numbers. Swapped arguments give the flipped answer. Statuses and the rest as distance()
// of two shapes; no_points for a body without pieces. Typically O(log n) pairs of pieces.
template <class A, class B, int D, class T>
requires detail::BodyPair<A, B> PieceSeparation<D, T> distance(const A& a,
                                                               const Transform<D, T>& at_a,
                                                               const B& b,
                                                               const Transform<D, T>& at_b) {
  return detail::ask_in_order(
      a, at_a, b, at_b,
      [](const auto& x, const auto& y, const detail::PairPlace<D>& at, bool) {
        detail::NearestPieces<D, T> nearest;
        const QueryStats stats =
            detail::for_each_pair_near(x, y, at, std::numeric_limits<double>::infinity(),
                                       [&](const auto& pair) { return nearest.take(pair); });
        return nearest.result(stats);
      },
      [](Status s) {
        PieceSeparation<D, T> r;
        r.separation.status = s;
        return r;
      });
}

}  // namespace masu
