// SPDX-License-Identifier: MIT
// What a frame costs, in ns an object on one core of about 3 GHz. Only the ratios matter, and they
// are what `./masu.sh bench choose` holds against measurements; the numbers come from the scenes,
// sizes and seeds that docs/broad_phase/choosing.md names.
#pragma once

#include <algorithm>
#include <bit>

#include <masu/broad_phase/scene_description.hpp>

namespace masu::detail {

// By dimension: 1, 2, 3, 4 and more.
struct CostTable {
  double by_dimension[4];
  constexpr double operator()(int dimension) const {
    return by_dimension[std::clamp(dimension, 1, 4) - 1];
  }
};

// A test of two boxes, of which n / 2 fall to an object; and a pair found.
inline constexpr CostTable kTest{{0.95, 2.4, 3.4, 4.2}};
inline constexpr double kPairOfAll = 1.5;

inline double all_pairs_cost(int dimension, double tests, double n, double pairs_per_object) {
  return kTest(dimension) * tests / n + kPairOfAll * pairs_per_object;
}
inline double all_pairs_cost(const SceneDescription& d) {
  const double n = static_cast<double>(std::max<std::size_t>(d.n, 1));
  return all_pairs_cost(d.dimension, n * (n - 1) / 2, n, d.pairs_per_object);
}

// SortedOrthtree: a frame's start; an object; a pair. Sizes spread over decades, and memory beyond
// the cache, make it slower, but the others too.
inline constexpr CostTable kSortedStart{{180, 180, 230, 230}};
inline constexpr CostTable kSortedObject{{14, 18, 28, 36}};
inline constexpr CostTable kSortedPair{{4, 4, 5, 6}};
// Boxes far from all others leave these to one cell, to be divided again. It costs most while
// there are few; among many, cells in Morton order suffer little.
inline constexpr double kStray = 150;
inline constexpr CostTable kSortedAmongStrays{{4, 5, 6, 6}};
inline constexpr std::size_t kMortonAmongStrays = 8000;
inline constexpr double kMortonCost = 1.5;

inline double sorted_cost(int dimension, double n, double pairs_per_object) {
  // Pairs in crowds are found by masks of 16: the more there are, the cheaper is each.
  const double pairs = std::min(pairs_per_object, 4.0) + std::max(pairs_per_object - 4, 0.0) / 3;
  return kSortedStart(dimension) / n + kSortedObject(dimension) + kSortedPair(dimension) * pairs;
}
inline double sorted_cost(const SceneDescription& d) {
  const double n = static_cast<double>(std::max<std::size_t>(d.n, 1));
  const double plain = sorted_cost(d.dimension, n, d.pairs_per_object);
  if (d.stray <= kStray) return plain;
  return plain * (d.n < kMortonAmongStrays ? kSortedAmongStrays(d.dimension) : kMortonCost);
}

// SweepAndPrune: an object, and each doubling of their number; a pair.
inline constexpr CostTable kSweepObject{{10, 10, 20, 20}};
inline constexpr CostTable kSweepDoubling{{3, 5, 8, 9}};
inline constexpr double kSweepPair = 8;
// From so many boxes on more axes than one prune.
inline constexpr std::size_t kSweepInColumns = 4000;

inline double sweep_cost(const SceneDescription& d) {
  return kSweepObject(d.dimension) +
         kSweepDoubling(d.dimension) * static_cast<double>(std::bit_width(d.n)) +
         kSweepPair * std::max(d.pairs_per_object - 1, 0.0);
}

// A mover over an object of a sorted frame: a step in the grid, a look at what it meets, and pairs
// that change when it goes far.
inline constexpr CostTable kMover{{6, 6, 8.5, 9}};
inline constexpr CostTable kMoverPair{{2.3, 2.3, 1, 1}};
inline constexpr double kMoverPairChanged[2] = {8, 4.5};  // up to 2D, beyond
// Above this share PairTracker sorts by itself and compares with what was: kRebuildShare.
inline constexpr double kTrackedShare = 1.0 / 12;
inline constexpr double kSortAndCompare = 1.8;

inline double tracker_cost(const SceneDescription& d) {
  SceneDescription large = d;  // no start of a frame to pay for
  large.n = std::max<std::size_t>(d.n, 1000);
  large.stray = 1;  // hashed cells have no world
  const double sorted = sorted_cost(large);
  if (d.moving > kTrackedShare) return kSortAndCompare * sorted_cost(d);
  const double changed = kMoverPairChanged[d.dimension > 2 ? 1 : 0] * std::min(d.step, 1.0);
  const double mover =
      kMover(d.dimension) + (kMoverPair(d.dimension) + changed) * d.pairs_per_object;
  return d.moving * mover * sorted + 0.1;
}

}  // namespace masu::detail
