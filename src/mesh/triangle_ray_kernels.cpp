// SPDX-License-Identifier: MIT
// Rays through meshes, for every instruction set.
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/triangle_ray_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "mesh/triangle_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <class T>
constexpr TriangleRayKernels<T> kTable<TriangleRayKernels<T>> = {&sieve_triangles<T>,
                                                                 &along_ray_triangles<T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <class T>
const TriangleRayKernels<T>& triangle_ray_kernels() {
  return MASU_CHOSEN(TriangleRayKernels<T>);
}

template const TriangleRayKernels<float>& triangle_ray_kernels();
template const TriangleRayKernels<double>& triangle_ray_kernels();

}  // namespace masu::detail
#endif
