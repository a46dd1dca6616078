// SPDX-License-Identifier: MIT
// Descends a tree of boxes, the nearest child first.
#if defined(MASU_NEAR_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_NEAR_WALK_INL_HPP
#undef MASU_NEAR_WALK_INL_HPP
#else
#define MASU_NEAR_WALK_INL_HPP
#endif

#include <bit>

#include "broad_phase/walk_kernels.hpp"

#include "broad_phase/bvh_walk-inl.hpp"
#include "broad_phase/nearest_lane-inl.hpp"
#include "broad_phase/node_ray-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Squared distances of a point to the boxes of a node, and the lanes within `limit`.
template <int D, class T>
class NodePoint {
 public:
  explicit NodePoint(const Vec<D, T>& point) : point_(point) {}

  HWY_INLINE std::uint32_t test(const BvhNode<D, T>& node, T limit, T* HWY_RESTRICT at) const {
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
HWY_INLINE std::uint32_t lanes_within(const T* HWY_RESTRICT at, T limit) {
  const BvhTag<T> d;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kBvhWidth; i += hn::MaxLanes(d)) {
    bits |= bits_of(d, hn::Le(hn::Load(d, at + i), hn::Set(d, limit))) << i;
  }
  return bits;
}

template <class T>
struct NodeWaiting {
  T at;
  std::uint32_t node;
};

// The stack of postponed nodes: of the children of one node the nearest is on top, and deeper nodes
// are above the others.
template <class T>
struct PostponedNodes {
  NodeWaiting<T> node[kBvhStack];
  std::uint32_t size = 0;

  // `bottom`: the first of the entries into which it is sorted.
  HWY_INLINE void push(std::uint32_t bottom, T at, std::uint32_t key) {
    std::uint32_t i = size++;
    for (; i > bottom && node[i - 1].at < at; --i) node[i] = node[i - 1];
    node[i] = {at, key};
  }
};

// Leaves whose lanes are read like those of inner nodes.
template <int D, class T, class Query>
struct BoxLeaves {
  const BvhNode<D, T>* leaves;
  const Query& query;
  const LeafVisit<D, T>& visit;

  HWY_INLINE void fetch_leaf(std::uint32_t l) const { fetch(leaves[l]); }
  HWY_INLINE T take(std::uint32_t l, T limit, BvhCounts&) const {
    HWY_ALIGN T at[kBvhWidth];
    const std::uint32_t lanes = query.test(leaves[l], limit, at);
    return lanes == 0 ? limit : visit.take(visit.context, leaves[l], lanes, at, limit);
  }
};

template <int D, class T, class Leaves>
HWY_INLINE void fetch_child(const BvhNodes<D, T>& nodes, const Leaves& leaves, std::uint32_t key) {
  if ((key & kBvhLeaf) != 0) {
    leaves.fetch_leaf(key & ~kBvhLeaf);
  } else {
    fetch(nodes.inner[key]);
  }
}

// Descends to the nearest child at once and postpones the others, farthest first. Starts at `key`.
template <int D, class T, class Query, class Leaves>
HWY_INLINE void walk_nearest_first(const BvhNodes<D, T>& nodes, const Query& query, T limit,
                                   std::uint32_t key, PostponedNodes<T>& later,
                                   const Leaves& leaves, BvhCounts& counts) {
  HWY_ALIGN T at[kBvhWidth];
  for (;;) {
    ++counts.nodes;
    std::uint32_t lanes = 0;
    if ((key & kBvhLeaf) != 0) {
      limit = leaves.take(key & ~kBvhLeaf, limit, counts);
      if (limit < 0) return;
    } else {
      lanes = query.test(nodes.inner[key], limit, at);
    }
    if (lanes != 0) {
      const BvhNode<D, T>& node = nodes.inner[key];
      int nearest = std::countr_zero(lanes);
      fetch_child(nodes, leaves, node.child[nearest]);
      const std::uint32_t bottom = later.size;
      for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
        int i = std::countr_zero(lanes);
        fetch_child(nodes, leaves, node.child[i]);
        if (at[i] < at[nearest]) std::swap(i, nearest);
        later.push(bottom, at[i], node.child[i]);
      }
      key = node.child[nearest];
      continue;
    }
    do {
      if (later.size == 0) return;
      key = later.node[--later.size].node;
    } while (later.node[later.size].at > limit);
  }
}
template <int D, class T, class Query, class Leaves>
HWY_INLINE void walk_nearest_first(const BvhNodes<D, T>& nodes, const Query& query, T limit,
                                   const Leaves& leaves, BvhCounts& counts) {
  PostponedNodes<T> later;
  walk_nearest_first(nodes, query, limit, nodes.root, later, leaves, counts);
}

// The same without a limit: descends to the nearest child only, and there to the nearest lane,
// which gives a limit. The distances computed on that path are kept: afterwards only the children
// within the limit are postponed.
template <int D, class T>
HWY_INLINE void walk_without_limit(const BvhNodes<D, T>& nodes,
                                   const BoxLeaves<D, T, NodePoint<D, T>>& leaves,
                                   BvhCounts& counts) {
  constexpr T kFar = std::numeric_limits<T>::infinity();
  struct Level {
    HWY_ALIGN T at[kBvhWidth];
    const BvhNode<D, T>* node;
    std::uint32_t others;
  };
  Level levels[kBvhMaxDepth];
  std::uint32_t depth = 0;
  for (std::uint32_t key = nodes.root;; ++depth) {
    Level& level = levels[depth];
    ++counts.nodes;
    level.node = &nodes.node(key);
    const std::uint32_t lanes = leaves.query.test(*level.node, kFar, level.at);
    const std::uint32_t nearest = nearest_lane(level.at);
    level.others = lanes & ~(1u << nearest);
    if ((key & kBvhLeaf) != 0) break;
    key = level.node->child[nearest];
  }
  const Level& last = levels[depth];
  const LeafVisit<D, T>& visit = leaves.visit;
  const std::uint32_t first = used_lanes(*last.node) & ~last.others;
  T limit = visit.take(visit.context, *last.node, first, last.at, kFar);
  if (limit < 0) return;
  if (const std::uint32_t lanes = last.others & lanes_within(last.at, limit); lanes != 0) {
    limit = visit.take(visit.context, *last.node, lanes, last.at, limit);
    if (limit < 0) return;
  }
  PostponedNodes<T> later;
  for (std::uint32_t l = 0; l < depth; ++l) {
    const Level& level = levels[l];
    const std::uint32_t bottom = later.size;
    for (std::uint32_t lanes = level.others & lanes_within(level.at, limit); lanes != 0;
         lanes &= lanes - 1) {
      const int i = std::countr_zero(lanes);
      fetch_child(nodes, leaves, level.node->child[i]);
      later.push(bottom, level.at[i], level.node->child[i]);
    }
  }
  if (later.size == 0) return;
  const std::uint32_t key = later.node[--later.size].node;
  walk_nearest_first(nodes, leaves.query, limit, key, later, leaves, counts);
}

template <int D, class T>
void near_point(const BvhNodes<D, T>& nodes, const Vec<D, T>& point, T limit,
                const LeafVisit<D, T>& leaf, BvhCounts& counts) {
  if (nodes.root == kBvhNone) return;
  const NodePoint<D, T> query(point);
  const BoxLeaves<D, T, NodePoint<D, T>> leaves{nodes.leaves, query, leaf};
  if (limit < std::numeric_limits<T>::infinity()) {
    walk_nearest_first(nodes, query, limit, leaves, counts);
  } else {
    walk_without_limit(nodes, leaves, counts);
  }
}
template <int D, class T>
void along_ray(const BvhNodes<D, T>& nodes, const PreparedRay<D, T>& ray, T slack, T limit,
               const LeafVisit<D, T>& leaf, BvhCounts& counts) {
  if (nodes.root == kBvhNone) return;
  const NodeRay<D, T> query(ray, slack);
  const BoxLeaves<D, T, NodeRay<D, T>> leaves{nodes.leaves, query, leaf};
  walk_nearest_first(nodes, query, limit, leaves, counts);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
