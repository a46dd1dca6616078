// SPDX-License-Identifier: MIT
// The Gilbert-Johnson-Keerthi algorithm: how far the origin is from the difference of two shapes.
#pragma once

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/detail/nearest_on_simplex.hpp>

namespace masu {

enum class GjkOutcome : std::uint8_t {
  apart,          // lower <= distance <= upper, as near to each other as asked
  overlapping,    // the origin is in the difference, or so near that rounding hides which
  not_converged,  // the bounds hold, but rounds ran out
};

struct GjkOptions {
  double relative = 0x1p-50;  // end when upper - lower is less than this part of upper,
  double absolute = 0;        // or less than this length;
  double enough = std::numeric_limits<double>::infinity();  // or when lower is above this
  int most_rounds = 128;
};

template <int D>
struct GjkResult {
  Simplex<D> simplex;        // carries the nearest point; D + 1 points enclose the origin
  Vec<D, double> nearest{};  // from the origin: a - b of the nearest points
  double lower = 0;          // of the distance, rounding apart
  double upper = std::numeric_limits<double>::infinity();
  double size = 0;  // largest coordinate met: rounding is 2^-52 of it or so
  GjkOutcome outcome = GjkOutcome::not_converged;
  int rounds = 0;
};

// A support point was asked for along `direction`.
template <int D>
struct GjkStep {
  Vec<D, double> direction;
  DifferencePoint<D> found;
  double lower;
  double upper;
};

namespace detail {

template <int D>
class Gjk {
 public:
  explicit Gjk(const Simplex<D>& start) {
    r_.simplex = start;
    for (int i = 0; i < start.size; ++i) r_.size = larger(r_.size, size_of(start.p[i]));
  }

  template <class Difference, class Trace>
  GjkResult<D> run(Difference& difference, const GjkOptions& options, Trace& trace) {
    if (reduce()) return done(GjkOutcome::overlapping);
    bool settled = !Settles<Difference, D>;
    for (; r_.rounds < options.most_rounds; ++r_.rounds) {
      const double size = r_.upper;
      if (size <= kRounding * r_.size) return done(GjkOutcome::overlapping);
      const DifferencePoint<D> next = ask(difference, -r_.nearest, settled);
      r_.size = larger(r_.size, size_of(next));
      const double along = dot(r_.nearest, next.w) / size;
      if (settled && along > r_.lower) r_.lower = along;
      trace.on(GjkStep<D>{-r_.nearest, next, r_.lower, r_.upper});
      const double gap = size - along;
      if (r_.lower > options.enough) return done(GjkOutcome::apart);
      bool arrived = gap <= options.relative * size || gap <= options.absolute ||
                     gap <= kRounding * r_.size || known(next.w);
      if (!arrived) {
        const GjkResult<D> before = r_;
        r_.simplex.p[r_.simplex.size++] = next;
        if (reduce()) return done(GjkOutcome::overlapping);
        arrived = !(r_.upper < size);  // rounding: no nearer point can be told
        if (arrived) r_ = before;
      }
      if (arrived && settled) return done(GjkOutcome::apart);
      settled = settled || arrived || along > options.enough;
    }
    return r_;
  }

 private:
  static constexpr double kRounding = 0x1p-48;

  GjkResult<D> done(GjkOutcome outcome) {
    r_.outcome = outcome;
    if (outcome == GjkOutcome::overlapping) r_.lower = 0;
    return r_;
  }

  bool known(const Vec<D, double>& w) const {
    for (int i = 0; i < r_.simplex.size; ++i) {
      if (r_.simplex.p[i].w == w) return true;
    }
    return false;
  }

  // To the points that carry the nearest one. True: they enclose the origin.
  bool reduce() {
    Simplex<D>& s = r_.simplex;
    Vec<D, double> p[D + 1];
    for (int i = 0; i < s.size; ++i) p[i] = s.p[i].w;
    const NearestOnSimplex<D> n = nearest_on(p, s.size);
    Simplex<D> kept;
    for (int i = 0; i < n.size; ++i) kept.p[i] = s.p[n.index[i]], kept.weight[i] = n.weight[i];
    kept.size = n.size;
    s = kept;
    r_.nearest = n.v;
    r_.upper = std::sqrt(n.squared);
    return n.inside;
  }

  GjkResult<D> r_;
};

}  // namespace detail

// `difference(d)` gives the point of the difference that lies farthest along d. Where it takes
// short cuts, `difference.settle(d)` takes none: it is asked before anything is believed. `start`
// has at least one of its points, more if it is known from before (weights do not matter). Each
// round asks for one support point, drops the points of the simplex that do not carry the nearest
// one, and is nearer than the one before; polytopes end after finitely many. Numbers are to lie
// between 2^-140 and 2^140, or be 0.
//
// Sources: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the
// distance between complex objects in three-dimensional space", 1988; G. van den Bergen,
// "Collision detection in interactive 3D environments", 2004, 4.3, for the bounds.
template <int D, class Difference, class Trace = NoTrace>
GjkResult<D> gjk(Difference&& difference, const Simplex<D>& start, const GjkOptions& options = {},
                 Trace&& trace = {}) {
  return detail::Gjk<D>(start).run(difference, options, trace);
}

}  // namespace masu
