// SPDX-License-Identifier: MIT
#include "narrow_phase/epa_search.hpp"

namespace masu::detail {

template <int D>
EpaResult<D> epa_of(const AnyDifference<D>& difference, const Simplex<D>& start,
                    const EpaOptions& options, const AnyTrace<EpaStep<D>>& trace) {
  Epa<D> search;  // not value-initialized: that would clear 40 KiB
  search.start(difference, start);
  return with_trace(trace, [&](auto& watch) { return search.run(difference, options, watch); });
}

template EpaResult<2> epa_of(const AnyDifference<2>&, const Simplex<2>&, const EpaOptions&,
                             const AnyTrace<EpaStep<2>>&);
template EpaResult<3> epa_of(const AnyDifference<3>&, const Simplex<3>&, const EpaOptions&,
                             const AnyTrace<EpaStep<3>>&);

}  // namespace masu::detail
