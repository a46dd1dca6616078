// SPDX-License-Identifier: MIT
// Outlines that are measured at many positions, for every instruction set.
#include "core/simd_targets.hpp"

#include <masu/shapes/convex_polygon.hpp>

#include "narrow_phase/flat_pair.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/flat_core_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "narrow_phase/flat_core-inl.hpp"

#ifndef MASU_FLAT_CORE_KERNEL_TABLE
#define MASU_FLAT_CORE_KERNEL_TABLE
namespace masu::detail {
template <class T>
using OutlinesKernel = bool (*)(const ShapeView<2, T>&, const ShapeView<2, T>&, FlatCores&);
using FlatCoreKernel = bool (*)(const FlatCores&, const PairFrame<2>&, const Approach&,
                                CoreDistance<2>&, SideStep<2>&);
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernel>
constexpr int kTable = 0;
template <>
constexpr OutlinesKernel<float> kTable<OutlinesKernel<float>> = &flat_outlines_kernel<float>;
template <>
constexpr OutlinesKernel<double> kTable<OutlinesKernel<double>> = &flat_outlines_kernel<double>;
template <>
constexpr FlatCoreKernel kTable<FlatCoreKernel> = &flat_core_kernel;

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <class T>
bool flat_outlines(const ShapeView<2, T>& a, const ShapeView<2, T>& b, FlatCores& cores) {
  return MASU_CHOSEN(OutlinesKernel<T>)(a, b, cores);
}
template bool flat_outlines(const ShapeView<2, float>&, const ShapeView<2, float>&, FlatCores&);
template bool flat_outlines(const ShapeView<2, double>&, const ShapeView<2, double>&, FlatCores&);

bool flat_core(const FlatCores& cores, const PairFrame<2>& frame, const Approach& approach,
               CoreDistance<2>& r, SideStep<2>& step) {
  return MASU_CHOSEN(FlatCoreKernel)(cores, frame, approach, r, step);
}

}  // namespace masu::detail
#endif
