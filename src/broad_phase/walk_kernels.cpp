// SPDX-License-Identifier: MIT
// The best-first traversals for every instruction set.
#include "broad_phase/walk_kernels.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/walk_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/near_walk-inl.hpp"
#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr WalkKernels<D, T> kTable<WalkKernels<D, T>> = {&near_point<D, T>, &along_ray<D, T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
const WalkKernels<D, T>& walk_kernels() {
  using Kernels = WalkKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}

template const WalkKernels<2, float>& walk_kernels();
template const WalkKernels<3, float>& walk_kernels();
template const WalkKernels<2, double>& walk_kernels();
template const WalkKernels<3, double>& walk_kernels();

}  // namespace masu::detail
#endif
