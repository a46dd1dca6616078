// SPDX-License-Identifier: MIT
// 16 boxes from an array of boxes into one tile, on whatever instruction set is being compiled.
#if defined(MASU_TILE_LOAD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TILE_LOAD_INL_HPP
#undef MASU_TILE_LOAD_INL_HPP
#else
#define MASU_TILE_LOAD_INL_HPP
#endif

#include <cstring>

#include <hwy/highway.h>

#include "broad_phase/tiles.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Never wider than this, on AVX-512 too: a frame of a game has few such instructions, and waking
// the 512-bit units up costs more than they give back.
inline constexpr std::size_t kVectorBytes = 32;

template <class T>
using TileTag = hn::CappedTag<T, kVectorBytes / sizeof(T)>;

// Corners alternate min, max in the lanes of each axis: part even from odd.
template <int D, class T, class V>
HWY_INLINE void store_corners(const V (&u)[4], const V (&v)[4], std::size_t lane,
                              Tile<D, T>& tile) {
  const TileTag<T> d;
  for (int a = 0; a < D; ++a) {
    hn::Store(hn::ConcatEven(d, v[a], u[a]), d, tile.lo[a] + lane);
    hn::Store(hn::ConcatOdd(d, v[a], u[a]), d, tile.hi[a] + lane);
  }
}

// Transposes 16 packed boxes (min then max, no gaps).
template <int D, class T>
HWY_INLINE void load_tile(const T* HWY_RESTRICT packed, Tile<D, T>& tile) {
  const TileTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < kTileSize; i += lanes) {
    const T* p = packed + i * 2 * D;
    if constexpr (D == 1) {
      hn::VFromD<decltype(d)> lo, hi;
      hn::LoadInterleaved2(d, p, lo, hi);
      hn::Store(lo, d, tile.lo[0] + i);
      hn::Store(hi, d, tile.hi[0] + i);
    } else if constexpr (D == 2) {
      hn::VFromD<decltype(d)> a, b, e, f;
      hn::LoadInterleaved4(d, p, a, b, e, f);
      hn::Store(a, d, tile.lo[0] + i);
      hn::Store(b, d, tile.lo[1] + i);
      hn::Store(e, d, tile.hi[0] + i);
      hn::Store(f, d, tile.hi[1] + i);
    } else {
      hn::VFromD<decltype(d)> u[4], v[4];
      if constexpr (D == 3) {
        hn::LoadInterleaved3(d, p, u[0], u[1], u[2]);
        hn::LoadInterleaved3(d, p + lanes * D, v[0], v[1], v[2]);
      } else {
        hn::LoadInterleaved4(d, p, u[0], u[1], u[2], u[3]);
        hn::LoadInterleaved4(d, p + lanes * D, v[0], v[1], v[2], v[3]);
      }
      store_corners(u, v, i, tile);
    }
  }
}

// The same from 16 slots; in 3D they are 8 scalars apart.
template <int D, class T>
HWY_INLINE void load_slots(const SlotBox<D, T>* HWY_RESTRICT slots, Tile<D, T>& tile) {
  if constexpr (D != 3) {
    static_assert(sizeof(SlotBox<D, T>) == 2 * D * sizeof(T));
    load_tile(slots->lo, tile);
  } else {
    static_assert(sizeof(SlotBox<D, T>) == 8 * sizeof(T));
    const TileTag<T> d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < kTileSize; i += lanes) {
      const T* const p = slots[i].lo;
      hn::VFromD<decltype(d)> u[4], v[4];
      hn::LoadInterleaved4(d, p, u[0], u[1], u[2], u[3]);
      hn::LoadInterleaved4(d, p + lanes * 4, v[0], v[1], v[2], v[3]);
      store_corners(u, v, i, tile);
    }
  }
}

// True if the boxes lie packed, so that they can be read in place.
template <int D, class T>
HWY_INLINE bool is_packed(const RawBoxes<D, T>& boxes) {
  return boxes.stride == 2 * D * sizeof(T) && boxes.max == boxes.min + D;
}

// One box from anywhere into packed memory.
template <int D, class T>
HWY_INLINE void copy_box(const RawBoxes<D, T>& boxes, std::size_t i, T* HWY_RESTRICT packed) {
  std::memcpy(packed, boxes.min_at(i), D * sizeof(T));
  std::memcpy(packed + D, boxes.max_at(i), D * sizeof(T));
}

// Boxes of any layout, some tiles at a time, as packed ones: vectors are not loaded from what has
// just been stored in parts. What is packed stays where it is.
template <int D, class T, std::size_t kTiles>
class PackedBoxes {
 public:
  static constexpr std::size_t kMost = kTiles * kTileSize;

  // Boxes `first` and the kMost - 1 after it, fewer at the end.
  HWY_INLINE RawBoxes<D, T> from(const RawBoxes<D, T>& boxes, std::size_t first) {
    RawBoxes<D, T> part = boxes;
    part.size = boxes.size - first < kMost ? boxes.size - first : kMost;
    part.min = boxes.min_at(first);
    part.max = boxes.max_at(first);
    if (is_packed(boxes)) return part;
    for (std::size_t k = 0; k < part.size; ++k) copy_box(part, k, packed_ + k * 2 * D);
    return {packed_, packed_ + D, 2 * D * sizeof(T), part.size};
  }

 private:
  alignas(64) T packed_[kMost * 2 * D];
};

// Boxes i .. i + 15 as a tile; lanes past the end are NaN, an empty box.
template <int D, class T>
HWY_INLINE void read_tile(const RawBoxes<D, T>& boxes, std::size_t i, Tile<D, T>& tile) {
  const std::size_t count = boxes.size - i < kTileSize ? boxes.size - i : kTileSize;
  if (count == kTileSize && is_packed(boxes)) {
    load_tile(boxes.min_at(i), tile);
    return;
  }
  alignas(64) T packed[kTileSize * 2 * D];
  for (std::size_t k = 0; k < count; ++k) copy_box(boxes, i + k, packed + k * 2 * D);
  for (std::size_t k = count * 2 * D; k < kTileSize * 2 * D; ++k) {
    packed[k] = std::numeric_limits<T>::quiet_NaN();
  }
  load_tile(packed, tile);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
