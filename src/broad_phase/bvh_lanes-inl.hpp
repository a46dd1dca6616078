// SPDX-License-Identifier: MIT
// One box or ray against the eight boxes of a node.
#if defined(MASU_BVH_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_BVH_LANES_INL_HPP
#undef MASU_BVH_LANES_INL_HPP
#else
#define MASU_BVH_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "broad_phase/bvh_node.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 256 bits, on AVX-512 too (docs/decisions/0007).
template <class T>
using BvhTag = hn::CappedTag<T, 32 / sizeof(T)>;

template <class D_, class M>
HWY_INLINE std::uint32_t bits_of(D_ d, M mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0] & ((1u << hn::MaxLanes(d)) - 1);
}

template <int D, class T>
HWY_INLINE std::uint32_t used_lanes(const BvhNode<D, T>& node) {
  return (1u << node.count) - 1;
}

// Lanes whose children are leaves, unused ones among them.
template <int D, class T>
HWY_INLINE std::uint32_t leaf_lanes(const BvhNode<D, T>& node) {
  const hn::CappedTag<std::uint32_t, kBvhWidth> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
    bits |= bits_of(d, hn::TestBit(hn::Load(d, node.child + i), hn::Set(d, kBvhLeaf))) << i;
  }
  return bits;
}

// Lanes whose boxes overlap `box`.
template <int D, class T>
HWY_INLINE std::uint32_t meeting(const BvhNode<D, T>& node, const Aabb<D, T>& box) {
  const BvhTag<T> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
    auto hits = hn::Le(hn::Load(d, node.lo[0] + i), hn::Set(d, box.max[0]));
    hits = hn::And(hits, hn::Le(hn::Set(d, box.min[0]), hn::Load(d, node.hi[0] + i)));
    for (int a = 1; a < D; ++a) {
      hits = hn::And(hits, hn::Le(hn::Load(d, node.lo[a] + i), hn::Set(d, box.max[a])));
      hits = hn::And(hits, hn::Le(hn::Set(d, box.min[a]), hn::Load(d, node.hi[a] + i)));
    }
    bits |= bits_of(d, hits) << i;
  }
  return bits & used_lanes(node);
}

// distance_squared() of a box to each lane, operation by operation; the lanes within `limit`.
template <int D, class T>
HWY_NOINLINE std::uint32_t near_box(const BvhNode<D, T>& node, const Aabb<D, T>& box, T limit,
                                    T* HWY_RESTRICT at) {
  const BvhTag<T> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
    auto sum = hn::Zero(d);
    for (int a = 0; a < D; ++a) {
      const auto above = hn::Sub(hn::Load(d, node.lo[a] + i), hn::Set(d, box.max[a]));
      const auto below = hn::Sub(hn::Set(d, box.min[a]), hn::Load(d, node.hi[a] + i));
      const auto rest = hn::IfThenElseZero(hn::Gt(below, hn::Zero(d)), below);
      const auto gap = hn::IfThenElse(hn::Gt(above, hn::Zero(d)), above, rest);
      sum = hn::Add(sum, hn::Mul(gap, gap));
    }
    hn::StoreU(sum, d, at + i);
    bits |= bits_of(d, hn::Le(sum, hn::Set(d, limit))) << i;
  }
  return bits & used_lanes(node);
}

// ray_box() for each lane, operation by operation; t is not finite where there is none.
template <int D, class T>
HWY_NOINLINE std::uint32_t ray_leaf(const BvhNode<D, T>& node, const PreparedRay<D, T>& r, T limit,
                                    T* HWY_RESTRICT t) {
  const BvhTag<T> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
    auto enter = hn::Zero(d);
    auto exit = hn::Set(d, r.ray.max_t);
    auto hits = hn::Eq(enter, enter);
    for (int a = 0; a < D; ++a) {
      const auto lo = hn::Load(d, node.lo[a] + i);
      const auto hi = hn::Load(d, node.hi[a] + i);
      const auto from = hn::Set(d, r.ray.origin[a]);
      const T step = r.ray.direction[a];
      if (step == 0) {
        hits = hn::And(hits, hn::And(hn::Le(lo, from), hn::Le(from, hi)));
        continue;
      }
      const auto by = hn::Set(d, step);
      const auto near = hn::Div(hn::Sub(step > 0 ? lo : hi, from), by);
      const auto far = hn::Div(hn::Sub(step > 0 ? hi : lo, from), by);
      enter = hn::IfThenElse(hn::Gt(near, enter), near, enter);
      exit = hn::IfThenElse(hn::Lt(far, exit), far, exit);
    }
    hits = hn::And(hits, hn::Le(enter, exit));
    hits = hn::And(hits, hn::Le(enter, hn::Set(d, limit)));
    hits = hn::And(hits, hn::Lt(enter, hn::Set(d, std::numeric_limits<T>::infinity())));
    hn::StoreU(enter, d, t + i);
    bits |= bits_of(d, hits) << i;
  }
  return bits & used_lanes(node);
}

// Products with a rounded reciprocal instead of quotients: at most two units in the last place
// off, or less than the smallest normal number. The interval is widened by four units and that
// number, so no lane is lost that ray_leaf() would find below, and t is no later than there.
template <int D, class T>
HWY_NOINLINE std::uint32_t ray_inner(const BvhNode<D, T>& node, const PreparedRay<D, T>& r, T limit,
                                     T* HWY_RESTRICT t) {
  if (!r.plain) return ray_leaf(node, r, limit, t);
  const BvhTag<T> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto more = hn::Set(d, T(1) + 4 * std::numeric_limits<T>::epsilon());
  const auto less = hn::Set(d, T(1) - 4 * std::numeric_limits<T>::epsilon());
  const auto least = hn::Set(d, std::numeric_limits<T>::min());
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
    auto enter = hn::Zero(d);
    auto exit = hn::Set(d, limit);
    for (int a = 0; a < D; ++a) {
      const auto from = hn::Set(d, r.ray.origin[a]);
      const auto by = hn::Set(d, r.inverse[a]);
      const bool up = r.ray.direction[a] > 0;
      const auto near = hn::Mul(hn::Sub(hn::Load(d, (up ? node.lo : node.hi)[a] + i), from), by);
      const auto far = hn::Mul(hn::Sub(hn::Load(d, (up ? node.hi : node.lo)[a] + i), from), by);
      enter = hn::Max(near, enter);
      exit = hn::Min(far, exit);
    }
    enter = hn::Sub(hn::Mul(enter, less), least);
    exit = hn::Add(hn::Mul(exit, more), least);
    hn::StoreU(enter, d, t + i);
    bits |= bits_of(d, hn::Le(enter, exit)) << i;
  }
  return bits & used_lanes(node);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
