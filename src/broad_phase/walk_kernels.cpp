// SPDX-License-Identifier: MIT
// The walks for what is nearest, for every instruction set.
#include "broad_phase/walk_table.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/walk_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "broad_phase/near_walk-inl.hpp"
#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <int D, class T>
constexpr WalkKernels<D, T> kWalks = {&near_point<D, T>, &along_ray<D, T>};

const WalkTable* walk_table() {
  static constexpr WalkTable table = {kWalks<2, float>, kWalks<3, float>, kWalks<2, double>,
                                      kWalks<3, double>};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(walk_table);

template <int D, class T>
const WalkKernels<D, T>& walk_kernels() {
  return std::get<WalkKernels<D, T>>(*MASU_CHOSEN(walk_table));
}

template const WalkKernels<2, float>& walk_kernels();
template const WalkKernels<3, float>& walk_kernels();
template const WalkKernels<2, double>& walk_kernels();
template const WalkKernels<3, double>& walk_kernels();

}  // namespace masu::detail
#endif
