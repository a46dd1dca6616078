// SPDX-License-Identifier: MIT
// BvhShape: the binary tree that builders make, before it is collapsed into wide nodes.
#pragma once

#include <algorithm>
#include <cstdint>

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/bvh_trace.hpp>
#include <masu/core/box_surface.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>
#include "broad_phase/bvh_node.hpp"

namespace masu::detail {

// A node of the binary tree over the indices order[first .. first + count). Its children, if any,
// are adjacent, `child` and `child + 1`, behind it in the array; together they have its range.
template <int D, class T>
struct BvhBranch {
  Aabb<D, T> box;
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t child;  // 0: none
  std::uint32_t leaf;   // the leaf of the wide tree that it becomes, if any
};

// The data of a builder.
template <int D, class T>
struct BvhShape {
  explicit BvhShape(Allocator allocator) : memory(allocator) {}

  // Makes the root alone, over all indices in their own order.
  bool start(std::size_t size) {
    if (!start_unordered(size)) return false;
    for (std::size_t i = 0; i < size; ++i) order[i] = static_cast<std::uint32_t>(i);
    return true;
  }
  bool start_unordered(std::size_t size) {
    branches.clear();
    blocks.clear();
    // Morton codes divide random boxes into leaves of 5.5 on average; a growing buffer would write
    // its memory three times.
    if (!order.resize(size) || !blocks.reserve(size / 4 + 1)) return false;
    if (!branches.reserve(2 * (size / 5) + 1)) return false;
    return size == 0 || branches.push_back({{}, 0, static_cast<std::uint32_t>(size), 0, 0});
  }

  // Computes the centers by index; NaN (of an axis that is infinite in both directions) becomes 0.
  bool find_centers(const Aabb<D, T>* boxes, std::size_t size) {
    if (!centers.resize(size)) return false;
    for (std::size_t i = 0; i < size; ++i) centers[i] = center_of(boxes[i]);
    return true;
  }

  static Vec<D, T> center_of(const Aabb<D, T>& box) {
    Vec<D, T> center{};
    for (int a = 0; a < D; ++a) {
      const T c = box.min[a] * T(0.5) + box.max[a] * T(0.5);
      center[a] = c == c ? c : T(0);
    }
    return center;
  }

  // Gives node `at` two children, the left one with `left` of its indices.
  bool split(std::uint32_t at, std::uint32_t left) {
    const BvhBranch<D, T> parent = branches[at];
    const std::uint32_t child = static_cast<std::uint32_t>(branches.size());
    if (!branches.grow(child + 2)) return false;
    branches.set_size(child + 2);
    branches[at].child = child;
    branches[child] = {{}, parent.first, left, 0, 0};
    branches[child + 1] = {{}, parent.first + left, parent.count - left, 0, 0};
    return true;
  }

  // Makes a node a leaf: the largest nodes of up to eight indices, from left to right. Depth-first
  // builders call it when they reach one.
  bool add_block(std::uint32_t at) {
    branches[at].leaf = static_cast<std::uint32_t>(blocks.size());
    return blocks.push_back(at);
  }

  // Computes the boxes of nodes above and within leaves, bottom up: children come after their
  // parents. Boxes of leaves are known.
  void fit(const Aabb<D, T>* boxes) {
    for (std::size_t i = branches.size(); i-- > 0;) {
      BvhBranch<D, T>& b = branches[i];
      if (b.child != 0) {
        b.box = merge(branches[b.child].box, branches[b.child + 1].box);
      } else if (b.count == 1) {
        b.box = boxes[order[b.first]];
      }
    }
  }

  Allocator memory;  // of all members below
  Buffer<BvhBranch<D, T>> branches{memory};
  Buffer<std::uint32_t> order{memory};
  Buffer<std::uint32_t> blocks{memory};  // nodes that become leaves
  Buffer<Vec<D, T>> centers{memory};
};

}  // namespace masu::detail
