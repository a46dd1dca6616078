// SPDX-License-Identifier: MIT
// The bounding volume hierarchy, as a family for the suites of this folder.
#pragma once

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/concepts.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

static_assert(PairFinder<Bvh<2, float>, 2, float>);
static_assert(StaticIndex<Bvh<3, double>, 3, double>);
static_assert(RayIndex<Bvh<3, float>, 3, float>);
static_assert(NearestIndex<Bvh<4, float>, 4, float>);

// A variant is a builder, from `First` on.
template <BvhBuilder First, int Count>
struct BvhFamilyOf {
  static constexpr const char* kName = "Bvh";
  static constexpr int kVariants = Count;
  template <int D, class T>
  using Finder = Bvh<D, T>;
  template <int D, class T>
  using Index = Bvh<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int variant, Allocator allocator = default_allocator()) {
    return Finder<D, T>({.builder = BvhBuilder(int(First) + variant)}, allocator);
  }
  template <int D, class T>
  static Index<D, T> make_index(int variant, Allocator allocator = default_allocator()) {
    return make<D, T>(variant, allocator);
  }
};

// Those for any number of boxes.
using BvhFamily = BvhFamilyOf<BvhBuilder::morton, 3>;
// The naive one is for fewer boxes than the suites ask for; see bvh_bottom_up.cpp.
using QueueBvhFamily = BvhFamilyOf<BvhBuilder::bottom_up_queue, 2>;

}  // namespace masu::test
