// SPDX-License-Identifier: MIT
// The kernels of the sorted tree for every instruction set, and the choice among them.
#include "broad_phase/tiles.hpp"
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/tile_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/tile_build-inl.hpp"
#include "broad_phase/tile_join-inl.hpp"
#include "broad_phase/tile_keys-inl.hpp"
#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr TileKernels<D, T> kTable<TileKernels<D, T>> = {&compute_keys<D, T>, &build_tiles<D, T>,
                                                         &reduce_bounds<D, T>, &join_nodes<D, T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu {
namespace detail {

template <int D, class T>
const TileKernels<D, T>& tile_kernels() {
  using Kernels = TileKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}

#define MASU_INSTANTIATE(D, T) template const TileKernels<D, T>& tile_kernels();
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace detail

}  // namespace masu
#endif
