// SPDX-License-Identifier: MIT
// The expansion behind epa(), for any difference and trace.
#pragma once

#include <masu/narrow_phase/epa.hpp>

#include "narrow_phase/expanding_polygon.hpp"
#include "narrow_phase/expanding_polyhedron.hpp"

namespace masu::detail {

template <int D>
class Epa {
 public:
  using Hull = std::conditional_t<D == 2, ExpandingPolygon, ExpandingPolyhedron>;

  template <class Difference>
  void start(Difference& difference, const Simplex<D>& start) {
    dimension_ = StartSimplex<D>::make(difference, start, hull_, flat_);
  }

  // Starts with the cached polytope. Returns false if it cannot: then call start() on a new one.
  template <class Difference>
  bool restart(const Difference& difference, const DepthCache& known, bool flipped) {
    dimension_ = D;
    return hull_.restart(difference, known, flipped);
  }
  void save(DepthCache& to, bool flipped) const { hull_.save(to, flipped); }

  // May be called again to continue with more accuracy.
  template <class Difference, class Trace>
  EpaResult<D> run(Difference& difference, const EpaOptions& options, Trace& trace) {
    if (dimension_ < D) return flat_result(difference);
    return expand(difference, options, trace, [this] { return hull_.nearest(); });
  }

  // Looks for a shorter translation than `known`, in a direction away from it. Returns `known` if
  // there is none.
  template <class Difference, class Trace>
  EpaResult<D> run_away(Difference& difference, const EpaOptions& options,
                        const EpaResult<D>& known, double cosine, Trace& trace) {
    const double enough = known.upper * (1 - options.relative);
    const EpaResult<D> other = expand(difference, options, trace, [&] {
      const int face = hull_.nearest_away(known.normal, cosine);
      return face >= 0 && hull_.distance(face) < enough ? face : -1;
    });
    return other.upper < known.upper ? other : known;
  }

 private:
  // Expands until the face that `choose` returns is no nearer than the difference reaches; -1:
  // enough.
  template <class Difference, class Trace, class Choose>
  EpaResult<D> expand(Difference& difference, const EpaOptions& options, Trace& trace,
                      Choose&& choose) {
    r_.upper = std::numeric_limits<double>::infinity();
    bool settled = always_settled<Difference, D>(difference);
    for (; r_.rounds < options.most_rounds; ++r_.rounds) {
      const int face = choose();
      if (face < 0) return r_;
      const Vec<D, double> n = hull_.normal(face);
      const double depth = hull_.distance(face);
      const DifferencePoint<D> next = ask(difference, n, settled);
      const double reach = dot(n, next.w);
      trace.on(EpaStep<D>{n, next, larger(0.0, depth), reach});
      if (reach < best_reach_) best_reach_ = reach, best_normal_ = n;
      const double gap = reach - depth;
      const bool old = hull_.known(next.w);
      const bool arrived = gap <= options.relative * reach || gap <= options.absolute ||
                           gap <= (old ? kOldRounding : kRounding) * hull_.size() ||
                           in_plane(gap, face, next.w);
      if (arrived && settled) return done(face, reach, EpaOutcome::converged);
      // The face lies below one of the hull's own vertices: rounding spoilt it.
      const bool stuck = !arrived && (old || !hull_.add(next, face));
      if (stuck && settled) break;
      settled = settled || arrived || stuck;
    }
    return give_up(difference);
  }

  // A point so near to the plane of a thin face may lie in it. Connected to that face alone, and
  // not to its neighbors in the same plane, it would turn the polytope inside out.
  bool in_plane(double gap, int face, const Vec<D, double>& w) const {
    return gap <= kInPlane * hull_.size() && gap <= hull_.error_at(face, w);
  }

  static constexpr double kRounding = 0x1p-48;
  static constexpr double kInPlane = 0x1p-42;
  // For a thin face, whose own plane is no more accurate.
  static constexpr double kOldRounding = 0x1p-36;

  EpaResult<D> done(int face, double reach, EpaOutcome outcome) {
    r_.outcome = outcome;
    r_.size = hull_.size();
    r_.normal = hull_.normal(face);
    r_.upper = reach;
    r_.lower = larger(0.0, hull_.surely_around(face));
    if (r_.lower > r_.upper) r_.lower = r_.upper;
    r_.simplex = hull_.simplex(face);
    return r_;
  }
  // The shortest translation found is valid, if not the shortest; its points are those of the hull
  // nearest to its end.
  template <class Difference>
  EpaResult<D> give_up(Difference& difference) {
    const double reach = dot(best_normal_, ask(difference, best_normal_, true).w);
    (void)done(hull_.nearest(), reach, EpaOutcome::not_converged);
    r_.normal = best_normal_;
    r_.simplex = hull_.nearest_to(best_normal_ * reach);
    return r_;
  }
  // The difference is flat: a translation perpendicular to it has length 0.
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
  int dimension_ = 0;
  double best_reach_ = std::numeric_limits<double>::infinity();
  Vec<D, double> best_normal_{};
  Vec<D, double> flat_{};
  EpaResult<D> r_;
};

}  // namespace masu::detail
