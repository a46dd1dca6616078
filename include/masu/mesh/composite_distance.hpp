// SPDX-License-Identifier: MIT
// How far apart two bodies are, of which one at least has many pieces.
#pragma once

#include <masu/core/answered.hpp>
#include <masu/mesh/detail/near_join.hpp>
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
    if (!answered(s.status)) {
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
    if (answered(s.status) && best_.piece_a != kNoPiece) s.lower = lower_, s.upper = upper_;
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

template <int D, class T>
PieceSeparation<D, T> nearest_one_by_one(const auto& a, const auto& b, const PairPlace<D>& at) {
  NearestPieces<D, T> nearest;
  const QueryStats stats = for_each_pair_near(a, b, at, std::numeric_limits<double>::infinity(),
                                              [&](const auto& pair) { return nearest.take(pair); });
  return nearest.result(stats);
}

// Bodies with hierarchies, which are gone down at once. Pairs are measured as the search asks for
// them; what goes wrong ends it.
template <TreeBody A, TreeBody B>
class NearestInTrees {
 public:
  static constexpr int D = A::kDimension;
  using T = typename A::Scalar;

  NearestInTrees(const A& a, const B& b, const PairPlace<D>& at) : a_(a), b_(b), at_(at) {}

  PieceSeparation<D, T> search() {
    NearQuery<D> query;
    if (!make_near_query(at_, a_.bounds(), b_.bounds(), query)) {
      return nearest_one_by_one<D, T>(a_, b_, at_);
    }
    query.context = this;
    query.measure = [](void* self, std::uint32_t id_a, std::uint32_t id_b) {
      return static_cast<NearestInTrees*>(self)->gap(id_a, id_b);
    };
    NearCounts counts;
    const NearestPair best = nearest(query, counts);
    PieceSeparation<D, T> r{last_, best.a, best.b, {}};
    if (best.a != last_a_ || best.b != last_b_) r.separation = measure(best.a, best.b);
    r.stats = {.nodes = counts.nodes, .tests = counts.tests, .results = counts.pairs};
    if (answered(r.separation.status)) lower_bound(best, query.tie, r.separation);
    return r;
  }

 private:
  NearestPair nearest(const NearQuery<D>& query, NearCounts& counts) const {
    if constexpr (std::same_as<A, SurfaceMesh<3, T>> && std::same_as<B, SurfaceMesh<3, T>>) {
      return triangle_near_kernels<T>().nearest(a_.leaves(), b_.leaves(), query, counts);
    } else {
      return near_kernels<D, T>().nearest(a_.tree().nodes(), b_.tree().nodes(), query, counts);
    }
  }
  Separation<D, T> measure(std::uint32_t id_a, std::uint32_t id_b) const {
    const Piece<D, T> x = a_.piece(id_a);
    const Piece<D, T> y = b_.piece(id_b);
    const PairPlace<D> place = with_piece_of_b(with_piece_of_a(at_, x), y);
    return placed_distance(x.shape, y.shape, place);
  }
  PieceGap gap(std::uint32_t id_a, std::uint32_t id_b) {
    last_ = measure(id_a, id_b);
    last_a_ = id_a;
    last_b_ = id_b;
    if (!answered(last_.status) || last_.overlapping()) return {0, 0};
    return {double(last_.lower), double(last_.distance)};
  }
  // That of all pairs, looked at or not.
  static void lower_bound(const NearestPair& best, double tie, Separation<D, T>& s) {
    const double all = best.lower < best.upper - tie ? best.lower : best.upper - tie;
    const T rounded = round_down<T>(all);
    if (rounded < s.lower) s.lower = rounded;
    if (!(s.lower > 0) || s.overlapping()) s.lower = 0;
  }

  const A& a_;
  const B& b_;
  const PairPlace<D>& at_;
  Separation<D, T> last_;
  std::uint32_t last_a_ = kNoPiece;
  std::uint32_t last_b_ = kNoPiece;
};

}  // namespace detail

// The least distance of two pieces, by branch and bound; 0, with a common point and no normal,
// where two overlap (some two: the first that the search finds). Of equally near ones those of the
// smallest numbers; of two meshes or compounds some two, which their hierarchies and places decide.
// Swapped arguments give the flipped answer. Statuses and the rest as distance() of two shapes;
// no_points for a body without pieces. Typically O(log n) pairs of pieces.
template <class A, class B, int D, class T>
requires detail::BodyPair<A, B> PieceSeparation<D, T> distance(const A& a,
                                                               const Transform<D, T>& at_a,
                                                               const B& b,
                                                               const Transform<D, T>& at_b) {
  return detail::ask_in_order(
      a, at_a, b, at_b,
      [](const auto& x, const auto& y, const detail::PairPlace<D>& at, bool) {
        using X = std::remove_cvref_t<decltype(x)>;
        using Y = std::remove_cvref_t<decltype(y)>;
        if constexpr (detail::TreeBody<X> && detail::TreeBody<Y>) {
          return detail::NearestInTrees<X, Y>(x, y, at).search();
        } else {
          return detail::nearest_one_by_one<D, T>(x, y, at);
        }
      },
      [](Status s) {
        PieceSeparation<D, T> r;
        r.separation.status = s;
        return r;
      });
}

}  // namespace masu
