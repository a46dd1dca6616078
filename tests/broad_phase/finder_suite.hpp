// SPDX-License-Identifier: MIT
// The requirements on every pair finder. A test file defines a family of finders:
//
//   struct Family {
//     static constexpr const char* kName;
//     static constexpr int kVariants;           // options that must all give the same pairs
//     template <int D, class T> using Finder;
//     template <int D, class T>
//     static Finder<D, T> make(int variant, Allocator = default_allocator());
//   };
//
// and instantiates the suites of the other headers of this folder for FinderCases<Family>.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <masu/broad_phase/all_pairs.hpp>

#include "scenes/generators/scene.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/pair_set.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {

template <class FinderFamily, int Dimension, class Scalar>
struct FinderCase {
  using Family = FinderFamily;
  static constexpr int D = Dimension;
  using T = Scalar;
  using Boxes = std::vector<Aabb<D, T>>;
  using Options = PairOptions<D, T>;
};

template <class F>
using FinderCases =
    testing::Types<FinderCase<F, 1, float>, FinderCase<F, 2, float>, FinderCase<F, 3, float>,
                   FinderCase<F, 4, float>, FinderCase<F, 1, double>, FinderCase<F, 2, double>,
                   FinderCase<F, 3, double>, FinderCase<F, 4, double>>;

// Each dimension and each scalar, but not each with each: for what hardly depends on them, since
// every case costs seconds to compile.
template <class F>
using FewFinderCases = testing::Types<FinderCase<F, 1, double>, FinderCase<F, 2, float>,
                                      FinderCase<F, 3, double>, FinderCase<F, 4, float>>;

// Both dimensions and both scalars that most programs use; in the long tier, all of them.
#ifdef MASU_LONG_TESTS
template <class F>
using TierCases = FinderCases<F>;
#else
template <class F>
using TierCases = testing::Types<FinderCase<F, 2, float>, FinderCase<F, 3, double>>;
#endif

// The other four: a file of its own takes them where eight are too many for a smoke test.
template <class F>
using OtherFinderCases = testing::Types<FinderCase<F, 1, float>, FinderCase<F, 2, double>,
                                        FinderCase<F, 3, float>, FinderCase<F, 4, double>>;

// Calls body(finder, variant) with a new finder of each variant.
template <class Case, class Body>
void for_each_variant(Body&& body) {
  for (int v = 0; v < Case::Family::kVariants; ++v) {
    auto finder = Case::Family::template make<Case::D, typename Case::T>(v);
    SCOPED_TRACE(std::string(Case::Family::kName) + ", variant " + std::to_string(v));
    body(finder, v);
  }
}

// Categories and masks of two bits: 9/16 of the pairs have each direction's wish.
inline std::vector<Filter> random_filters(std::size_t n, std::uint64_t seed) {
  scenes::Pcg32 random(seed, 77);
  std::vector<Filter> filters(n);
  for (Filter& f : filters) {
    f.category = 1ull << (random.below(2) * 63);
    f.mask = random.below(4) == 0 ? f.category : ~0ull;
  }
  return filters;
}

// A scene of which every eighth box or so is odd: NaN, infinite, inverted, flat, huge, tiny, far.
template <int D, class T>
std::vector<Aabb<D, T>> with_odd_boxes(std::vector<Aabb<D, T>> boxes, std::uint64_t seed) {
  using Limits = std::numeric_limits<T>;
  const T odd[] = {Limits::quiet_NaN(),
                   Limits::infinity(),
                   -Limits::infinity(),
                   Limits::max(),
                   Limits::lowest(),
                   T(0),
                   -T(0),
                   Limits::denorm_min(),
                   Limits::min(),
                   T(1e6),
                   T(-1e6),
                   -Limits::quiet_NaN()};
  scenes::Pcg32 random(seed, 78);
  const auto any = [&] { return odd[random.below(std::uint32_t(std::size(odd)))]; };
  for (Aabb<D, T>& box : boxes) {
    if (random.below(8) != 0) continue;
    const int axis = int(random.below(D));
    switch (random.below(6)) {
      case 0: box.min[axis] = any(); break;
      case 1: box.max[axis] = any(); break;
      case 2: box.min[axis] = box.max[axis] = any(); break;
      case 3: std::swap(box.min[axis], box.max[axis]); break;
      case 4: box = Aabb<D, T>::everything(); break;
      default: box.min = box.max; break;
    }
  }
  return boxes;
}

}  // namespace masu::test
