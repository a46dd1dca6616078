// SPDX-License-Identifier: MIT
// Down a tree of boxes, the nearest child first.
#if defined(MASU_NEAR_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_NEAR_WALK_INL_HPP
#undef MASU_NEAR_WALK_INL_HPP
#else
#define MASU_NEAR_WALK_INL_HPP
#endif

#include <bit>

#include "broad_phase/walk_kernels.hpp"

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

// The leaf that is come to by going down to the nearest child alone. It is told, and named.
template <int D, class T, class Meet>
HWY_INLINE std::uint32_t look_ahead(const BvhNodes<D, T>& nodes, const Meet& asker, T& limit,
                                    const LeafVisit<D, T>& leaf, BvhCounts& counts) {
  HWY_ALIGN T at[kBvhWidth];
  for (std::uint32_t name = nodes.root;;) {
    ++counts.nodes;
    const BvhNode<D, T>& node = nodes.node(name);
    const std::uint32_t lanes = asker.meet(node, limit, at);
    if ((name & kBvhLeaf) != 0) {
      if (lanes != 0) limit = leaf.take(leaf.context, node, lanes, at, limit);
      return name;
    }
    std::uint32_t nearest = 0;
    for (std::uint32_t i = 1; i < node.count; ++i) nearest = at[i] < at[nearest] ? i : nearest;
    name = node.child[nearest];
  }
}

// Leaves whose lanes are met as those of inner nodes are.
template <int D, class T, class Meet>
struct BoxLeaves {
  const BvhNode<D, T>* leaves;
  const Meet& asker;
  const LeafVisit<D, T>& visit;

  HWY_INLINE void fetch_leaf(std::uint32_t l) const { fetch(leaves[l]); }
  HWY_INLINE T take(std::uint32_t l, T limit, BvhCounts&) const {
    HWY_ALIGN T at[kBvhWidth];
    const std::uint32_t lanes = asker.meet(leaves[l], limit, at);
    return lanes == 0 ? limit : visit.take(visit.context, leaves[l], lanes, at, limit);
  }
};

template <int D, class T, class Leaves>
HWY_INLINE void fetch_child(const BvhNodes<D, T>& nodes, const Leaves& leaves, std::uint32_t name) {
  if ((name & kBvhLeaf) != 0) {
    leaves.fetch_leaf(name & ~kBvhLeaf);
  } else {
    fetch(nodes.inner[name]);
  }
}

// Goes down to the nearest child at once and puts the others off, farthest first. `seen`: a leaf
// that was told before.
template <int D, class T, class Meet, class Leaves>
HWY_INLINE void walk_nearest_first(const BvhNodes<D, T>& nodes, const Meet& asker, T limit,
                                   std::uint32_t seen, const Leaves& leaves, BvhCounts& counts) {
  NodeWaiting<T> stack[kBvhStack];
  std::uint32_t top = 0;
  std::uint32_t name = nodes.root;
  HWY_ALIGN T at[kBvhWidth];
  for (;;) {
    if (name != seen) {
      ++counts.nodes;
      std::uint32_t lanes = 0;
      if ((name & kBvhLeaf) != 0) {
        limit = leaves.take(name & ~kBvhLeaf, limit, counts);
        if (limit < 0) return;
      } else {
        lanes = asker.meet(nodes.inner[name], limit, at);
      }
      if (lanes != 0) {
        const BvhNode<D, T>& node = nodes.inner[name];
        int nearest = std::countr_zero(lanes);
        fetch_child(nodes, leaves, node.child[nearest]);
        const std::uint32_t bottom = top;
        for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
          int i = std::countr_zero(lanes);
          fetch_child(nodes, leaves, node.child[i]);
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
  if (nodes.root == kBvhNone) return;
  const NodePoint<D, T> asker(point);
  std::uint32_t seen = kBvhNone;
  if (!(limit < std::numeric_limits<T>::infinity())) {
    seen = look_ahead(nodes, asker, limit, leaf, counts);
    if (limit < 0) return;
  }
  const BoxLeaves<D, T, NodePoint<D, T>> leaves{nodes.leaves, asker, leaf};
  walk_nearest_first(nodes, asker, limit, seen, leaves, counts);
}
template <int D, class T>
void along_ray(const BvhNodes<D, T>& nodes, const PreparedRay<D, T>& ray, T slack, T limit,
               const LeafVisit<D, T>& leaf, BvhCounts& counts) {
  if (nodes.root == kBvhNone) return;
  const NodeRay<D, T> asker(ray, slack);
  const BoxLeaves<D, T, NodeRay<D, T>> leaves{nodes.leaves, asker, leaf};
  walk_nearest_first(nodes, asker, limit, kBvhNone, leaves, counts);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
