// SPDX-License-Identifier: MIT
// Contact areas of boxes, and contacts of boxes and rounded shapes, for every instruction set.
#include "core/simd_targets.hpp"

#include "narrow_phase/simple_contact.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/contact_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "narrow_phase/box_contact-inl.hpp"
#include "narrow_phase/simple_corner-inl.hpp"

#ifndef MASU_CONTACT_KERNEL_TABLE
#define MASU_CONTACT_KERNEL_TABLE
namespace masu::detail {
template <class T>
using BoxContactKernel = bool (*)(const ShapeView<3, T>&, const Transform<3, T>&,
                                  const ShapeView<3, T>&, const Transform<3, T>&, T,
                                  Manifold<3, T>&);
template <class T>
using SimpleCornerKernel = bool (*)(const ShapeView<3, T>&, const Transform<3, T>&,
                                    const ShapeView<3, T>&, const Transform<3, T>&,
                                    Separation<3, T>&, std::uint32_t&);
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <class T>
constexpr BoxContactKernel<T> kTable<BoxContactKernel<T>> = &box_contact_kernel<T>;
template <class T>
constexpr SimpleCornerKernel<T> kTable<SimpleCornerKernel<T>> = &simple_corner_kernel<T>;

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <class T>
bool box_contact(const ShapeView<3, T>& a, const Transform<3, T>& pose_a, const ShapeView<3, T>& b,
                 const Transform<3, T>& pose_b, T margin, Manifold<3, T>& m) {
  return MASU_CHOSEN(BoxContactKernel<T>)(a, pose_a, b, pose_b, margin, m);
}
template <class T>
bool simple_corner(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                   const ShapeView<3, T>& b, const Transform<3, T>& pose_b, Separation<3, T>& s,
                   std::uint32_t& id) {
  return MASU_CHOSEN(SimpleCornerKernel<T>)(a, pose_a, b, pose_b, s, id);
}

#define MASU_INSTANTIATE(T)                                                                      \
  template bool box_contact(const ShapeView<3, T>&, const Transform<3, T>&,                      \
                            const ShapeView<3, T>&, const Transform<3, T>&, T, Manifold<3, T>&); \
  template bool simple_corner(const ShapeView<3, T>&, const Transform<3, T>&,                    \
                              const ShapeView<3, T>&, const Transform<3, T>&, Separation<3, T>&, \
                              std::uint32_t&);
MASU_INSTANTIATE(float)
MASU_INSTANTIATE(double)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
