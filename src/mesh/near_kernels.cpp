// SPDX-License-Identifier: MIT
// The search for the nearest pair in two hierarchies for every instruction set.
#include <tuple>

#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/near_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "mesh/near_join.hpp"

#include "mesh/triangle_gap-inl.hpp"

#ifndef MASU_NEAR_KERNELS_TABLE
#define MASU_NEAR_KERNELS_TABLE
namespace masu::detail {

// All instantiations for one instruction set.
using NearTable =
    std::tuple<NearKernels<2, float>, NearKernels<3, float>, NearKernels<2, double>,
               NearKernels<3, double>, TriangleNearKernels<float>, TriangleNearKernels<double>>;

}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

const NearTable* near_table() {
  static constexpr NearTable table = {{&nearest_pieces<2, float>},  {&nearest_pieces<3, float>},
                                      {&nearest_pieces<2, double>}, {&nearest_pieces<3, double>},
                                      {&nearest_triangles<float>},  {&nearest_triangles<double>}};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(near_table);

namespace {

const NearTable& table() {
  return *MASU_CHOSEN(near_table);
}

}  // namespace

template <int D, class T>
const NearKernels<D, T>& near_kernels() {
  return std::get<NearKernels<D, T>>(table());
}
template <class T>
const TriangleNearKernels<T>& triangle_near_kernels() {
  return std::get<TriangleNearKernels<T>>(table());
}

template const NearKernels<2, float>& near_kernels();
template const NearKernels<3, float>& near_kernels();
template const NearKernels<2, double>& near_kernels();
template const NearKernels<3, double>& near_kernels();
template const TriangleNearKernels<float>& triangle_near_kernels();
template const TriangleNearKernels<double>& triangle_near_kernels();

}  // namespace masu::detail
#endif
