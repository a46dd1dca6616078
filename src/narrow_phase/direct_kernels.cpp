// SPDX-License-Identifier: MIT
// Batches of pairs whose types are known, for every instruction set.
#include "core/simd_targets.hpp"

#include "narrow_phase/direct_batch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/direct_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#if HWY_TARGET != HWY_EMU128
#include "narrow_phase/direct_lanes-inl.hpp"
#endif

#ifndef MASU_DIRECT_KERNEL_TABLE
#define MASU_DIRECT_KERNEL_TABLE
namespace masu::detail {
template <class A, class B, class T>
using DirectKernel = std::uint64_t (*)(const DirectBatch<A, B, T>&, const Pair*, int,
                                       Separation<3, T>*);
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

#if HWY_TARGET == HWY_EMU128
// As in block_kernels.cpp: all pairs are left to the single calls.
template <class A, class B, class T>
std::uint64_t direct_block_kernel(const DirectBatch<A, B, T>&, const Pair*, int count,
                                  Separation<3, T>*) {
  return ~std::uint64_t{0} >> (64 - count);
}
#endif

template <class Kernels>
constexpr int kTable = 0;
template <class A, class B, class T>
constexpr DirectKernel<A, B, T> kTable<DirectKernel<A, B, T>> = &direct_block_kernel<A, B, T>;

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <class A, class B, class T>
std::uint64_t solve_direct(const DirectBatch<A, B, T>& batch, const Pair* pairs, int count,
                           Separation<3, T>* out) {
  using Kernel = DirectKernel<A, B, T>;
  return MASU_CHOSEN(Kernel)(batch, pairs, count, out);
}

#define MASU_INSTANTIATE(A, B, T)                                                                \
  template std::uint64_t solve_direct(const DirectBatch<A<3, T>, B<3, T>, T>&, const Pair*, int, \
                                      Separation<3, T>*);
#define MASU_INSTANTIATE_ALL(T)         \
  MASU_INSTANTIATE(Sphere, Sphere, T)   \
  MASU_INSTANTIATE(Capsule, Sphere, T)  \
  MASU_INSTANTIATE(Capsule, Capsule, T) \
  MASU_INSTANTIATE(Box, Sphere, T)      \
  MASU_INSTANTIATE(Box, Capsule, T)
MASU_INSTANTIATE_ALL(float)
MASU_INSTANTIATE_ALL(double)
#undef MASU_INSTANTIATE_ALL
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
