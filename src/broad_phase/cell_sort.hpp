// SPDX-License-Identifier: MIT
// Sorts boxes by the cells of a linear 2^d-tree: one counting sort by linear index, repeated inside
// every cell that has too many objects.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/platform.hpp>
#include <masu/core/status.hpp>
#include "broad_phase/key_map.hpp"
#include "broad_phase/tiles.hpp"

namespace masu::detail {

// A cell with more objects is sorted again, by a tree of its own.
inline constexpr std::uint32_t kHeavyCell = 96;
inline constexpr int kMaxNesting = 8;

// The sort, with memory that is reused from call to call.
template <int D, class T>
class CellSorter {
 public:
  explicit CellSorter(Allocator allocator)
      : allocator_(allocator), layers_{Layer(allocator), Layer(allocator), Layer(allocator),
                                       Layer(allocator), Layer(allocator), Layer(allocator),
                                       Layer(allocator), Layer(allocator), Layer(allocator)} {}

  // Sorts the non-empty boxes by cell and leaves the empty ones out. O(n).
  template <class Trace>
  Status sort(const RawBoxes<D, T>& boxes, const SortedOrthtreeOptions& options,
              const JobSystem& jobs, Trace& trace) {
    order_.clear();
    count_ = 0;
    boxes_ = boxes;
    moved_ = false;
    if (boxes.size == 0) return Status::ok;
    if (!order_.resize(boxes.size)) return Status::out_of_memory;
    trace.on(PhaseBegins{"bounds"});
    const KeyMap<D, T> map = key_map(boxes, options.registration, options.order, true);
    trace.on(PhaseBegins{"keys"});
    if (boxes.size < options.two_passes_from) {
      return sort_layer(boxes, map, jobs, 0, order_.data(), count_, trace);
    }
    return sort_in_two(boxes, map, jobs, trace);
  }

  // Returns the boxes that order() indexes: the user's, or a nearly sorted copy.
  const RawBoxes<D, T>& boxes() const { return boxes_; }
  const std::uint32_t* order() const { return order_.data(); }
  // Returns their indices in the user's array; nullptr if boxes() are the user's.
  const std::uint32_t* indices() const { return moved_ ? indices_.data() : nullptr; }
  std::size_t size() const { return count_; }

 private:
  struct HeavyCell {
    std::uint32_t begin;
    std::uint32_t size;
  };

  // The cells of one job, and the objects in them.
  struct CellBlock {
    std::uint32_t first;  // how many objects come before
    std::uint32_t size;
    std::uint32_t heavy;  // how many of the cells are heavy
  };

  static constexpr std::uint32_t kCellsPerJob = 4096;
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  struct Layer {
    explicit Layer(Allocator allocator) : memory(allocator) {}
    Allocator memory;  // of all below
    Buffer<std::uint32_t> keys{memory};
    Buffer<std::uint32_t> counts{memory};  // for each slice of the input, for each cell
    Buffer<HeavyCell> heavy{memory};
    Buffer<Aabb<D, T>> boxes{memory};  // of one heavy cell of the layer above
    Buffer<std::uint32_t> ids{memory};
    Buffer<std::uint32_t> order{memory};
  };

  // Prefetch distance of the scatter: it writes to more runs than the hardware prefetches.
  static constexpr std::size_t kAhead = 16;

  // Two passes: copies the boxes into runs of cells, then sorts the cells of each run. The targets
  // of each pass fit into the cache and the TLB; a single pass would scatter over all of memory.
  template <class Trace>
  Status sort_in_two(const RawBoxes<D, T>& boxes, const KeyMap<D, T>& map, const JobSystem& jobs,
                     Trace& trace) {
    Layer& layer = layers_[0];
    const std::uint32_t cells = cell_count(D, map.depth);
    const int shift = run_bits(cells);
    const std::uint32_t row = (cells >> shift) + 1;  // the last run holds the empty boxes too
    const std::uint32_t slices = slice_count(boxes.size, jobs);
    layer.heavy.clear();
    if (!layer.keys.resize(boxes.size) || !layer.counts.resize(std::size_t(row) * slices) ||
        !copies_.resize(boxes.size) || !indices_.resize(boxes.size) ||
        !moved_keys_.resize(boxes.size) || !runs_.resize(row + 1)) {
      return Status::out_of_memory;
    }
    const std::size_t step = slice_step(boxes.size, slices);
    jobs.for_each(slices, [&](std::uint32_t s) {
      count_slice(layer, boxes, map, cells, shift, row, s, step);
    });
    trace.on(PhaseBegins{"sort"});
    std::size_t all = 0;
    if (!offsets(layer, row, slices, kNoLimit, jobs, all)) return Status::out_of_memory;
    for (std::uint32_t r = 0; r < row; ++r) runs_[r] = layer.counts[r];
    runs_[row] = static_cast<std::uint32_t>(boxes.size);
    jobs.for_each(slices, [&](std::uint32_t s) { move_slice(layer, boxes, shift, row, s, step); });
    const Status sorted = sort_runs(cells, shift, row, jobs);
    if (sorted != Status::ok) return sorted;
    boxes_ = {copies_[0].lo, copies_[0].hi, sizeof(SlotBox<D, T>), boxes.size};
    moved_ = true;
    return sort_heavy(boxes_, map.order, 0, order_.data());
  }

  // Returns log2 of the cells per run: about a thousand runs of at least 256 cells.
  static int run_bits(std::uint32_t cells) {
    int bits = 8;
    while ((cells >> bits) > 1024) ++bits;
    return bits;
  }

  void move_slice(Layer& layer, const RawBoxes<D, T>& boxes, int shift, std::uint32_t row,
                  std::uint32_t slice, std::size_t step) {
    const std::size_t end = end_of(boxes.size, slice, step);
    std::uint32_t* const at = layer.counts.data() + std::size_t(row) * slice;
    const std::uint32_t* const keys = layer.keys.data();
    SlotBox<D, T>* const copies = copies_.data();
    std::uint32_t* const indices = indices_.data();
    std::uint32_t* const moved_keys = moved_keys_.data();
    for (std::size_t i = slice * step; i < end; ++i) {
      if (i + kAhead < end) {
        const std::uint32_t soon = at[keys[i + kAhead] >> shift];
        prefetch_for_write(&copies[soon]);
        prefetch_for_write(&indices[soon]);
        prefetch_for_write(&moved_keys[soon]);
      }
      const std::uint32_t key = keys[i];
      const std::uint32_t to = at[key >> shift]++;
      std::memcpy(copies[to].lo, boxes.min_at(i), D * sizeof(T));
      std::memcpy(copies[to].hi, boxes.max_at(i), D * sizeof(T));
      indices[to] = static_cast<std::uint32_t>(i);
      moved_keys[to] = key;
    }
  }

  // Returns the largest number of heavy cells among n objects. So each block of cells has a part of
  // the list of heavy cells, from most_heavy(its first object) on.
  static constexpr std::size_t most_heavy(std::size_t n) { return n / (kHeavyCell + 1); }

  // Joins the parts of all blocks_.
  void join_heavy(Buffer<HeavyCell>& heavy) {
    std::size_t size = 0;
    for (const CellBlock& b : blocks_) {
      const HeavyCell* const part = heavy.data() + most_heavy(b.first);
      for (std::uint32_t i = 0; i < b.heavy; ++i) heavy[size++] = part[i];
    }
    heavy.set_size(size);
  }

  // Several runs make a job, with counters of its own.
  Status sort_runs(std::uint32_t cells, int shift, std::uint32_t row, const JobSystem& jobs) {
    const std::uint32_t width = 1u << shift;
    const std::uint32_t share = jobs.shares(row) ? row / (4 * jobs.workers) + 1 : row;
    const std::uint32_t groups = (row + share - 1) / share;
    Buffer<HeavyCell>& heavy = layers_[0].heavy;
    if (!run_counts_.resize(std::size_t(width) * groups) || !blocks_.resize(groups) ||
        !heavy.resize(most_heavy(runs_[row]))) {
      return Status::out_of_memory;
    }
    jobs.for_each(groups, [&](std::uint32_t g) {
      std::uint32_t* const at = run_counts_.data() + std::size_t(width) * g;
      const std::uint32_t end = (g + 1) * share < row ? (g + 1) * share : row;
      HeavyCell* const first = heavy.data() + most_heavy(runs_[g * share]);
      HeavyCell* last = first;
      for (std::uint32_t r = g * share; r < end; ++r) last = sort_run(r, shift, cells, at, last);
      blocks_[g] = {runs_[g * share], 0, static_cast<std::uint32_t>(last - first)};
    });
    join_heavy(heavy);
    return Status::ok;
  }

  // Appends its heavy cells to those up to `heavy`, and returns the end of all.
  HeavyCell* sort_run(std::uint32_t r, int shift, std::uint32_t cells, std::uint32_t* at,
                      HeavyCell* heavy) {
    const std::uint32_t width = 1u << shift;
    const std::uint32_t begin = runs_[r];
    const std::uint32_t end = runs_[r + 1];
    std::uint32_t* const order = order_.data();
    const std::uint32_t* const keys = moved_keys_.data();
    std::memset(at, 0, width * sizeof(std::uint32_t));
    for (std::uint32_t i = begin; i < end; ++i) ++at[keys[i] & (width - 1)];
    std::uint32_t next = begin;
    for (std::uint32_t k = 0; k < width; ++k) {
      const std::uint32_t here = at[k];
      at[k] = next;
      if ((r << shift) + k == cells) {
        count_ = next;  // the empty boxes come last
      } else if (here > kHeavyCell) {
        *heavy++ = {next, here};
      }
      next += here;
    }
    for (std::uint32_t i = begin; i < end; ++i) order[at[keys[i] & (width - 1)]++] = i;
    return heavy;
  }

  // Fills order[0 .. count) with indices of `boxes`.
  template <class Trace>
  Status sort_layer(const RawBoxes<D, T>& boxes, const KeyMap<D, T>& map, const JobSystem& jobs,
                    int nesting, std::uint32_t* order, std::size_t& count, Trace& trace) {
    Layer& layer = layers_[nesting];
    const std::uint32_t cells = cell_count(D, map.depth);
    const std::uint32_t row = cells + 1;  // the last counts the empty boxes
    const std::uint32_t slices = slice_count(boxes.size, jobs);
    layer.heavy.clear();
    if (!layer.keys.resize(boxes.size) || !layer.counts.resize(std::size_t(row) * slices)) {
      return Status::out_of_memory;
    }
    const std::size_t step = slice_step(boxes.size, slices);
    jobs.for_each(slices,
                  [&](std::uint32_t s) { count_slice(layer, boxes, map, cells, 0, row, s, step); });
    trace.on(PhaseBegins{"sort"});
    if (!offsets(layer, row, slices, kHeavyCell, jobs, count)) return Status::out_of_memory;
    jobs.for_each(slices, [&](std::uint32_t s) {
      const std::size_t end = end_of(boxes.size, s, step);
      std::uint32_t* const at = layer.counts.data() + std::size_t(row) * s;
      const std::uint32_t* const keys = layer.keys.data();
      for (std::size_t i = s * step; i < end; ++i) {
        order[at[keys[i]]++] = static_cast<std::uint32_t>(i);
      }
    });
    return sort_heavy(boxes, map.order, nesting, order);
  }

  Status sort_heavy(const RawBoxes<D, T>& boxes, CellOrder cell_order, int nesting,
                    std::uint32_t* order) {
    if (nesting == kMaxNesting) return Status::ok;
    const Buffer<HeavyCell>& heavy = layers_[nesting].heavy;
    for (std::size_t i = 0; i < heavy.size(); ++i) {
      const HeavyCell cell = heavy[i];
      const Status status =
          sort_cell(boxes, cell_order, nesting + 1, order + cell.begin, cell.size);
      if (status != Status::ok) return status;
    }
    return Status::ok;
  }

  static std::uint32_t slice_count(std::size_t size, const JobSystem& jobs) {
    const std::size_t worth = size / 8192 + 1;
    const std::size_t workers = jobs.workers > 1 ? jobs.workers : 1;
    return static_cast<std::uint32_t>(worth < workers ? worth : workers);
  }
  // Returns a multiple of the tile size, so that slices share no tile.
  static std::size_t slice_step(std::size_t size, std::uint32_t slices) {
    const std::size_t each = (size + slices - 1) / slices;
    return (each + kTileSize - 1) / kTileSize * kTileSize;
  }
  static std::size_t end_of(std::size_t size, std::uint32_t slice, std::size_t step) {
    const std::size_t end = (slice + std::size_t(1)) * step;
    return end < size ? end : size;
  }

  static void count_slice(Layer& layer, const RawBoxes<D, T>& boxes, const KeyMap<D, T>& map,
                          std::uint32_t cells, int shift, std::uint32_t row, std::uint32_t slice,
                          std::size_t step) {
    std::uint32_t* const counts = layer.counts.data() + std::size_t(row) * slice;
    std::memset(counts, 0, row * sizeof(std::uint32_t));
    const std::size_t begin = slice * step;
    const std::size_t end = end_of(boxes.size, slice, step);
    if (begin >= end) return;
    RawBoxes<D, T> part = boxes;
    part.min = boxes.min_at(begin);
    part.max = boxes.max_at(begin);
    part.size = end - begin;
    tile_kernels<D, T>().keys(part, map, cells, layer.keys.data() + begin);
    const std::uint32_t* const keys = layer.keys.data();
    for (std::size_t i = begin; i < end; ++i) ++counts[keys[i] >> shift];
  }

  // Converts counts to offsets, cell by cell, and slice by slice within a cell: the sort is stable
  // for any number of slices. Lists cells with more than `most` objects. With several slices,
  // blocks of cells are jobs, as soon as the number of objects before each is known.
  bool offsets(Layer& layer, std::uint32_t row, std::uint32_t slices, std::uint32_t most,
               const JobSystem& jobs, std::size_t& count) {
    const std::uint32_t cells = row - 1;
    const std::uint32_t block = slices > 1 ? kCellsPerJob : row;
    const std::uint32_t blocks = cells / block + 1;
    if (!blocks_.resize(blocks) || !layer.heavy.resize(most_heavy(layer.keys.size()))) return false;
    blocks_[0].size = 0;
    const auto last_of = [&](std::uint32_t b) { return b + 1 < blocks ? (b + 1) * block : cells; };
    if (slices > 1) {
      jobs.for_each(blocks, [&](std::uint32_t b) {
        blocks_[b].size = objects_in(layer, row, slices, b * block, last_of(b));
      });
    }
    std::uint32_t before = 0;
    for (CellBlock& b : blocks_) {
      b.first = before;
      before += b.size;
    }
    jobs.for_each(blocks, [&](std::uint32_t b) {
      offset_cells(layer, row, slices, most, b * block, last_of(b), blocks_[b]);
    });
    join_heavy(layer.heavy);
    count = blocks_[blocks - 1].first + blocks_[blocks - 1].size;
    CellBlock empty{static_cast<std::uint32_t>(count), 0, 0};
    offset_cells(layer, row, slices, kNoLimit, cells, row, empty);
    return true;
  }

  static std::uint32_t objects_in(const Layer& layer, std::uint32_t row, std::uint32_t slices,
                                  std::uint32_t first, std::uint32_t last) {
    std::uint32_t sum = 0;
    for (std::uint32_t s = 0; s < slices; ++s) {
      const std::uint32_t* const counts = layer.counts.data() + std::size_t(row) * s;
      for (std::uint32_t cell = first; cell < last; ++cell) sum += counts[cell];
    }
    return sum;
  }

  // For the cells [first, last), which are a block; sets its `size` and `heavy`.
  static void offset_cells(Layer& layer, std::uint32_t row, std::uint32_t slices,
                           std::uint32_t most, std::uint32_t first, std::uint32_t last,
                           CellBlock& block) {
    HeavyCell* const heavy = layer.heavy.data() + most_heavy(block.first);
    std::uint32_t next = block.first;
    block.heavy = 0;
    for (std::uint32_t cell = first; cell < last; ++cell) {
      const std::uint32_t begin = next;
      for (std::uint32_t s = 0; s < slices; ++s) {
        std::uint32_t& at = layer.counts[std::size_t(row) * s + cell];
        const std::uint32_t here = at;
        at = next;
        next += here;
      }
      if (next - begin > most) heavy[block.heavy++] = {begin, next - begin};
    }
    block.size = next - block.first;
  }

  // Sorts the objects of one heavy cell again, by a tree over their own bounds. Always by extent:
  // objects that straddle a plane of the large tree would straddle one of the small tree, too.
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
    // Exact bounds of all objects, so that none is outside again.
    const KeyMap<D, T> map = key_map(inner, Registration::by_extent, cell_order, false);
    if (map.depth == 0) return Status::ok;  // all at about one point: nothing to order
    std::size_t count = 0;
    const NoTrace no_trace;  // all of it is part of the sort
    const Status status =
        sort_layer(inner, map, JobSystem{}, nesting, layer.order.data(), count, no_trace);
    if (status != Status::ok) return status;
    for (std::uint32_t i = 0; i < size; ++i) order[i] = layer.ids[layer.order[i]];
    return Status::ok;
  }

  Allocator allocator_;  // of all members below
  Buffer<std::uint32_t> order_{allocator_};
  std::size_t count_ = 0;
  RawBoxes<D, T> boxes_;
  bool moved_ = false;
  Buffer<SlotBox<D, T>> copies_{allocator_};  // by run of cells
  Buffer<std::uint32_t> indices_{allocator_};
  Buffer<std::uint32_t> moved_keys_{allocator_};
  Buffer<std::uint32_t> runs_{allocator_};  // where each run begins
  Buffer<std::uint32_t> run_counts_{allocator_};
  Buffer<CellBlock> blocks_{allocator_};
  Layer layers_[kMaxNesting + 1];
};

}  // namespace masu::detail
