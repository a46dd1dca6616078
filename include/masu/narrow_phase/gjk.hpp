// SPDX-License-Identifier: MIT
// gjk(): the distance of the origin to a Minkowski difference, by Gilbert, Johnson and Keerthi.
#pragma once

#include <limits>

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/difference.hpp>

namespace masu {

// How the search ended.
enum class GjkOutcome : std::uint8_t {
  apart,          // lower <= distance <= upper, as close to each other as the options ask
  overlapping,    // the origin is in the difference, or rounding hides whether it is
  not_converged,  // the bounds hold, but most_rounds were reached
};

// When gjk() stops.
struct GjkOptions {
  double relative = 0x1p-50;  // end when upper - lower is less than this part of upper,
  double absolute = 0;        // or less than this length;
  double enough = std::numeric_limits<double>::infinity();  // or when lower is above this,
  double near = -1;                                         // or upper not above this
  int most_rounds = 128;                                    // or after so many iterations
};

// Result of gjk().
template <int D>
struct GjkResult {
  Simplex<D> simplex;        // carries the nearest point; D + 1 points enclose the origin
  Vec<D, double> nearest{};  // from the origin: a - b of the nearest points
  double lower = 0;          // bounds of the distance, up to rounding
  double upper = std::numeric_limits<double>::infinity();  // infinite while no bound is known
  double size = 0;  // the largest coordinate: rounding is about 2^-52 of it
  GjkOutcome outcome = GjkOutcome::not_converged;  // how the search ended
  int rounds = 0;                                  // iterations done
};

// Event: gjk() has computed the support point along `direction`.
template <int D>
struct GjkStep {
  Vec<D, double> direction;  // of the search, from a to b
  DifferencePoint<D> found;  // the farthest point of the difference along the direction
  double lower;              // proved so far: the distance is not below this
  double upper;              // length of the nearest point so far: nor above this
};

namespace detail {
template <int D>
GjkResult<D> gjk_of(const AnyDifference<D>& difference, const Simplex<D>& start,
                    const GjkOptions& options, const AnyTrace<GjkStep<D>>& trace);
}  // namespace detail

// Runs GJK. `difference(d)` returns the point of the difference that lies farthest along d. If it
// is approximate, `difference.settle(d)` is exact: it is called before any decision, unless
// `difference.always_settled()`. `start` has at least one point of the difference, more if they are
// known from an earlier call (weights are ignored). Each round computes one support point, drops
// the points of the simplex that do not support the nearest point, and comes closer than the round
// before; for polytopes the search is finite. Numbers must be 0 or between 2^-140 and 2^140.
//
// Sources: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the
// distance between complex objects in three-dimensional space", 1988; G. van den Bergen, "Collision
// detection in interactive 3D environments", 2004, 4.3, for the bounds.
template <int D, class Difference, class Trace = NoTrace>
GjkResult<D> gjk(Difference&& difference, const Simplex<D>& start, const GjkOptions& options = {},
                 Trace&& trace = {}) {
  return detail::gjk_of<D>(detail::AnyDifference<D>(difference), start, options,
                           AnyTrace<GjkStep<D>>(trace));
}

}  // namespace masu
