// SPDX-License-Identifier: MIT
// BvhTree: a tree over boxes: builds it, collapses it into wide nodes, refits it.
#pragma once

#include "broad_phase/bvh_bottom_up.hpp"
#include "broad_phase/bvh_morton.hpp"
#include "broad_phase/bvh_top_down.hpp"

namespace masu::detail {

template <int D, class T>
class BvhTree {
 public:
  explicit BvhTree(Allocator allocator) : allocator_(allocator) {}

  // Builds a tree over non-empty boxes; it is empty if that fails.
  Status build(const Aabb<D, T>* boxes, std::size_t size, BvhBuilder builder,
               const BvhTrace& trace = {});

  // As above with leaves owned by the caller: `make_leaves()` must set the boxes of all
  // shape().blocks, and return false if out of memory.
  template <class MakeLeaves>
  Status build_over(const Aabb<D, T>* boxes, std::size_t size, BvhBuilder builder,
                    MakeLeaves&& make_leaves, const BvhTrace& trace = {}) {
    return build_with(boxes, size, builder, false, make_leaves, trace);
  }

  // Replaces the boxes in the same tree. O(n).
  void refit(const Aabb<D, T>* boxes);

  void clear() {
    shape_.branches.clear();
    shape_.order.clear();
    shape_.blocks.clear();
    inner_.clear();
    leaves_.clear();
    root_ = kBvhNone;
  }

  BvhNodes<D, T> nodes() const {
    return {inner_.data(), leaves_.data(), static_cast<std::uint32_t>(inner_.size()),
            static_cast<std::uint32_t>(shape_.blocks.size()), root_};
  }
  const BvhShape<D, T>& shape() const { return shape_; }
  BvhShape<D, T>& shape() { return shape_; }

 private:
  // A task: a subtree, or a run of leaves without a shape, that will become a wide node.
  struct Task {
    std::uint32_t branch;  // kBvhNone for a run
    std::uint32_t first;   // of a run
    std::uint32_t count;   // of leaves for a run, of indices for a subtree
    std::uint32_t parent;
    std::uint32_t lane;
    std::uint32_t depth;
  };

  // From this depth on a subtree is divided into equal runs, which ends within 11 levels (8^11 >
  // 2^32): otherwise chains would be as deep as they are large.
  static constexpr std::uint32_t kChainDepth = kBvhMaxDepth - 12;

  // `own_leaves`: make_leaves() fills leaves_.
  template <class MakeLeaves>
  Status build_with(const Aabb<D, T>* boxes, std::size_t size, BvhBuilder builder, bool own_leaves,
                    MakeLeaves&& make_leaves, const BvhTrace& trace) {
    clear();
    if (size > largest_input(builder)) return Status::too_many_objects;
    if (size == 0) return Status::ok;
    if (make_shape(boxes, size, builder, own_leaves, trace) && make_leaves() && assemble(boxes)) {
      return Status::ok;
    }
    clear();
    return Status::out_of_memory;
  }
  bool make_shape(const Aabb<D, T>* boxes, std::size_t size, BvhBuilder builder, bool own_leaves,
                  const BvhTrace& trace);
  bool build_morton(const Aabb<D, T>* boxes, std::size_t size, bool own_leaves,
                    const BvhTrace& trace);
  bool make_leaves(const Aabb<D, T>* boxes);
  bool assemble(const Aabb<D, T>* boxes);
  bool collapse();
  bool add_inner(const Task& task);
  std::uint32_t open(const Task& task, Task* children) const;
  Task run_of(const Task& task) const;
  static std::uint32_t cut(const Task& run, Task* children);

  static bool is_leaf(const Task& task) {
    return task.count <= (task.branch == kBvhNone ? 1 : kBvhWidth);
  }
  std::uint32_t leaf_of(const Task& task) const {
    return kBvhLeaf | (task.branch == kBvhNone ? task.first : shape_.branches[task.branch].leaf);
  }
  Aabb<D, T> box_of(const Task& task) const;

  Allocator allocator_;  // of all members below
  BvhShape<D, T> shape_{allocator_};
  BvhMorton<D, T> morton_{allocator_};
  BvhBottomUp<D, T> bottom_up_{allocator_};
  Buffer<BvhNode<D, T>> inner_{allocator_};
  Buffer<BvhNode<D, T>> leaves_{allocator_};
  Buffer<Task> tasks_{allocator_};
  std::uint32_t root_ = kBvhNone;
};

}  // namespace masu::detail
