// SPDX-License-Identifier: MIT
// One point or path against the eight boxes of a node, and the eight walls of a leaf.
#if defined(MASU_CHAIN_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_CHAIN_LANES_INL_HPP
#undef MASU_CHAIN_LANES_INL_HPP
#else
#define MASU_CHAIN_LANES_INL_HPP
#endif

#include <bit>
#include <limits>

#include <hwy/highway.h>

#include "corridor/chain_nodes.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 256 bits, on AVX-512 too (docs/decisions/0007).
template <class T>
using ChainTag = hn::CappedTag<T, 32 / sizeof(T)>;

template <class D_, class M>
HWY_INLINE std::uint32_t lanes_of(D_ d, M mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0] & ((1u << hn::MaxLanes(d)) - 1);
}

// A wall nearer than the computed distance of its box cannot exist: boxes were grown by more than
// the rounding of a wall's distance (chain_tree.cpp), and the distance to a box is reduced a
// little.
template <class T>
inline constexpr T kBoxShort = T(1) - 16 * std::numeric_limits<T>::epsilon();

// Computes the squared distances to the boxes, a little short; returns those up to `limit`.
template <class T>
HWY_INLINE std::uint32_t near_boxes(const ChainNode<T>& node, const Vec<2, T>& p, T limit,
                                    T* HWY_RESTRICT squares) {
  const ChainTag<T> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto zero = hn::Zero(d);
  const auto x = hn::Set(d, p[0]);
  const auto y = hn::Set(d, p[1]);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kChainWidth; i += kLanes) {
    const auto left = hn::Sub(hn::Load(d, node.lo[0] + i), x);
    const auto right = hn::Sub(x, hn::Load(d, node.hi[0] + i));
    const auto below = hn::Sub(hn::Load(d, node.lo[1] + i), y);
    const auto above = hn::Sub(y, hn::Load(d, node.hi[1] + i));
    const auto dx = hn::Max(hn::Max(left, right), zero);
    const auto dy = hn::Max(hn::Max(below, above), zero);
    const auto sum = hn::Mul(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Set(d, kBoxShort<T>));
    hn::Store(sum, d, squares + i);
    bits |= lanes_of(d, hn::Le(sum, hn::Set(d, limit))) << i;
  }
  return bits;
}

// The vector from the nearest point of a wall to a point, the position on the wall, and the squared
// distance.
template <class V>
struct OffsetLanes {
  V x, y, t, square;
};

// wall_offset() for the wall of each lane, operation by operation.
template <class V, class T>
HWY_INLINE OffsetLanes<V> wall_offsets(V ax, V ay, V bx, V by, const Vec<2, T>& p) {
  const ChainTag<T> d;
  const auto zero = hn::Zero(d);
  const auto one = hn::Set(d, T(1));
  const auto ex = hn::Sub(bx, ax);
  const auto ey = hn::Sub(by, ay);
  const auto wx = hn::Sub(hn::Set(d, p[0]), ax);
  const auto wy = hn::Sub(hn::Set(d, p[1]), ay);
  const auto ee = hn::Add(hn::Mul(ex, ex), hn::Mul(ey, ey));
  const auto we = hn::Add(hn::Mul(wx, ex), hn::Mul(wy, ey));
  auto t = hn::IfThenElseZero(hn::Gt(ee, zero), hn::Div(we, ee));
  t = hn::Min(hn::Max(t, zero), one);
  const auto qx = hn::Sub(wx, hn::Mul(t, ex));
  const auto qy = hn::Sub(wy, hn::Mul(t, ey));
  return {qx, qy, t, hn::Add(hn::Mul(qx, qx), hn::Mul(qy, qy))};
}

// Returns the squared distances to the walls of a leaf from its wall `i` on.
template <class T>
HWY_INLINE auto wall_squares(const T* HWY_RESTRICT vertex, std::size_t i, const Vec<2, T>& p) {
  const ChainTag<T> d;
  auto ax = hn::Zero(d), ay = ax, bx = ax, by = ax;
  hn::LoadInterleaved2(d, vertex + 2 * i, ax, ay);
  hn::LoadInterleaved2(d, vertex + 2 * i + 2, bx, by);
  return wall_offsets(ax, ay, bx, by, p).square;
}

// Computes the squared distances to the walls of a leaf; returns those up to `limit`.
template <class T>
HWY_INLINE std::uint32_t near_walls(const ChainNodes<T>& nodes, const ChainLeaf& leaf,
                                    const Vec<2, T>& p, T limit, T* HWY_RESTRICT squares) {
  const ChainTag<T> d;
  const T* const vertex = nodes.vertex[leaf.first].v;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kChainWidth; i += hn::MaxLanes(d)) {
    const auto qq = wall_squares(vertex, i, p);
    hn::Store(qq, d, squares + i);
    bits |= lanes_of(d, hn::Le(qq, hn::Set(d, limit))) << i;
  }
  return bits & leaf.walls;
}

// Returns the nearest wall of a leaf, the lowest of equal ones; a distance above any square if it
// has none.
template <class T>
HWY_INLINE WallDistance<T> nearest_wall(const ChainNodes<T>& nodes, const ChainLeaf& leaf,
                                        const Vec<2, T>& p) {
  const ChainTag<T> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const T* const vertex = nodes.vertex[leaf.first].v;
  const auto none = hn::Set(d, std::numeric_limits<T>::infinity());
  decltype(hn::Zero(d)) squares[kChainWidth / kLanes];
  auto least = none;
  for (std::size_t i = 0; i < kChainWidth; i += kLanes) {
    const auto bits = static_cast<std::uint8_t>(leaf.walls >> i);
    const std::uint8_t bytes[8] = {bits};
    auto& own = squares[i / kLanes];
    own = hn::IfThenElse(hn::LoadMaskBits(d, bytes), wall_squares(vertex, i, p), none);
    least = hn::Min(least, own);
  }
  least = hn::MinOfLanes(d, least);
  std::uint32_t equal = 0;
  for (std::size_t i = 0; i < kChainWidth; i += kLanes) {
    equal |= lanes_of(d, hn::Eq(squares[i / kLanes], least)) << i;
  }
  return {hn::GetLane(least), leaf.first + static_cast<std::uint32_t>(std::countr_zero(equal))};
}

// The part of a path in a box that has grown by the path's pad. Two roundings of t are covered as
// in ray_inner() of the box tree; those of the box's sides are in the pad.
template <class T>
struct PathLanes {
  const ChainPath<T>& path;
  T end;

  template <class V>
  HWY_INLINE auto overlap(V lox, V hix, V loy, V hiy, T* HWY_RESTRICT enter) const {
    const ChainTag<T> d;
    auto from = hn::Zero(d);
    auto to = hn::Set(d, end);
    clip(lox, hix, 0, from, to);
    clip(loy, hiy, 1, from, to);
    from = hn::Sub(hn::Mul(from, hn::Set(d, T(1) - 4 * std::numeric_limits<T>::epsilon())),
                   hn::Set(d, std::numeric_limits<T>::min()));
    to = hn::Add(hn::Mul(to, hn::Set(d, T(1) + 4 * std::numeric_limits<T>::epsilon())),
                 hn::Set(d, std::numeric_limits<T>::min()));
    hn::Store(from, d, enter);
    return hn::Le(from, to);
  }

 private:
  template <class V>
  HWY_INLINE void clip(V lo, V hi, int axis, V& from, V& to) const {
    const ChainTag<T> d;
    const auto origin = hn::Set(d, path.origin[axis]);
    const auto by = hn::Set(d, path.inverse[axis]);
    const auto pad = hn::Set(d, path.pad[axis]);
    const auto low = hn::Mul(hn::Sub(hn::Sub(lo, pad), origin), by);
    const auto high = hn::Mul(hn::Sub(hn::Add(hi, pad), origin), by);
    from = hn::Max(path.inverse[axis] > 0 ? low : high, from);
    to = hn::Min(path.inverse[axis] > 0 ? high : low, to);
  }
};

template <class T>
HWY_INLINE std::uint32_t boxes_on(const ChainNode<T>& node, const PathLanes<T>& lanes,
                                  T* HWY_RESTRICT enter) {
  const ChainTag<T> d;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kChainWidth; i += hn::MaxLanes(d)) {
    const auto hits =
        lanes.overlap(hn::Load(d, node.lo[0] + i), hn::Load(d, node.hi[0] + i),
                      hn::Load(d, node.lo[1] + i), hn::Load(d, node.hi[1] + i), enter + i);
    bits |= lanes_of(d, hits) << i;
  }
  return bits;
}

template <class T>
HWY_INLINE std::uint32_t walls_on(const ChainNodes<T>& nodes, const ChainLeaf& leaf,
                                  const PathLanes<T>& lanes, T* HWY_RESTRICT enter) {
  const ChainTag<T> d;
  const T* const vertex = nodes.vertex[leaf.first].v;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kChainWidth; i += hn::MaxLanes(d)) {
    auto ax = hn::Zero(d), ay = ax, bx = ax, by = ax;
    hn::LoadInterleaved2(d, vertex + 2 * i, ax, ay);
    hn::LoadInterleaved2(d, vertex + 2 * i + 2, bx, by);
    const auto hits = lanes.overlap(hn::Min(ax, bx), hn::Max(ax, bx), hn::Min(ay, by),
                                    hn::Max(ay, by), enter + i);
    bits |= lanes_of(d, hits) << i;
  }
  return bits & leaf.walls;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
