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
      if (reach < r_.upper) r_.upper = reach;
      trace.on(EpaStep<D>{n, next, larger(0.0, depth), r_.upper});
      const double gap = reach - depth;
      const bool arrived = gap <= options.relative * reach || gap <= options.absolute ||
                           gap <= kRounding * hull_.size() || hull_.known(next.w);
      if (arrived && settled) return done(face, reach, EpaOutcome::converged);
      settled = settled || arrived;
      if (!arrived && !hull_.add(next, face)) break;
    }
    const int face = hull_.nearest();
    const double reach = dot(hull_.normal(face), ask(difference, hull_.normal(face), true).w);
    return done(face, reach, EpaOutcome::not_converged);
  }

 private:
  static constexpr double kRounding = 0x1p-48;

  EpaResult<D> done(int face, double reach, EpaOutcome outcome) {
    r_.outcome = outcome;
    r_.size = hull_.size();
    r_.normal = hull_.normal(face);
    r_.upper = reach;
    r_.lower = larger(0.0, hull_.distance(face) - hull_.error(face));
    if (r_.lower > r_.upper) r_.lower = r_.upper;
    r_.simplex = hull_.simplex(face);
    return r_;
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
    r_.size = size_of(r_.simplex.p[0]);
    r_.outcome = EpaOutcome::flat;
    return r_;
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
