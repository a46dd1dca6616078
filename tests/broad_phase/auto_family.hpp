// SPDX-License-Identifier: MIT
// The finder that chooses its method, as a family for the suites of this folder.
#pragma once

#include <masu/broad_phase/auto_finder.hpp>
#include <masu/broad_phase/concepts.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

static_assert(PairFinder<AutoFinder<1, float>, 1, float>);
static_assert(PairFinder<AutoFinder<3, double>, 3, double>);

struct AutoFinderFamily {
  static constexpr const char* kName = "AutoFinder";
  static constexpr int kVariants = 1;
  template <int D, class T>
  using Finder = AutoFinder<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int, Allocator allocator = default_allocator()) {
    return Finder<D, T>(allocator);
  }
};

// One of few dimensions and one of more: what is chosen from has its own suites.
using AutoFinderCases =
    testing::Types<FinderCase<AutoFinderFamily, 2, float>, FinderCase<AutoFinderFamily, 3, double>>;

}  // namespace masu::test
