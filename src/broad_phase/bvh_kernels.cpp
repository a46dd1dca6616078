// SPDX-License-Identifier: MIT
// The kernels of the bounding volume hierarchy for every instruction set.
#include "broad_phase/bvh_table.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/bvh_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/bvh_keys-inl.hpp"
#include "broad_phase/bvh_walk-inl.hpp"
#include "broad_phase/triangle_cast-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <int D, class T>
constexpr BvhKernels<D, T> kBvh = {&bvh_keys<D, T>,     &overlapping<D, T>, &pairs_between<D, T>,
                                   &pairs_within<D, T>, &ray_inner<D, T>,   &ray_leaf<D, T>,
                                   &on_ray<D, T>};

const BvhTable* bvh_table() {
  static constexpr BvhTable table = {
      kBvh<1, float>,           kBvh<2, float>,           kBvh<3, float>,  kBvh<4, float>,
      kBvh<1, double>,          kBvh<2, double>,          kBvh<3, double>, kBvh<4, double>,
      {&cast_triangles<float>}, {&cast_triangles<double>}};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(bvh_table);

template <int D, class T>
const BvhKernels<D, T>& bvh_kernels() {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  const BvhTable* const table = HWY_STATIC_DISPATCH(bvh_table)();
#else
  const BvhTable* const table = HWY_DISPATCH_TABLE(bvh_table)[simd_target_index()]();
#endif
  return std::get<BvhKernels<D, T>>(*table);
}

template <class T>
const TriangleKernels<T>& triangle_kernels() {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  const BvhTable* const table = HWY_STATIC_DISPATCH(bvh_table)();
#else
  const BvhTable* const table = HWY_DISPATCH_TABLE(bvh_table)[simd_target_index()]();
#endif
  return std::get<TriangleKernels<T>>(*table);
}

template const BvhKernels<1, float>& bvh_kernels();
template const BvhKernels<2, float>& bvh_kernels();
template const BvhKernels<3, float>& bvh_kernels();
template const BvhKernels<4, float>& bvh_kernels();
template const BvhKernels<1, double>& bvh_kernels();
template const BvhKernels<2, double>& bvh_kernels();
template const BvhKernels<3, double>& bvh_kernels();
template const BvhKernels<4, double>& bvh_kernels();
template const TriangleKernels<float>& triangle_kernels();
template const TriangleKernels<double>& triangle_kernels();

}  // namespace masu::detail
#endif
