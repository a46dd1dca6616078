// SPDX-License-Identifier: MIT
// DynamicTree: a binary tree of boxes that changes leaf by leaf: insertion, and rotations and
// rebuilds that keep it good and low.
#pragma once

#include <algorithm>
#include <utility>

#include <masu/broad_phase/detail/object_table.hpp>
#include <masu/core/box_surface.hpp>
#include <masu/core/trace.hpp>

namespace masu::detail {

// The parent stores both children's boxes, and is one cache line for three floats per axis: a
// search reads one line to test two children.
template <int D, class T>
struct alignas(D == 1 && sizeof(T) == 4 ? 32 : 64) DynamicNode {
  static constexpr std::uint32_t kNone = 0xffff'ffffu;
  static constexpr std::uint32_t kLeaf = 0x8000'0000u;

  Aabb<D, T> box[2];
  std::uint32_t child[2];  // a node; kLeaf | slot; or kNone
  std::uint32_t parent;    // the node and its side: node << 1 | side
  std::uint16_t height[2];
};

// Node 0 is not part of the tree: its first child is the root, so that every child has a parent.
// The link of a slot in the table is the leaf's parent and side.
template <int D, class T>
class DynamicTree {
 public:
  using Table = ObjectTable<D, T>;
  using Node = DynamicNode<D, T>;
  static constexpr std::uint32_t kNone = Node::kNone;
  static constexpr std::uint32_t kLeaf = Node::kLeaf;
  // The greatest length of a path from the root, ensured by rebuild(). Determines the size of
  // stacks.
  static constexpr std::uint32_t kMostHeight = 96;
  static constexpr std::uint32_t kMostObjects = 1u << 29;

  explicit DynamicTree(Allocator allocator) : nodes_(allocator), slots_(allocator) {}

  // Reserves memory for `leaves` leaves, so that nothing else needs memory.
  [[nodiscard]] bool reserve(std::size_t leaves) {
    if (!nodes_.grow(leaves + 1) || !slots_.grow(leaves + 1)) return false;
    if (nodes_.empty()) clear();
    return true;
  }

  void clear() {
    if (nodes_.capacity() == 0) return;
    nodes_.set_size(1);
    nodes_[0] = {{Aabb<D, T>::nothing(), Aabb<D, T>::nothing()}, {kNone, kNone}, kNone, {0, 0}};
    free_ = kNone;
  }

  std::span<const Node> nodes() const { return {nodes_.data(), nodes_.size()}; }
  bool empty() const { return nodes_.empty() || nodes_[0].child[0] == kNone; }
  // A node, or kLeaf | slot. Precondition: the tree is not empty.
  std::uint32_t root() const { return nodes_[0].child[0]; }
  std::uint32_t height() const { return nodes_.empty() ? 0 : nodes_[0].height[0]; }
  const Aabb<D, T>& box(std::uint32_t link) const { return nodes_[link >> 1].box[link & 1]; }
  void prefetch(std::uint32_t link) const { masu::prefetch(&nodes_[link >> 1]); }

  // Calls f(box, depth, slot) for each node, parents first; slot kNone for inner ones.
  template <class F>
  void for_each_node(F&& f) const {
    struct Step {
      std::uint32_t at;
      int depth;
    };
    if (empty()) return;
    Step stack[kMostHeight + 2];
    std::uint32_t top = 0;
    stack[top++] = {0, 0};
    while (top != 0) {
      const Step next = stack[--top];
      const std::uint32_t n = nodes_[next.at >> 1].child[next.at & 1];
      const bool leaf = (n & kLeaf) != 0;
      f(box(next.at), next.depth, leaf ? n & ~kLeaf : kNone);
      if (leaf) continue;
      stack[top++] = {n << 1 | 1, next.depth + 1};
      stack[top++] = {n << 1, next.depth + 1};
    }
  }

  // Inserts a slot without a link. O(height). Not inlined: inside its callers the descent is
  // compiled to branches instead of selects, and every fourth one is mispredicted.
  template <class Trace>
  MASU_NOINLINE void insert(Table& table, std::uint32_t slot, const Aabb<D, T>& box, Trace& trace) {
    Node& anchor = nodes_[0];
    if (anchor.child[0] == kNone) {
      anchor.box[0] = box;
      attach(table, 0, kLeaf | slot, 0);
      trace.on(InsertLeaf{slot, 0});
      return;
    }
    const std::uint32_t at = best_sibling(box, trace);
    const std::uint32_t p = at >> 1;
    const std::uint32_t side = at & 1;
    const std::uint32_t n = take_node();
    const std::uint32_t sibling = nodes_[p].child[side];
    nodes_[n].box[0] = nodes_[p].box[side];
    nodes_[n].box[1] = box;
    attach(table, n << 1, sibling, nodes_[p].height[side]);
    attach(table, n << 1 | 1, kLeaf | slot, 0);
    attach(table, at, n, 0);
    trace.on(InsertLeaf{slot, n << 1 | 1});
    refit(table, n, trace);
  }

  // Removes a slot. O(height).
  template <class Trace>
  void remove(Table& table, std::uint32_t slot, Trace& trace) {
    const std::uint32_t link = table.link(slot);
    const std::uint32_t n = link >> 1;
    trace.on(RemoveLeaf{slot, link});
    table.set_link(slot, Table::kNoLink);
    if (n == 0) {
      nodes_[0].child[0] = kNone;
      nodes_[0].box[0] = Aabb<D, T>::nothing();
      return;
    }
    const std::uint32_t at = nodes_[n].parent;
    const std::uint32_t other = (link & 1) ^ 1;
    const std::uint32_t p = at >> 1;
    nodes_[p].box[at & 1] = nodes_[n].box[other];
    attach(table, at, nodes_[n].child[other], nodes_[n].height[other]);
    free_node(n);
    if (p != 0) refit(table, p, trace);
  }

  // Changes the box of a leaf, which keeps its position in the tree. O(ancestors whose box
  // changes).
  template <class Trace>
  void set_box(Table& table, std::uint32_t slot, const Aabb<D, T>& box, Trace& trace) {
    const std::uint32_t link = table.link(slot);
    nodes_[link >> 1].box[link & 1] = box;
    trace.on(RefitNode{link});
    if (link >> 1 != 0) refit(table, link >> 1, trace);
  }

  // Changes the box of a leaf; boxes of ancestors are wrong until refit_all().
  void write_box(std::uint32_t link, const Aabb<D, T>& box) {
    nodes_[link >> 1].box[link & 1] = box;
  }
  // Refits all boxes above the leaves, and rotates one node in eight if that is better, others each
  // time: a tree that was good stays so without a test of every node. O(n).
  template <class Trace>
  void refit_all(Table& table, Trace& trace) {
    if (empty()) return;
    ++refits_;
    refit_below(table, 0, trace);
    if (nodes_[0].height[0] > kMostHeight) lower(table, trace);
  }

  // Rebuilds the whole tree, split at the median of the longest axis; nodes in depth-first order.
  // Objects that are not in it are inserted, their fat AABBs by fat_of(box). O(n log n).
  template <class FatOf>
  void rebuild(Table& table, FatOf&& fat_of) {
    slots_.clear();
    for (std::uint32_t slot = 0; slot < table.slots(); ++slot) {
      if (!table.alive(slot) || table.box(slot).empty()) continue;
      const std::uint32_t link = table.link(slot);
      slots_.append_unchecked({link == Table::kNoLink ? fat_of(table.box(slot)) : box(link), slot});
    }
    clear();
    if (!slots_.empty()) build(table, 0, 0, slots_.size());
  }

  // Returns whether all invariants hold; for tests. O(n).
  bool validate(const Table& table) const;

 private:
  struct Item {
    Aabb<D, T> box;
    std::uint32_t slot;
  };

  std::uint32_t take_node() {
    if (free_ == kNone) {
      nodes_.set_size(nodes_.size() + 1);
      return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    return std::exchange(free_, nodes_[free_].parent);
  }
  void free_node(std::uint32_t n) {
    nodes_[n] = {{Aabb<D, T>::nothing(), Aabb<D, T>::nothing()}, {kNone, kNone}, free_, {0, 0}};
    free_ = n;
  }

  void attach(Table& table, std::uint32_t at, std::uint32_t child, std::uint32_t height) {
    Node& parent = nodes_[at >> 1];
    parent.child[at & 1] = child;
    parent.height[at & 1] = static_cast<std::uint16_t>(height);
    if ((child & kLeaf) != 0) {
      table.set_link(child & ~kLeaf, at);
    } else {
      nodes_[child].parent = at;
    }
  }
  // Exchanges two children, of any nodes.
  void exchange(Table& table, std::uint32_t at, std::uint32_t other) {
    Node& x = nodes_[at >> 1];
    Node& y = nodes_[other >> 1];
    std::swap(x.box[at & 1], y.box[other & 1]);
    const std::uint32_t child = x.child[at & 1];
    const std::uint32_t height = x.height[at & 1];
    attach(table, at, y.child[other & 1], y.height[other & 1]);
    attach(table, other, child, height);
  }
  static std::uint32_t height_of(const Node& n) { return 1u + std::max(n.height[0], n.height[1]); }

  // Finds the sibling with which a new leaf increases the tree's surface least, on one path down:
  // the cost at each child is its new parent's surface and the growth of all ancestors; the path
  // ends where nothing below can be cheaper (J. Bittner, M. Hapala and V. Havran, 2013). Ties go
  // down, to the lower side: leaves with equal boxes make a balanced tree.
  template <class Trace>
  std::uint32_t best_sibling(const Aabb<D, T>& box, Trace& trace) const {
    const double own = half_surface(box);
    double grown = 0;  // the growth of the ancestors
    std::uint32_t at = 0;
    std::uint32_t best = 0;
    double best_cost = half_surface(merge(nodes_[0].box[0], box));
    grown = best_cost - half_surface(nodes_[0].box[0]);
    for (;;) {
      const std::uint32_t n = nodes_[at >> 1].child[at & 1];
      if ((n & kLeaf) != 0) return best;
      const Node& node = nodes_[n];
      trace.on(VisitNode{n});
      double least[2];
      double growth[2];
      for (std::uint32_t side = 0; side < 2; ++side) {
        const double direct = grown + half_surface(merge(node.box[side], box));
        growth[side] = direct - grown - half_surface(node.box[side]);
        if (direct <= best_cost) best_cost = direct, best = n << 1 | side;
        least[side] = (node.child[side] & kLeaf) != 0 ? direct : grown + growth[side] + own;
      }
      const bool tie = least[0] == least[1];
      const std::uint32_t side =
          (tie ? node.height[1] < node.height[0] : least[1] < least[0]) ? 1 : 0;
      if (best_cost < least[side]) return best;
      at = n << 1 | side;
      grown += growth[side];
    }
  }

  // Updates boxes and heights from a node upwards, as far as they change; rotates nodes if that is
  // better.
  template <class Trace>
  MASU_NOINLINE void refit(Table& table, std::uint32_t n, Trace& trace) {
    while (n != 0) {
      rotate(table, n, trace);
      const Node& node = nodes_[n];
      const Aabb<D, T> all = merge(node.box[0], node.box[1]);
      const std::uint32_t height = height_of(node);
      const std::uint32_t at = node.parent;
      Node& parent = nodes_[at >> 1];
      if (parent.box[at & 1] == all && parent.height[at & 1] == height) break;
      parent.box[at & 1] = all;
      parent.height[at & 1] = static_cast<std::uint16_t>(height);
      trace.on(RefitNode{at});
      n = at >> 1;
    }
    if (nodes_[0].height[0] > kMostHeight) lower(table, trace);
  }

  template <class Trace>
  void refit_below(Table& table, std::uint32_t at, Trace& trace) {
    const std::uint32_t n = nodes_[at >> 1].child[at & 1];
    if ((n & kLeaf) != 0) return;
    refit_below(table, n << 1, trace);
    refit_below(table, n << 1 | 1, trace);
    if ((n + refits_) % 8 == 0) rotate(table, n, trace);
    const Node& node = nodes_[n];
    nodes_[at >> 1].box[at & 1] = merge(node.box[0], node.box[1]);
    nodes_[at >> 1].height[at & 1] = static_cast<std::uint16_t>(height_of(node));
    trace.on(RefitNode{at});
  }

  // Exchanges a child and a grandchild on the other side if that makes the other side's box
  // smaller, or as small and the tree lower. Source: D. Kopta et al., "Fast, effective BVH updates
  // for animated scenes", I3D 2012.
  template <class Trace>
  void rotate(Table& table, std::uint32_t n, Trace& trace) {
    const Node& node = nodes_[n];
    double best_gain = 0;
    std::uint32_t best_height = height_of(node);
    std::uint32_t at = kNone;
    std::uint32_t other = kNone;
    for (std::uint32_t side = 0; side < 2; ++side) {
      const std::uint32_t below = node.child[side ^ 1];
      if ((below & kLeaf) != 0) continue;
      const Node& b = nodes_[below];
      const double now = half_surface(node.box[side ^ 1]);
      for (std::uint32_t k = 0; k < 2; ++k) {
        const double gain = now - half_surface(merge(node.box[side], b.box[k ^ 1]));
        if (gain < best_gain) continue;
        const std::uint32_t inner = 1u + std::max(node.height[side], b.height[k ^ 1]);
        const std::uint32_t height = 1u + std::max<std::uint32_t>(inner, b.height[k]);
        if (gain == best_gain && height >= best_height) continue;
        best_gain = gain, best_height = height;
        at = n << 1 | side, other = below << 1 | k;
      }
    }
    if (at == kNone) return;
    trace.on(SwapNodes{at, other});
    exchange(table, at, other);
    const std::uint32_t below = other >> 1;
    const std::uint32_t up = nodes_[below].parent;
    nodes_[up >> 1].box[up & 1] = merge(nodes_[below].box[0], nodes_[below].box[1]);
    nodes_[up >> 1].height[up & 1] = static_cast<std::uint16_t>(height_of(nodes_[below]));
  }

  // --- Height limit ----------------------------------------------------------------------------

  // Rebuilds the lowest ancestor of the deepest leaf that is too high for its leaves (as scapegoat
  // trees do: I. Galperin and R. Rivest, 1993); at the latest, that is the root. The insertions
  // that made a subtree high pay for its rebuilding.
  template <class Trace>
  void lower(Table& table, Trace& trace) {
    std::uint32_t at = 0;
    for (;;) {
      const std::uint32_t n = nodes_[at >> 1].child[at & 1];
      if ((n & kLeaf) != 0) break;
      at = n << 1 | (nodes_[n].height[1] > nodes_[n].height[0] ? 1u : 0u);
    }
    slots_.clear();
    gather(at);
    while (at >> 1 != 0) {
      gather(at ^ 1);
      at = nodes_[at >> 1].parent;
      std::uint32_t balanced = 0;
      while ((std::size_t(1) << balanced) < slots_.size()) ++balanced;
      if (nodes_[at >> 1].height[at & 1] > 2 * balanced + 4) break;
    }
    trace.on(RebuildSubtree{at, slots_.size()});
    free_below(nodes_[at >> 1].child[at & 1]);
    build(table, at, 0, slots_.size());
    if (at >> 1 != 0) refit(table, at >> 1, trace);
  }
  // Adds the leaves below to slots_. The recursions here are as deep as the tree is high.
  void gather(std::uint32_t at) {
    const std::uint32_t n = nodes_[at >> 1].child[at & 1];
    if ((n & kLeaf) == 0) {
      gather(n << 1);
      gather(n << 1 | 1);
      return;
    }
    slots_.append_unchecked({nodes_[at >> 1].box[at & 1], n & ~kLeaf});
  }
  void free_below(std::uint32_t n) {
    if ((n & kLeaf) != 0) return;
    free_below(nodes_[n].child[0]);
    free_below(nodes_[n].child[1]);
    free_node(n);
  }

  // Builds a balanced subtree of slots_[first, end) as a child; sets its box and height there.
  void build(Table& table, std::uint32_t at, std::size_t first, std::size_t end) {
    if (end - first == 1) {
      nodes_[at >> 1].box[at & 1] = slots_[first].box;
      attach(table, at, kLeaf | slots_[first].slot, 0);
      return;
    }
    const std::size_t mid = first + (end - first) / 2;
    halve(first, mid, end);
    const std::uint32_t n = take_node();
    build(table, n << 1, first, mid);
    build(table, n << 1 | 1, mid, end);
    nodes_[at >> 1].box[at & 1] = merge(nodes_[n].box[0], nodes_[n].box[1]);
    attach(table, at, n, height_of(nodes_[n]));
  }
  void halve(std::size_t first, std::size_t mid, std::size_t end) {
    constexpr T kMost = std::numeric_limits<T>::max();
    const auto center = [](const Aabb<D, T>& b, int a) {  // infinite boxes lie in the middle
      const T c = b.min[a] / 2 + b.max[a] / 2;
      return c >= -kMost && c <= kMost ? c : T(0);
    };
    T lo[D];
    T hi[D];
    for (int a = 0; a < D; ++a) lo[a] = hi[a] = center(slots_[first].box, a);
    for (std::size_t i = first; i < end; ++i) {
      for (int a = 0; a < D; ++a) {
        const T c = center(slots_[i].box, a);
        lo[a] = std::min(lo[a], c), hi[a] = std::max(hi[a], c);
      }
    }
    int axis = 0;
    for (int a = 1; a < D; ++a) axis = hi[a] - lo[a] > hi[axis] - lo[axis] ? a : axis;
    Item* items = slots_.data();
    std::nth_element(items + first, items + mid, items + end, [&](const Item& x, const Item& y) {
      const T cx = center(x.box, axis);
      const T cy = center(y.box, axis);
      return cx != cy ? cx < cy : x.slot < y.slot;
    });
  }

  Buffer<Node> nodes_;
  Buffer<Item> slots_;  // during a rebuild
  std::uint32_t free_ = kNone;
  std::uint32_t refits_ = 0;  // the number of refit_all() calls
};

template <int D, class T>
bool DynamicTree<D, T>::validate(const Table& table) const {
  std::size_t used = nodes_.size();
  for (std::uint32_t n = free_; n != kNone; n = nodes_[n].parent) {
    if (used-- == 0 || nodes_[n].child[0] != kNone) return false;
  }
  if (height() > kMostHeight) return false;
  std::size_t leaves = 0;
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    for (std::uint32_t side = 0; side < 2; ++side) {
      const std::uint32_t child = node.child[side];
      if (child == kNone) {
        if (node.box[side] != Aabb<D, T>::nothing()) return false;
      } else if ((child & kLeaf) != 0) {
        const std::uint32_t slot = child & ~kLeaf;
        ++leaves;
        if (!table.alive(slot) || table.link(slot) != (n << 1 | side)) return false;
        if (!node.box[side].contains(table.box(slot)) || node.height[side] != 0) return false;
      } else {
        const Node& c = nodes_[child];
        if (c.parent != (n << 1 | side) || node.height[side] != height_of(c)) return false;
        if (node.box[side] != merge(c.box[0], c.box[1])) return false;
      }
    }
  }
  std::size_t linked = 0;
  for (std::uint32_t slot = 0; slot < table.slots(); ++slot) {
    const bool in_tree = table.alive(slot) && !table.box(slot).empty();
    linked += in_tree ? 1 : 0;
    if (table.alive(slot) && in_tree != (table.link(slot) != Table::kNoLink)) return false;
  }
  return linked == leaves && (leaves == 0 || used == leaves);
}

}  // namespace masu::detail
