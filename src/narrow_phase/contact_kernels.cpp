// SPDX-License-Identifier: MIT
// Contact areas of boxes for every instruction set.
#include "core/simd_targets.hpp"

#include <tuple>

#include "narrow_phase/simple_contact.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/contact_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "narrow_phase/box_contact-inl.hpp"

#ifndef MASU_CONTACT_KERNEL_TABLE
#define MASU_CONTACT_KERNEL_TABLE
namespace masu::detail {
template <class T>
using BoxContactKernel = bool (*)(const ShapeView<3, T>&, const Transform<3, T>&,
                                  const ShapeView<3, T>&, const Transform<3, T>&, T,
                                  Manifold<3, T>&);
using ContactKernelTable = std::tuple<BoxContactKernel<float>, BoxContactKernel<double>>;
}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

const ContactKernelTable* contact_kernel_table() {
  static constexpr ContactKernelTable table = {&box_contact_kernel<float>,
                                               &box_contact_kernel<double>};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(contact_kernel_table);

template <class T>
bool box_contact(const ShapeView<3, T>& a, const Transform<3, T>& at_a, const ShapeView<3, T>& b,
                 const Transform<3, T>& at_b, T margin, Manifold<3, T>& m) {
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  const ContactKernelTable* const table = HWY_STATIC_DISPATCH(contact_kernel_table)();
#else
  const ContactKernelTable* const table =
      HWY_DISPATCH_TABLE(contact_kernel_table)[simd_target_index()]();
#endif
  return std::get<BoxContactKernel<T>>(*table)(a, at_a, b, at_b, margin, m);
}

template bool box_contact(const ShapeView<3, float>&, const Transform<3, float>&,
                          const ShapeView<3, float>&, const Transform<3, float>&, float,
                          Manifold<3, float>&);
template bool box_contact(const ShapeView<3, double>&, const Transform<3, double>&,
                          const ShapeView<3, double>&, const Transform<3, double>&, double,
                          Manifold<3, double>&);

}  // namespace masu::detail
#endif
