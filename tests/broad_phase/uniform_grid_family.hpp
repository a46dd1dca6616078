// SPDX-License-Identifier: MIT
// The uniform grid, as a family for the suites of this folder.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/uniform_grid.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

static_assert(PairFinder<UniformGrid<2, float>, 2, float>);
static_assert(PairFinder<UniformGrid<3, double>, 3, double>);
static_assert(StaticIndex<UniformGrid<4, float>, 4, float>);

// As it comes; cut to the utmost; cells in a region that most boxes lie outside of; never cut.
struct UniformGridFamily {
  static constexpr const char* kName = "UniformGrid";
  static constexpr int kVariants = 4;
  template <int D, class T>
  using Index = UniformGrid<D, T>;
  template <int D, class T>
  using Finder = UniformGrid<D, T>;

  template <int D, class T>
  static GridOptions<D, T> options(int variant) {
    GridOptions<D, T> o;
    if (variant == 1) o.crowd = 1;
    if (variant == 2) o.region = {Vec<D, T>::all(T(1)), Vec<D, T>::all(T(4))}, o.per_axis = 3;
    if (variant == 3) o.crowd = ~0u, o.cell = T(3);
    return o;
  }
  template <int D, class T>
  static UniformGrid<D, T> make(int variant, Allocator allocator = default_allocator()) {
    return UniformGrid<D, T>(options<D, T>(variant), allocator);
  }
  template <int D, class T>
  static UniformGrid<D, T> make_index(int variant, Allocator allocator = default_allocator()) {
    return make<D, T>(variant, allocator);
  }
};

}  // namespace masu::test
