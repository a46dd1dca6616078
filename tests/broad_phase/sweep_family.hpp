// SPDX-License-Identifier: MIT
// The sweeps, as families for the suites of this folder.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

static_assert(PairFinder<SweepAndPrune<1, float>, 1, float>);
static_assert(PairFinder<SweepAndPrune<3, double>, 3, double>);

// In columns along the best axis; plainly along the last axis; pruned by two axes along the first.
struct SweepAndPruneFamily {
  static constexpr const char* kName = "SweepAndPrune";
  static constexpr int kVariants = 3;
  template <int D, class T>
  using Finder = SweepAndPrune<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int variant, Allocator allocator = default_allocator()) {
    SweepAndPruneOptions options;
    if (variant == 1) options = {.axis = D - 1, .axes = 1};
    if (variant == 2) options = {.axis = 0, .axes = D < 2 ? D : 2};
    return Finder<D, T>(options, allocator);
  }
};

}  // namespace masu::test
