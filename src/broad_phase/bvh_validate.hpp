// SPDX-License-Identifier: MIT
// Invariants and costs of trees of boxes.
#pragma once

#include "broad_phase/bvh_shape.hpp"

namespace masu::detail {

template <int D, class T>
double surface_sum(const BvhShape<D, T>& shape) {
  double sum = 0;
  for (const auto& b : shape.branches) sum += b.child != 0 ? half_surface(b.box) : 0;
  return sum;
}

// Assumes that a visit of a node costs as much as a test of a box.
template <int D, class T>
double sah_cost(const BvhShape<D, T>& shape) {
  if (shape.branches.empty()) return 0;
  const double whole = half_surface(shape.branches[0].box);
  double cost = 0;
  for (const auto& b : shape.branches) {
    const double likelihood = whole > 0 ? half_surface(b.box) / whole : 1;
    cost += likelihood * (b.child != 0 ? 1 : b.count);
  }
  return cost;
}

// Children share their parent's range and come after it; boxes are the unions of those below.
template <int D, class T>
bool validate_shape(const BvhShape<D, T>& shape, const Aabb<D, T>* boxes, std::size_t size) {
  if (shape.order.size() != size || shape.branches.empty() != (size == 0)) return false;
  std::size_t ends = 0;
  for (std::size_t i = 0; i < shape.branches.size(); ++i) {
    const BvhBranch<D, T>& b = shape.branches[i];
    if (b.count == 0 || b.first > size || b.count > size - b.first) return false;
    if (b.child != 0) {
      if (b.child <= i || b.child + 1 >= shape.branches.size()) return false;
      const BvhBranch<D, T>& left = shape.branches[b.child];
      const BvhBranch<D, T>& right = shape.branches[b.child + 1];
      const bool parted = left.first == b.first && right.first == left.first + left.count &&
                          left.count + right.count == b.count;
      if (!parted || !(b.box == merge(left.box, right.box))) return false;
      continue;
    }
    if (b.count > kBvhWidth) return false;
    ends += b.count;
    Aabb<D, T> box = Aabb<D, T>::nothing();
    for (std::uint32_t k = 0; k < b.count; ++k) box = merge(box, boxes[shape.order[b.first + k]]);
    if (!(b.box == box)) return false;
  }
  return ends == size;
}

// Each index is in exactly one leaf lane, each node has one parent, boxes contain those below.
template <int D, class T>
bool validate_node(const BvhNodes<D, T>& nodes, const BvhNode<D, T>& node) {
  if (node.count == 0 || node.count > kBvhWidth) return false;
  BvhNode<D, T> again = node;
  again.close(node.count);
  if (!(again.box == node.box)) return false;
  for (std::uint32_t i = node.count; i < kBvhWidth; ++i) {
    if (node.child[i] != kBvhNone || !(node.lane(i) == Aabb<D, T>::nothing())) return false;
  }
  return nodes.root != kBvhNone;
}

template <int D, class T>
bool validate_nodes(const BvhNodes<D, T>& nodes, const Aabb<D, T>* boxes, std::size_t size) {
  if (size == 0) return nodes.root == kBvhNone && nodes.inner_count + nodes.leaf_count == 0;
  const bool one_leaf = nodes.inner_count == 0;
  if (nodes.leaf_count == 0 || nodes.root != (one_leaf ? kBvhLeaf : 0)) return false;
  std::uint64_t inner_children = 0;
  std::uint32_t leaf_children = 0;
  for (std::uint32_t n = 0; n < nodes.inner_count; ++n) {
    const BvhNode<D, T>& node = nodes.inner[n];
    if (!validate_node(nodes, node)) return false;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const std::uint32_t key = node.child[i];
      const bool leaf = (key & kBvhLeaf) != 0;
      if (leaf ? (key & ~kBvhLeaf) >= nodes.leaf_count : key <= n || key >= nodes.inner_count) {
        return false;
      }
      leaf_children += leaf ? 1 : 0;
      inner_children += leaf ? 0 : key;
      if (!(nodes.node(key).box == node.lane(i))) return false;
    }
  }
  // Every inner node except the root is a child once: tests the sum of their numbers.
  const std::uint64_t n = nodes.inner_count;
  if (!one_leaf && inner_children != n * (n - 1) / 2) return false;
  if (leaf_children != (one_leaf ? 0 : nodes.leaf_count)) return false;
  std::uint64_t slots = 0;
  std::uint64_t sum = 0;
  for (std::uint32_t l = 0; l < nodes.leaf_count; ++l) {
    const BvhNode<D, T>& leaf = nodes.leaves[l];
    if (!validate_node(nodes, leaf)) return false;
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
      if (leaf.child[i] >= size || !(leaf.lane(i) == boxes[leaf.child[i]])) return false;
      sum += leaf.child[i];
    }
    slots += leaf.count;
  }
  return slots == size && sum == std::uint64_t(size) * (size - 1) / 2;
}

}  // namespace masu::detail
