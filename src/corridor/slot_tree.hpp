// SPDX-License-Identifier: MIT
// SlotTree: boxes over runs of eight walls, over eight of these, and so on: the order of the chains
// is their order in space, so nothing is sorted and no node stores its children.
#pragma once

#include <masu/core/aabb.hpp>

#include "corridor/chain_draft.hpp"

namespace masu::detail {

template <class T>
class SlotTree {
 public:
  static constexpr std::uint32_t kFan = 8;

  explicit SlotTree(Allocator allocator) : boxes_(allocator) {}

  // Builds the tree. O(n). Four scalars for each leaf, an eighth of that above.
  bool build(const ChainDraft<T>& draft) {
    std::uint32_t size = blocks(draft.size());
    height_ = 0;
    std::size_t sum = 0;
    for (first_[0] = 0;; size = blocks(size)) {
      sum += size;
      first_[++height_] = static_cast<std::uint32_t>(sum);
      if (size <= 1) break;
    }
    if (!boxes_.resize(sum)) return false;
    for (std::uint32_t i = 0; i < first_[1]; ++i) boxes_[i] = box_of_leaf(draft, i);
    for (int level = 1; level < height_; ++level) {
      for (std::uint32_t i = first_[level]; i < first_[level + 1]; ++i) {
        boxes_[i] = Aabb<2, T>::nothing();
        for_each_child(level, i,
                       [&](std::uint32_t child) { boxes_[i] = merge(boxes_[i], boxes_[child]); });
      }
    }
    return true;
  }

  std::uint32_t leaf_count() const { return first_[1]; }
  const Aabb<2, T>& leaf_box(std::uint32_t leaf) const { return boxes_[leaf]; }

  // Calls visit(leaf) for leaves with test(box) on the path to them, children with the highest top
  // first if HighestFirst. A leaf has the walls of slots kFan * leaf and the next.
  template <bool HighestFirst = false, class Test, class Visit>
  void for_each_leaf(Test&& test, Visit&& visit) const {
    std::uint32_t stack[kMostLevels * kFan];
    std::uint32_t size = 0;
    stack[size++] = first_[height_] - 1;
    while (size != 0) {
      const std::uint32_t node = stack[--size];
      if (!test(boxes_[node])) continue;
      if (node < first_[1]) {
        visit(node);
        continue;
      }
      const std::uint32_t bottom = size;
      for_each_child(level_of(node), node, [&](std::uint32_t child) {
        if (!test(boxes_[child])) return;
        std::uint32_t position = size++;
        for (; HighestFirst && position > bottom; --position) {
          if (!(boxes_[child].max[1] < boxes_[stack[position - 1]].max[1])) break;
          stack[position] = stack[position - 1];
        }
        stack[position] = child;
      });
    }
  }

 private:
  static constexpr int kMostLevels = 12;  // 8^11 > 2^32

  static std::uint32_t blocks(std::uint32_t n) { return (n + kFan - 1) / kFan; }

  static Aabb<2, T> box_of_leaf(const ChainDraft<T>& draft, std::uint32_t leaf) {
    Aabb<2, T> box = Aabb<2, T>::nothing();
    const std::uint32_t end = std::min(kFan * (leaf + 1), draft.size());
    for (std::uint32_t slot = kFan * leaf; slot < end; ++slot) {
      if (!draft.has_wall(slot)) continue;
      box = merge(box, Aabb<2, T>::of_point(draft.points[slot]));
      box = merge(box, Aabb<2, T>::of_point(draft.points[slot + 1]));
    }
    return box;
  }

  int level_of(std::uint32_t node) const {
    int level = 0;
    while (node >= first_[level + 1]) ++level;
    return level;
  }
  template <class Visit>
  void for_each_child(int level, std::uint32_t node, Visit&& visit) const {
    const std::uint32_t begin = first_[level - 1] + (node - first_[level]) * kFan;
    const std::uint32_t end = std::min(begin + kFan, first_[level]);
    for (std::uint32_t child = begin; child < end; ++child) visit(child);
  }

  Buffer<Aabb<2, T>> boxes_;
  std::uint32_t first_[kMostLevels + 1] = {};  // of each level, leaves first; then the end
  int height_ = 0;
};

}  // namespace masu::detail
