// SPDX-License-Identifier: MIT
// The Gilbert-Johnson-Keerthi algorithm: how far the origin is from the difference of two shapes.
#pragma once

#include <limits>

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/difference.hpp>

namespace masu {

// How the search ended.
enum class GjkOutcome : std::uint8_t {
  apart,          // lower <= distance <= upper, as near to each other as asked
  overlapping,    // the origin is in the difference, or so near that rounding hides which
  not_converged,  // the bounds hold, but rounds ran out
};

// When the search ends.
struct GjkOptions {
  double relative = 0x1p-50;  // end when upper - lower is less than this part of upper,
  double absolute = 0;        // or less than this length;
  double enough = std::numeric_limits<double>::infinity();  // or when lower is above this,
  double near = -1;                                         // or upper not above this
  int most_rounds = 128;
};

// The distance, and what it took.
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
  DifferencePoint<D> found;  // the farthest point of the difference along the direction
  double lower;
  double upper;
};

namespace detail {
template <int D>
GjkResult<D> gjk_of(const AnyDifference<D>& difference, const Simplex<D>& start,
                    const GjkOptions& options, const AnyTrace<GjkStep<D>>& trace);
}  // namespace detail

// `difference(d)` gives the point of the difference that lies farthest along d. Where it takes
// short cuts, `difference.settle(d)` takes none: it is asked before anything is believed, unless
// `difference.always_settled()`. `start`
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
  return detail::gjk_of<D>(detail::AnyDifference<D>(difference), start, options,
                           AnyTrace<GjkStep<D>>(trace));
}

}  // namespace masu
