// SPDX-License-Identifier: MIT
// Pairs in 2D by their sides, for every instruction set.
#include "core/simd_targets.hpp"

#include <masu/shapes/convex_polygon.hpp>

#include "narrow_phase/flat_pair.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/flat_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "narrow_phase/flat_manifold-inl.hpp"

#ifndef MASU_FLAT_KERNEL_TABLE
#define MASU_FLAT_KERNEL_TABLE
namespace masu::detail {
template <class T>
struct FlatKernels {
  bool (*pair)(const ShapeView<2, T>&, const Transform<2, T>&, const ShapeView<2, T>&,
               const Transform<2, T>&, Depth, Separation<2, T>&);
  Overlap (*overlap)(const ShapeView<2, T>&, const Transform<2, T>&, const ShapeView<2, T>&,
                     const Transform<2, T>&);
  bool (*manifold)(const ShapeView<2, T>&, const Transform<2, T>&, const ShapeView<2, T>&,
                   const Transform<2, T>&, T, Manifold<2, T>&);
};
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <class T>
constexpr FlatKernels<T> kTable<FlatKernels<T>> = {&flat_pair_kernel<T>, &flat_overlap_kernel<T>,
                                                   &flat_manifold_kernel<T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

namespace {

template <class T>
const FlatKernels<T>& kernels() {
  return MASU_CHOSEN(FlatKernels<T>);
}

}  // namespace

template <class T>
bool flat_pair(const ShapeView<2, T>& a, const Transform<2, T>& pose_a, const ShapeView<2, T>& b,
               const Transform<2, T>& pose_b, Depth depth, Separation<2, T>& r) {
  return kernels<T>().pair(a, pose_a, b, pose_b, depth, r);
}
template <class T>
Overlap flat_overlap(const ShapeView<2, T>& a, const Transform<2, T>& pose_a,
                     const ShapeView<2, T>& b, const Transform<2, T>& pose_b) {
  return kernels<T>().overlap(a, pose_a, b, pose_b);
}
template <class T>
bool flat_manifold(const ShapeView<2, T>& a, const Transform<2, T>& pose_a,
                   const ShapeView<2, T>& b, const Transform<2, T>& pose_b, T margin,
                   Manifold<2, T>& m) {
  return kernels<T>().manifold(a, pose_a, b, pose_b, margin, m);
}

#define MASU_INSTANTIATE(T)                                                                       \
  template bool flat_pair(const ShapeView<2, T>&, const Transform<2, T>&, const ShapeView<2, T>&, \
                          const Transform<2, T>&, Depth, Separation<2, T>&);                      \
  template Overlap flat_overlap(const ShapeView<2, T>&, const Transform<2, T>&,                   \
                                const ShapeView<2, T>&, const Transform<2, T>&);                  \
  template bool flat_manifold(const ShapeView<2, T>&, const Transform<2, T>&,                     \
                              const ShapeView<2, T>&, const Transform<2, T>&, T, Manifold<2, T>&);
MASU_INSTANTIATE(float)
MASU_INSTANTIATE(double)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
