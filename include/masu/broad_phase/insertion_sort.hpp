// SPDX-License-Identifier: MIT
// insertion_sort(): insertion sort that counts its steps, for IncrementalSweepAndPrune. On a nearly
// sorted list it takes little more than n comparisons.
#pragma once

#include <cstddef>
#include <span>

#include <masu/broad_phase/sort_events.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/trace.hpp>

namespace masu {

// Sorts a list: moves each element left past those that are greater. Stable. Takes one shift per
// inversion, that is, per pair of elements in the wrong order: on a sorted list no shifts and n - 1
// comparisons, at worst n (n - 1) / 2 of each. Calls `passed(mover, other)` for each pair that
// changes its order. If that returns false, the sort stops with the elements in some order, and
// returns false.
template <class Element, class Less, class Trace, class Passed>
bool insertion_sort(std::span<Element> list, Less&& less, QueryStats& stats, Trace&& trace,
                    Passed&& passed) {
  bool on = true;
  for (std::size_t i = 1; on && i < list.size(); ++i) {
    const Element mover = list[i];
    std::size_t to = i;
    while (on && to > 0) {
      trace.on(CompareElements{to - 1, i});
      ++stats.comparisons;
      if (!less(mover, list[to - 1])) break;
      on = passed(mover, list[to - 1]);
      list[to] = list[to - 1];
      --to;
    }
    if (to == i) continue;
    stats.shifts += i - to;
    list[to] = mover;
    trace.on(MoveElement<Element>{list, i, to});
  }
  return on;
}

// As above, without `passed`.
template <class Element, class Less, class Trace = NoTrace>
void insertion_sort(std::span<Element> list, Less&& less, QueryStats& stats, Trace&& trace = {}) {
  insertion_sort(list, less, stats, trace, [](const Element&, const Element&) { return true; });
}

}  // namespace masu
