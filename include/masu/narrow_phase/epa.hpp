// SPDX-License-Identifier: MIT
// The expanding polytope algorithm: how deep the origin lies in the difference of two shapes.
#pragma once

#include <masu/narrow_phase/detail/expanding_polygon.hpp>
#include <masu/narrow_phase/detail/expanding_polyhedron.hpp>

namespace masu {

namespace detail {

template <int D>
class Epa {
 public:
  using Hull = std::conditional_t<D == 2, ExpandingPolygon, ExpandingPolyhedron>;

  template <class Difference, class Trace>
  EpaResult<D> run(Difference& difference, const Simplex<D>& start, const EpaOptions& options,
                   Trace& trace) {
    const int dimension = StartSimplex<D>::make(difference, start, hull_, flat_);
    if (dimension < D) return flat_result(difference);
    bool settled = !Settles<Difference, D>;
    for (; r_.rounds < options.most_rounds; ++r_.rounds) {
      const int face = hull_.nearest();
      const Vec<D, double> n = hull_.normal(face);
      const double depth = hull_.distance(face);
      const DifferencePoint<D> next = ask(difference, n, settled);
      const double reach = dot(n, next.w);
      r_.lower = depth > 0 ? depth : 0;
      if (settled && reach < r_.upper) keep(face, n, reach);
      trace.on(EpaStep<D>{n, next, r_.lower, r_.upper});
      const double gap = reach - depth;
      const bool arrived = gap <= options.relative * reach || gap <= options.absolute ||
                           gap <= kRounding * hull_.size() || hull_.known(next.w);
      if (arrived && settled) {
        r_.lower = larger(0.0, depth - hull_.error(face));
        return done(EpaOutcome::converged);
      }
      settled = settled || arrived;
      if (!arrived && !hull_.add(next, face)) break;
    }
    settle(difference);
    return done(EpaOutcome::not_converged);
  }

 private:
  static constexpr double kRounding = 0x1p-48;

  void keep(int face, const Vec<D, double>& n, double reach) {
    r_.upper = reach;
    r_.normal = n;
    r_.simplex = hull_.simplex(face);
  }
  EpaResult<D> done(EpaOutcome outcome) {
    r_.outcome = outcome;
    r_.size = hull_.size();
    if (r_.lower > r_.upper) r_.lower = r_.upper;
    return r_;
  }
  // Out of rounds, and of the fast ones: then the nearest face has the say.
  template <class Difference>
  void settle(Difference& difference) {
    if (r_.upper < std::numeric_limits<double>::infinity()) return;
    const int face = hull_.nearest();
    const Vec<D, double> n = hull_.normal(face);
    keep(face, n, dot(n, ask(difference, n, true).w));
  }
  // The difference has no inside: a way out across it has length 0.
  template <class Difference>
  EpaResult<D> flat_result(Difference& difference) {
    r_.normal = flat_;
    r_.simplex.p[0] = difference(flat_);
    r_.simplex.weight[0] = 1;
    r_.simplex.size = 1;
    const double reach = dot(flat_, r_.simplex.p[0].w);
    r_.upper = reach > 0 ? reach : 0;
    return done(EpaOutcome::flat);
  }

  Hull hull_;
  Vec<D, double> flat_{};
  EpaResult<D> r_;
};

}  // namespace detail

// `start` are points of the difference, the simplex in which gjk() found the origin; where they are
// fewer than D + 1, or flat, more are asked for. Each round asks for the support point along the
// normal of the face nearest to the origin: it bounds the depth from above, the face from below.
// Polytopes end after finitely many; where the hull is full (kMostEpaVertices) or rounding spoils
// it, the outcome is not_converged and both bounds hold.
//
// Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game
// objects", GDC 2001; here the polytope need not enclose the origin at first: it grows over it.
template <int D, class Difference, class Trace = NoTrace>
EpaResult<D> epa(Difference&& difference, const Simplex<D>& start, const EpaOptions& options = {},
                 Trace&& trace = {}) {
  detail::Epa<D> search;  // not made by (): that would clear 40 KiB
  return search.run(difference, start, options, trace);
}

}  // namespace masu
