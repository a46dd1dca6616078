// SPDX-License-Identifier: MIT
// Walks through one tree, and through two at once.
#if defined(MASU_BVH_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_BVH_WALK_INL_HPP
#undef MASU_BVH_WALK_INL_HPP
#else
#define MASU_BVH_WALK_INL_HPP
#endif

#include <bit>

#include <hwy/cache_control.h>

#include "broad_phase/bvh_lanes-inl.hpp"
#include "broad_phase/set_bits-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Found>
HWY_INLINE bool have_room(BvhBlock<Found>& out, std::uint32_t wanted) {
  return out.size + wanted <= BvhBlock<Found>::kCapacity || out.flush(out);
}

template <class Node>
HWY_INLINE void fetch(const Node& node) {
  for (std::size_t at = 0; at < sizeof(Node); at += 64) {
    hwy::Prefetch(reinterpret_cast<const char*>(&node) + at);
  }
}

// The children of some lanes, the left one last, where there is room for eight. How many they are
// no processor can guess: the three next are asked for, be they fewer or more.
template <int D, class T>
HWY_INLINE std::uint32_t push_children(const BvhNodes<D, T>& nodes, const BvhNode<D, T>& node,
                                       std::uint32_t lanes, std::uint32_t* HWY_RESTRICT stack) {
  const std::uint32_t size = store_set<true>(node.child, lanes, stack);
  if (size == 0) return 0;
  fetch(nodes.node(stack[size - 1]));
  fetch(nodes.node(stack[size < 2 ? 0 : size - 2]));
  fetch(nodes.node(stack[size < 3 ? 0 : size - 3]));
  return size;
}

template <int D, class T>
bool overlapping(const BvhNodes<D, T>& nodes, const Aabb<D, T>& box, BvhBlock<std::uint32_t>& out,
                 BvhCounts& counts) {
  if (nodes.root == kBvhNone) return true;
  std::uint32_t stack[kBvhStack + kBvhWidth];
  std::uint32_t top = 0;
  stack[top++] = nodes.root;
  while (top != 0) {
    const std::uint32_t name = stack[--top];
    const BvhNode<D, T>& node = nodes.node(name);
    ++counts.nodes;
    const std::uint32_t lanes = meeting(node, box);
    if ((name & kBvhLeaf) != 0) {
      counts.tests += node.count;
      if (!have_room(out, kBvhWidth)) return false;
      out.size += store_set<false>(node.child, lanes, out.data + out.size);
    } else {
      top += push_children(nodes, node, lanes, stack + top);
    }
  }
  return true;
}

// Leaves are asked twice: the quotients that decide are dear, and most boxes are missed.
template <int D, class T>
bool on_ray(const BvhNodes<D, T>& nodes, const PreparedRay<D, T>& ray,
            BvhBlock<RayMeeting<T, std::uint32_t>>& out, BvhCounts& counts) {
  if (nodes.root == kBvhNone) return true;
  std::uint32_t stack[kBvhStack + kBvhWidth];
  std::uint32_t top = 0;
  stack[top++] = nodes.root;
  HWY_ALIGN T t[kBvhWidth];
  while (top != 0) {
    const std::uint32_t name = stack[--top];
    const BvhNode<D, T>& node = nodes.node(name);
    ++counts.nodes;
    std::uint32_t lanes = ray_inner(node, ray, ray.ray.max_t, t);
    if ((name & kBvhLeaf) == 0) {
      top += push_children(nodes, node, lanes, stack + top);
      continue;
    }
    counts.tests += node.count;
    if (lanes == 0) continue;
    if (!have_room(out, kBvhWidth)) return false;
    for (lanes = ray_leaf(node, ray, ray.ray.max_t, t); lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      out.data[out.size++] = {node.child[lane], t[lane]};
    }
  }
  return true;
}

// Both trees at once: two nodes are looked at together only where their parents' lanes overlap.
// The recursion goes down one of them at least, so it is at most 2 kBvhMaxDepth deep.
template <int D, class T>
class BvhJoin {
 public:
  BvhJoin(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, BvhBlock<Pair>& out, BvhCounts& counts)
      : a_(a), b_(b), out_(out), counts_(counts) {}

  // Pairs within one subtree of `a`.
  bool within(std::uint32_t name) {
    const Node& node = a_.node(name);
    ++counts_.nodes;
    const bool leaf = (name & kBvhLeaf) != 0;
    for (std::uint32_t i = 0; i + 1 < node.count || (i < node.count && !leaf); ++i) {
      std::uint32_t later = meeting(node, node.lane(i)) & ~((2u << i) - 1);
      if (leaf) {
        counts_.tests += node.count - 1 - i;
        if (!emit(node.child[i], node, later)) return false;
        continue;
      }
      if (!within(node.child[i])) return false;
      for (; later != 0; later &= later - 1) {
        if (!between(node.child[i], node.child[std::countr_zero(later)])) return false;
      }
    }
    return true;
  }

  // Pairs of a subtree of `a` with one of `b`.
  bool between(std::uint32_t name_a, std::uint32_t name_b) {
    const Node& x = a_.node(name_a);
    const Node& y = b_.node(name_b);
    ++counts_.nodes;
    if ((name_a & kBvhLeaf) != 0) {
      return (name_b & kBvhLeaf) != 0 ? between_leaves(x, y) : down_b(name_a, x, y);
    }
    for (std::uint32_t rows = meeting(x, y.box); rows != 0; rows &= rows - 1) {
      const int i = std::countr_zero(rows);
      std::uint32_t lanes = meeting(y, x.lane(std::uint32_t(i)));
      if (lanes == 0) continue;
      if ((name_b & kBvhLeaf) != 0) {
        if (!between(x.child[i], name_b)) return false;
        continue;
      }
      for (; lanes != 0; lanes &= lanes - 1) {
        if (!between(x.child[i], y.child[std::countr_zero(lanes)])) return false;
      }
    }
    return true;
  }

 private:
  using Node = BvhNode<D, T>;

  bool down_b(std::uint32_t name_a, const Node& x, const Node& y) {
    for (std::uint32_t lanes = meeting(y, x.box); lanes != 0; lanes &= lanes - 1) {
      if (!between(name_a, y.child[std::countr_zero(lanes)])) return false;
    }
    return true;
  }

  bool between_leaves(const Node& x, const Node& y) {
    for (std::uint32_t rows = meeting(x, y.box); rows != 0; rows &= rows - 1) {
      const int i = std::countr_zero(rows);
      counts_.tests += y.count;
      if (!emit(x.child[i], y, meeting(y, x.lane(std::uint32_t(i))))) return false;
    }
    return true;
  }

  HWY_INLINE bool emit(std::uint32_t a, const Node& y, std::uint32_t lanes) {
    if (lanes == 0) return true;
    if (!have_room(out_, kBvhWidth)) return false;
    for (; lanes != 0; lanes &= lanes - 1) {
      out_.data[out_.size++] = {a, y.child[std::countr_zero(lanes)]};
    }
    return true;
  }

  const BvhNodes<D, T>& a_;
  const BvhNodes<D, T>& b_;
  BvhBlock<Pair>& out_;
  BvhCounts& counts_;
};

template <int D, class T>
bool pairs_between(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, BvhBlock<Pair>& out,
                   BvhCounts& counts) {
  if (a.root == kBvhNone || b.root == kBvhNone) return true;
  return BvhJoin<D, T>(a, b, out, counts).between(a.root, b.root);
}

template <int D, class T>
bool pairs_within(const BvhNodes<D, T>& nodes, BvhBlock<Pair>& out, BvhCounts& counts) {
  if (nodes.root == kBvhNone) return true;
  return BvhJoin<D, T>(nodes, nodes, out, counts).within(nodes.root);
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
