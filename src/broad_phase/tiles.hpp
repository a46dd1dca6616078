// SPDX-License-Identifier: MIT
// Boxes sorted by the tree's cells, in tiles of 16, with a pyramid of bounds above them.
#pragma once

#include <cstdint>

#include <masu/broad_phase/registration.hpp>
#include <masu/core/aabb.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/period.hpp>

namespace masu::detail {

// 16 on every instruction set, so that the order of the output does not depend on it.
inline constexpr std::uint32_t kTileSize = 16;
inline constexpr std::uint32_t kNoObject = 0xffff'ffffu;
// 16^7 tiles hold 2^32 objects.
inline constexpr int kMaxPyramidLevels = 8;

// 16 boxes, structure of arrays.
template <int D, class T>
struct alignas(64) Tile {
  T lo[D][kTileSize];
  T hi[D][kTileSize];
};

// One sorted box as the join reads it. In 3D it includes the id at no cost in memory: a corner is
// padded to a vector, and box and id share a cache line.
template <int D, class T>
struct SlotBox {
  T lo[D];
  T hi[D];
};
template <class T>
struct alignas(8 * sizeof(T)) SlotBox<3, T> {
  T lo[3];
  std::uint32_t id;
  alignas(4 * sizeof(T)) T hi[3];
};

template <int D>
inline constexpr bool kIdInSlot = D == 3;
// Scalars of a corner in a slot, padding included.
template <int D>
inline constexpr int kCornerSize = D == 3 ? 4 : D;

// What the join reads. Slot s is lane s % 16 of tile s / 16.
template <int D, class T>
struct TileView {
  const SlotBox<D, T>* boxes = nullptr;  // by slot; unused slots are NaN, which overlaps nothing
  const std::uint32_t* ids = nullptr;    // by slot, unless kIdInSlot: see id()
  // By tile: the lanes whose objects are fixed, which form no pairs with each other. nullptr: none.
  const std::uint16_t* fixed = nullptr;
  std::uint32_t tile_count = 0;
  // bounds[0][t] are those of tile t, bounds[k + 1][g] those of bounds[k][16 g .. 16 g + 15]. Each
  // level has bound_count[k] of them, filled up to a multiple of 16; the last has 16 at most.
  const SlotBox<D, T>* bounds[kMaxPyramidLevels] = {};
  std::uint32_t bound_count[kMaxPyramidLevels] = {};
  int levels = 0;

  // Returns the object's index in the user's array; kNoObject for an unused slot.
  std::uint32_t id(std::size_t slot) const {
    if constexpr (kIdInSlot<D>) {
      return boxes[slot].id;
    } else {
      return ids[slot];
    }
  }
  std::uint32_t fixed_lanes(std::size_t tile) const { return fixed == nullptr ? 0u : fixed[tile]; }
  bool is_fixed(std::size_t slot) const {
    return (fixed_lanes(slot / kTileSize) >> slot % kTileSize & 1) != 0;
  }
};

// The conditions on a pair in addition to the overlap of its boxes.
template <int D, class T>
struct PairConditions {
  const Filter* filters_a = nullptr;  // by id; nullptr: none
  const Filter* filters_b = nullptr;
  const Aabb<D, T>* wrapped_a = nullptr;  // by id: boxes after wrap(); nullptr: nothing wraps
  const Aabb<D, T>* wrapped_b = nullptr;
  const std::uint8_t* image_a = nullptr;  // by slot: the axes on which the slot is shifted
  const std::uint8_t* image_b = nullptr;
  Period<D, T> period{};
  bool any = false;
};

// The largest number of pairs written between two checks of the capacity.
inline constexpr std::size_t kMostAtOnce = 2112;

// The output of the kernels. They call `reserve_slots` if the next pairs may not fit.
struct PairBlock {
  Pair* data = nullptr;
  std::size_t size = 0;
  std::size_t capacity = 0;
  bool (*reserve_slots)(PairBlock& block) = nullptr;  // false: stop
  void* context = nullptr;
};

struct JoinCounts {
  std::uint64_t nodes = 0;
  std::uint64_t tests = 0;
};

template <int D, class T>
struct JoinTask {
  TileView<D, T> receivers;
  TileView<D, T> sources;  // equal to receivers in a search within one set
  bool self = true;        // within one set: each pair once, no object with itself
  PairConditions<D, T> conditions;
};

// A range has outliers if it is kManyTimes as long as without the outermost kOutermost at each end.
inline constexpr int kManyTimes = 8;
inline constexpr int kOutermost = 2;

// Keeps the lowest values so far, in order; ignores NaN.
template <class T>
inline void keep_lowest(T (&low)[kOutermost + 1], T x) {
  for (T& least : low) {
    const T less = x < least ? x : least;
    x = x < least ? least : x;
    least = less;
  }
}
template <class T>
inline void keep_highest(T (&high)[kOutermost + 1], T x) {
  for (T& most : high) {
    const T more = x > most ? x : most;
    x = x > most ? most : x;
    most = more;
  }
}

// Objects with extents below this many cells stay on one level: spreading them over two levels
// costs more than the wider search.
inline constexpr float kCellsPerExtent = 2.9f;

// The mapping from boxes to keys: linear indices of cells, base[level] + code.
template <int D, class T>
struct KeyMap {
  Vec<D, T> origin{};
  T scale = 0;    // finest cells per unit of length, the same on every axis
  int depth = 0;  // levels below the root
  Registration registration = Registration::by_extent;
  CellOrder order = CellOrder::hilbert;
};

// Boxes as the kernels read them: see BoxSpan.
template <int D, class T>
struct RawBoxes {
  const T* min = nullptr;
  const T* max = nullptr;
  std::size_t stride = 0;  // bytes
  std::size_t size = 0;

  const T* min_at(std::size_t i) const {
    return reinterpret_cast<const T*>(reinterpret_cast<const char*>(min) + i * stride);
  }
  const T* max_at(std::size_t i) const {
    return reinterpret_cast<const T*>(reinterpret_cast<const char*>(max) + i * stride);
  }
};

// The functions compiled once for each instruction set.
template <int D, class T>
struct TileKernels {
  // Computes the key of each box; `cells` (one past the last cell) for an empty box.
  void (*keys)(const RawBoxes<D, T>& boxes, const KeyMap<D, T>& map, std::uint32_t cells,
               std::uint32_t* keys);
  // Builds the slots of tiles [first, last) from the boxes order[16 first], ..., and the bounds of
  // these tiles. Box i has the id names[i], or i if `names` is null. Slots from `count` on are
  // empty.
  void (*tiles)(const RawBoxes<D, T>& boxes, const std::uint32_t* order,
                const std::uint32_t* indices, std::size_t count, std::uint32_t first,
                std::uint32_t last, SlotBox<D, T>* sorted, std::uint32_t* ids,
                SlotBox<D, T>* bounds);
  // Computes bounds[k + 1] from the `count` of bounds[k], with capacity for a multiple of 16.
  void (*reduce)(SlotBox<D, T>* from, std::uint32_t count, SlotBox<D, T>* to);
  // Finds the pairs whose later object is in nodes [first, last) (groups of 16 tiles). False:
  // stopped.
  bool (*join)(const JoinTask<D, T>& task, std::uint32_t first, std::uint32_t last, PairBlock& out,
               JoinCounts& counts);
};

// The kernels for this processor (or the forced target). D = 1..4; float and double.
template <int D, class T>
const TileKernels<D, T>& tile_kernels();

}  // namespace masu::detail
