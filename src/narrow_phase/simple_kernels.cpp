// SPDX-License-Identifier: MIT
// Formulas of pairs for every instruction set.
#include "core/simd_targets.hpp"

#include <tuple>

#include "narrow_phase/simple_pair.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/simple_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "narrow_phase/simple_pair-inl.hpp"

#ifndef MASU_SIMPLE_KERNEL_TABLE
#define MASU_SIMPLE_KERNEL_TABLE
namespace masu::detail {
template <int D, class T>
struct SimpleKernels {
  bool (*pair)(const ShapeView<D, T>&, const Transform<D, T>&, const ShapeView<D, T>&,
               const Transform<D, T>&, Depth, Separation<D, T>&);
  Meeting (*meeting)(const ShapeView<D, T>&, const Transform<D, T>&, const ShapeView<D, T>&,
                     const Transform<D, T>&);
  bool (*core)(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairFrame<D>&, Depth,
               CoreDistance<D>&);
  Meeting (*reach)(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairFrame<D>&, double);
};
using SimpleKernelTable = std::tuple<SimpleKernels<2, float>, SimpleKernels<3, float>,
                                     SimpleKernels<2, double>, SimpleKernels<3, double>>;
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <int D, class T>
inline constexpr SimpleKernels<D, T> kSimpleKernels = {
    &simple_pair_kernel<D, T>, &simple_meeting_kernel<D, T>, &simple_core_kernel<D, T>,
    &simple_reach_kernel<D, T>};

const SimpleKernelTable* simple_kernel_table() {
  static constexpr SimpleKernelTable table = {kSimpleKernels<2, float>, kSimpleKernels<3, float>,
                                              kSimpleKernels<2, double>, kSimpleKernels<3, double>};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(simple_kernel_table);

namespace {

template <int D, class T>
const SimpleKernels<D, T>& kernels() {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  const SimpleKernelTable* const table = HWY_STATIC_DISPATCH(simple_kernel_table)();
#else
  const SimpleKernelTable* const table =
      HWY_DISPATCH_TABLE(simple_kernel_table)[simd_target_index()]();
#endif
  return std::get<SimpleKernels<D, T>>(*table);
}

}  // namespace

template <int D, class T>
bool simple_pair(const ShapeView<D, T>& a, const Transform<D, T>& at_a, const ShapeView<D, T>& b,
                 const Transform<D, T>& at_b, Depth depth, Separation<D, T>& r) {
  return kernels<D, T>().pair(a, at_a, b, at_b, depth, r);
}
template <int D, class T>
Meeting simple_meeting(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                       const ShapeView<D, T>& b, const Transform<D, T>& at_b) {
  return kernels<D, T>().meeting(a, at_a, b, at_b);
}

template <int D, class T>
bool simple_core(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                 Depth depth, CoreDistance<D>& r) {
  return kernels<D, T>().core(a, b, frame, depth, r);
}
template <int D, class T>
Meeting simple_reach(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                     double reach) {
  return kernels<D, T>().reach(a, b, frame, reach);
}

#define MASU_INSTANTIATE(D, T)                                                                   \
  template bool simple_pair(const ShapeView<D, T>&, const Transform<D, T>&,                      \
                            const ShapeView<D, T>&, const Transform<D, T>&, Depth,               \
                            Separation<D, T>&);                                                  \
  template Meeting simple_meeting(const ShapeView<D, T>&, const Transform<D, T>&,                \
                                  const ShapeView<D, T>&, const Transform<D, T>&);               \
  template bool simple_core(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairFrame<D>&, \
                            Depth, CoreDistance<D>&);                                            \
  template Meeting simple_reach(const ShapeView<D, T>&, const ShapeView<D, T>&,                  \
                                const PairFrame<D>&, double);
MASU_INSTANTIATE(2, float)
MASU_INSTANTIATE(3, float)
MASU_INSTANTIATE(2, double)
MASU_INSTANTIATE(3, double)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
