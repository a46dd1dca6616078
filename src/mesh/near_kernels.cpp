// SPDX-License-Identifier: MIT
// The search for the nearest pair in two hierarchies for every instruction set.
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/near_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "mesh/near_join.hpp"

#include "mesh/triangle_gap-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr NearKernels<D, T> kTable<NearKernels<D, T>> = {&nearest_sub_shapes<D, T>};
template <class T>
constexpr TriangleNearKernels<T> kTable<TriangleNearKernels<T>> = {&nearest_triangles<T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
const NearKernels<D, T>& near_kernels() {
  using Kernels = NearKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}
template <class T>
const TriangleNearKernels<T>& triangle_near_kernels() {
  return MASU_CHOSEN(TriangleNearKernels<T>);
}

template const NearKernels<2, float>& near_kernels();
template const NearKernels<3, float>& near_kernels();
template const NearKernels<2, double>& near_kernels();
template const NearKernels<3, double>& near_kernels();
template const TriangleNearKernels<float>& triangle_near_kernels();
template const TriangleNearKernels<double>& triangle_near_kernels();

}  // namespace masu::detail
#endif
