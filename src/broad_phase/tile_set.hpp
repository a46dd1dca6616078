// SPDX-License-Identifier: MIT
// TileSet: sorted boxes with their tiles and the pyramid of bounds above them.
#pragma once

#include "broad_phase/cell_sort.hpp"

namespace masu::detail {

template <int D, class T>
class TileSet {
 public:
  explicit TileSet(Allocator allocator) : allocator_(allocator) {}

  // Builds the set from boxes in cell order. O(n).
  Status build(const CellSorter<D, T>& sorter, const JobSystem& jobs) {
    clear();
    const std::size_t count = sorter.size();
    if (count == 0) return Status::ok;
    const std::uint32_t tiles = static_cast<std::uint32_t>((count + kTileSize - 1) / kTileSize);
    const std::size_t slots = std::size_t(tiles) * kTileSize;
    if (!boxes_.resize(slots) || !ids_.resize(kIdInSlot<D> ? 0 : slots) || !layout(tiles)) {
      return Status::out_of_memory;
    }
    const TileKernels<D, T>& kernels = tile_kernels<D, T>();
    constexpr std::uint32_t kStep = 16 * kTileSize;
    const std::uint32_t steps = (tiles + kStep - 1) / kStep;
    jobs.for_each(steps, [&](std::uint32_t s) {
      const std::uint32_t last = (s + 1) * kStep < tiles ? (s + 1) * kStep : tiles;
      kernels.tiles(sorter.boxes(), sorter.order(), sorter.indices(), count, s * kStep, last,
                    boxes_.data(), ids_.data(), bounds_.data());
    });
    SlotBox<D, T>* from = bounds_.data();
    for (int k = 0; k < view_.levels; ++k) {
      SlotBox<D, T>* const to = from + padded(view_.bound_count[k]);
      kernels.reduce(from, view_.bound_count[k], k + 1 < view_.levels ? to : nullptr);
      from = to;
    }
    view_.boxes = boxes_.data();
    view_.ids = ids_.data();
    view_.tile_count = tiles;
    return Status::ok;
  }

  void clear() { view_ = {}; }

  // Marks which objects are fixed, by id. Lanes without an object count as fixed, so that every
  // lane of a last tile can be. O(n). out_of_memory.
  Status mark_fixed(std::span<const std::uint8_t> fixed) {
    if (!fixed_.resize(view_.tile_count)) return Status::out_of_memory;
    for (std::uint32_t t = 0; t < view_.tile_count; ++t) {
      std::uint32_t lanes = 0;
      for (std::uint32_t lane = 0; lane < kTileSize; ++lane) {
        const std::uint32_t id = view_.id(std::size_t(t) * kTileSize + lane);
        lanes |= (id == kNoObject || fixed[id] != 0 ? 1u : 0u) << lane;
      }
      fixed_[t] = static_cast<std::uint16_t>(lanes);
    }
    view_.fixed = fixed_.data();
    return Status::ok;
  }

  const TileView<D, T>& view() const { return view_; }
  // Access for code that renumbers the objects.
  std::uint32_t& id(std::size_t slot) {
    if constexpr (kIdInSlot<D>) {
      return boxes_[slot].id;
    } else {
      return ids_[slot];
    }
  }

 private:
  // Rounds up to whole groups.
  static std::size_t padded(std::size_t count) {
    return (count + kTileSize - 1) / kTileSize * kTileSize;
  }

  // Lays out the levels one after the other in one buffer.
  bool layout(std::uint32_t tiles) {
    std::size_t total = 0;
    int levels = 0;
    for (std::uint32_t count = tiles;; count = (count + kTileSize - 1) / kTileSize) {
      view_.bound_count[levels++] = count;
      total += padded(count);
      if (count <= kTileSize) break;
    }
    if (!bounds_.resize(total)) return false;
    view_.levels = levels;
    std::size_t at = 0;
    for (int k = 0; k < levels; ++k) {
      view_.bounds[k] = bounds_.data() + at;
      at += padded(view_.bound_count[k]);
    }
    return true;
  }

  Allocator allocator_;  // of all members below
  Buffer<SlotBox<D, T>> boxes_{allocator_};
  Buffer<std::uint32_t> ids_{allocator_};
  Buffer<std::uint16_t> fixed_{allocator_};
  Buffer<SlotBox<D, T>> bounds_{allocator_};
  TileView<D, T> view_;
};

}  // namespace masu::detail
