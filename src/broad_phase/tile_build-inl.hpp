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
void build_tiles(const RawBoxes<D, T>& boxes, const std::uint32_t* HWY_RESTRICT order,
                 std::size_t count, std::uint32_t first, std::uint32_t last,
                 Tile<D, T>* HWY_RESTRICT tiles, SlotBox<D, T>* HWY_RESTRICT sorted,
                 std::uint32_t* HWY_RESTRICT ids, Tile<D, T>* HWY_RESTRICT bounds) {
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  for (std::uint32_t t = first; t < last; ++t) {
    const std::size_t slot = std::size_t(t) * kTileSize;
    const std::uint32_t used =
        count - slot < kTileSize ? static_cast<std::uint32_t>(count - slot) : kTileSize;
    const std::size_t ahead = slot + kPrefetch;
    for (std::size_t k = ahead; k < ahead + kTileSize && k < count; ++k) {
      hwy::Prefetch(boxes.min_at(order[k]));
    }
    for (std::uint32_t lane = 0; lane < used; ++lane) {
      const std::uint32_t id = order[slot + lane];
      std::memcpy(sorted[slot + lane].lo, boxes.min_at(id), D * sizeof(T));
      std::memcpy(sorted[slot + lane].hi, boxes.max_at(id), D * sizeof(T));
      set_id<D, T>(sorted, ids, slot + lane, id);
    }
    for (std::uint32_t lane = used; lane < kTileSize; ++lane) {
      for (int a = 0; a < D; ++a) sorted[slot + lane].lo[a] = sorted[slot + lane].hi[a] = kNan;
      set_id<D, T>(sorted, ids, slot + lane, kNoObject);
    }
    load_slots(sorted + slot, tiles[t]);
    clear_lanes(tiles[t], used);
    bound_into(tiles[t], bounds[t / kTileSize], t % kTileSize);
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
