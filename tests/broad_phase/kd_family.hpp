// SPDX-License-Identifier: MIT
// The kd-tree, as a family for the suites of this folder: every splitting rule is a variant.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/kd_tree.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

static_assert(PairFinder<KdTree<2, float>, 2, float>);
static_assert(StaticIndex<KdTree<3, double>, 3, double>);
static_assert(RayIndex<KdTree<3, float>, 3, float>);
static_assert(NearestIndex<KdTree<4, float>, 4, float>);

// Variant 4: leaves of one object.
struct KdTreeFamily {
  static constexpr const char* kName = "KdTree";
  static constexpr int kVariants = 5;
  template <int D, class T>
  using Finder = KdTree<D, T>;
  template <int D, class T>
  using Index = KdTree<D, T>;
  template <int D, class T>
  static KdTree<D, T> make(int variant, Allocator allocator = default_allocator()) {
    KdTreeOptions options{.split = KdSplit(variant % 4)};
    if (variant == 4) options.leaf_size = 1;
    return KdTree<D, T>(options, allocator);
  }
  template <int D, class T>
  static KdTree<D, T> make_index(int variant, Allocator allocator = default_allocator()) {
    return make<D, T>(variant, allocator);
  }
};

}  // namespace masu::test
