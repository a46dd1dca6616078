// SPDX-License-Identifier: MIT
// plain_gjk(): GJK as in the lecture, for reading; use gjk() in programs.
#pragma once

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/difference.hpp>

namespace masu {

// Result of plain_gjk(): the point of the difference nearest to the origin.
template <int D>
struct PlainGjkResult {
  Simplex<D> simplex;        // the smallest simplex that contains it
  Vec<D, double> nearest{};  // that point
  double distance = 0;       // its distance from the origin
  int rounds = 0;            // iterations done
};

// Event: the simplex after an iteration, and its point nearest to the origin.
template <int D>
struct PlainGjkStep {
  Simplex<D> simplex;      // after the iteration
  Vec<D, double> nearest;  // its point nearest to the origin
};

namespace detail {
template <int D>
PlainGjkResult<D> plain_gjk_of(const AnyDifference<D>& difference, const Vec<D, double>& towards,
                               double relative, const AnyTrace<PlainGjkStep<D>>& trace);
}  // namespace detail

// Computes the point of a Minkowski difference nearest to the origin. `difference(d)` returns its
// point farthest along d. Starting at difference(towards), it adds the support point towards the
// origin and keeps the smallest simplex that contains the nearest point, until the support point is
// nearer to the origin by at most `relative` of the distance, or the simplex contains the origin.
// Source: the lecture (L), slides on GJK; E. G. Gilbert, D. W. Johnson, S. S. Keerthi, 1988.
template <int D, class Difference, class Trace = NoTrace>
PlainGjkResult<D> plain_gjk(Difference&& difference, const Vec<D, double>& towards,
                            double relative = 0x1p-40, Trace&& trace = {}) {
  return detail::plain_gjk_of<D>(detail::AnyDifference<D>(difference), towards, relative,
                                 AnyTrace<PlainGjkStep<D>>(trace));
}

}  // namespace masu
