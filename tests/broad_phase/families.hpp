// SPDX-License-Identifier: MIT
// The finders of the library, as the suites of this folder want them.
#pragma once

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

struct AllPairsFamily {
  static constexpr const char* kName = "AllPairs";
  static constexpr int kVariants = 1;
  template <int D, class T, class Index = std::uint32_t>
  using Finder = AllPairs<D, T, Index>;
  template <int D, class T, class Index = std::uint32_t>
  static Finder<D, T, Index> make(int, Allocator = default_allocator()) {
    return {};
  }
};

// Two registrations, each with two orders of cells.
struct SortedOrthtreeFamily {
  static constexpr const char* kName = "SortedOrthtree";
  static constexpr int kVariants = 4;
  template <int D, class T, class Index = std::uint32_t>
  using Finder = SortedOrthtree<D, T, Index>;
  template <int D, class T, class Index = std::uint32_t>
  static Finder<D, T, Index> make(int variant, Allocator allocator = default_allocator()) {
    Finder<D, T, Index> finder(allocator);
    finder.registration =
        (variant & 1) != 0 ? Registration::smallest_cell : Registration::by_extent;
    finder.order = (variant & 2) != 0 ? CellOrder::morton : CellOrder::hilbert;
    return finder;
  }
};

}  // namespace masu::test
