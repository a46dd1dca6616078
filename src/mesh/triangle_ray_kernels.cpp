// SPDX-License-Identifier: MIT
// Rays through meshes, for every instruction set.
#include <tuple>

#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/triangle_ray_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "mesh/triangle_walk-inl.hpp"

#ifndef MASU_TRIANGLE_RAY_TABLE
#define MASU_TRIANGLE_RAY_TABLE
namespace masu::detail {

// All instantiations for one instruction set.
using TriangleRayTable = std::tuple<TriangleRayKernels<float>, TriangleRayKernels<double>>;

}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

const TriangleRayTable* triangle_ray_table() {
  static constexpr TriangleRayTable table = {
      {&sieve_triangles<float>, &along_ray_triangles<float>},
      {&sieve_triangles<double>, &along_ray_triangles<double>}};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(triangle_ray_table);

template <class T>
const TriangleRayKernels<T>& triangle_ray_kernels() {
  return std::get<TriangleRayKernels<T>>(*MASU_CHOSEN(triangle_ray_table));
}

template const TriangleRayKernels<float>& triangle_ray_kernels();
template const TriangleRayKernels<double>& triangle_ray_kernels();

}  // namespace masu::detail
#endif
