// SPDX-License-Identifier: MIT
// Formulas of pairs for every instruction set.
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"

#include <masu/narrow_phase/distance.hpp>

#include "narrow_phase/simple_pair.hpp"
#include "narrow_phase/with_radii.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/simple_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "narrow_phase/simple_pair-inl.hpp"

#ifndef MASU_SIMPLE_KERNEL_TABLE
#define MASU_SIMPLE_KERNEL_TABLE
namespace masu::detail {
template <int D, class T>
struct SimpleKernels {
  bool (*pair)(const ShapeView<D, T>&, const Transform<D, T>&, const ShapeView<D, T>&,
               const Transform<D, T>&, Depth, Separation<D, T>&);
  Overlap (*overlap)(const ShapeView<D, T>&, const Transform<D, T>&, const ShapeView<D, T>&,
                     const Transform<D, T>&);
  bool (*core)(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairFrame<D>&, Depth,
               CoreDistance<D>&);
  Overlap (*reach)(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairFrame<D>&, double);
};
// For spheres, capsules and boxes of known type; see direct_index().
template <class T>
struct DirectKernels {
  using Pair = bool (*)(const void*, const Transform<3, T>&, const void*, const Transform<3, T>&,
                        Depth, bool, Separation<3, T>&);
  using OverlapTest = Overlap (*)(const void*, const Transform<3, T>&, const void*,
                                  const Transform<3, T>&);
  Pair pair[6];
  OverlapTest overlap[6];
};
template <class A, class B>
constexpr int direct_index() {
  return kDirectKind<A> * (kDirectKind<A> + 1) / 2 + kDirectKind<B>;
}
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr SimpleKernels<D, T> kTable<SimpleKernels<D, T>> = {
    &simple_pair_kernel<D, T>, &simple_overlap_kernel<D, T>, &simple_core_kernel<D, T>,
    &simple_reach_kernel<D, T>};

template <class T, class S = Sphere<3, T>, class C = Capsule<3, T>, class B = Box<3, T>>
constexpr DirectKernels<T> direct_kernels() {
  return {
      {&direct_pair_kernel<S, S, T>, &direct_pair_kernel<C, S, T>, &direct_pair_kernel<C, C, T>,
       &direct_pair_kernel<B, S, T>, &direct_pair_kernel<B, C, T>, &direct_pair_kernel<B, B, T>},
      {&direct_overlap_kernel<S, S, T>, &direct_overlap_kernel<C, S, T>,
       &direct_overlap_kernel<C, C, T>, &direct_overlap_kernel<B, S, T>,
       &direct_overlap_kernel<B, C, T>, &direct_overlap_kernel<B, B, T>}};
}
template <class T>
constexpr DirectKernels<T> kTable<DirectKernels<T>> = direct_kernels<T>();

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

namespace {

template <int D, class T>
const SimpleKernels<D, T>& kernels() {
  using Kernels = SimpleKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}

template <class A, class B, class T>
Separation<3, T> by_views(const A& a, const Transform<3, T>& pose_a, const B& b,
                          const Transform<3, T>& pose_b, bool with_depth) {
  return with_depth
             ? penetration_of_views<3, T>(a.view(), pose_a, b.view(), pose_b, nullptr, nullptr)
             : distance_of_views<3, T>(a.view(), pose_a, b.view(), pose_b, nullptr);
}

}  // namespace

template <int D, class T>
bool simple_pair(const ShapeView<D, T>& a, const Transform<D, T>& pose_a, const ShapeView<D, T>& b,
                 const Transform<D, T>& pose_b, Depth depth, Separation<D, T>& r) {
  return kernels<D, T>().pair(a, pose_a, b, pose_b, depth, r);
}
template <int D, class T>
Overlap simple_overlap(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                       const ShapeView<D, T>& b, const Transform<D, T>& pose_b) {
  return kernels<D, T>().overlap(a, pose_a, b, pose_b);
}

template <int D, class T>
bool simple_core(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                 Depth depth, CoreDistance<D>& r) {
  return kernels<D, T>().core(a, b, frame, depth, r);
}
template <int D, class T>
Overlap simple_reach(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                     double reach) {
  return kernels<D, T>().reach(a, b, frame, reach);
}

template <class A, class B, class T>
void direct_separation(const A& a, const Transform<3, T>& pose_a, const B& b,
                       const Transform<3, T>& pose_b, bool flip, bool with_depth,
                       Separation<3, T>& r) {
  const Depth depth = with_depth ? Depth::least : Depth::none;
  const auto kernel = MASU_CHOSEN(DirectKernels<T>).pair[direct_index<A, B>()];
  if (!kernel(&a, pose_a, &b, pose_b, depth, flip, r)) {
    r = flip ? by_views(b, pose_b, a, pose_a, with_depth)
             : by_views(a, pose_a, b, pose_b, with_depth);
    return;
  }
  if (with_depth || r.distance > 0) return;
  const T radius_a = a.view().radius;
  const T radius_b = b.view().radius;
  discard_depth(flip ? radius_b : radius_a, flip ? radius_a : radius_b, r);
}
template <class A, class B, class T>
Overlap direct_overlap(const A& a, const Transform<3, T>& pose_a, const B& b,
                       const Transform<3, T>& pose_b) {
  return MASU_CHOSEN(DirectKernels<T>).overlap[direct_index<A, B>()](&a, pose_a, &b, pose_b);
}

#define MASU_INSTANTIATE(D, T)                                                                   \
  template bool simple_pair(const ShapeView<D, T>&, const Transform<D, T>&,                      \
                            const ShapeView<D, T>&, const Transform<D, T>&, Depth,               \
                            Separation<D, T>&);                                                  \
  template Overlap simple_overlap(const ShapeView<D, T>&, const Transform<D, T>&,                \
                                  const ShapeView<D, T>&, const Transform<D, T>&);               \
  template bool simple_core(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairFrame<D>&, \
                            Depth, CoreDistance<D>&);                                            \
  template Overlap simple_reach(const ShapeView<D, T>&, const ShapeView<D, T>&,                  \
                                const PairFrame<D>&, double);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE
#define MASU_INSTANTIATE(A, B, T)                                                         \
  template void direct_separation(const A<3, T>&, const Transform<3, T>&, const B<3, T>&, \
                                  const Transform<3, T>&, bool, bool, Separation<3, T>&); \
  template Overlap direct_overlap(const A<3, T>&, const Transform<3, T>&, const B<3, T>&, \
                                  const Transform<3, T>&);
#define MASU_INSTANTIATE_ALL(T)         \
  MASU_INSTANTIATE(Sphere, Sphere, T)   \
  MASU_INSTANTIATE(Capsule, Sphere, T)  \
  MASU_INSTANTIATE(Capsule, Capsule, T) \
  MASU_INSTANTIATE(Box, Sphere, T)      \
  MASU_INSTANTIATE(Box, Capsule, T)     \
  MASU_INSTANTIATE(Box, Box, T)
MASU_INSTANTIATE_ALL(float)
MASU_INSTANTIATE_ALL(double)
#undef MASU_INSTANTIATE_ALL
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
