// SPDX-License-Identifier: MIT
// The walks through a world's objects for every instruction set.
#include "core/simd_targets.hpp"
#include "world/object_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/object_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "world/object_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <int D, class T>
constexpr ObjectKernels<D, T> kObjects = {&near_point<D, T>, &along_ray<D, T>};

const ObjectKernelTable* object_table() {
  static constexpr ObjectKernelTable table = {kObjects<2, float>, kObjects<3, float>,
                                              kObjects<2, double>, kObjects<3, double>};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(object_table);

template <int D, class T>
const ObjectKernels<D, T>& object_kernels() {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  const ObjectKernelTable* const table = HWY_STATIC_DISPATCH(object_table)();
#else
  const ObjectKernelTable* const table = HWY_DISPATCH_TABLE(object_table)[simd_target_index()]();
#endif
  return std::get<ObjectKernels<D, T>>(*table);
}

template const ObjectKernels<2, float>& object_kernels();
template const ObjectKernels<3, float>& object_kernels();
template const ObjectKernels<2, double>& object_kernels();
template const ObjectKernels<3, double>& object_kernels();

}  // namespace masu::detail
#endif
