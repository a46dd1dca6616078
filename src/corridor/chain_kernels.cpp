// SPDX-License-Identifier: MIT
// The wall searches for every instruction set.
#include "core/round_outward.hpp"

#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "corridor/chain_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "corridor/chain_walk-inl.hpp"
#include "corridor/near_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <class T>
constexpr ChainKernels<T> kTable<ChainKernels<T>> = {&nearest<T>,    &within<T>,     &along<T>,
                                                     &load_nodes<T>, &load_walls<T>, &gather<T>,
                                                     &measure,       &on_path};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <class T>
const ChainKernels<T>& chain_kernels() {
  return MASU_CHOSEN(ChainKernels<T>);
}

template const ChainKernels<float>& chain_kernels();
template const ChainKernels<double>& chain_kernels();

}  // namespace masu::detail
#endif
