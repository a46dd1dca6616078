// SPDX-License-Identifier: MIT
// ObjectTree: a tree of boxes by slot, up to eight per node, all leaves at one depth, with
// insertion, motion and removal of single objects.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <masu/core/box_surface.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/query_stats.hpp>
#include "broad_phase/bvh_node.hpp"
#include "world/halves.hpp"

namespace masu::detail {

// Nodes have the layout of the kernels of Bvh; items of leaves are slots. rebuild() makes full
// leaves, by medians; nodes that overflow are split in halves and empty ones are removed (A.
// Guttman, "R-trees: a dynamic index structure for spatial searching", SIGMOD 1984). Only reserve()
// allocates memory. The tree depends only on the operations and their order.
template <int D, class T>
class ObjectTree {
 public:
  using Node = BvhNode<D, T>;
  static constexpr std::uint32_t kNone = kBvhNone;
  // An index of an item is leaf << 3 | lane.
  static constexpr std::size_t kMostSlots = std::size_t(1) << 28;

  explicit ObjectTree(Allocator allocator) : allocator_(allocator) {}

  // Reserves memory for all slots below `slots`, so that rebuild() needs none.
  [[nodiscard]] bool reserve(std::size_t slots) {
    const std::size_t packed = slots / kBvhWidth + 1;
    const std::size_t leaves = 2 * packed + 16;  // halves are never merged again
    const std::size_t inner = packed / 2 + 16;
    const std::size_t known = indices_.size();
    if (!leaves_.grow(leaves) || !above_leaf_.grow(leaves_.capacity()) || !inner_.grow(inner) ||
        !above_inner_.grow(inner_.capacity()) || !indices_.grow(slots)) {
      return false;
    }
    if (slots <= known) return true;
    indices_.set_size(slots);
    for (std::size_t i = known; i < slots; ++i) indices_[i] = kNone;
    return true;
  }

  std::size_t size() const { return size_; }
  bool contains(std::uint32_t slot) const { return indices_[slot] != kNone; }
  // Returns the box of a slot in the tree.
  Aabb<D, T> box(std::uint32_t slot) const {
    return leaves_[indices_[slot] >> 3].lane(indices_[slot] & 7);
  }
  BvhNodes<D, T> nodes() const {
    return {inner_.data(), leaves_.data(), static_cast<std::uint32_t>(inner_.size()),
            static_cast<std::uint32_t>(leaves_.size()), root_};
  }
  // Prefetches the index of a slot, and the leaf there.
  void prefetch_slot(std::uint32_t slot) const { masu::prefetch(&indices_[slot]); }
  void prefetch_leaf(std::uint32_t slot) const {
    if (indices_[slot] == kNone) return;
    const auto* const leaf = reinterpret_cast<const std::byte*>(&leaves_[indices_[slot] >> 3]);
    for (std::size_t offset = 0; offset < sizeof(Node); offset += 64) masu::prefetch(leaf + offset);
  }

  // Inserts a slot that is not in the tree, with a nonempty box. Returns false if there is no free
  // node, or the tree would be too high; then nothing has changed, and the tree must be rebuilt.
  // O(log n).
  [[nodiscard]] bool insert(std::uint32_t slot, const Aabb<D, T>& box) {
    if (root_ == kNone) {
      const std::uint32_t leaf = take_leaf();
      node(leaf).count = 0;
      above(leaf) = kNone;
      root_ = leaf;
      height_ = 1;
    }
    // A node on each level may be split, and the root get a parent.
    if (left(leaves_, above_leaf_, free_leaf_count_) == 0 ||
        left(inner_, above_inner_, free_inner_count_) <= height_ || height_ + 2 > kBvhMaxDepth) {
      return false;
    }
    std::uint32_t key = root_;
    while (!is_leaf(key)) {
      Node& n = node(key);
      const std::uint32_t lane = best_lane(n, box);
      n.set_lane(lane, merge(n.lane(lane), box));
      n.box = merge(n.box, box);
      key = n.child[lane];
    }
    add_child(key, slot, box);
    ++size_;
    return true;
  }

  // Removes a slot, if it is in the tree. O(log n).
  void erase(std::uint32_t slot) {
    const std::uint32_t index = indices_[slot];
    if (index == kNone) return;
    indices_[slot] = kNone;
    --size_;
    remove_lane(kBvhLeaf | index >> 3, index & 7);
    while (root_ != kNone && !is_leaf(root_) && node(root_).count == 1) {
      const std::uint32_t child = node(root_).child[0];
      free_node(root_);
      root_ = child;
      above(root_) = kNone;
      --height_;
    }
  }

  // Changes the box of a slot in the tree. O(log n) at most; the slot moves to another leaf if it
  // would make its own too large. Returns false if the slot was removed, and the tree must be
  // rebuilt.
  [[nodiscard]] bool move(std::uint32_t slot, const Aabb<D, T>& box) {
    const std::uint32_t index = indices_[slot];
    const std::uint32_t leaf = kBvhLeaf | index >> 3;
    Node& n = node(leaf);
    if (strays(n, index & 7, box)) {
      erase(slot);
      return insert(slot, box);
    }
    n.set_lane(index & 7, box);
    n.close(n.count);
    fit_above(leaf);
    return true;
  }
  // As above for many slots: boxes of ancestors are wrong until fit_all(). Returns whether the box
  // is now disjoint from its leaf's.
  bool set_box(std::uint32_t slot, const Aabb<D, T>& box) {
    const std::uint32_t index = indices_[slot];
    Node& n = leaves_[index >> 3];
    n.set_lane(index & 7, box);
    return !overlaps_nonempty(n.box, box);
  }
  void fit_all() {
    if (root_ != kNone) size_of_leaves_ = fit_below(root_) / double(used_leaves());
  }
  // Returns whether leaves are twice as large as when the tree was built.
  bool worn() const { return size_of_leaves_ > built_size_of_leaves_ + 1; }

  // Rebuilds the whole tree: all slots with a nonempty box_of(slot). O(n log n). The items to be
  // sorted lie in the last half of the leaves' memory, which a full tree does not use.
  template <class BoxOf>
  void rebuild(std::uint32_t slots, BoxOf&& box_of) {
    static_assert(sizeof(Node) >= kBvhWidth * sizeof(Item) && sizeof(Node) % alignof(Item) == 0);
    items_ = reinterpret_cast<Item*>(leaves_.data() + slots / kBvhWidth + 1);
    size_ = 0;
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      const Aabb<D, T> b = box_of(slot);
      indices_[slot] = kNone;
      if (!b.empty()) items_[size_++] = {b, slot};
    }
    inner_.clear();
    leaves_.clear();
    free_inner_ = free_leaf_ = kNone;
    free_inner_count_ = free_leaf_count_ = 0;
    root_ = kNone;
    height_ = 0;
    size_of_leaves_ = built_size_of_leaves_ = 0;
    if (size_ == 0) return;
    std::uint32_t height = 0;
    for (std::size_t n = leaves_of(size_); n > 1; n = (n + kBvhWidth - 1) / kBvhWidth) ++height;
    height_ = height + 1;
    root_ = build(0, size_, height);
    above(root_) = kNone;
    built_size_of_leaves_ = size_of_leaves_ /= double(used_leaves());
  }

  // Calls visit(slot) -> the new reach, for boxes with gap(box) <= reach; near nodes first.
  template <class Gap, class Visit>
  QueryStats for_each_near(Gap&& gap, double reach, Visit&& visit) const {
    struct Waiting {
      double gap;
      std::uint32_t node;
    };
    QueryStats stats;
    if (root_ == kNone) return stats;
    Waiting stack[kBvhStack];
    std::uint32_t top = 0;
    stack[top++] = {-std::numeric_limits<double>::infinity(), root_};
    while (top != 0) {
      const Waiting next = stack[--top];
      if (next.gap > reach) continue;
      const Node& n = node(next.node);
      ++stats.nodes;
      Waiting lanes[kBvhWidth];
      std::uint32_t count = 0;
      for (std::uint32_t i = 0; i < n.count; ++i) {
        const double distance = gap(n.lane(i));
        if (!(distance <= reach)) continue;
        std::uint32_t index = count++;
        for (; index > 0 && lanes[index - 1].gap > distance; --index)
          lanes[index] = lanes[index - 1];
        lanes[index] = {distance, n.child[i]};
      }
      if (!is_leaf(next.node)) {
        for (std::uint32_t i = count; i-- > 0;) stack[top++] = lanes[i];
        continue;
      }
      for (std::uint32_t i = 0; i < count && lanes[i].gap <= reach; ++i) {
        reach = visit(lanes[i].node);
      }
    }
    return stats;
  }

  // Calls visit(box) for each node and each box in it, parents first. O(n).
  template <class Visit>
  void for_each_node(Visit&& visit) const {
    if (root_ != kNone) visit(node(root_).box), visit_below(root_, visit);
  }

  // Returns whether all invariants hold; for tests. O(n).
  bool validate() const {
    std::size_t found = 0;
    std::size_t nodes = 0;
    if (root_ != kNone && (above(root_) != kNone || !validate_below(root_, 1, found, nodes))) {
      return false;
    }
    std::size_t placed = 0;
    for (const std::uint32_t p : indices_) placed += p != kNone ? 1 : 0;
    const std::size_t used = inner_.size() - free_inner_count_ + used_leaves();
    return found == size_ && placed == size_ && nodes == used && (root_ != kNone) == (size_ != 0);
  }

 private:
  struct Item {
    Aabb<D, T> box;
    std::uint32_t child;
  };

  static bool is_leaf(std::uint32_t key) { return (key & kBvhLeaf) != 0; }
  Node& node(std::uint32_t key) { return is_leaf(key) ? leaves_[key & ~kBvhLeaf] : inner_[key]; }
  const Node& node(std::uint32_t key) const {
    return is_leaf(key) ? leaves_[key & ~kBvhLeaf] : inner_[key];
  }
  // The parent and the lane in it: node << 3 | lane; kNone for the root.
  std::uint32_t& above(std::uint32_t key) {
    return is_leaf(key) ? above_leaf_[key & ~kBvhLeaf] : above_inner_[key];
  }
  std::uint32_t above(std::uint32_t key) const {
    return is_leaf(key) ? above_leaf_[key & ~kBvhLeaf] : above_inner_[key];
  }

  // The number of nodes that can be taken. One of the two may have more memory than the other.
  static std::size_t left(const Buffer<Node>& nodes, const Buffer<std::uint32_t>& above,
                          std::uint32_t free) {
    return std::min(nodes.capacity(), above.capacity()) - nodes.size() + free;
  }
  std::uint32_t take_leaf() {
    return kBvhLeaf | take(leaves_, above_leaf_, free_leaf_, free_leaf_count_);
  }
  std::uint32_t take_inner() { return take(inner_, above_inner_, free_inner_, free_inner_count_); }
  static std::uint32_t take(Buffer<Node>& nodes, Buffer<std::uint32_t>& above, std::uint32_t& free,
                            std::uint32_t& count) {
    if (free != kNone) {
      --count;
      return std::exchange(free, above[free]);
    }
    nodes.set_size(nodes.size() + 1);
    above.set_size(nodes.size());
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  // Free nodes are a list, linked by `above`.
  void free_node(std::uint32_t key) {
    if (is_leaf(key)) {
      above(key) = std::exchange(free_leaf_, key & ~kBvhLeaf);
      ++free_leaf_count_;
    } else {
      above(key) = std::exchange(free_inner_, key);
      ++free_inner_count_;
    }
  }

  // Stores in a child the lane that it is in.
  void link(std::uint32_t key, std::uint32_t lane) {
    const std::uint32_t child = node(key).child[lane];
    const std::uint32_t index = (key & ~kBvhLeaf) << 3 | lane;
    if (is_leaf(key)) {
      indices_[child] = index;
    } else {
      above(child) = index;
    }
  }
  void set_child(std::uint32_t key, std::uint32_t lane, std::uint32_t child,
                 const Aabb<D, T>& box) {
    Node& n = node(key);
    n.set_lane(lane, box);
    n.child[lane] = child;
    link(key, lane);
  }
  void fill(std::uint32_t key, const Item* items, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) set_child(key, i, items[i].child, items[i].box);
    node(key).close(count);
  }

  // Returns the lane whose surface the box increases least; among equals the smallest.
  static std::uint32_t best_lane(const Node& n, const Aabb<D, T>& box) {
    std::uint32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    double size = least;
    for (std::uint32_t i = 0; i < n.count; ++i) {
      const Aabb<D, T> lane = n.lane(i);
      const double now = half_surface(lane);
      const double more = half_surface(merge(lane, box)) - now;
      if (more < least || (more == least && now < size)) best = i, least = more, size = now;
    }
    return best;
  }

  // Precondition: the ancestors' boxes contain it.
  void add_child(std::uint32_t key, std::uint32_t child, const Aabb<D, T>& box) {
    Node& n = node(key);
    if (n.count == kBvhWidth) return cut(key, child, box);
    set_child(key, n.count, child, box);
    n.close(n.count + 1);
  }
  // Splits nine children into two nodes, halved along the axis on which their centers vary most.
  void cut(std::uint32_t key, std::uint32_t child, const Aabb<D, T>& box) {
    Item items[kBvhWidth + 1];
    const Node& full = node(key);
    for (std::uint32_t i = 0; i < kBvhWidth; ++i) items[i] = {full.lane(i), full.child[i]};
    items[kBvhWidth] = {box, child};
    constexpr std::uint32_t kHalf = kBvhWidth / 2;
    halve(items, items + kHalf, items + kBvhWidth + 1);
    const std::uint32_t other = is_leaf(key) ? take_leaf() : take_inner();
    fill(key, items, kHalf);
    fill(other, items + kHalf, kBvhWidth + 1 - kHalf);
    const std::uint32_t up = above(key);
    if (up == kNone) {
      const std::uint32_t top = take_inner();
      const Item both[] = {{node(key).box, key}, {node(other).box, other}};
      fill(top, both, 2);
      above(top) = kNone;
      root_ = top;
      ++height_;
      return;
    }
    node(up >> 3).set_lane(up & 7, node(key).box);
    add_child(up >> 3, other, node(other).box);
  }

  void remove_lane(std::uint32_t key, std::uint32_t lane) {
    Node& n = node(key);
    const std::uint32_t last = n.count - 1;
    if (last == 0) {
      const std::uint32_t up = above(key);
      free_node(key);
      if (up != kNone) return remove_lane(up >> 3, up & 7);
      root_ = kNone;
      height_ = 0;
      return;
    }
    if (lane != last) set_child(key, lane, n.child[last], n.lane(last));
    n.close(last);
    fit_above(key);
  }
  // Updates the boxes of ancestors, until one does not change.
  void fit_above(std::uint32_t key) {
    for (std::uint32_t up = above(key); up != kNone; up = above(key)) {
      Node& n = node(up >> 3);
      const Aabb<D, T>& box = node(key).box;
      if (n.lane(up & 7) == box) return;
      n.set_lane(up & 7, box);
      n.close(n.count);
      key = up >> 3;
    }
  }
  std::size_t used_leaves() const { return leaves_.size() - free_leaf_count_; }
  // The binary logarithm of the surface of a leaf, interpolated linearly between powers of two: in
  // a mean of these, a ground as large as the world counts no more than any other object. Without
  // rounding that differs between machines.
  static double size_of(const Node& leaf) {
    int exponent = 0;
    const double part = std::frexp(std::max(half_surface(leaf.box), 0x1p-100), &exponent);
    return exponent + 2 * part;
  }
  // Returns the sum of the leaves' sizes. Recursion depth: the height of the tree.
  double fit_below(std::uint32_t key) {
    Node& n = node(key);
    double sum = 0;
    if (!is_leaf(key)) {
      for (std::uint32_t i = 0; i < n.count; ++i) {
        sum += fit_below(n.child[i]);
        n.set_lane(i, node(n.child[i]).box);
      }
    }
    n.close(n.count);
    return is_leaf(key) ? size_of(n) : sum;
  }

  // Returns whether the leaf would be less than half as large without the slot, and there are other
  // leaves.
  bool strays(const Node& leaf, std::uint32_t lane, const Aabb<D, T>& box) const {
    if (is_leaf(root_)) return false;
    Aabb<D, T> others = Aabb<D, T>::nothing();
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
      if (i != lane) others = merge(others, leaf.lane(i));
    }
    return half_surface(merge(others, box)) > 2 * half_surface(others);
  }

  // --- Rebuild -----------------------------------------------------------------------------------

  static std::size_t leaves_of(std::size_t items) { return (items + kBvhWidth - 1) / kBvhWidth; }

  // Makes a node over some items, at `height` levels above the leaves; all leaves except the last
  // are full.
  std::uint32_t build(std::size_t first, std::size_t end, std::uint32_t height) {
    if (height == 0) {
      const std::uint32_t leaf = take_leaf();
      fill(leaf, items_ + first, static_cast<std::uint32_t>(end - first));
      size_of_leaves_ += size_of(node(leaf));
      return leaf;
    }
    const std::size_t below = std::size_t(1) << (3 * (height - 1));  // leaves of a full child
    const std::size_t count = (leaves_of(end - first) + below - 1) / below;
    std::size_t ends[kBvhWidth + 1];
    part(first, end, count, ends);
    const std::uint32_t key = take_inner();
    Item children[kBvhWidth];
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t from = i == 0 ? first : ends[i - 1];
      const std::uint32_t child = build(from, ends[i], height - 1);
      children[i] = {node(child).box, child};
    }
    fill(key, children, static_cast<std::uint32_t>(count));
    return key;
  }
  // Divides items into `count` parts, with as equal numbers of leaves as possible; sets where each
  // ends.
  void part(std::size_t first, std::size_t end, std::size_t count, std::size_t* ends) {
    if (count == 1) {
      *ends = end;
      return;
    }
    const std::size_t low = count / 2;
    const std::size_t mid = first + kBvhWidth * (leaves_of(end - first) * low / count);
    halve(items_ + first, items_ + mid, items_ + end);
    part(first, mid, low, ends);
    part(mid, end, count - low, ends + low);
  }
  // --- Inspection --------------------------------------------------------------------------------

  template <class Visit>
  void visit_below(std::uint32_t key, Visit& visit) const {
    const Node& n = node(key);
    for (std::uint32_t i = 0; i < n.count; ++i) {
      visit(n.lane(i));
      if (!is_leaf(key)) visit_below(n.child[i], visit);
    }
  }
  bool validate_below(std::uint32_t key, std::uint32_t depth, std::size_t& found,
                      std::size_t& nodes) const {
    const Node& n = node(key);
    ++nodes;
    if (n.count == 0 || n.count > kBvhWidth || is_leaf(key) != (depth == height_)) return false;
    Aabb<D, T> all = Aabb<D, T>::nothing();
    for (std::uint32_t i = 0; i < kBvhWidth; ++i) {
      if (i >= n.count) {
        if (n.child[i] != kNone || !(n.lane(i) == Aabb<D, T>::nothing())) return false;
        continue;
      }
      all = merge(all, n.lane(i));
      const std::uint32_t child = n.child[i];
      const std::uint32_t index = (key & ~kBvhLeaf) << 3 | i;
      if (is_leaf(key)) {
        ++found;
        if (child >= indices_.size() || indices_[child] != index) return false;
      } else if (above(child) != index || !(node(child).box == n.lane(i)) ||
                 !validate_below(child, depth + 1, found, nodes)) {
        return false;
      }
    }
    return all == n.box;
  }

  Allocator allocator_;
  Buffer<Node> inner_{allocator_};
  Buffer<Node> leaves_{allocator_};
  Buffer<std::uint32_t> above_inner_{allocator_};
  Buffer<std::uint32_t> above_leaf_{allocator_};
  Buffer<std::uint32_t> indices_{allocator_};  // the index of each slot
  Item* items_ = nullptr;                      // during rebuild()
  std::uint32_t free_inner_ = kNone;
  std::uint32_t free_leaf_ = kNone;
  std::uint32_t free_inner_count_ = 0;
  std::uint32_t free_leaf_count_ = 0;
  std::uint32_t root_ = kNone;
  std::uint32_t height_ = 0;  // nodes from the root to a leaf
  std::size_t size_ = 0;
  double size_of_leaves_ = 0;  // their mean, after the last rebuild() or fit_all()
  double built_size_of_leaves_ = 0;
};

}  // namespace masu::detail
