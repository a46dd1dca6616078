// SPDX-License-Identifier: MIT
// A tree over boxes: built one way or another, collapsed into wide nodes, refitted.
#pragma once

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/detail/bvh_bottom_up.hpp>
#include <masu/broad_phase/detail/bvh_morton.hpp>
#include <masu/broad_phase/detail/bvh_top_down.hpp>

namespace masu::detail {

template <int D, class T>
class BvhTree {
 public:
  explicit BvhTree(Allocator allocator)
      : shape_(allocator),
        morton_(allocator),
        bottom_up_(allocator),
        inner_(allocator),
        leaves_(allocator),
        tasks_(allocator) {}

  // Over non-empty boxes; holds nothing if it fails.
  template <class Trace>
  Status build(const Aabb<D, T>* boxes, std::size_t size, BvhBuilder builder, Trace& trace) {
    clear();
    if (size > largest_input(builder)) return Status::too_many_objects;
    if (size == 0) return Status::ok;
    const bool done = make_shape(boxes, size, builder, trace) && shape_.fit(boxes);
    if (!done || !collapse()) {
      clear();
      return Status::out_of_memory;
    }
    return Status::ok;
  }

  // Other boxes in the same tree. O(n).
  void refit(const Aabb<D, T>* boxes) {
    (void)shape_.fit(boxes);  // has its memory
    for (BvhNode<D, T>& leaf : leaves_) {
      for (std::uint32_t i = 0; i < leaf.count; ++i) leaf.set_lane(i, boxes[leaf.child[i]]);
      leaf.close(leaf.count);
    }
    for (std::size_t n = inner_.size(); n-- > 0;) {
      BvhNode<D, T>& node = inner_[n];
      for (std::uint32_t i = 0; i < node.count; ++i) {
        node.set_lane(i, nodes().node(node.child[i]).box);
      }
      node.close(node.count);
    }
  }

  void clear() {
    shape_.branches.clear();
    shape_.order.clear();
    inner_.clear();
    leaves_.clear();
    root_ = kBvhNone;
  }

  BvhNodes<D, T> nodes() const {
    return {inner_.data(), leaves_.data(), static_cast<std::uint32_t>(inner_.size()),
            static_cast<std::uint32_t>(leaves_.size()), root_};
  }
  const BvhShape<D, T>& shape() const { return shape_; }

 private:
  template <class Trace>
  bool make_shape(const Aabb<D, T>* boxes, std::size_t size, BvhBuilder builder, Trace& trace) {
    BvhTopDown<D, T> top_down(shape_, boxes);
    switch (builder) {
      case BvhBuilder::morton: return morton_.build(shape_, boxes, size, trace);
      case BvhBuilder::median: return top_down.build_median(size, trace);
      case BvhBuilder::surface_area: return top_down.build_sah(size, trace);
      case BvhBuilder::bottom_up: return bottom_up_.build_naive(shape_, boxes, size, trace);
      case BvhBuilder::bottom_up_queue:
      case BvhBuilder::bottom_up_exact_queue:
        return bottom_up_.build_by_queue(shape_, boxes, size,
                                         builder == BvhBuilder::bottom_up_exact_queue, trace);
    }
    return false;
  }

  // A subtree that waits to become a wide node, or a run of the order that has no shape: child 0.
  struct Task {
    std::uint32_t branch;  // kBvhNone for a run
    std::uint32_t first;
    std::uint32_t count;
    std::uint32_t parent;
    std::uint32_t lane;
    std::uint32_t depth;
  };

  // From here on a subtree is cut into equal runs, which ends within 11 levels (8^11 > 2^32): trees
  // like chains would be as deep as they are large.
  static constexpr std::uint32_t kChainDepth = kBvhMaxDepth - 12;

  bool collapse() {
    tasks_.clear();
    if (!tasks_.reserve(kBvhStack) || !leaves_.reserve(shape_.order.size() / 4 + 1)) return false;
    const std::uint32_t size = static_cast<std::uint32_t>(shape_.order.size());
    if (!tasks_.push_back({0, 0, size, kBvhNone, 0, 1})) return false;
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      const std::uint32_t name = task.count <= kBvhWidth ? add_leaf(task) : add_inner(task);
      if (name == kBvhNone) return false;
      if (task.parent == kBvhNone) {
        root_ = name;
      } else {
        inner_[task.parent].child[task.lane] = name;
      }
    }
    return true;
  }

  std::uint32_t add_leaf(const Task& task) {
    const std::size_t at = leaves_.size();
    if (!leaves_.resize(at + 1)) return kBvhNone;
    BvhNode<D, T>& leaf = leaves_[at];
    for (std::uint32_t i = 0; i < task.count; ++i) {
      leaf.set_lane(i, shape_.sorted[task.first + i]);
      leaf.child[i] = shape_.order[task.first + i];
    }
    leaf.close(task.count);
    return static_cast<std::uint32_t>(at) | kBvhLeaf;
  }

  // Children from left to right, so that leaves come out in order: the stack is last in, first out.
  std::uint32_t add_inner(const Task& task) {
    const std::size_t at = inner_.size();
    if (!inner_.resize(at + 1)) return kBvhNone;
    Task children[kBvhWidth];
    const std::uint32_t count = task.depth < kChainDepth && task.branch != kBvhNone
                                    ? open(task, children)
                                    : cut(task, children);
    BvhNode<D, T>& node = inner_[at];
    for (std::uint32_t i = count; i-- > 0;) {
      node.set_lane(i, box_of(children[i]));
      children[i].parent = static_cast<std::uint32_t>(at);
      children[i].lane = i;
      children[i].depth = task.depth + 1;
      if (!tasks_.push_back(children[i])) return kBvhNone;
    }
    node.close(count);
    return static_cast<std::uint32_t>(at);
  }

  Aabb<D, T> box_of(const Task& task) const {
    if (task.branch != kBvhNone) return shape_.branches[task.branch].box;
    Aabb<D, T> box = shape_.sorted[task.first];
    for (std::uint32_t i = 1; i < task.count; ++i) box = merge(box, shape_.sorted[task.first + i]);
    return box;
  }

  // The largest child is replaced by its two, until there are eight.
  std::uint32_t open(const Task& task, Task* children) const {
    std::uint32_t count = 0;
    std::uint32_t chosen = 0;
    double size[kBvhWidth];
    children[0] = task;
    for (;;) {
      const std::uint32_t pair = shape_.branches[children[chosen].branch].child;
      for (std::uint32_t i = count; i > chosen + 1; --i) {
        children[i] = children[i - 1];
        size[i] = size[i - 1];
      }
      for (const std::uint32_t k : {0u, 1u}) {
        const auto& b = shape_.branches[pair + k];
        children[chosen + k] = {pair + k, b.first, b.count, 0, 0, 0};
        size[chosen + k] = b.count > kBvhWidth ? half_surface(b.box) : -1;
      }
      count = count == 0 ? 2 : count + 1;
      if (count == kBvhWidth) return count;
      chosen = 0;
      for (std::uint32_t i = 1; i < count; ++i) chosen = size[i] > size[chosen] ? i : chosen;
      if (size[chosen] < 0) return count;
    }
  }

  // Eight runs, all but the last of the same number of whole leaves.
  static std::uint32_t cut(const Task& task, Task* children) {
    const std::uint32_t leaves = (task.count + kBvhWidth - 1) / kBvhWidth;
    const std::uint32_t run = (leaves + kBvhWidth - 1) / kBvhWidth * kBvhWidth;
    std::uint32_t count = 0;
    for (std::uint32_t from = 0; from < task.count; from += run) {
      const std::uint32_t left = task.count - from;
      children[count++] = {kBvhNone, task.first + from, left < run ? left : run, 0, 0, 0};
    }
    return count;
  }

  BvhShape<D, T> shape_;
  BvhMorton<D, T> morton_;
  BvhBottomUp<D, T> bottom_up_;
  Buffer<BvhNode<D, T>> inner_;
  Buffer<BvhNode<D, T>> leaves_;
  Buffer<Task> tasks_;
  std::uint32_t root_ = kBvhNone;
};

}  // namespace masu::detail
