// SPDX-License-Identifier: MIT
// The kernels of the sorted tree for every instruction set, and the choice among them.
#include "broad_phase/kernel_table.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/tile_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/tile_build-inl.hpp"
#include "broad_phase/tile_join-inl.hpp"
#include "broad_phase/tile_keys-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <int D, class T>
constexpr TileKernels<D, T> kKernels = {&centre_bounds<D, T>, &compute_keys<D, T>,
                                        &build_tiles<D, T>, &reduce_bounds<D, T>,
                                        &join_nodes<D, T>};

const KernelTable* kernel_table() {
  static constexpr KernelTable table = {
      kKernels<1, float>,  kKernels<2, float>,  kKernels<3, float>,  kKernels<4, float>,
      kKernels<1, double>, kKernels<2, double>, kKernels<3, double>, kKernels<4, double>};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu {
namespace detail {

HWY_EXPORT(kernel_table);

template <int D, class T>
const TileKernels<D, T>& tile_kernels() {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  return std::get<TileKernels<D, T>>(*HWY_STATIC_DISPATCH(kernel_table)());
#else
  const auto table = HWY_DISPATCH_TABLE(kernel_table)[simd_target_index()];
  return std::get<TileKernels<D, T>>(*table());
#endif
}

template const TileKernels<1, float>& tile_kernels();
template const TileKernels<2, float>& tile_kernels();
template const TileKernels<3, float>& tile_kernels();
template const TileKernels<4, float>& tile_kernels();
template const TileKernels<1, double>& tile_kernels();
template const TileKernels<2, double>& tile_kernels();
template const TileKernels<3, double>& tile_kernels();
template const TileKernels<4, double>& tile_kernels();

}  // namespace detail

}  // namespace masu
#endif
