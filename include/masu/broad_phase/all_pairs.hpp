// SPDX-License-Identifier: MIT
// Every box against every other: selection sort among the broad phases, and the twin that every
// other finder is held against.
#pragma once

#include <masu/broad_phase/compare_events.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/trace.hpp>

namespace masu {

// O(n^2) tests, no memory; the trace sees each as CompareObjects, and each row of them as
// CompareWithOthers. For n = 4 the order is 01 02 03 12 13 23 (L, "sorting and searching").
template <int D, class T>
class AllPairs {
  using TestTrace = AnyTrace<CompareWithOthers, CompareObjects>;

 public:
  // Each unordered pair of overlapping boxes once, a < b, in lexicographic order.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, TestTrace trace = {}) const;

  // Each overlapping pair of one box of `a` and one of `b`.
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {},
                                  TestTrace trace = {}) const;
};

}  // namespace masu
