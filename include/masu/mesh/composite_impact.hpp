// SPDX-License-Identifier: MIT
// When two bodies that move first touch, of which one at least has many pieces.
#pragma once

#include <tuple>

#include <masu/core/answered.hpp>
#include <masu/mesh/detail/swept_gap.hpp>

namespace masu {

namespace detail {

// The first touch so far: the least (t, piece_a, piece_b).
template <int D, class T>
class FirstImpact {
 public:
  FirstImpact() { best_.impact.t = 1; }

  // The new reach, a time.
  double take(std::uint32_t id_a, std::uint32_t id_b, const Impact<D, T>& i) {
    if (!answered(i.status)) {
      best_ = {i, id_a, id_b, {}};
      return -1;
    }
    if (i.hit || i.status == Status::not_converged) {
      const bool first = best_.piece_a == kNoPiece;
      const auto rank = [](T t, std::uint32_t a, std::uint32_t b) { return std::tuple(t, a, b); };
      if (first || rank(i.t, id_a, id_b) < rank(best_.impact.t, best_.piece_a, best_.piece_b)) {
        best_ = {i, id_a, id_b, {}};
      }
    }
    return double(best_.impact.t);
  }
  PieceImpact<D, T> result(const QueryStats& stats) {
    best_.stats = stats;
    return best_;
  }

 private:
  PieceImpact<D, T> best_;
};

template <Body A, Body B, int D>
PieceImpact<D, typename A::Scalar> first_impact(const A& a, const BodyMotion<D>& of_a, const B& b,
                                                const BodyMotion<D>& of_b, double tolerance,
                                                int most_rounds) {
  using T = typename A::Scalar;
  FirstImpact<D, T> first;
  QueryStats stats;
  double reach = 1;
  const auto visit_a = [&](std::uint32_t id_a, const Piece<D, T>& piece_a) {
    const auto visit_b = [&](std::uint32_t id_b, const Piece<D, T>& piece_b) {
      ++stats.results;
      reach = first.take(
          id_a, id_b,
          placed_impact<D, T>({piece_a.shape, piece_a.place, of_a},
                              {piece_b.shape, piece_b.place, of_b}, tolerance, most_rounds));
      return reach;
    };
    if constexpr (!CompositeShape<B>) {
      visit_b(0, Piece<D, T>{b.shape, nullptr});
    } else {
      const SweptGap<D> gap(of_b, piece_a.shape, piece_a.place, of_a);
      const QueryStats s = b.for_each_piece_near(gap, reach, visit_b);
      stats.nodes += s.nodes;
      stats.tests += s.tests;
    }
    return reach;
  };
  const SweptGap<D> gap(of_a, hull_of(b), static_cast<const Transform<D, T>*>(nullptr), of_b);
  const QueryStats s = pieces_near(a, gap, reach, visit_a);
  stats.nodes += s.nodes;
  stats.tests += s.tests;
  return first.result(stats);
}

template <int D, class T>
PieceImpact<D, T> refused_impact(Status s) {
  PieceImpact<D, T> r;
  r.impact.status = s;
  return r;
}

template <Body B, int D>
bool turns_half_space(const B& body, const BodyMotion<D>& motion) {
  if constexpr (CompositeShape<B>) {
    return false;  // its pieces say so themselves
  } else {
    return body.shape.kind == ShapeKind::half_space && motion.fastest_turn() != 0;
  }
}

template <class A, class B, int D, class T>
PieceImpact<D, T> impact_of_bodies(const A& a, const Sweep<D, T>& of_a, const B& b,
                                   const Sweep<D, T>& of_b, double tolerance, int most_rounds) {
  const auto& x = as_body(a);
  const auto& y = as_body(b);
  for (const Status s : {check_body(x), check_body(y), of_a.begin.check(), of_a.end.check(),
                         of_b.begin.check(), of_b.end.check()}) {
    if (s != Status::ok) return refused_impact<D, T>(s);
  }
  const auto way = [](const Sweep<D, T>& m) {
    return vec_cast<double>(m.end.translation) - vec_cast<double>(m.begin.translation);
  };
  const BodyMotion<D> first(of_a.begin, of_a.end.rotation, way(of_a));
  const BodyMotion<D> second(of_b.begin, of_b.end.rotation, way(of_b));
  if (turns_half_space(x, first) || turns_half_space(y, second)) {
    return refused_impact<D, T>(Status::unbounded);
  }
  const bool sensible = tolerance > 0 && tolerance < 1 && most_rounds > 0;
  if (!sensible || !first.short_enough() || !second.short_enough()) {
    return refused_impact<D, T>(Status::out_of_range);
  }
  if (bodies_in_order(x, of_a.begin, y, of_b.begin)) {
    return first_impact(x, first, y, second, tolerance, most_rounds);
  }
  return first_impact(y, second, x, first, tolerance, most_rounds).flipped();
}

}  // namespace detail

// The first touch of two pieces, the least (t, piece_a, piece_b): the least of what
// time_of_impact() says of them. Statuses: those of it; no_points for a body without pieces. Pieces
// whose boxes do not come to each other's are not looked at: the motion is cut into 16 parts, in
// each of which a box is as large as what passes through it.
template <class A, class B, int D, class T>
requires detail::BodyPair<A, B> PieceImpact<D, T> time_of_impact(
    const A& a, const Sweep<D, T>& of_a, const B& b, const Sweep<D, T>& of_b,
    const ImpactOptions& options = {}) {
  return detail::impact_of_bodies(a, of_a, b, of_b, options.tolerance, options.most_rounds);
}

// The same for b that moves by t times `translation`, neither turning, with the smallest tolerance
// that rounding allows.
template <class A, class B, int D, class T>
requires detail::BodyPair<A, B> PieceImpact<D, T> shape_cast(const A& a,
                                                             const Transform<D, T>& at_a,
                                                             const B& b,
                                                             const Transform<D, T>& at_b,
                                                             const Vec<D, T>& translation) {
  const auto& x = detail::as_body(a);
  const auto& y = detail::as_body(b);
  for (const Status s :
       {detail::check_body(x), detail::check_body(y), at_a.check(), at_b.check()}) {
    if (s != Status::ok) return detail::refused_impact<D, T>(s);
  }
  if (const Status s = detail::check_place(translation); s != Status::ok) {
    return detail::refused_impact<D, T>(s);
  }
  const detail::BodyMotion<D> still(at_a, at_a.rotation, Vec<D, double>{});
  const detail::BodyMotion<D> moving(at_b, at_b.rotation, vec_cast<double>(translation));
  constexpr double kTolerance = 0x1p-44;
  constexpr int kRounds = 256;
  if (detail::bodies_in_order(x, at_a, y, at_b)) {
    return detail::first_impact(x, still, y, moving, kTolerance, kRounds);
  }
  return detail::first_impact(y, moving, x, still, kTolerance, kRounds).flipped();
}

}  // namespace masu
