// SPDX-License-Identifier: MIT
// Builds slots from sorted indices, and bounds of 16 slots, tiles or groups.
#if defined(MASU_TILE_BUILD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TILE_BUILD_INL_HPP
#undef MASU_TILE_BUILD_INL_HPP
#else
#define MASU_TILE_BUILD_INL_HPP
#endif

#include <cstring>

#include <hwy/cache_control.h>

#include "broad_phase/tile_load-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Computes the bounds of 16 slots. Min and Max return the second argument if the first is NaN, so
// unused slots do not count.
template <int D, class T>
HWY_INLINE void bound_slots(const SlotBox<D, T>* HWY_RESTRICT slots, SlotBox<D, T>* out) {
  constexpr std::size_t kCorner = kCornerSize<D>;
  constexpr std::size_t kSlot = 2 * kCorner;
  const hn::CappedTag<T, HWY_MIN(kSlot, kVectorBytes / sizeof(T))> d;
  using V = hn::VFromD<decltype(d)>;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  constexpr std::size_t kParts = kSlot / kLanes;
  static_assert(kParts == 1 || kCorner % kLanes == 0);
  V lowest[kParts];
  V highest[kParts];
  for (std::size_t p = 0; p < kParts; ++p) {
    lowest[p] = hn::Set(d, std::numeric_limits<T>::infinity());
    highest[p] = hn::Neg(lowest[p]);
  }
  const T* const scalars = reinterpret_cast<const T*>(slots);
  for (std::size_t s = 0; s < kTileSize; ++s) {
    for (std::size_t p = 0; p < kParts; ++p) {
      const V v = hn::LoadU(d, scalars + s * kSlot + p * kLanes);
      if (p * kLanes < kCorner) lowest[p] = hn::Min(v, lowest[p]);
      if (p * kLanes + kLanes > kCorner) highest[p] = hn::Max(v, highest[p]);
    }
  }
  T* const to = reinterpret_cast<T*>(out);
  if constexpr (kParts == 1) {
    hn::StoreU(hn::IfThenElse(hn::FirstN(d, kCorner), lowest[0], highest[0]), d, to);
  } else {
    for (std::size_t p = 0; p < kParts; ++p) {
      hn::StoreU(p * kLanes < kCorner ? lowest[p] : highest[p], d, to + p * kLanes);
    }
  }
}

// Clears the padding after each corner in 3D. It is copied into bounds and words, where it has no
// effect.
template <int D, class T>
HWY_INLINE void clear_padding(SlotBox<D, T>& slot) {
  if constexpr (D == 3) {
    T* const scalars = reinterpret_cast<T*>(&slot);
    scalars[3] = scalars[7] = T(0);
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

// Prefetch distance, in slots: boxes are gathered from anywhere in the user's array.
inline constexpr std::size_t kPrefetch = 64;

// Returns lanes 1, 2, 3, 0 of a vector of four.
template <class D_, class V>
HWY_INLINE V rotate_down(D_ d, V v) {
  (void)d;
  if constexpr (sizeof(hn::TFromD<D_>) == 4) {
    return hn::Shuffle0321(v);
  } else {
    const hn::Half<D_> half;
    const auto low = hn::LowerHalf(half, v);
    const auto high = hn::UpperHalf(half, v);
    return hn::Combine(d, hn::CombineShiftRightBytes<8>(half, low, high),
                       hn::CombineShiftRightBytes<8>(half, high, low));
  }
}

template <bool kPacked, int D, class T>
HWY_INLINE void gather_slots(const RawBoxes<D, T>& boxes, const std::uint32_t* HWY_RESTRICT order,
                             const std::uint32_t* HWY_RESTRICT indices, std::size_t count,
                             std::size_t first, std::size_t last,
                             SlotBox<D, T>* HWY_RESTRICT sorted, std::uint32_t* HWY_RESTRICT ids) {
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  const std::size_t used = last < count ? last : count;
  // In 3D four scalars of a corner are read: the fourth is inside the box or before the next one.
  const bool wide = boxes.stride >= D * sizeof(T);
  const std::size_t last_box = boxes.size - 1;
  for (std::size_t slot = first; slot < used; ++slot) {
    if (slot + kPrefetch < count) hwy::Prefetch(boxes.min_at(order[slot + kPrefetch]));
    const std::uint32_t index = order[slot];
    if constexpr (kPacked && D == 3 && HWY_MAX_BYTES / sizeof(T) >= 4) {
      const hn::FixedTag<T, 4> d;
      const T* const box = boxes.min_at(index);  // lo0 lo1 lo2 hi0 hi1 hi2
      const auto back = hn::LoadU(d, box + 2);
      hn::Store(hn::LoadU(d, box), d, sorted[slot].lo);
      hn::Store(rotate_down(d, back), d, sorted[slot].hi);
    } else if constexpr (kPacked && D != 3) {
      std::memcpy(&sorted[slot], boxes.min_at(index), 2 * D * sizeof(T));
    } else if (D == 3 && wide && index < last_box) {
      constexpr std::size_t kCorner = kCornerSize<D>;
      T* const to = reinterpret_cast<T*>(&sorted[slot]);
      std::memcpy(to, boxes.min_at(index), kCorner * sizeof(T));
      std::memcpy(to + kCorner, boxes.max_at(index), kCorner * sizeof(T));
    } else {
      clear_padding(sorted[slot]);
      std::memcpy(sorted[slot].lo, boxes.min_at(index), D * sizeof(T));
      std::memcpy(sorted[slot].hi, boxes.max_at(index), D * sizeof(T));
    }
    set_id<D, T>(sorted, ids, slot, indices == nullptr ? index : indices[index]);
  }
  for (std::size_t slot = used; slot < last; ++slot) {
    clear_padding(sorted[slot]);
    for (int a = 0; a < D; ++a) sorted[slot].lo[a] = sorted[slot].hi[a] = kNan;
    set_id<D, T>(sorted, ids, slot, kNoObject);
  }
}

// Writes all slots of a node before its bounds: a vector load from data just stored in parts stalls
// (no store forwarding).
template <int D, class T>
void build_tiles(const RawBoxes<D, T>& boxes, const std::uint32_t* HWY_RESTRICT order,
                 const std::uint32_t* HWY_RESTRICT indices, std::size_t count, std::uint32_t first,
                 std::uint32_t last, SlotBox<D, T>* HWY_RESTRICT sorted,
                 std::uint32_t* HWY_RESTRICT ids, SlotBox<D, T>* HWY_RESTRICT bounds) {
  const auto gather = is_packed(boxes) ? &gather_slots<true, D, T> : &gather_slots<false, D, T>;
  for (std::uint32_t begin = first; begin < last; begin += kTileSize) {
    const std::uint32_t end = last - begin < kTileSize ? last : begin + kTileSize;
    gather(boxes, order, indices, count, std::size_t(begin) * kTileSize,
           std::size_t(end) * kTileSize, sorted, ids);
    for (std::uint32_t t = begin; t < end; ++t) {
      bound_slots(sorted + std::size_t(t) * kTileSize, bounds + t);
    }
  }
}

// Pads the last group of a level with empty bounds and computes the bounds of its groups.
template <int D, class T>
void reduce_bounds(SlotBox<D, T>* HWY_RESTRICT from, std::uint32_t count,
                   SlotBox<D, T>* HWY_RESTRICT to) {
  const std::uint32_t groups = (count + kTileSize - 1) / kTileSize;
  for (std::uint32_t i = count; i < groups * kTileSize; ++i) {
    clear_padding(from[i]);
    for (int a = 0; a < D; ++a) {
      from[i].lo[a] = std::numeric_limits<T>::infinity();
      from[i].hi[a] = -std::numeric_limits<T>::infinity();
    }
  }
  if (to == nullptr) return;
  for (std::uint32_t g = 0; g < groups; ++g) bound_slots(from + g * kTileSize, to + g);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
