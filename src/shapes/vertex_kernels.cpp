// SPDX-License-Identifier: MIT
// The farthest of many vertices, for every instruction set.
#include "core/simd_targets.hpp"

#include "shapes/farthest.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shapes/vertex_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "shapes/farthest-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <int D, class T, class U>
std::uint32_t farthest(const VertexSet<D, T>& vertices, const Vec<D, U>& d) {
  return farthest_spread<D, T, U>(vertices, SpreadDirection<D, U>::of(d));
}

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T, class U>
constexpr FarthestKernel<D, T, U> kTable<FarthestKernel<D, T, U>> = &farthest<D, T, U>;

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T, class U>
FarthestKernel<D, T, U> farthest_kernel() {
  using Kernel = FarthestKernel<D, T, U>;
  return MASU_CHOSEN(Kernel);
}
template <int D, class T, class U>
std::uint32_t farthest_along(const VertexSet<D, T>& vertices, const Vec<D, U>& d) {
  return farthest_kernel<D, T, U>()(vertices, d);
}

#define MASU_INSTANTIATE(D, T, U)                     \
  template FarthestKernel<D, T, U> farthest_kernel(); \
  template std::uint32_t farthest_along(const VertexSet<D, T>&, const Vec<D, U>&);
MASU_INSTANTIATE(2, float, float)
MASU_INSTANTIATE(3, float, float)
MASU_INSTANTIATE(2, float, double)
MASU_INSTANTIATE(3, float, double)
MASU_INSTANTIATE(2, double, double)
MASU_INSTANTIATE(3, double, double)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
