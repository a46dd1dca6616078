// SPDX-License-Identifier: MIT
// Work counted, not timed: the same numbers on every machine.
#pragma once

#include <cstdint>

namespace masu {

// Counters of the work of a query: equal on every machine.
struct QueryStats {
  std::uint64_t nodes = 0;        // cells or tree nodes visited
  std::uint64_t tests = 0;        // box against box (or shape against box)
  std::uint64_t comparisons = 0;  // key against key, where the method sorts by comparing
  std::uint64_t shifts = 0;       // elements moved by one index, where the method sorts by moving
  std::uint64_t results = 0;      // pairs or objects delivered

  friend constexpr bool operator==(const QueryStats&, const QueryStats&) = default;
  // Adds each counter of `o`.
  constexpr QueryStats& operator+=(const QueryStats& o) {
    nodes += o.nodes;
    tests += o.tests;
    comparisons += o.comparisons;
    shifts += o.shifts;
    results += o.results;
    return *this;
  }
};

}  // namespace masu
