// SPDX-License-Identifier: MIT
// The two quadratic sorts of the lecture (L, "sorting and searching"), with counted steps:
// selection_sort() here and insertion_sort(), which this header includes. Both are in use: all
// pairs is a selection sort, and IncrementalSweepAndPrune runs on this insertion sort.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include <masu/broad_phase/insertion_sort.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/trace.hpp>

namespace masu {

// Sorts by moving the least of the rest to the front, repeatedly. Always n (n - 1) / 2 comparisons;
// at most n - 1 exchanges, each counted as a shift. Not stable. `less(x, y)` is a strict weak
// order.
template <class Element, class Less, class Trace = NoTrace>
void selection_sort(std::span<Element> list, Less&& less, QueryStats& stats, Trace&& trace = {}) {
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    std::size_t least = i;
    for (std::size_t j = i + 1; j < list.size(); ++j) {
      trace.on(CompareElements{least, j});
      ++stats.comparisons;
      if (less(list[j], list[least])) least = j;
    }
    if (least == i) continue;
    std::swap(list[i], list[least]);
    ++stats.shifts;
    trace.on(MoveElement<Element>{list, least, i});
  }
}

}  // namespace masu
