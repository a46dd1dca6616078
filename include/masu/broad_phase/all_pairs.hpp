// SPDX-License-Identifier: MIT
// AllPairs: tests every box against every other. Selection sort among the broad phases, and the
// reference for every other finder.
#pragma once

#include <masu/broad_phase/compare_events.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/trace.hpp>

namespace masu {

// A pair finder for few boxes, and for tests. O(n^2) tests, no memory. The trace receives each test
// as CompareObjects, and each row of tests as CompareWithOthers. For n = 4 the order is 01 02 03 12
// 13 23 (L, "sorting and searching").
//
//    masu::PairList pairs;
//    (void)masu::AllPairs<2, float>().find_pairs(boxes, pairs);
//
// Threads: it has no state: many threads may search with one object.
template <int D, class T>
class AllPairs {
  using TestTrace = AnyTrace<CompareWithOthers, CompareObjects>;

 public:
  // Reports each unordered pair of overlapping boxes once, a < b, in lexicographic order. Statuses:
  // too_many_objects, size_mismatch (filters), out_of_range (period); those of the sink: stopped,
  // out_of_memory (a PairList).
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, TestTrace trace = {}) const;

  // Reports each overlapping pair of one box of `a` and one of `b`. Statuses as find_pairs().
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {},
                                  TestTrace trace = {}) const;
};

}  // namespace masu
