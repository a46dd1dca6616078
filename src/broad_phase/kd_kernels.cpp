// SPDX-License-Identifier: MIT
// The queries of the kd-tree for every instruction set.
#include "broad_phase/kd_table.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/kd_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/kd_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <int D, class T>
constexpr KdKernels<D, T> kKdKernels = {&kd_overlapping<D, T>, &kd_within<D, T>, &kd_nearest<D, T>};

const KdTable* kd_table() {
  static constexpr KdTable table = {
      kKdKernels<1, float>,  kKdKernels<2, float>,  kKdKernels<3, float>,  kKdKernels<4, float>,
      kKdKernels<1, double>, kKdKernels<2, double>, kKdKernels<3, double>, kKdKernels<4, double>};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(kd_table);

template <int D, class T>
const KdKernels<D, T>& kd_kernels() {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  const KdTable* const table = HWY_STATIC_DISPATCH(kd_table)();
#else
  const KdTable* const table = HWY_DISPATCH_TABLE(kd_table)[simd_target_index()]();
#endif
  return std::get<KdKernels<D, T>>(*table);
}

template const KdKernels<1, float>& kd_kernels();
template const KdKernels<2, float>& kd_kernels();
template const KdKernels<3, float>& kd_kernels();
template const KdKernels<4, float>& kd_kernels();
template const KdKernels<1, double>& kd_kernels();
template const KdKernels<2, double>& kd_kernels();
template const KdKernels<3, double>& kd_kernels();
template const KdKernels<4, double>& kd_kernels();

}  // namespace masu::detail
#endif
