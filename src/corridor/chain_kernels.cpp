// SPDX-License-Identifier: MIT
// The searches among walls for every instruction set.
#include <tuple>

#include "core/round_outward.hpp"

#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "corridor/chain_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "corridor/chain_walk-inl.hpp"
#include "corridor/near_lanes-inl.hpp"

#ifndef MASU_CHAIN_KERNELS_TABLE
#define MASU_CHAIN_KERNELS_TABLE
namespace masu::detail {

// All instantiations for one instruction set.
using ChainTable = std::tuple<ChainKernels<float>, ChainKernels<double>>;

}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class T>
constexpr ChainKernels<T> kChain = {&nearest<T>,    &within<T>, &along<T>, &load_nodes<T>,
                                    &load_walls<T>, &gather<T>, &measure,  &on_way};

const ChainTable* chain_table() {
  static constexpr ChainTable table = {kChain<float>, kChain<double>};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(chain_table);

template <class T>
const ChainKernels<T>& chain_kernels() {
  return std::get<ChainKernels<T>>(*MASU_CHOSEN(chain_table));
}

template const ChainKernels<float>& chain_kernels();
template const ChainKernels<double>& chain_kernels();

}  // namespace masu::detail
#endif
