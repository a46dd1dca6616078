// SPDX-License-Identifier: MIT
// Traversals of one tree, and of two at once.
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
HWY_INLINE bool have_space(BvhBlock<Found>& out, std::uint32_t count) {
  return out.size + count <= BvhBlock<Found>::kCapacity || out.flush(out);
}

template <class Node>
HWY_INLINE void fetch(const Node& node) {
  for (std::size_t at = 0; at < sizeof(Node); at += 64) {
    hwy::Prefetch(reinterpret_cast<const char*>(&node) + at);
  }
}

// The largest number of leaves that a traversal has found and prefetched.
inline constexpr std::uint32_t kLeavesAhead = 64;

// The pending nodes of a traversal: inner nodes, the left one last, and leaves, which are read when
// no inner nodes are left or many leaves have come together. So all of them are prefetched, and no
// branch depends on the kind of the next node.
template <int D, class T>
class NodesAhead {
 public:
  explicit NodesAhead(const BvhNodes<D, T>& nodes) : nodes_(nodes) {
    if ((nodes.root & kBvhLeaf) == 0) {
      inner_[inner_count_++] = nodes.root;
    } else if (nodes.root != kBvhNone) {
      leaves_[leaf_count_++] = nodes.root;
    }
  }

  // lanes_of(node) returns the lanes of an inner node; visit(leaf) returns whether to go on.
  // Returns false if stopped.
  template <class LanesOf, class Visit>
  HWY_INLINE bool walk(BvhCounts& counts, LanesOf&& lanes_of, Visit&& visit) {
    while (inner_count_ + leaf_count_ != 0) {
      while (inner_count_ != 0 && leaf_count_ < kLeavesAhead) {
        const BvhNode<D, T>& node = nodes_.inner[inner_[--inner_count_]];
        ++counts.nodes;
        add_children(node, lanes_of(node));
      }
      for (std::uint32_t k = 0; k < leaf_count_; ++k) {
        ++counts.nodes;
        if (!visit(leaf(k))) return false;
      }
      leaf_count_ = 0;
    }
    return true;
  }

 private:
  const BvhNode<D, T>& leaf(std::uint32_t k) const { return nodes_.leaves[leaves_[k] & ~kBvhLeaf]; }
  HWY_INLINE void add_children(const BvhNode<D, T>& node, std::uint32_t lanes) {
    const std::uint32_t ends = lanes & leaf_lanes(node);
    std::uint32_t i = inner_count_;
    std::uint32_t k = leaf_count_;
    inner_count_ += store_set<true>(node.child, lanes & ~ends, inner_ + inner_count_);
    leaf_count_ += store_set<false>(node.child, ends, leaves_ + leaf_count_);
    for (; i < inner_count_; ++i) fetch(nodes_.inner[inner_[i]]);
    for (; k < leaf_count_; ++k) fetch(leaf(k));
  }

  const BvhNodes<D, T>& nodes_;
  std::uint32_t inner_count_ = 0;
  std::uint32_t leaf_count_ = 0;
  std::uint32_t inner_[kBvhStack + kBvhWidth];
  std::uint32_t leaves_[kLeavesAhead + kBvhWidth];
};

template <int D, class T>
bool overlapping(const BvhNodes<D, T>& nodes, const Aabb<D, T>& box, BvhBlock<std::uint32_t>& out,
                 BvhCounts& counts) {
  NodesAhead<D, T> ahead(nodes);
  const auto lanes_of = [&](const BvhNode<D, T>& node) HWY_ATTR { return meeting(node, box); };
  return ahead.walk(counts, lanes_of, [&](const BvhNode<D, T>& leaf) HWY_ATTR {
    counts.tests += leaf.count;
    if (!have_space(out, kBvhWidth)) return false;
    out.size += store_set<false>(leaf.child, meeting(leaf, box), out.data + out.size);
    return true;
  });
}

// Leaves are tested twice: the exact quotients are expensive, and most boxes are missed.
template <int D, class T>
bool on_ray(const BvhNodes<D, T>& nodes, const PreparedRay<D, T>& ray,
            BvhBlock<RayMeeting<T, std::uint32_t>>& out, BvhCounts& counts) {
  NodesAhead<D, T> ahead(nodes);
  HWY_ALIGN T t[kBvhWidth];
  const auto lanes_of = [&](const BvhNode<D, T>& node)
                            HWY_ATTR { return ray_inner(node, ray, ray.ray.max_t, t); };
  return ahead.walk(counts, lanes_of, [&](const BvhNode<D, T>& leaf) HWY_ATTR {
    counts.tests += leaf.count;
    if (ray_inner(leaf, ray, ray.ray.max_t, t) == 0) return true;
    if (!have_space(out, kBvhWidth)) return false;
    for (std::uint32_t lanes = ray_leaf(leaf, ray, ray.ray.max_t, t); lanes != 0;
         lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      out.data[out.size++] = {leaf.child[lane], t[lane]};
    }
    return true;
  });
}

// Both trees at once: two nodes are compared only if the lanes of their parents overlap. The
// recursion descends at least one of them, so it is at most 2 kBvhMaxDepth deep.
template <int D, class T>
class BvhJoin {
 public:
  BvhJoin(const BvhNodes<D, T>& a, const BvhNodes<D, T>& b, BvhBlock<Pair>& out, BvhCounts& counts)
      : a_(a), b_(b), out_(out), counts_(counts) {}

  // Pairs within one subtree of `a`.
  bool within(std::uint32_t key) {
    const Node& node = a_.node(key);
    ++counts_.nodes;
    const bool leaf = (key & kBvhLeaf) != 0;
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
  bool between(std::uint32_t key_a, std::uint32_t key_b) {
    const Node& x = a_.node(key_a);
    const Node& y = b_.node(key_b);
    ++counts_.nodes;
    if ((key_a & kBvhLeaf) != 0) {
      return (key_b & kBvhLeaf) != 0 ? between_leaves(x, y) : down_b(key_a, x, y);
    }
    for (std::uint32_t rows = meeting(x, y.box); rows != 0; rows &= rows - 1) {
      const int i = std::countr_zero(rows);
      std::uint32_t lanes = meeting(y, x.lane(std::uint32_t(i)));
      if (lanes == 0) continue;
      if ((key_b & kBvhLeaf) != 0) {
        if (!between(x.child[i], key_b)) return false;
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

  bool down_b(std::uint32_t key_a, const Node& x, const Node& y) {
    for (std::uint32_t lanes = meeting(y, x.box); lanes != 0; lanes &= lanes - 1) {
      if (!between(key_a, y.child[std::countr_zero(lanes)])) return false;
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
    if (!have_space(out_, kBvhWidth)) return false;
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
