// SPDX-License-Identifier: MIT
// LeafCutter: divides chains into leaves, compact runs of up to eight consecutive vertices.
#pragma once

#include <algorithm>
#include <span>

#include <masu/core/buffer.hpp>
#include "corridor/chain_nodes.hpp"

namespace masu::detail {

// Adds walls to the open leaf while its box stays small.
template <class T>
class LeafCutter {
 public:
  LeafCutter(std::span<const Vec<2, T>> vertices, Buffer<ChainLeaf>& leaves,
             Buffer<Aabb<2, T>>& boxes)
      : vertices_(vertices), leaves_(leaves), boxes_(boxes) {}

  [[nodiscard]] bool add(const WallChain& chain) {
    if (chain.count < 2) return true;
    const std::uint32_t end = chain.first + chain.count - 1;
    std::uint32_t from = chain.first;
    while (from < end) {
      const std::uint32_t space = joins(from, end) ? leaf_.first + kChainWidth - from : 0;
      if (space == 0) {
        if (!close()) return false;
        leaf_ = {from, 0};
        continue;
      }
      const std::uint32_t to = std::min(from + space, end);
      box_ = merge(box_, box_of(from, to));
      leaf_.walls |= ((1u << (to - from)) - 1) << (from - leaf_.first);
      from = to;
    }
    return true;
  }

  [[nodiscard]] bool close() {
    const bool some = leaf_.walls != 0;
    const bool ok = !some || (leaves_.push_back(leaf_) && boxes_.push_back(box_));
    box_ = Aabb<2, T>::nothing();
    leaf_.walls = 0;
    return ok;
  }

 private:
  Aabb<2, T> box_of(std::uint32_t from, std::uint32_t to) const {
    Aabb<2, T> box = Aabb<2, T>::of_point(vertices_[from]);
    for (std::uint32_t i = from + 1; i <= to; ++i) {
      box = merge(box, Aabb<2, T>::of_point(vertices_[i]));
    }
    return box;
  }
  static T half_perimeter(const Aabb<2, T>& b) {
    return (b.max[0] - b.min[0]) + (b.max[1] - b.min[1]);
  }

  // Returns whether the open leaf continues with the walls from vertex `from`: within a chain while
  // there is space; to the next chain if the box of both is no larger than the two.
  bool joins(std::uint32_t from, std::uint32_t end) const {
    if (from < leaf_.first || from - leaf_.first >= kChainWidth) return false;
    const std::uint32_t lane = from - leaf_.first;
    if (leaf_.walls == 0 || lane == 0) return lane == 0;
    const bool same_chain = (leaf_.walls >> (lane - 1) & 1) != 0;
    if (same_chain) return true;
    const Aabb<2, T> more = box_of(from, std::min(leaf_.first + kChainWidth, end));
    return half_perimeter(merge(box_, more)) <= half_perimeter(box_) + half_perimeter(more);
  }

  std::span<const Vec<2, T>> vertices_;
  Buffer<ChainLeaf>& leaves_;
  Buffer<Aabb<2, T>>& boxes_;
  ChainLeaf leaf_{0, 0};
  Aabb<2, T> box_ = Aabb<2, T>::nothing();
};

// Makes the leaves in the order of the chains, and the box of each. Returns false if out of memory.
template <class T>
[[nodiscard]] bool cut_leaves(std::span<const Vec<2, T>> vertices,
                              std::span<const WallChain> chains, Buffer<ChainLeaf>& leaves,
                              Buffer<Aabb<2, T>>& boxes) {
  if (!leaves.reserve(vertices.size() / kChainWidth + chains.size())) return false;
  if (!boxes.reserve(vertices.size() / kChainWidth + chains.size())) return false;
  LeafCutter<T> cutter(vertices, leaves, boxes);
  for (const WallChain& chain : chains) {
    if (!cutter.add(chain)) return false;
  }
  return cutter.close();
}

}  // namespace masu::detail
