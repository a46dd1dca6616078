// SPDX-License-Identifier: MIT
// Down the tree of a world's objects, the nearest child first.
#if defined(MASU_OBJECT_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_OBJECT_WALK_INL_HPP
#undef MASU_OBJECT_WALK_INL_HPP
#else
#define MASU_OBJECT_WALK_INL_HPP
#endif

#include <bit>

#include <masu/world/detail/object_kernels.hpp>

#include "broad_phase/bvh_walk-inl.hpp"
#include "broad_phase/node_ray-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// The squared distances of a point from the boxes of a node, and the lanes no farther than `limit`.
template <int D, class T>
class NodePoint {
 public:
  explicit NodePoint(const Vec<D, T>& point) : point_(point) {}

  HWY_INLINE std::uint32_t meet(const BvhNode<D, T>& node, T limit, T* HWY_RESTRICT at) const {
    const BvhTag<T> d;
    constexpr std::size_t kLanes = hn::MaxLanes(d);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kBvhWidth; i += kLanes) {
      auto sum = hn::Zero(d);
      for (int a = 0; a < D; ++a) {
        const auto p = hn::Set(d, point_[a]);
        const auto below = hn::Sub(hn::Load(d, node.lo[a] + i), p);
        const auto above = hn::Sub(p, hn::Load(d, node.hi[a] + i));
        const auto gap = hn::Max(hn::Max(below, above), hn::Zero(d));
        sum = hn::Add(sum, hn::Mul(gap, gap));
      }
      hn::Store(sum, d, at + i);
      bits |= bits_of(d, hn::Le(sum, hn::Set(d, limit))) << i;
    }
    return bits & used_lanes(node);
  }

 private:
  Vec<D, T> point_;
};

template <class T>
struct NodeWaiting {
  T at;
  std::uint32_t node;
};

// Goes down to the nearest child at once and puts the others off, farthest first.
template <int D, class T, class Meet>
HWY_INLINE void walk_nearest_first(const BvhNodes<D, T>& nodes, const Meet& asker, T limit,
                                   const LeafVisit<D, T>& leaf, BvhCounts& counts) {
  if (nodes.root == kBvhNone) return;
  NodeWaiting<T> stack[kBvhStack];
  std::uint32_t top = 0;
  std::uint32_t name = nodes.root;
  HWY_ALIGN T at[kBvhWidth];
  for (;;) {
    ++counts.nodes;
    const BvhNode<D, T>& node = nodes.node(name);
    std::uint32_t lanes = asker.meet(node, limit, at);
    if (lanes != 0 && (name & kBvhLeaf) != 0) {
      limit = leaf.take(leaf.context, node, lanes, at, limit);
      if (limit < 0) return;
    } else if (lanes != 0) {
      int nearest = std::countr_zero(lanes);
      fetch(nodes.node(node.child[nearest]));
      const std::uint32_t bottom = top;
      for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
        int i = std::countr_zero(lanes);
        fetch(nodes.node(node.child[i]));
        if (at[i] < at[nearest]) std::swap(i, nearest);
        std::uint32_t place = top++;
        for (; place > bottom && stack[place - 1].at < at[i]; --place) {
          stack[place] = stack[place - 1];
        }
        stack[place] = {at[i], node.child[i]};
      }
      name = node.child[nearest];
      continue;
    }
    do {
      if (top == 0) return;
      name = stack[--top].node;
    } while (stack[top].at > limit);
  }
}

template <int D, class T>
void near_point(const BvhNodes<D, T>& nodes, const Vec<D, T>& point, T limit,
                const LeafVisit<D, T>& leaf, BvhCounts& counts) {
  walk_nearest_first(nodes, NodePoint<D, T>(point), limit, leaf, counts);
}
template <int D, class T>
void along_ray(const BvhNodes<D, T>& nodes, const PreparedRay<D, T>& ray, T limit,
               const LeafVisit<D, T>& leaf, BvhCounts& counts) {
  walk_nearest_first(nodes, NodeRay<D, T>(ray), limit, leaf, counts);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
