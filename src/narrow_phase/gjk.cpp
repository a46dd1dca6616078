// SPDX-License-Identifier: MIT
#include "narrow_phase/gjk_search.hpp"

namespace masu::detail {

template <int D>
GjkResult<D> gjk_of(const AnyDifference<D>& difference, const Simplex<D>& start,
                    const GjkOptions& options, const AnyTrace<GjkStep<D>>& trace) {
  return with_trace(trace,
                    [&](auto& watch) { return Gjk<D>(start).run(difference, options, watch); });
}

template GjkResult<2> gjk_of(const AnyDifference<2>&, const Simplex<2>&, const GjkOptions&,
                             const AnyTrace<GjkStep<2>>&);
template GjkResult<3> gjk_of(const AnyDifference<3>&, const Simplex<3>&, const GjkOptions&,
                             const AnyTrace<GjkStep<3>>&);

}  // namespace masu::detail
