// SPDX-License-Identifier: MIT
// Every box against every other: selection sort among the broad phases, and the twin that every
// other finder is held against.
#pragma once

#include <masu/broad_phase/compare_events.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/trace.hpp>

namespace masu {

// O(n^2) tests, no memory; the trace sees each as CompareObjects. For n = 4 the order is 01 02 03
// 12 13 23 (L, "sorting and searching").
template <int D, class T>
class AllPairs {
 public:
  // Each unordered pair of overlapping boxes once, a < b, in lexicographic order.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {},
                          Trace&& trace = {}) const {
    const Status good = check_one_set(boxes.size(), options);
    if (good != Status::ok) return {good, {}};
    return search(boxes, boxes, options.filters, options.filters, true, sink, options, trace);
  }

  // Each overlapping pair of one box of `a` and one of `b`.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}, Trace&& trace = {}) const {
    const Status good = check_two_sets(a.size(), b.size(), options);
    if (good != Status::ok) return {good, {}};
    return search(a, b, options.filters, options.filters_b, false, sink, options, trace);
  }

 private:
  template <class Sink, class Trace>
  static SearchResult search(BoxSpan<D, T> a, BoxSpan<D, T> b, std::span<const Filter> filters_a,
                             std::span<const Filter> filters_b, bool same, Sink& sink,
                             const PairOptions<D, T>& options, Trace& trace) {
    PairOutput<Sink> out(sink);
    QueryStats stats;
    const bool wraps = options.period.any();
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Aabb<D, T> box = wraps ? wrap(a[i], options.period) : a[i];
      for (std::size_t j = same ? i + 1 : 0; j < b.size(); ++j) {
        trace.on(CompareObjects{i, j});
        ++stats.tests;
        const bool meet = wraps ? overlaps_wrapped(box, wrap(b[j], options.period), options.period)
                                : overlaps(box, b[j]);
        if (!meet || (!filters_a.empty() && !accepts(filters_a[i], filters_b[j]))) continue;
        if (same && !options.fixed.empty() && options.fixed[i] && options.fixed[j]) continue;
        if (!out.put(std::uint32_t(i), std::uint32_t(j))) return done(out, stats);
      }
    }
    return done(out, stats);
  }

  template <class Output>
  static SearchResult done(const Output& out, QueryStats stats) {
    stats.results = out.results();
    return {out.status(), stats};
  }
};

}  // namespace masu
