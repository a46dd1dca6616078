// SPDX-License-Identifier: MIT
// Tiles from sorted indices, and the bounds of 16 tiles or groups as the next level's tile.
#if defined(MASU_TILE_BUILD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TILE_BUILD_INL_HPP
#undef MASU_TILE_BUILD_INL_HPP
#else
#define MASU_TILE_BUILD_INL_HPP
#endif

#include <hwy/cache_control.h>

#include "broad_phase/tile_load-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class T>
HWY_INLINE T tile_min(const T* HWY_RESTRICT lanes) {
  const TileTag<T> d;
  auto m = hn::Load(d, lanes);
  for (std::size_t i = hn::Lanes(d); i < kTileSize; i += hn::Lanes(d)) {
    m = hn::Min(m, hn::Load(d, lanes + i));
  }
  return hn::GetLane(hn::MinOfLanes(d, m));
}

template <class T>
HWY_INLINE T tile_max(const T* HWY_RESTRICT lanes) {
  const TileTag<T> d;
  auto m = hn::Load(d, lanes);
  for (std::size_t i = hn::Lanes(d); i < kTileSize; i += hn::Lanes(d)) {
    m = hn::Max(m, hn::Load(d, lanes + i));
  }
  return hn::GetLane(hn::MaxOfLanes(d, m));
}

template <int D, class T>
HWY_INLINE void bound_into(const Tile<D, T>& tile, Tile<D, T>& group, std::uint32_t lane) {
  for (int a = 0; a < D; ++a) {
    group.lo[a][lane] = tile_min(tile.lo[a]);
    group.hi[a][lane] = tile_max(tile.hi[a]);
  }
}

template <int D, class T>
HWY_INLINE void clear_lanes(Tile<D, T>& group, std::uint32_t first) {
  for (int a = 0; a < D; ++a) {
    for (std::uint32_t lane = first; lane < kTileSize; ++lane) {
      group.lo[a][lane] = std::numeric_limits<T>::infinity();
      group.hi[a][lane] = -std::numeric_limits<T>::infinity();
    }
  }
}

template <int D, class T>
HWY_INLINE void set_id(SlotBox<D, T>* sorted, std::uint32_t* ids, std::size_t slot,
                       std::uint32_t id) {
  if constexpr (kIdInSlot<D>) {
    sorted[slot].id = id;
  } else {
    ids[slot] = id;
  }
}

// Boxes are gathered from anywhere in the user's array: far enough ahead to hide memory.
inline constexpr std::size_t kPrefetch = 64;

template <int D, class T>
HWY_INLINE void gather_slots(const RawBoxes<D, T>& boxes, const std::uint32_t* HWY_RESTRICT order,
                             const std::uint32_t* HWY_RESTRICT names, std::size_t count,
                             std::size_t first, std::size_t last,
                             SlotBox<D, T>* HWY_RESTRICT sorted, std::uint32_t* HWY_RESTRICT ids) {
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  const std::size_t used = last < count ? last : count;
  for (std::size_t slot = first; slot < used; ++slot) {
    if (slot + kPrefetch < count) hwy::Prefetch(boxes.min_at(order[slot + kPrefetch]));
    const std::uint32_t place = order[slot];
    std::memcpy(sorted[slot].lo, boxes.min_at(place), D * sizeof(T));
    std::memcpy(sorted[slot].hi, boxes.max_at(place), D * sizeof(T));
    set_id<D, T>(sorted, ids, slot, names == nullptr ? place : names[place]);
  }
  for (std::size_t slot = used; slot < last; ++slot) {
    for (int a = 0; a < D; ++a) sorted[slot].lo[a] = sorted[slot].hi[a] = kNan;
    set_id<D, T>(sorted, ids, slot, kNoObject);
  }
}

// A node's slots first, its tiles after: vectors cannot be loaded from what was just stored in
// parts.
template <int D, class T>
void build_tiles(const RawBoxes<D, T>& boxes, const std::uint32_t* HWY_RESTRICT order,
                 const std::uint32_t* HWY_RESTRICT names, std::size_t count, std::uint32_t first,
                 std::uint32_t last, Tile<D, T>* HWY_RESTRICT tiles,
                 SlotBox<D, T>* HWY_RESTRICT sorted, std::uint32_t* HWY_RESTRICT ids,
                 Tile<D, T>* HWY_RESTRICT bounds) {
  for (std::uint32_t begin = first; begin < last; begin += kTileSize) {
    const std::uint32_t end = last - begin < kTileSize ? last : begin + kTileSize;
    gather_slots(boxes, order, names, count, std::size_t(begin) * kTileSize,
                 std::size_t(end) * kTileSize, sorted, ids);
    for (std::uint32_t t = begin; t < end; ++t) {
      const std::size_t slot = std::size_t(t) * kTileSize;
      load_slots(sorted + slot, tiles[t]);
      if (count - slot < kTileSize) clear_lanes(tiles[t], static_cast<std::uint32_t>(count - slot));
      bound_into(tiles[t], bounds[t / kTileSize], t % kTileSize);
    }
  }
  if (std::size_t(last) * kTileSize >= count && last % kTileSize != 0) {
    clear_lanes(bounds[last / kTileSize], last % kTileSize);
  }
}

template <int D, class T>
void reduce_bounds(const Tile<D, T>* HWY_RESTRICT from, std::uint32_t count,
                   Tile<D, T>* HWY_RESTRICT to) {
  for (std::uint32_t g = 0; g < count; ++g) bound_into(from[g], to[g / kTileSize], g % kTileSize);
  if (count % kTileSize != 0) clear_lanes(to[count / kTileSize], count % kTileSize);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
