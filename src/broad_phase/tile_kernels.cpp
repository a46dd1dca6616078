// SPDX-License-Identifier: MIT
// The kernels of the sorted tree for every instruction set, and the choice among them.
#include "broad_phase/kernel_table.hpp"
<<<<<<< HEAD
#include "core/simd_targets.hpp"
=======
#include "broad_phase/simd_choice.hpp"

#include <masu/core/simd.hpp>
>>>>>>> d379eb2 (Sweep and prune: from scratch in columns, and incremental with lists of ends)

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

<<<<<<< HEAD
=======
namespace {

constexpr std::int64_t kScalar = HWY_TARGETS & (HWY_EMU128 | HWY_SCALAR);

std::int64_t highway_target(SimdTarget target) {
  switch (target) {
    case SimdTarget::best: break;
    case SimdTarget::scalar: return kScalar;
    case SimdTarget::sse4: return HWY_TARGETS & HWY_SSE4;
    case SimdTarget::avx2: return HWY_TARGETS & HWY_AVX2;
    case SimdTarget::avx512: return HWY_TARGETS & HWY_AVX3;
  }
  // AVX2 before AVX-512, which measures slower in a frame (docs/decisions/0007).
  const std::int64_t has = hwy::SupportedTargets() & HWY_TARGETS;
  return (has & HWY_AVX2) != 0 ? has & ~std::int64_t(HWY_AVX3) : has;
}

}  // namespace

hwy::ChosenTarget& chosen_target() {
  static hwy::ChosenTarget chosen;
  if (!chosen.IsInitialized()) chosen.Update(highway_target(SimdTarget::best));
  return chosen;
}

>>>>>>> d379eb2 (Sweep and prune: from scratch in columns, and incremental with lists of ends)
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
