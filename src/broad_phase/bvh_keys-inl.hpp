// SPDX-License-Identifier: MIT
// Morton codes of the centers of boxes, a tile of 16 at a time.
#if defined(MASU_BVH_KEYS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_BVH_KEYS_INL_HPP
#undef MASU_BVH_KEYS_INL_HPP
#else
#define MASU_BVH_KEYS_INL_HPP
#endif

#include <masu/spatial_order/morton.hpp>
#include "broad_phase/bvh_node.hpp"

#include "broad_phase/tile_load-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// morton_spread() for each lane.
template <int D, int Step, class V>
HWY_INLINE V spread_lanes(V x) {
  constexpr int kSteps = kMortonSteps<D, std::uint32_t>;
  if constexpr (Step == kSteps) {
    return x;
  } else {
    constexpr int kRun = 1 << (kSteps - 1 - Step);
    const hn::DFromV<V> d;
    x = hn::And(hn::Or(x, hn::ShiftLeft<kRun*(D - 1)>(x)),
                hn::Set(d, morton_mask<D, std::uint32_t>(kRun)));
    return spread_lanes<D, Step + 1>(x);
  }
}

template <int D, class T>
HWY_INLINE void tile_codes(const Tile<D, T>& tile, const BvhKeyMap<D, T>& map,
                           std::uint32_t* HWY_RESTRICT codes) {
  const TileTag<T> d;
  const hn::Rebind<std::int32_t, decltype(d)> di;
  const hn::Rebind<std::uint32_t, decltype(d)> du;
  const auto most = hn::Set(d, T((std::uint32_t(1) << kBvhKeyBits<D>)-1));
  for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(d)) {
    auto code = hn::Zero(du);
    for (int a = 0; a < D; ++a) {
      const auto half = hn::Set(d, T(0.5));
      const auto center = hn::Add(hn::Mul(hn::Load(d, tile.lo[a] + i), half),
                                  hn::Mul(hn::Load(d, tile.hi[a] + i), half));
      auto x = hn::Mul(hn::Sub(center, hn::Set(d, map.origin[a])), hn::Set(d, map.scale));
      x = hn::IfThenElseZero(hn::Gt(x, hn::Zero(d)), x);  // NaN becomes 0 as well
      x = hn::IfThenElse(hn::Lt(x, most), x, most);
      const auto cell = [&] {
        if constexpr (sizeof(T) == 4) {
          return hn::BitCast(du, hn::ConvertTo(di, x));
        } else {
          return hn::BitCast(du, hn::DemoteTo(di, x));
        }
      }();
      const auto spread = spread_lanes<D, 0>(cell);
      code = hn::Or(code, hn::ShiftLeftSame(spread, a));
    }
    hn::StoreU(code, du, codes + i);
  }
}

template <int D, class T>
void bvh_keys(const Aabb<D, T>* HWY_RESTRICT boxes, std::size_t size, const BvhKeyMap<D, T>& map,
              KeyedItem<std::uint32_t>* HWY_RESTRICT keys) {
  Aabb<D, T> rest[kTileSize];
  Tile<D, T> tile;
  alignas(64) std::uint32_t codes[kTileSize];
  for (std::size_t i = 0; i < size; i += kTileSize) {
    const Aabb<D, T>* from = boxes + i;
    const std::size_t count = size - i < kTileSize ? size - i : kTileSize;
    if (count < kTileSize) {
      for (std::size_t k = 0; k < kTileSize; ++k) rest[k] = from[k < count ? k : 0];
      from = rest;
    }
    load_tile(from->min.v, tile);
    tile_codes(tile, map, codes);
    for (std::size_t k = 0; k < count; ++k) {
      keys[i + k] = {codes[k], static_cast<std::uint32_t>(i + k)};
    }
  }
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
