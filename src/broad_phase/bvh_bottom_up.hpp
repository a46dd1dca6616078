// SPDX-License-Identifier: MIT
// BvhBottomUp: builds a tree from the objects up: merges the two nodes with the smallest box around
// both, until one node is left (L, "sorting and searching": the bottom-up method and its
// improvement by a queue).
#pragma once

#include <algorithm>

#include "broad_phase/bvh_shape.hpp"

namespace masu::detail {

// All sizes are half_surface(); ties go to the smaller numbers.
template <int D, class T>
class BvhBottomUp {
 public:
  explicit BvhBottomUp(Allocator allocator)
      : nodes_(allocator), alive_(allocator), queue_(allocator) {}

  // O(n^3) time, O(n) memory: every pair is measured before each merge.
  bool build_naive(BvhShape<D, T>& shape, const Aabb<D, T>* boxes, std::size_t size,
                   const BvhTrace& trace) {
    if (!begin(shape, boxes, size)) return false;
    while (alive_.size() > 1) {
      Entry best{kNever, 0, 0};
      for (std::size_t i = 0; i < alive_.size(); ++i) {
        const Entry e = best_partner(alive_[i], i + 1);
        if (sooner(e, best)) best = e;
      }
      merge_nodes(best, trace);
    }
    return finish(shape);
  }

  // Every node enters a queue with its best partner at that time. `recompute` false, the lecture's
  // form: entries with a merged node are dropped; O(n^2), but an owner whose partner was merged
  // gets no new partner, so that merges are not always the smallest. `recompute` true: such an
  // owner gets a new best partner, and the tree is the naive one (without ties); O(n^2) typically,
  // O(n^3) at worst.
  bool build_by_queue(BvhShape<D, T>& shape, const Aabb<D, T>* boxes, std::size_t size,
                      bool recompute, const BvhTrace& trace) {
    if (!begin(shape, boxes, size)) return false;
    if (!queue_.reserve(2 * size)) return false;
    queue_.clear();
    for (std::uint32_t i = 0; i < size && size > 1; ++i) enqueue(i, trace);
    while (alive_.size() > 1) {
      const Entry e = pop();
      const bool owner_lives = nodes_[e.owner].alive;
      if (owner_lives && nodes_[e.partner].alive) {
        const std::uint32_t made = merge_nodes(e, trace);
        if (alive_.size() > 1) enqueue(made, trace);
        continue;
      }
      if (trace) trace.on(DiscardPair{e.owner, e.partner});
      if (recompute && owner_lives) enqueue(e.owner, trace);
    }
    while (!queue_.empty()) {
      const Entry e = pop();
      if (trace) trace.on(DiscardPair{e.owner, e.partner});
    }
    return finish(shape);
  }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Node {
    Aabb<D, T> box;
    std::uint32_t left;  // the node's left child; unused by objects
    std::uint32_t right;
    std::uint32_t count;
    std::uint32_t index;  // the index in alive_
    bool alive;
  };
  struct Entry {
    double size;
    std::uint32_t owner;
    std::uint32_t partner;
    // The order of a heap with the smallest on top.
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.size != b.size ? a.size > b.size : a.owner > b.owner;
    }
  };

  bool begin(BvhShape<D, T>& shape, const Aabb<D, T>* boxes, std::size_t size) {
    objects_ = static_cast<std::uint32_t>(size);
    if (!shape.start(size) || !nodes_.reserve(2 * size) || !alive_.resize(size)) return false;
    nodes_.clear();
    for (std::uint32_t i = 0; i < size; ++i) {
      alive_[i] = i;
      if (!nodes_.push_back({boxes[i], 0, 0, 1, i, true})) return false;
    }
    return true;
  }

  // Orders pairs by size; among equals, by the smaller numbers.
  static bool sooner(const Entry& x, const Entry& y) {
    if (x.size != y.size) return x.size < y.size;
    const auto low = std::minmax(x.owner, x.partner);
    const auto other = std::minmax(y.owner, y.partner);
    return low < other;
  }

  // Searches alive_ from index `from` on; ties go to the smaller number.
  Entry best_partner(std::uint32_t owner, std::size_t from) const {
    Entry best{kNever, owner, 0};
    for (std::size_t i = from; i < alive_.size(); ++i) {
      const std::uint32_t other = alive_[i];
      if (other == owner) continue;
      const double size = half_surface(merge(nodes_[owner].box, nodes_[other].box));
      if (size < best.size || (size == best.size && other < best.partner)) {
        best = {size, owner, other};
      }
    }
    return best;
  }

  void enqueue(std::uint32_t owner, const BvhTrace& trace) {
    const Entry e = best_partner(owner, 0);
    if (trace) trace.on(QueuePair{e.owner, e.partner, e.size});
    (void)queue_.push_back(e);  // at most one entry per node: reserved
    std::push_heap(queue_.begin(), queue_.end());
  }
  Entry pop() {
    std::pop_heap(queue_.begin(), queue_.end());
    const Entry e = queue_.back();
    queue_.pop_back();
    return e;
  }

  void bury(std::uint32_t node) {
    const std::uint32_t index = nodes_[node].index;
    nodes_[node].alive = false;
    alive_[index] = alive_.back();
    nodes_[alive_[index]].index = index;
    alive_.pop_back();
  }

  std::uint32_t merge_nodes(const Entry& e, const BvhTrace& trace) {
    const std::uint32_t made = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t left = e.owner < e.partner ? e.owner : e.partner;
    const std::uint32_t right = e.owner < e.partner ? e.partner : e.owner;
    bury(left);
    bury(right);
    (void)nodes_.push_back({merge(nodes_[left].box, nodes_[right].box), left, right,
                            nodes_[left].count + nodes_[right].count,
                            static_cast<std::uint32_t>(alive_.size()), true});
    (void)alive_.push_back(made);
    if (trace) trace.on(MergeNodes{e.owner, e.partner, made, e.size});
    return made;
  }

  // Converts to the shape's order: from children before parents to parents before children.
  // `alive_` is the list of the shape's nodes still to be split.
  bool finish(BvhShape<D, T>& shape) {
    if (objects_ == 0) return true;
    if (!alive_.resize(2 * std::size_t(objects_))) return false;
    alive_[0] = static_cast<std::uint32_t>(nodes_.size()) - 1;
    for (std::uint32_t at = 0; at < shape.branches.size(); ++at) {
      const std::uint32_t from = alive_[at];
      if (from < objects_) {
        shape.order[shape.branches[at].first] = from;
        continue;
      }
      if (!shape.split(at, nodes_[nodes_[from].left].count)) return false;
      alive_[shape.branches[at].child] = nodes_[from].left;
      alive_[shape.branches[at].child + 1] = nodes_[from].right;
    }
    return find_blocks(shape);
  }

  // From left to right; `alive_` is the stack.
  bool find_blocks(BvhShape<D, T>& shape) {
    std::size_t top = 0;
    alive_[top++] = 0;
    while (top != 0) {
      const std::uint32_t at = alive_[--top];
      if (shape.branches[at].count <= kBvhWidth) {
        if (!shape.add_block(at)) return false;
        continue;
      }
      alive_[top++] = shape.branches[at].child + 1;
      alive_[top++] = shape.branches[at].child;
    }
    return true;
  }

  Buffer<Node> nodes_;
  Buffer<std::uint32_t> alive_;
  Buffer<Entry> queue_;
  std::uint32_t objects_ = 0;
};

}  // namespace masu::detail
