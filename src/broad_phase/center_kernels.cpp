// SPDX-License-Identifier: MIT
// The bounds of centers for every instruction set.
#include <cstring>
#include <limits>

#include "broad_phase/center_kernels.hpp"
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/center_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/tile_load-inl.hpp"
#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

inline constexpr std::size_t kCenterBatch = 8;  // tiles copied at once

// Computes the bounds of centers by tiles, leaving out centers that are not finite.
template <int D, class T>
void finite_center_bounds(const RawBoxes<D, T>& boxes, Aabb<D, T>& bounds) {
  const TileTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const V half = hn::Set(d, T(0.5));
  const V none_lo = hn::Set(d, std::numeric_limits<T>::infinity());
  const V none_hi = hn::Neg(none_lo);
  V lowest[D];
  V highest[D];
  for (int a = 0; a < D; ++a) lowest[a] = none_lo, highest[a] = none_hi;
  Tile<D, T> tile;
  PackedBoxes<D, T, kCenterBatch> packed;
  RawBoxes<D, T> part;
  for (std::size_t i = 0; i < boxes.size; i += kTileSize) {
    if (i % packed.kMost == 0) part = packed.from(boxes, i);
    read_tile(part, i % packed.kMost, tile);
    for (std::size_t k = 0; k < kTileSize; k += hn::Lanes(d)) {
      for (int a = 0; a < D; ++a) {
        const V center = hn::Add(hn::Mul(hn::Load(d, tile.lo[a] + k), half),
                                 hn::Mul(hn::Load(d, tile.hi[a] + k), half));
        const auto finite = hn::Eq(hn::Sub(center, center), hn::Zero(d));
        lowest[a] = hn::Min(lowest[a], hn::IfThenElse(finite, center, none_lo));
        highest[a] = hn::Max(highest[a], hn::IfThenElse(finite, center, none_hi));
      }
    }
  }
  for (int a = 0; a < D; ++a) {
    bounds.min[a] = hn::GetLane(hn::MinOfLanes(d, lowest[a]));
    bounds.max[a] = hn::GetLane(hn::MaxOfLanes(d, highest[a]));
  }
}

// Computes the bounds of the centers. In 3D box by box, which is faster than transposing. Min and
// Max return the second argument if the first is NaN; an infinite center selects the form above.
template <int D, class T>
void center_bounds(const RawBoxes<D, T>& boxes, Aabb<D, T>& bounds) {
  if constexpr (D == 3 && HWY_MAX_BYTES / sizeof(T) >= 4) {
    const hn::FixedTag<T, 4> d;
    using V = hn::VFromD<decltype(d)>;
    const V half = hn::Set(d, T(0.5));
    // Two accumulators each, since a single one would be a chain of dependent operations.
    V lowest[2];
    V highest[2];
    for (int k = 0; k < 2; ++k) {
      lowest[k] = hn::Set(d, std::numeric_limits<T>::infinity());
      highest[k] = hn::Neg(lowest[k]);
    }
    const auto add = [&](const T* lo, const T* hi, int k) HWY_ATTR {
      const V center = hn::Add(hn::Mul(hn::LoadU(d, lo), half), hn::Mul(hn::LoadU(d, hi), half));
      lowest[k] = hn::Min(center, lowest[k]);
      highest[k] = hn::Max(center, highest[k]);
    };
    std::size_t i = 0;
    for (; i + 2 < boxes.size; i += 2) {  // the load of a corner reads one scalar past it
      add(boxes.min_at(i), boxes.max_at(i), 0);
      add(boxes.min_at(i + 1), boxes.max_at(i + 1), 1);
    }
    for (; i < boxes.size; ++i) {
      T lo[4] = {};
      T hi[4] = {};
      std::memcpy(lo, boxes.min_at(i), D * sizeof(T));
      std::memcpy(hi, boxes.max_at(i), D * sizeof(T));
      add(lo, hi, 0);
    }
    alignas(64) T least[4];
    alignas(64) T most[4];
    hn::Store(hn::Min(lowest[0], lowest[1]), d, least);
    hn::Store(hn::Max(highest[0], highest[1]), d, most);
    std::memcpy(bounds.min.v, least, D * sizeof(T));
    std::memcpy(bounds.max.v, most, D * sizeof(T));
    if (bounds.finite()) return;
  }
  finite_center_bounds(boxes, bounds);
}

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr CenterKernels<D, T> kTable<CenterKernels<D, T>> = {&center_bounds<D, T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
const CenterKernels<D, T>& center_kernels() {
  using Kernels = CenterKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}

#define MASU_INSTANTIATE(D, T) template const CenterKernels<D, T>& center_kernels();
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
