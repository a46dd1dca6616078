// SPDX-License-Identifier: MIT
// The kernels of the bounding volume hierarchy for every instruction set.
#include "broad_phase/bvh_node.hpp"
#include "broad_phase/triangle_bvh.hpp"
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/bvh_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/bvh_keys-inl.hpp"
#include "broad_phase/bvh_walk-inl.hpp"
#include "broad_phase/triangle_cast-inl.hpp"
#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr BvhKernels<D, T> kTable<BvhKernels<D, T>> = {
    &bvh_keys<D, T>, &overlapping<D, T>, &pairs_between<D, T>, &pairs_within<D, T>,
    &near_box<D, T>, &ray_inner<D, T>,   &ray_leaf<D, T>,      &on_ray<D, T>};
template <class T>
constexpr TriangleKernels<T> kTable<TriangleKernels<T>> = {&cast_triangles<T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
const BvhKernels<D, T>& bvh_kernels() {
  using Kernels = BvhKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}

template <class T>
const TriangleKernels<T>& triangle_kernels() {
  return MASU_CHOSEN(TriangleKernels<T>);
}

#define MASU_INSTANTIATE(D, T) template const BvhKernels<D, T>& bvh_kernels();
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE
template const TriangleKernels<float>& triangle_kernels();
template const TriangleKernels<double>& triangle_kernels();

}  // namespace masu::detail
#endif
