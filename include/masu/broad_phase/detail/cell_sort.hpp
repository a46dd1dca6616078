// SPDX-License-Identifier: MIT
// Boxes in the order of the cells of a linear 2^d-tree: one counting sort by linear index, and the
// same again inside every cell that holds too many.
#pragma once

#include <cstdint>
#include <limits>

#include <masu/broad_phase/detail/tiles.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/status.hpp>

namespace masu::detail {

// Objects a cell should hold: few enough to search, enough to keep the counters in cache.
constexpr double kOccupancy[] = {0, 16, 8, 4, 4};
// A cell with more gets a tree of its own.
inline constexpr std::uint32_t kHeavyCell = 48;
inline constexpr int kMaxNesting = 8;

// Cells of all levels down to `depth`: (2^(D (depth + 1)) - 1) / (2^D - 1).
constexpr std::uint32_t cell_count(int dimension, int depth) {
  return static_cast<std::uint32_t>(((std::uint64_t(1) << (dimension * (depth + 1))) - 1) /
                                    ((std::uint64_t(1) << dimension) - 1));
}

// One cube for all axes; as deep as the occupancy asks, for the part of the cube that the centres
// span (a flat scene fills few of the cube's cells).
template <int D, class T>
KeyMap<D, T> key_map(const RawBoxes<D, T>& boxes) {
  Aabb<D, T> bounds;
  tile_kernels<D, T>().centre_bounds(boxes, bounds);
  KeyMap<D, T> map;
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
  constexpr double kHalfStep[] = {0, 1.4142, 2, 2.8284, 4};       // sqrt(2^D): to the nearest depth
  for (int depth = 1; D * depth <= 30 && depth <= 15; ++depth) {  // the kernels' 16-bit cells
    const double side = static_cast<double>(std::uint32_t(1) << depth);
    double all = 1;
    double filled = 1;
    for (int a = 0; a < D; ++a) {
      const double cells = static_cast<double>(half[a] / widest) * side;
      all *= side;
      filled *= cells > 1 ? cells : 1;
    }
    if (filled * kOccupancy[D] > n * kHalfStep[D] || all > 4 * n + 64) break;
    map.depth = depth;
  }
  map.scale = static_cast<T>(std::uint32_t(1) << map.depth) * T(0.5) / widest;
  return map;
}

// Sorts; keeps its memory from call to call.
template <int D, class T>
class CellSorter {
 public:
  explicit CellSorter(Allocator allocator)
      : order_(allocator), layers_{Layer(allocator), Layer(allocator), Layer(allocator),
                                   Layer(allocator), Layer(allocator), Layer(allocator),
                                   Layer(allocator), Layer(allocator), Layer(allocator)} {}

  // Places of the non-empty boxes in cell order; the others are left out. O(n).
  Status sort(const RawBoxes<D, T>& boxes, Registration registration, CellOrder order,
              const JobSystem& jobs) {
    order_.clear();
    count_ = 0;
    if (boxes.size == 0) return Status::ok;
    if (!order_.resize(boxes.size)) return Status::out_of_memory;
    KeyMap<D, T> map = key_map(boxes);
    map.registration = registration;
    map.order = order;
    return sort_layer(boxes, map, jobs, 0, order_.data(), count_);
  }

  const std::uint32_t* order() const { return order_.data(); }
  std::size_t size() const { return count_; }

 private:
  struct HeavyCell {
    std::uint32_t begin;
    std::uint32_t size;
  };

  struct Layer {
    explicit Layer(Allocator allocator)
        : keys(allocator),
          counts(allocator),
          heavy(allocator),
          boxes(allocator),
          ids(allocator),
          order(allocator) {}
    Buffer<std::uint32_t> keys;
    Buffer<std::uint32_t> counts;  // for each slice of the input, for each cell
    Buffer<HeavyCell> heavy;
    Buffer<Aabb<D, T>> boxes;  // of one heavy cell of the layer above
    Buffer<std::uint32_t> ids;
    Buffer<std::uint32_t> order;
  };

  // Fills order[0 .. count) with places in `boxes`.
  Status sort_layer(const RawBoxes<D, T>& boxes, const KeyMap<D, T>& map, const JobSystem& jobs,
                    int nesting, std::uint32_t* order, std::size_t& count) {
    Layer& layer = layers_[nesting];
    const std::uint32_t cells = cell_count(D, map.depth);
    const std::uint32_t row = cells + 1;  // the last counts the empty boxes
    const std::uint32_t slices = slice_count(boxes.size, jobs);
    layer.heavy.clear();
    if (!layer.keys.resize(boxes.size) || !layer.counts.resize(std::size_t(row) * slices)) {
      return Status::out_of_memory;
    }
    const std::size_t step = slice_step(boxes.size, slices);
    jobs.for_each(slices, [&](std::uint32_t s) { count_slice(layer, boxes, map, row, s, step); });
    if (!offsets(layer, row, slices, count)) return Status::out_of_memory;
    jobs.for_each(slices, [&](std::uint32_t s) {
      const std::size_t end = end_of(boxes.size, s, step);
      std::uint32_t* const at = layer.counts.data() + std::size_t(row) * s;
      const std::uint32_t* const keys = layer.keys.data();
      for (std::size_t i = s * step; i < end; ++i) {
        order[at[keys[i]]++] = static_cast<std::uint32_t>(i);
      }
    });
    if (nesting == kMaxNesting) return Status::ok;
    for (std::size_t i = 0; i < layer.heavy.size(); ++i) {
      const HeavyCell cell = layer.heavy[i];
      const Status good = sort_cell(boxes, map.order, nesting + 1, order + cell.begin, cell.size);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }

  static std::uint32_t slice_count(std::size_t size, const JobSystem& jobs) {
    const std::size_t worth = size / 8192 + 1;
    return static_cast<std::uint32_t>(worth < jobs.workers ? worth : jobs.workers);
  }
  // Whole tiles, so that slices do not share one.
  static std::size_t slice_step(std::size_t size, std::uint32_t slices) {
    const std::size_t each = (size + slices - 1) / slices;
    return (each + kTileSize - 1) / kTileSize * kTileSize;
  }
  static std::size_t end_of(std::size_t size, std::uint32_t slice, std::size_t step) {
    const std::size_t end = (slice + std::size_t(1)) * step;
    return end < size ? end : size;
  }

  static void count_slice(Layer& layer, const RawBoxes<D, T>& boxes, const KeyMap<D, T>& map,
                          std::uint32_t row, std::uint32_t slice, std::size_t step) {
    std::uint32_t* const counts = layer.counts.data() + std::size_t(row) * slice;
    std::memset(counts, 0, row * sizeof(std::uint32_t));
    const std::size_t begin = slice * step;
    const std::size_t end = end_of(boxes.size, slice, step);
    if (begin >= end) return;
    RawBoxes<D, T> part = boxes;
    part.min = boxes.min_at(begin);
    part.max = boxes.max_at(begin);
    part.size = end - begin;
    tile_kernels<D, T>().keys(part, map, row - 1, layer.keys.data() + begin);
    const std::uint32_t* const keys = layer.keys.data();
    for (std::size_t i = begin; i < end; ++i) ++counts[keys[i]];
  }

  // Counts to first places, cell by cell and slice by slice within a cell: the sort is stable for
  // any number of slices.
  static bool offsets(Layer& layer, std::uint32_t row, std::uint32_t slices, std::size_t& count) {
    std::uint32_t next = 0;
    for (std::uint32_t cell = 0; cell + 1 < row; ++cell) {
      const std::uint32_t begin = next;
      for (std::uint32_t s = 0; s < slices; ++s) {
        std::uint32_t& at = layer.counts[std::size_t(row) * s + cell];
        const std::uint32_t here = at;
        at = next;
        next += here;
      }
      if (next - begin > kHeavyCell && !layer.heavy.push_back({begin, next - begin})) return false;
    }
    count = next;
    for (std::uint32_t s = 0; s < slices; ++s) {
      std::uint32_t& at = layer.counts[std::size_t(row) * s + row - 1];
      const std::uint32_t here = at;
      at = next;
      next += here;
    }
    return true;
  }

  // The objects of one heavy cell again, by a tree with their own bounds. Always by extent: what
  // straddles a plane of the big tree would straddle the small one's too.
  Status sort_cell(const RawBoxes<D, T>& boxes, CellOrder cell_order, int nesting,
                   std::uint32_t* order, std::uint32_t size) {
    Layer& layer = layers_[nesting];
    if (!layer.boxes.resize(size) || !layer.ids.resize(size) || !layer.order.resize(size)) {
      return Status::out_of_memory;
    }
    for (std::uint32_t i = 0; i < size; ++i) {
      layer.ids[i] = order[i];
      std::memcpy(layer.boxes[i].min.v, boxes.min_at(order[i]), D * sizeof(T));
      std::memcpy(layer.boxes[i].max.v, boxes.max_at(order[i]), D * sizeof(T));
    }
    const RawBoxes<D, T> inner = {layer.boxes[0].min.v, layer.boxes[0].max.v, sizeof(Aabb<D, T>),
                                  size};
    KeyMap<D, T> map = key_map(inner);
    if (map.depth == 0) return Status::ok;  // one place, or nearly: nothing to order
    map.order = cell_order;
    std::size_t count = 0;
    const Status good = sort_layer(inner, map, JobSystem{}, nesting, layer.order.data(), count);
    if (good != Status::ok) return good;
    for (std::uint32_t i = 0; i < size; ++i) order[i] = layer.ids[layer.order[i]];
    return Status::ok;
  }

  Buffer<std::uint32_t> order_;
  std::size_t count_ = 0;
  Layer layers_[kMaxNesting + 1];
};

}  // namespace masu::detail
