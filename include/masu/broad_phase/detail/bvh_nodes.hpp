// SPDX-License-Identifier: MIT
// BvhNodes: a tree of boxes in memory, as flat arrays of nodes with up to eight boxes each.
#pragma once

#include <cstdint>

namespace masu::detail {

// The number of boxes in a node. Eight on every processor, so that trees and results are the same.
inline constexpr std::uint32_t kBvhWidth = 8;

// The key of a node is its index among the inner nodes, or, with this bit set, among the leaves.
inline constexpr std::uint32_t kBvhLeaf = 0x8000'0000u;
inline constexpr std::uint32_t kBvhNone = 0xffff'ffffu;

template <int D, class T>
struct BvhNode;

template <int D, class T>
struct BvhNodes {
  const BvhNode<D, T>* inner = nullptr;   // a parent comes before its children
  const BvhNode<D, T>* leaves = nullptr;  // from left to right
  std::uint32_t inner_count = 0;
  std::uint32_t leaf_count = 0;
  std::uint32_t root = kBvhNone;

  const BvhNode<D, T>& node(std::uint32_t key) const {
    return (key & kBvhLeaf) != 0 ? leaves[key & ~kBvhLeaf] : inner[key];
  }
};

// The work of a search.
struct BvhCounts {
  std::uint64_t nodes = 0;
  std::uint64_t tests = 0;
};

}  // namespace masu::detail
