// SPDX-License-Identifier: MIT
// Chooses the cells of a sorted tree: the cube that they divide, and the depth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "broad_phase/center_kernels.hpp"

namespace masu::detail {

// The target number of objects per cell, by dimension: few enough to search, enough to keep the
// counters in cache. More for smallest_cell: each plane of a finer level moves objects that
// straddle it to coarser levels.
constexpr double kByExtentOccupancy[] = {0, 16, 8, 4, 4};
constexpr double kSmallestCellOccupancy[] = {0, 16, 16, 12, 12};
// If an object shares its cell with more than this multiple of the target, cells are too large.
// Evenly spread objects may have sqrt(2^D) times the target, since depths are integers.
constexpr double kCrowded = 3;

// Returns the cells of all levels down to `depth`: (2^(D (depth + 1)) - 1) / (2^D - 1).
constexpr std::uint32_t cell_count(int dimension, int depth) {
  return static_cast<std::uint32_t>(((std::uint64_t(1) << (dimension * (depth + 1))) - 1) /
                                    ((std::uint64_t(1) << dimension) - 1));
}

// From this many boxes on, their bounds are estimated from an eighth of them.
inline constexpr std::size_t kSampleFrom = 4096;

// From this many boxes on, measuring the crowding pays off: with fewer, a second sort of heavy
// cells is not limited by memory.
inline constexpr std::size_t kCrowdFrom = 1 << 17;

// Returns the bounds of the centers of 16 adjacent boxes out of every 128, chosen pseudorandomly,
// so that no pattern of the input distorts them. Centers outside belong to the border cells.
template <int D, class T>
Aabb<D, T> sampled_center_bounds(const RawBoxes<D, T>& boxes) {
  Aabb<D, T> all = Aabb<D, T>::nothing();
  RawBoxes<D, T> part = boxes;
  part.size = kTileSize;
  for (std::size_t first = 0; first + 8 * kTileSize <= boxes.size; first += 8 * kTileSize) {
    const std::uint32_t random = static_cast<std::uint32_t>(first) * 0x9e37'79b1u >> 29;
    part.min = boxes.min_at(first + random * kTileSize);
    part.max = boxes.max_at(first + random * kTileSize);
    Aabb<D, T> bounds;
    center_kernels<D, T>().bounds(part, bounds);
    for (int a = 0; a < D; ++a) {
      all.min[a] = bounds.min[a] < all.min[a] ? bounds.min[a] : all.min[a];
      all.max[a] = bounds.max[a] > all.max[a] ? bounds.max[a] : all.max[a];
    }
  }
  return all;
}

// Cuts outliers off the bounds: with one box far away, all others would share a few cells. On each
// axis, compares the bounds of the centers with those of 32 sampled boxes without the two outermost
// at either end. If they are many times as long, they are shortened.
template <int D, class T>
void cut_far_centers(const RawBoxes<D, T>& boxes, Aabb<D, T>& bounds) {
  constexpr std::size_t kSamples = 32;
  if (boxes.size < 8 * kSamples) return;
  T low[D][kOutermost + 1];
  T high[D][kOutermost + 1];
  for (int a = 0; a < D; ++a) {
    for (T& x : low[a]) x = std::numeric_limits<T>::infinity();
    for (T& x : high[a]) x = -std::numeric_limits<T>::infinity();
  }
  for (std::size_t k = 0; k < kSamples; ++k) {
    const std::size_t i = boxes.size * k / kSamples;
    for (int a = 0; a < D; ++a) {
      const T center = boxes.min_at(i)[a] * T(0.5) + boxes.max_at(i)[a] * T(0.5);
      keep_lowest(low[a], center);
      keep_highest(high[a], center);
    }
  }
  for (int a = 0; a < D; ++a) {
    const T lo = low[a][kOutermost];
    const T hi = high[a][kOutermost];
    const T inner = hi - lo;
    if (!(inner > 0 && bounds.max[a] - bounds.min[a] > kManyTimes * inner)) continue;
    bounds.min[a] = std::max(bounds.min[a], lo - inner / 2);
    bounds.max[a] = std::min(bounds.max[a], hi + inner / 2);
  }
}

// Estimates from a sample how many objects share an object's cell. Objects too large for the finest
// cells are left out.
template <int D, class T>
class CellCrowd {
 public:
  // Draws a sample. For evenly spread objects a few dozen pairs of it share a cell.
  explicit CellCrowd(const RawBoxes<D, T>& boxes) : objects_(static_cast<double>(boxes.size)) {
    const std::size_t samples = static_cast<std::size_t>(3 * std::sqrt(objects_));
    const std::size_t step = boxes.size / std::min(samples, kMost) + 1;
    for (std::size_t first = 0; first + step <= boxes.size; first += step) {
      const std::uint32_t random = static_cast<std::uint32_t>(first) * 0x9e37'79b1u;
      const std::size_t i = first + (std::uint64_t(random) * step >> 32);
      const T* const lo = boxes.min_at(i);
      const T* const hi = boxes.max_at(i);
      Object& object = sample_[size_++];
      object.extent = 0;
      for (int a = 0; a < D; ++a) {
        object.center[a] = lo[a] * T(0.5) + hi[a] * T(0.5);
        object.extent = std::max(object.extent, hi[a] - lo[a]);
      }
    }
  }

  // Returns the number of other objects in an object's cell; 0: too few shared cells to estimate.
  double others(const Vec<D, T>& origin, T scale, int depth) {
    std::memset(cells_, 0, sizeof(cells_));
    const T last = static_cast<T>((1u << depth) - 1);
    std::uint64_t pairs = 0;
    std::uint64_t counted = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      if (!(sample_[i].extent * scale <= T(kCellsPerExtent))) continue;
      std::uint32_t cell = 0;
      for (int a = 0; a < D; ++a) {
        const T at = (sample_[i].center[a] - origin[a]) * scale;
        cell = cell << depth | (at > 0 ? static_cast<std::uint32_t>(at < last ? at : last) : 0u);
      }
      pairs += count(cell);
      ++counted;
    }
    if (pairs < kFewestPairs) return 0;
    const double m = static_cast<double>(counted);
    return 2 * static_cast<double>(pairs) / m * (objects_ / static_cast<double>(size_));
  }

 private:
  static constexpr std::size_t kMost = 2000;
  static constexpr std::uint32_t kSlots = 4096;
  static constexpr std::uint64_t kFewestPairs = 24;
  struct Object {
    Vec<D, T> center;
    T extent;
  };
  struct Cell {
    std::uint32_t key;  // one more than it is; 0: free
    std::uint32_t objects;
  };

  // Counts an object of the cell. Returns the number of objects before it.
  std::uint32_t count(std::uint32_t cell) {
    std::uint32_t i = cell * 0x9e37'79b1u >> 20;
    while (cells_[i].key != cell + 1 && cells_[i].key != 0) i = (i + 1) % kSlots;
    cells_[i].key = cell + 1;
    return cells_[i].objects++;
  }

  double objects_;
  std::size_t size_ = 0;
  Object sample_[kMost];
  Cell cells_[kSlots];
};

// Chooses one cube for all axes. The depth follows from the target occupancy of the part of the
// cube that the centers span (a flat scene fills few of its cells), and grows if objects crowd in
// parts of it. `whole_set`: false for the boxes of one heavy cell, whose bounds are exact.
template <int D, class T>
KeyMap<D, T> key_map(const RawBoxes<D, T>& boxes, Registration registration, CellOrder order,
                     bool whole_set) {
  Aabb<D, T> bounds;
  const bool sample = whole_set && boxes.size >= kSampleFrom;
  if (sample) {
    bounds = sampled_center_bounds(boxes);
  } else {
    center_kernels<D, T>().bounds(boxes, bounds);
  }
  if (whole_set) cut_far_centers(boxes, bounds);
  KeyMap<D, T> map;
  map.registration = registration;
  map.order = order;
  if (bounds.empty()) return map;
  map.origin = bounds.min;
  T half[D];
  T widest = 0;
  for (int a = 0; a < D; ++a) {
    half[a] = bounds.max[a] * T(0.5) - bounds.min[a] * T(0.5);  // halved: cannot overflow
    widest = half[a] > widest ? half[a] : widest;
  }
  if (!(widest > 0)) return map;
  const double n = static_cast<double>(boxes.size);
  const bool by_extent = registration == Registration::by_extent;
  const double occupancy = by_extent ? kByExtentOccupancy[D] : kSmallestCellOccupancy[D];
  constexpr double kHalfStep[] = {0, 1.4142, 2, 2.8284, 4};  // sqrt(2^D): to the nearest depth
  const auto allowed = [&](int depth) {                      // the kernels' cells have 16 bits
    const double all = static_cast<double>(std::uint64_t(1) << D * depth);
    return D * depth <= 30 && depth <= 15 && all <= 4 * n + 64;
  };
  for (int depth = 1; allowed(depth); ++depth) {
    const double side = static_cast<double>(std::uint32_t(1) << depth);
    double filled = 1;
    for (int a = 0; a < D; ++a) {
      const double cells = static_cast<double>(half[a] / widest) * side;
      filled *= cells > 1 ? cells : 1;
    }
    if (filled * occupancy > n * kHalfStep[D]) break;
    map.depth = depth;
  }
  const auto scale_at = [&](int depth) {
    return static_cast<T>(std::uint32_t(1) << depth) * T(0.5) / widest;
  };
  if (whole_set && boxes.size >= kCrowdFrom) {
    CellCrowd<D, T> crowd(boxes);
    double others = crowd.others(map.origin, scale_at(map.depth), map.depth);
    while (others > kCrowded * occupancy && allowed(map.depth + 1)) {
      const double fewer = crowd.others(map.origin, scale_at(map.depth + 1), map.depth + 1);
      if (2 * fewer > others) break;  // they lie on each other
      others = fewer;
      ++map.depth;
    }
  }
  map.scale = scale_at(map.depth);
  return map;
}

}  // namespace masu::detail
