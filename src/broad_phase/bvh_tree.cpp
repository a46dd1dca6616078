// SPDX-License-Identifier: MIT
#include "broad_phase/bvh_tree.hpp"
#include "core/instantiate.hpp"

#include <masu/core/platform.hpp>

namespace masu::detail {

template <int D, class T>
Status BvhTree<D, T>::build(const Aabb<D, T>* boxes, std::size_t size, BvhBuilder builder,
                            const BvhTrace& trace) {
  return build_with(
      boxes, size, builder, true, [&] { return make_leaves(boxes); }, trace);
}

// Builds by Morton codes, with the keys in the memory of the leaves, if that is large enough, as it
// always is for many boxes: keys are last read before the first leaf is written.
template <int D, class T>
inline bool BvhTree<D, T>::build_morton(const Aabb<D, T>* boxes, std::size_t size, bool own_leaves,
                                        const BvhTrace& trace) {
  using Key = KeyedItem<std::uint32_t>;
  Key* memory = nullptr;
  if (own_leaves) {
    if (!leaves_.reserve(size / 5 + 1)) return false;
    const bool enough = leaves_.capacity() * sizeof(BvhNode<D, T>) >= 2 * size * sizeof(Key);
    if (enough) memory = reinterpret_cast<Key*>(leaves_.data());
  }
  return morton_.build(shape_, boxes, size, memory, trace);
}

template <int D, class T>
void BvhTree<D, T>::refit(const Aabb<D, T>* boxes) {
  for (std::size_t l = 0; l < leaves_.size(); ++l) {
    BvhNode<D, T>& leaf = leaves_[l];
    for (std::uint32_t i = 0; i < leaf.count; ++i) leaf.set_lane(i, boxes[leaf.child[i]]);
    leaf.close(leaf.count);
    shape_.branches[shape_.blocks[l]].box = leaf.box;
  }
  shape_.fit(boxes);
  for (std::size_t n = inner_.size(); n-- > 0;) {
    BvhNode<D, T>& node = inner_[n];
    for (std::uint32_t i = 0; i < node.count; ++i) {
      node.set_lane(i, nodes().node(node.child[i]).box);
    }
    node.close(node.count);
  }
}

template <int D, class T>
inline bool BvhTree<D, T>::make_shape(const Aabb<D, T>* boxes, std::size_t size, BvhBuilder builder,
                                      bool own_leaves, const BvhTrace& trace) {
  BvhTopDown<D, T> top_down(shape_, boxes);
  switch (builder) {
    case BvhBuilder::morton: return build_morton(boxes, size, own_leaves, trace);
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

template <int D, class T>
inline bool BvhTree<D, T>::make_leaves(const Aabb<D, T>* boxes) {
  // Boxes are gathered from random positions: prefetch far enough ahead to hide latency.
  constexpr std::size_t kAhead = 24;
  const std::size_t size = shape_.order.size();
  const std::uint32_t* const order = shape_.order.data();
  if (!leaves_.resize(shape_.blocks.size())) return false;
  for (std::size_t l = 0; l < leaves_.size(); ++l) {
    BvhBranch<D, T>& block = shape_.branches[shape_.blocks[l]];
    BvhNode<D, T>& leaf = leaves_[l];
    for (std::uint32_t i = 0; i < block.count; ++i) {
      const std::size_t at = block.first + i;
      if (at + kAhead < size) prefetch(boxes + order[at + kAhead]);
      leaf.child[i] = order[at];
      leaf.set_lane(i, boxes[order[at]]);
    }
    leaf.close(block.count);
    block.box = leaf.box;
  }
  return true;
}

template <int D, class T>
inline bool BvhTree<D, T>::assemble(const Aabb<D, T>* boxes) {
  shape_.fit(boxes);
  return collapse();
}

template <int D, class T>
inline bool BvhTree<D, T>::collapse() {
  tasks_.clear();
  // Nodes have three to six children on average.
  if (!tasks_.reserve(kBvhStack) || !inner_.reserve(shape_.blocks.size() / 2 + 1)) return false;
  const Task all{0, 0, shape_.branches[0].count, kBvhNone, 0, 1};
  root_ = is_leaf(all) ? kBvhLeaf : 0;
  if (is_leaf(all)) return true;
  (void)tasks_.push_back(all);
  while (!tasks_.empty()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    if (!add_inner(task)) return false;
  }
  return true;
}

template <int D, class T>
inline bool BvhTree<D, T>::add_inner(const Task& task) {
  const std::uint32_t at = static_cast<std::uint32_t>(inner_.size());
  if (!inner_.resize(at + 1)) return false;
  if (task.parent != kBvhNone) inner_[task.parent].child[task.lane] = at;
  Task children[kBvhWidth];
  const std::uint32_t count = task.depth < kChainDepth && task.branch != kBvhNone
                                  ? open(task, children)
                                  : cut(run_of(task), children);
  BvhNode<D, T>& node = inner_[at];
  for (std::uint32_t i = count; i-- > 0;) {
    node.set_lane(i, box_of(children[i]));
    children[i].parent = at;
    children[i].lane = i;
    children[i].depth = task.depth + 1;
    if (is_leaf(children[i])) {
      node.child[i] = leaf_of(children[i]);
    } else if (!tasks_.push_back(children[i])) {
      return false;
    }
  }
  node.close(count);
  return true;
}

template <int D, class T>
inline Aabb<D, T> BvhTree<D, T>::box_of(const Task& task) const {
  if (task.branch != kBvhNone) return shape_.branches[task.branch].box;
  Aabb<D, T> box = Aabb<D, T>::nothing();
  for (std::uint32_t i = 0; i < task.count; ++i) {
    box = merge(box, shape_.branches[shape_.blocks[task.first + i]].box);
  }
  return box;
}

// Replaces the largest child by its two children, until there are eight.
template <int D, class T>
inline std::uint32_t BvhTree<D, T>::open(const Task& task, Task* children) const {
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

// Returns the leaves of a subtree as a run.
template <int D, class T>
inline typename BvhTree<D, T>::Task BvhTree<D, T>::run_of(const Task& task) const {
  if (task.branch == kBvhNone) return task;
  std::uint32_t left = task.branch;
  std::uint32_t right = task.branch;
  while (shape_.branches[left].count > kBvhWidth) left = shape_.branches[left].child;
  while (shape_.branches[right].count > kBvhWidth) right = shape_.branches[right].child + 1;
  const std::uint32_t first = shape_.branches[left].leaf;
  return {kBvhNone, first, shape_.branches[right].leaf + 1 - first, 0, 0, 0};
}

// Divides a run into up to eight runs, all except the last of the same length.
template <int D, class T>
inline std::uint32_t BvhTree<D, T>::cut(const Task& run, Task* children) {
  const std::uint32_t length = (run.count + kBvhWidth - 1) / kBvhWidth;
  std::uint32_t count = 0;
  for (std::uint32_t from = 0; from < run.count; from += length) {
    const std::uint32_t left = run.count - from;
    children[count++] = {kBvhNone, run.first + from, left < length ? left : length, 0, 0, 0};
  }
  return count;
}

#define MASU_INSTANTIATE(D, T) template class BvhTree<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
