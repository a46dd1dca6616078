// SPDX-License-Identifier: MIT
// Blocks of pairs for every instruction set.
#include "core/simd_targets.hpp"

#include "narrow_phase/pair_lanes.hpp"

#include "narrow_phase/with_radii.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/block_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#if HWY_TARGET != HWY_EMU128
#include "narrow_phase/pair_lanes-inl.hpp"
#endif

#ifndef MASU_BLOCK_KERNEL_TABLE
#define MASU_BLOCK_KERNEL_TABLE
namespace masu::detail {
template <int D, class T>
using BlockKernel = std::uint64_t (*)(const PairLanes<D, T>&, bool, Separation<D, T>*);
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

#if HWY_TARGET == HWY_EMU128
// Emulated lanes are no faster than single calls, and took half of this file's compilation: every
// pair is left to the single calls, which give the same bits.
template <int D, class T>
std::uint64_t solve_block_kernel(const PairLanes<D, T>& block, bool, Separation<D, T>*) {
  return ~std::uint64_t{0} >> (64 - block.count);
}
#endif

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr BlockKernel<D, T> kTable<BlockKernel<D, T>> = &solve_block_kernel<D, T>;

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
std::uint64_t solve_block(const PairLanes<D, T>& block, bool with_depth, Separation<D, T>* out) {
  using Kernel = BlockKernel<D, T>;
  const std::uint64_t left = MASU_CHOSEN(Kernel)(block, with_depth, out);
  if (with_depth) return left;
  for (int k = 0; k < block.count; ++k) {
    const bool flip = (block.flipped >> k & 1) != 0;
    const T radius_a = flip ? block.b.radius[k] : block.a.radius[k];
    const T radius_b = flip ? block.a.radius[k] : block.b.radius[k];
    if ((left >> k & 1) == 0) discard_depth(radius_a, radius_b, out[k]);
  }
  return left;
}

template std::uint64_t solve_block(const PairLanes<2, float>&, bool, Separation<2, float>*);
template std::uint64_t solve_block(const PairLanes<3, float>&, bool, Separation<3, float>*);
template std::uint64_t solve_block(const PairLanes<2, double>&, bool, Separation<2, double>*);
template std::uint64_t solve_block(const PairLanes<3, double>&, bool, Separation<3, double>*);

}  // namespace masu::detail
#endif
