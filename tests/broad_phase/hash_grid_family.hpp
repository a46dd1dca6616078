// SPDX-License-Identifier: MIT
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/hash_grid.hpp>

#include "tests/broad_phase/filled_index.hpp"
#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

static_assert(DynamicIndex<HashGrid<2, float>, 2, float>);

// Cells chosen by the grid; given, smaller than most boxes; given, so large that all share a few.
struct HashGridFamily {
  static constexpr const char* kName = "HashGrid";
  static constexpr int kVariants = 3;
  template <int D, class T>
  using Index = HashGrid<D, T>;
  template <int D, class T>
  static Index<D, T> make_index(int variant, Allocator allocator = default_allocator()) {
    return Index<D, T>({.cell_edge = edge<T>(variant), .period = {}}, allocator);
  }
  template <class T>
  static T edge(int variant) {
    return variant == 0 ? T(0) : (variant == 1 ? T(0.25) : T(16));
  }

  template <int D, class T>
  struct Make {
    T edge;
    HashGrid<D, T> operator()(const PairOptions<D, T>& o) const {
      return HashGrid<D, T>({.cell_edge = edge, .period = o.period});
    }
  };
};

// As a pair finder; in variant 1 all objects move in.
struct FilledHashGridFamily {
  static constexpr const char* kName = "HashGrid";
  static constexpr int kVariants = 2;
  static constexpr bool kIsIndex = true;  // takes no PairOptions::fixed
  template <int D, class T>
  using Finder = FilledIndex<D, T, HashGridFamily::Make<D, T>>;
  template <int D, class T>
  static Finder<D, T> make(int variant, Allocator = default_allocator()) {
    return Finder<D, T>({T(0)}, variant == 1);
  }
};

}  // namespace masu::test
