// SPDX-License-Identifier: MIT
// Two polyhedra that are apart, for every instruction set.
#include "core/simd_targets.hpp"

#include "narrow_phase/polyhedra_apart.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/polyhedron_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "narrow_phase/polyhedra_apart-inl.hpp"

#ifndef MASU_POLYHEDRON_KERNEL_TABLE
#define MASU_POLYHEDRON_KERNEL_TABLE
namespace masu::detail {
template <class T>
struct ApartKernels {
  bool (*pair)(const ShapeView<3, T>&, const Transform<3, T>&, const ShapeView<3, T>&,
               const Transform<3, T>&, PairCache*, Separation<3, T>&);
  bool (*cores)(const ShapeView<3, T>&, const ShapeView<3, T>&, const PairFrame<3>&, PairCache&,
                CoreDistance<3>&);
};
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

#if HWY_TARGET != HWY_AVX2 && HWY_TARGET != HWY_AVX3
// Without registers of four doubles nothing is gained.
template <class T>
bool polyhedra_apart_kernel(const ShapeView<3, T>&, const Transform<3, T>&, const ShapeView<3, T>&,
                            const Transform<3, T>&, PairCache*, Separation<3, T>&) {
  return false;
}
template <class T>
bool cores_apart_kernel(const ShapeView<3, T>&, const ShapeView<3, T>&, const PairFrame<3>&,
                        PairCache&, CoreDistance<3>&) {
  return false;
}
#endif

template <class Kernels>
constexpr int kTable = 0;
template <class T>
constexpr ApartKernels<T> kTable<ApartKernels<T>> = {&polyhedra_apart_kernel<T>,
                                                     &cores_apart_kernel<T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <class T>
bool polyhedra_apart(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                     const ShapeView<3, T>& b, const Transform<3, T>& pose_b, PairCache* cache,
                     Separation<3, T>& r) {
  return MASU_CHOSEN(ApartKernels<T>).pair(a, pose_a, b, pose_b, cache, r);
}
template <class T>
bool cores_apart(const ShapeView<3, T>& a, const ShapeView<3, T>& b, const PairFrame<3>& frame,
                 PairCache& cache, CoreDistance<3>& r) {
  return MASU_CHOSEN(ApartKernels<T>).cores(a, b, frame, cache, r);
}

#define MASU_INSTANTIATE(T)                                                                      \
  template bool polyhedra_apart(const ShapeView<3, T>&, const Transform<3, T>&,                  \
                                const ShapeView<3, T>&, const Transform<3, T>&, PairCache*,      \
                                Separation<3, T>&);                                              \
  template bool cores_apart(const ShapeView<3, T>&, const ShapeView<3, T>&, const PairFrame<3>&, \
                            PairCache&, CoreDistance<3>&);
MASU_INSTANTIATE(float)
MASU_INSTANTIATE(double)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
