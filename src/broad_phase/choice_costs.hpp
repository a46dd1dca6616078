// SPDX-License-Identifier: MIT
// The cost of a frame, in ns per object on one core of about 3 GHz. Only the ratios matter;
// `./masu.sh bench choose` compares them with measurements. The numbers come from the scenes, sizes
// and seeds that docs/broad_phase/choosing.md names.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include <masu/broad_phase/scene_description.hpp>

#include "broad_phase/sampled_pairs.hpp"

namespace masu::detail {

// A cost by dimension: 1, 2, 3, 4 and more.
struct CostTable {
  double by_dimension[4];
  constexpr double operator()(int dimension) const {
    return by_dimension[std::clamp(dimension, 1, 4) - 1];
  }
};

// AllPairs: a test of two boxes, n / 2 per object; and a pair found.
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
// the cache, make it slower, but the other methods too.
inline constexpr CostTable kSortedStart{{180, 180, 230, 230}};
inline constexpr CostTable kSortedObject{{14, 18, 28, 36}};
inline constexpr CostTable kSortedPair{{4, 4, 5, 6}};
// Outliers squeeze all other boxes into one cell, which is then divided again. It costs most while
// there are few; among many, cells in Morton order suffer little.
inline constexpr double kStray = 150;
inline constexpr CostTable kSortedAmongStrays{{4, 5, 6, 6}};
inline constexpr std::size_t kMortonAmongStrays = 8000;
inline constexpr double kMortonCost = 1.5;

inline double sorted_cost(int dimension, double n, double pairs_per_object) {
  // In crowds, masks of 16 find pairs: the more there are, the cheaper is each.
  const double pairs = std::min(pairs_per_object, 4.0) + std::max(pairs_per_object - 4, 0.0) / 3;
  return kSortedStart(dimension) / n + kSortedObject(dimension) + kSortedPair(dimension) * pairs;
}
// The boxes of one node of the sorted tree, where the order of cells matters little and Hilbert
// order is expensive.
inline constexpr std::size_t kOneNode = 256;

// Rods, which no cell suits: beyond the pairs, boxes that overlap a smaller one's cell or the
// bounds of its tile are tested. Few tiles are processed quickly: the full cost applies from this
// number of boxes.
inline constexpr CostTable kSortedCell{{0.12, 0.12, 0.05, 0.05}};
inline constexpr double kSortedTile = 0.65;
inline constexpr double kManyTiles = 2048;
// If boxes overlap the cells of more than a quarter of all, they are as long as the domain: centers
// do not separate them, which costs time on each level.
inline constexpr double kUndivided = 100;

struct CellExcess {
  double cells;
  double tiles;
  bool undivided;
};
inline CellExcess cell_excess(const SceneDescription& d) {
  CellExcess e;
  e.cells = std::max(d.cell_candidates - d.pairs_per_object, 0.0);
  e.tiles = std::max(d.tile_candidates - d.pairs_per_object, 0.0);
  e.undivided = 4 * e.cells > static_cast<double>(d.n);
  return e;
}

inline double sorted_cost(const SceneDescription& d) {
  const double n = static_cast<double>(std::max<std::size_t>(d.n, 1));
  const double plain = sorted_cost(d.dimension, n, d.pairs_per_object);
  const CellExcess excess = cell_excess(d);
  double odd = kSortedCell(d.dimension) * excess.cells +
               kSortedTile * std::min(n / kManyTiles, 1.0) * excess.tiles;
  if (excess.undivided && d.n > (d.dimension <= 2 ? 1 : 2) * kOneNode) odd += kUndivided;
  if (d.stray <= kStray) return plain + odd;
  return odd + plain * (d.n < kMortonAmongStrays ? kSortedAmongStrays(d.dimension) : kMortonCost);
}

// SweepAndPrune: a frame's start; an object; one that overlaps on the axis; a pair. In columns an
// object, and each doubling of their number; a box that overlaps a cell.
inline constexpr double kSweepStart = 2000;
inline constexpr double kSweepStartOfFew = 20;  // per object, of up to 64: sorted by insertion
inline constexpr CostTable kSweepObject{{16, 16, 18, 20}};
inline constexpr double kSweepMeeting = 0.42;
inline constexpr double kSweepFar = 3;  // each doubling beyond the cache
inline constexpr int kSweepInCache = 15;
inline constexpr double kSweepPair = 8;
inline constexpr CostTable kColumnObject{{12, 12, 25, 30}};
inline constexpr CostTable kColumnDoubling{{3.7, 3.7, 5.5, 7}};
inline constexpr double kColumnCell = 0.42;

struct SweepCost {
  double one_axis;
  double columns;
  double ns() const { return std::min(one_axis, columns); }
};

// For cubes spread evenly in a cube: with n/2 (2/s)^D pairs per object, n/2 (2/s) overlap on an
// axis.
inline double axis_candidates(const SceneDescription& d) {
  if (d.axis_candidates >= 0) return d.axis_candidates;
  const double half = static_cast<double>(d.n) / 2;
  if (!(d.pairs_per_object > 0) || half < d.pairs_per_object) return d.pairs_per_object;
  const double thinner = half / d.pairs_per_object;  // (s/2)^D
  const double side = d.dimension <= 1   ? thinner
                      : d.dimension == 2 ? root<2>(thinner)
                      : d.dimension == 3 ? root<3>(thinner)
                                         : root<4>(thinner);
  return half / side;
}

// A sample is inaccurate on an axis on which few boxes overlap: a sweep is chosen only if its cost
// is lower by this factor.
inline constexpr double kSweepDoubt = 1.3;

inline SweepCost sweep_cost(const SceneDescription& d) {
  const double n = static_cast<double>(std::max<std::size_t>(d.n, 1));
  const double meeting = std::min(axis_candidates(d), n / 2);
  const double start = d.n <= 64 ? kSweepStartOfFew : kSweepStart / n;
  const double pairs = start + kSweepPair * d.pairs_per_object;
  SweepCost cost;
  const int far = std::max(static_cast<int>(std::bit_width(d.n)) - kSweepInCache, 0);
  cost.one_axis = pairs + kSweepObject(d.dimension) + kSweepFar * far + kSweepMeeting * meeting;
  cost.columns = pairs + kColumnObject(d.dimension) +
                 kColumnDoubling(d.dimension) * static_cast<double>(std::bit_width(d.n)) +
                 kColumnCell * cell_excess(d).cells;
  if (d.stray <= kStray) {
    cost.one_axis *= kSweepDoubt;
    cost.columns *= kSweepDoubt;
  }
  return cost;
}

// Bvh by Morton code: an object, and each doubling of their number; a pair. Boxes that overlap the
// bounds of a tile overlap nodes with boxes of several directions, unless nodes are disjoint since
// all boxes are as long as the domain.
inline constexpr double kBvhStart = 3500;
inline constexpr CostTable kBvhObject{{20, 20, 25, 30}};
inline constexpr CostTable kBvhDoubling{{2.5, 2.5, 4, 5}};
inline constexpr double kBvhPair = 8;
inline constexpr double kBvhTile[2] = {4, 0.5};  // mixed, apart

inline constexpr double kBvhAmongStrays = 3;  // the codes cover the whole domain, too

inline double bvh_cost(const SceneDescription& d) {
  const double n = static_cast<double>(std::max<std::size_t>(d.n, 1));
  const CellExcess excess = cell_excess(d);
  const double plain = kBvhStart / n + kBvhObject(d.dimension) +
                       kBvhDoubling(d.dimension) * static_cast<double>(std::bit_width(d.n));
  return plain * (d.stray > kStray ? kBvhAmongStrays : 1) + kBvhPair * d.pairs_per_object +
         kBvhTile[excess.undivided ? 1 : 0] * excess.tiles;
}

// The cost of a mover over that of an object of a sorted frame: a step in the grid, a test of what
// it overlaps, and pairs that change when it moves far.
inline constexpr CostTable kMover{{6, 6, 8.5, 9}};
inline constexpr CostTable kMoverPair{{2.3, 2.3, 1, 1}};
inline constexpr double kMoverPairChanged[2] = {8, 4.5};  // up to 2D, beyond
// Above this share of movers PairTracker sorts all boxes and compares with the last pairs:
// PairTrackerOptions.
inline constexpr double kTrackedShare = 1.0 / 12;
inline constexpr double kSortAndCompare = 1.8;

// Per mover, for each doubling of sizes: another layer of cells is searched.
inline constexpr CostTable kMoverLayer{{0.5, 0.5, 0.65, 0.65}};
// In ns: per box that overlaps its cell, or per object of all.
inline constexpr CostTable kMoverCell{{5, 8, 26, 60}};
inline constexpr double kMoverAll = 1.7;

inline double tracker_cost(const SceneDescription& d) {
  if (d.moving > kTrackedShare) return kSortAndCompare * sorted_cost(d);
  // No cost for the start of a frame; hashed cells have no domain.
  const double n = static_cast<double>(std::max<std::size_t>(d.n, 1000));
  const double sorted = sorted_cost(d.dimension, n, d.pairs_per_object);
  const double changed = kMoverPairChanged[d.dimension > 2 ? 1 : 0] * std::min(d.step, 1.0);
  const auto spread = static_cast<std::uint64_t>(std::clamp(d.extent_spread, 1.0, 1e6));
  const double layers =
      1 + kMoverLayer(d.dimension) * static_cast<double>(std::bit_width(spread) - 1);
  const double mover =
      layers * (kMover(d.dimension) + kMoverPair(d.dimension) * d.pairs_per_object) +
      changed * d.pairs_per_object;
  const double cells = std::min(kMoverCell(d.dimension) * cell_excess(d).cells,
                                kMoverAll * static_cast<double>(d.n));
  return d.moving * (mover * sorted + cells) + 0.1;
}

// IncrementalSweepAndPrune: an object, and each doubling of their number beyond the cache; a mover,
// its pairs, and each end of another box that one of its ends passes.
inline constexpr CostTable kIncrementalObject{{10, 14, 18, 22}};
inline constexpr CostTable kIncrementalDoubling{{2, 2, 10, 12}};
inline constexpr int kDoublingsInCache = 13;
inline constexpr CostTable kIncrementalMover{{100, 130, 300, 400}};
inline constexpr double kIncrementalPair = 100;
inline constexpr double kEndPassed = 8;

// If all boxes are as long as the domain, their ends cluster at its boundary.
inline double incremental_cost(const SceneDescription& d) {
  if (cell_excess(d).undivided) return 1e9;
  const double dimension = d.dimension;
  const int doublings = std::max(static_cast<int>(std::bit_width(d.n)) - kDoublingsInCache, 0);
  // The mean step on an axis is about 0.6 of the median on the longest.
  const double passed = 2 * dimension * axis_candidates(d) * 0.6 * d.step;
  return kIncrementalObject(d.dimension) +
         kIncrementalDoubling(d.dimension) * static_cast<double>(doublings) +
         d.moving * (kIncrementalMover(d.dimension) + kIncrementalPair * d.pairs_per_object +
                     kEndPassed * passed);
}

}  // namespace masu::detail
