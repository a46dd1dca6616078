// SPDX-License-Identifier: MIT
// GJK as the lecture tells it, for reading; gjk() is the one for use.
#pragma once

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/difference.hpp>

namespace masu {

// Outcome of plain_gjk(): the point of the difference nearest to the origin.
template <int D>
struct PlainGjkResult {
  Simplex<D> simplex;  // the fewest points that carry it
  Vec<D, double> nearest{};
  double distance = 0;
  int rounds = 0;
};

// The simplex after a round, and the point of it nearest to the origin.
template <int D>
struct PlainGjkStep {
  Simplex<D> simplex;
  Vec<D, double> nearest;
};

namespace detail {
template <int D>
PlainGjkResult<D> plain_gjk_of(const AnyDifference<D>& difference, const Vec<D, double>& towards,
                               double relative, const AnyTrace<PlainGjkStep<D>>& trace);
}  // namespace detail

// `difference(d)` is the point of the difference that lies farthest along d. From any point of it:
// look towards the origin, add the support point there, keep the points that carry the nearest one;
// until the support point is no nearer to the origin than what is there, but for `relative` of it,
// or the points enclose the origin. Source: the lecture (L), slides on GJK; E. G. Gilbert, D. W.
// Johnson, S. S. Keerthi, 1988.
template <int D, class Difference, class Trace = NoTrace>
PlainGjkResult<D> plain_gjk(Difference&& difference, const Vec<D, double>& towards,
                            double relative = 0x1p-40, Trace&& trace = {}) {
  return detail::plain_gjk_of<D>(detail::AnyDifference<D>(difference), towards, relative,
                                 AnyTrace<PlainGjkStep<D>>(trace));
}

}  // namespace masu
