// SPDX-License-Identifier: MIT
#include <masu/textbook/plain_gjk.hpp>

#include "narrow_phase/nearest_subset.hpp"

namespace masu::detail {
namespace {

template <int D, class Trace>
PlainGjkResult<D> search(const AnyDifference<D>& difference, const Vec<D, double>& towards,
                         double relative, Trace& trace) {
  PlainGjkResult<D> r;
  Simplex<D> s;
  s.p[0] = difference(towards);
  s.size = 1;
  r.distance = std::numeric_limits<double>::infinity();
  for (; r.rounds < 128; ++r.rounds) {
    const Vec<D, double> nearest = keep_nearest_subset(s);
    if (!(length(nearest) < r.distance)) break;  // a smaller distance is only rounding now
    r.simplex = s;
    r.nearest = nearest;
    r.distance = length(nearest);
    trace.on(PlainGjkStep<D>{s, nearest});
    if (s.size == D + 1) break;
    const DifferencePoint<D> next = difference(-nearest);
    const double squared = dot(nearest, nearest);
    if (squared - dot(nearest, next.w) <= relative * squared) break;
    s.p[s.size++] = next;
  }
  return r;
}

}  // namespace

template <int D>
PlainGjkResult<D> plain_gjk_of(const AnyDifference<D>& difference, const Vec<D, double>& towards,
                               double relative, const AnyTrace<PlainGjkStep<D>>& trace) {
  return with_trace(trace,
                    [&](auto& watch) { return search<D>(difference, towards, relative, watch); });
}

template PlainGjkResult<2> plain_gjk_of(const AnyDifference<2>&, const Vec<2, double>&, double,
                                        const AnyTrace<PlainGjkStep<2>>&);
template PlainGjkResult<3> plain_gjk_of(const AnyDifference<3>&, const Vec<3, double>&, double,
                                        const AnyTrace<PlainGjkStep<3>>&);

}  // namespace masu::detail
