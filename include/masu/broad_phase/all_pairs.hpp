// SPDX-License-Identifier: MIT
// Every box against every other: selection sort among the broad phases, and the twin that every
// other finder is held against.
#pragma once

#include <masu/broad_phase/compare_events.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/trace.hpp>

namespace masu {

template <int D, class T>
class AutoFinder;

// O(n^2) tests, no memory; the trace sees each as CompareObjects, and each row of them as
// CompareWithOthers. For n = 4 the order is 01 02 03 12 13 23 (L, "sorting and searching").
template <int D, class T>
class AllPairs {
 public:
  // Each unordered pair of overlapping boxes once, a < b, in lexicographic order.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {},
                          Trace&& trace = {}) const {
    PairOutput out(sink, kIsWatched<Trace>);
    return within(boxes, out, options, TestTrace(trace));
  }

  // Each overlapping pair of one box of `a` and one of `b`.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}, Trace&& trace = {}) const {
    PairOutput out(sink, kIsWatched<Trace>);
    return between(a, b, out, options, TestTrace(trace));
  }

 private:
  friend class AutoFinder<D, T>;
  using TestTrace = AnyTrace<CompareWithOthers, CompareObjects>;

  static SearchResult within(BoxSpan<D, T> boxes, PairOutput& out, const PairOptions<D, T>& options,
                             const TestTrace& trace);
  static SearchResult between(BoxSpan<D, T> a, BoxSpan<D, T> b, PairOutput& out,
                              const PairOptions<D, T>& options, const TestTrace& trace);
};

}  // namespace masu
