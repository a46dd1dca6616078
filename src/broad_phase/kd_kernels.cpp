// SPDX-License-Identifier: MIT
// The queries of the k-d tree for every instruction set.
#include "broad_phase/kd_kernels.hpp"
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/kd_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/kd_search-inl.hpp"
#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr KdKernels<D, T> kTable<KdKernels<D, T>> = {&kd_overlapping<D, T>, &kd_within<D, T>,
                                                     &kd_nearest<D, T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
const KdKernels<D, T>& kd_kernels() {
  using Kernels = KdKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}

#define MASU_INSTANTIATE(D, T) template const KdKernels<D, T>& kd_kernels();
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
