// SPDX-License-Identifier: MIT
// The farthest of many vertices along a direction, in registers.
#if defined(MASU_FARTHEST_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_FARTHEST_INL_HPP
#undef MASU_FARTHEST_INL_HPP
#else
#define MASU_FARTHEST_INL_HPP
#endif

#include <hwy/highway.h>

#include <bit>
#include <limits>

#include <masu/shapes/detail/vertex_set.hpp>

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 256 bits at most, as everywhere (docs/decisions/0007).
template <class T>
using VertexTag = hn::CappedTag<T, 32 / sizeof(T)>;

// A direction, each coordinate in all lanes of a register.
template <int D, class U>
struct SpreadDirection {
  hn::VFromD<VertexTag<U>> axis[D];

  static HWY_INLINE SpreadDirection of(const Vec<D, U>& d) {
    const VertexTag<U> u;
    if constexpr (D == 2) {
      return {{hn::Set(u, d[0]), hn::Set(u, d[1])}};
    } else {
      return {{hn::Set(u, d[0]), hn::Set(u, d[1]), hn::Set(u, d[2])}};
    }
  }
};

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
HWY_INLINE auto heights(const VertexSet<D, T>& vertices, const SpreadDirection<D, U>& d,
                        std::size_t i) {
  const VertexTag<U> u;
  auto sum = hn::Mul(load_as(u, vertices.axis(0) + i), d.axis[0]);
  for (int a = 1; a < D; ++a) {
    sum = hn::Add(sum, hn::Mul(load_as(u, vertices.axis(a) + i), d.axis[a]));
  }
  return sum;
}

// Of one block, whose heights all stay in registers. Of a NaN nothing is the largest: the first
// then.
template <int D, class T, class U>
HWY_INLINE std::uint32_t farthest_of_block(const VertexSet<D, T>& vertices,
                                           const SpreadDirection<D, U>& d) {
  const VertexTag<U> t;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(t));
  constexpr int kParts = static_cast<int>(VertexSet<D, T>::kBlock) / kLanes;
  hn::VFromD<decltype(t)> part[kParts];
  for (int i = 0; i < kParts; ++i) {
    part[i] = heights<D, T, U>(vertices, d, static_cast<std::size_t>(i * kLanes));
  }
  auto most = part[0];
  for (int i = 1; i < kParts; ++i) most = hn::Max(most, part[i]);
  most = hn::MaxOfLanes(t, most);
  std::uint32_t equal = 0;
  for (int i = 0; i < kParts; ++i) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(t, hn::Eq(part[i], most), bits);
    equal |= std::uint32_t{bits[0]} << (i * kLanes);
  }
  return equal == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(equal));
}

// Each lane keeps its best block; a later one must be better, so the first wins within a lane, and
// the smallest index among the lanes.
template <int D, class T, class U>
HWY_INLINE std::uint32_t farthest_of_blocks(const VertexSet<D, T>& vertices,
                                            const SpreadDirection<D, U>& d) {
  const VertexTag<U> t;
  const hn::RebindToSigned<decltype(t)> ti;
  using Int = hn::TFromD<decltype(ti)>;
  constexpr std::size_t kLanes = hn::MaxLanes(t);
  auto best = heights<D, T, U>(vertices, d, 0);
  auto index = hn::Zero(ti);
  for (std::size_t i = kLanes; i < vertices.padded(); i += kLanes) {
    const auto here = heights<D, T, U>(vertices, d, i);
    const auto better = hn::Gt(here, best);
    best = hn::IfThenElse(better, here, best);
    index = hn::IfThenElse(hn::RebindMask(ti, better), hn::Set(ti, static_cast<Int>(i)), index);
  }
  const auto most = hn::MaxOfLanes(t, best);
  const auto among = hn::RebindMask(ti, hn::Eq(best, most));
  const auto first = hn::IfThenElse(among, hn::Add(index, hn::Iota(ti, 0)),
                                    hn::Set(ti, std::numeric_limits<Int>::max()));
  const std::uint32_t v = static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(ti, first)));
  return v < vertices.size() ? v : 0;
}

template <int D, class T, class U>
HWY_INLINE std::uint32_t farthest_spread(const VertexSet<D, T>& vertices,
                                         const SpreadDirection<D, U>& d) {
  return vertices.padded() == VertexSet<D, T>::kBlock ? farthest_of_block<D, T, U>(vertices, d)
                                                      : farthest_of_blocks<D, T, U>(vertices, d);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
