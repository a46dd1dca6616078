// SPDX-License-Identifier: MIT
// The farthest of many vertices, for every instruction set.
#include "core/simd_targets.hpp"

#include "shapes/farthest.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shapes/vertex_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 256 bits, as everywhere (docs/decisions/0007).
template <class T>
using VertexTag = hn::CappedTag<T, 32 / sizeof(T)>;

// Coordinates in the arithmetic of the direction, which may be wider than theirs.
template <class T, class Tag>
HWY_INLINE auto load_as(Tag u, const T* from) {
  if constexpr (std::is_same_v<T, hn::TFromD<Tag>>) {
    return hn::Load(u, from);
  } else {
    return hn::PromoteTo(u, hn::Load(hn::Rebind<T, decltype(u)>(), from));
  }
}

template <int D, class T, class U>
HWY_INLINE auto heights(VertexTag<U> u, const VertexSet<D, T>& vertices, const Vec<D, U>& d,
                        std::size_t i) {
  auto sum = hn::Mul(load_as(u, vertices.axis(0) + i), hn::Set(u, d[0]));
  for (int a = 1; a < D; ++a) {
    sum = hn::Add(sum, hn::Mul(load_as(u, vertices.axis(a) + i), hn::Set(u, d[a])));
  }
  return sum;
}

// Each lane keeps its best block; a later one must be better, so the first wins within a lane, and
// the smallest index among the lanes.
template <int D, class T, class U>
std::uint32_t farthest(const VertexSet<D, T>& vertices, const Vec<D, U>& d) {
  const VertexTag<U> t;
  const hn::RebindToSigned<decltype(t)> ti;
  using Int = hn::TFromD<decltype(ti)>;
  constexpr std::size_t kLanes = hn::MaxLanes(t);
  auto best = heights<D, T, U>(t, vertices, d, 0);
  auto place = hn::Zero(ti);
  for (std::size_t i = kLanes; i < vertices.padded(); i += kLanes) {
    const auto here = heights<D, T, U>(t, vertices, d, i);
    const auto better = hn::Gt(here, best);
    best = hn::IfThenElse(better, here, best);
    place = hn::IfThenElse(hn::RebindMask(ti, better), hn::Set(ti, static_cast<Int>(i)), place);
  }
  const auto most = hn::MaxOfLanes(t, best);
  const auto among = hn::RebindMask(ti, hn::Eq(best, most));
  const auto first = hn::IfThenElse(among, hn::Add(place, hn::Iota(ti, 0)),
                                    hn::Set(ti, std::numeric_limits<Int>::max()));
  const std::uint32_t v = static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(ti, first)));
  return v < vertices.size() ? v : 0;
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
