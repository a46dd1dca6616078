// SPDX-License-Identifier: MIT
#include <masu/broad_phase/all_pairs.hpp>

#include "core/instantiate.hpp"

namespace masu {
namespace {

// kSame: a and b are the same boxes; each pair is tested once.
template <bool kSame, int D, class T, class Trace>
SearchResult compare_all(BoxSpan<D, T> a, BoxSpan<D, T> b, std::span<const Filter> filters_b,
                         PairOutput& out, const PairOptions<D, T>& options, const Trace& trace) {
  QueryStats stats;
  const std::span<const Filter> filters_a = options.filters;
  const std::span<const std::uint8_t> fixed = options.fixed;
  const bool wraps = options.period.any();
  const bool reports_each = trace.template handles<CompareObjects>();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Aabb<D, T> box = wraps ? wrap(a[i], options.period) : a[i];
    const std::size_t first = kSame ? i + 1 : 0;
    trace.on(CompareWithOthers{i});
    for (std::size_t j = first; j < b.size(); ++j) {
      if (reports_each) trace.on(CompareObjects{i, j});
      const bool overlap = wraps ? overlaps_wrapped(box, wrap(b[j], options.period), options.period)
                                 : overlaps(box, b[j]);
      if (!overlap || (!filters_a.empty() && !accepts(filters_a[i], filters_b[j]))) continue;
      if (kSame && !fixed.empty() && fixed[i] && fixed[j]) continue;
      if (out.push(std::uint32_t(i), std::uint32_t(j))) continue;
      stats.tests += j + 1 - first;
      return out.finish(stats);
    }
    stats.tests += b.size() - first;
  }
  return out.finish(stats);
}

}  // namespace

template <int D, class T>
SearchResult AllPairs<D, T>::find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                                        const PairOptions<D, T>& options, TestTrace trace) const {
  PairOutput out(sink, bool(trace));
  const Status status = check_one_set(boxes.size(), options);
  if (status != Status::ok) return {status, {}};
  return with_trace(trace, [&](const auto& t) {
    return compare_all<true>(boxes, boxes, options.filters, out, options, t);
  });
}

template <int D, class T>
SearchResult AllPairs<D, T>::find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b,
                                                const PairTarget& sink,
                                                const PairOptions<D, T>& options,
                                                TestTrace trace) const {
  PairOutput out(sink, bool(trace));
  const Status status = check_two_sets(a.size(), b.size(), options);
  if (status != Status::ok) return {status, {}};
  return with_trace(trace, [&](const auto& t) {
    return compare_all<false>(a, b, options.filters_b, out, options, t);
  });
}

#define MASU_INSTANTIATE(D, T) template class AllPairs<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
