// SPDX-License-Identifier: MIT
// KdNode, KdLeaf: the k-d tree in memory: three binary levels per node, leaves of 16 or 32 slots.
#pragma once

#include <cstdint>

#include <masu/core/aabb.hpp>

namespace masu::detail {

inline constexpr std::uint32_t kKdFan = 8;
// The most slots of a leaf; points of floats, which are small, have as many.
inline constexpr std::uint32_t kKdMostSlots = 32;
template <class T, int Corners>
inline constexpr std::uint32_t kKdSlots = Corners == 1 && sizeof(T) == 4 ? kKdMostSlots : 16;
inline constexpr std::uint32_t kKdNone = 0xffff'ffffu;
inline constexpr std::uint32_t kKdLeafBit = 0x8000'0000u;
// Below this level every rule splits in halves, so 11 levels more hold 2^32 objects.
inline constexpr int kKdFreeLevels = 28;
inline constexpr int kKdLevels = 40;

// Tight bounds of the children, structure of arrays. Unused lanes are at infinity.
template <int D, class T>
struct alignas(64) KdNode {
  T lo[D][kKdFan];
  T hi[D][kKdFan];
  std::uint32_t child[kKdFan];  // a node, or kKdLeafBit + a leaf, or kKdNone
  std::uint32_t least[kKdFan];  // smallest index below the child

  const T* lo_at(int a) const { return lo[a]; }
  const T* hi_at(int a) const { return hi[a]; }
  Aabb<D, T> box(std::uint32_t lane) const {
    Aabb<D, T> b;
    for (int a = 0; a < D; ++a) b.min[a] = lo[a][lane], b.max[a] = hi[a][lane];
    return b;
  }
};

// Points have one corner, boxes two: first all axes of min, then those of max.
template <int D, class T, int Corners>
struct alignas(64) KdLeaf {
  static constexpr std::uint32_t kSlots = kKdSlots<T, Corners>;

  T corner[Corners * D][kSlots];
  std::uint32_t index[kSlots];  // kKdNone: unused, at infinity

  const T* lo_at(int a) const { return corner[a]; }
  const T* hi_at(int a) const { return corner[(Corners - 1) * D + a]; }
  Aabb<D, T> box(std::uint32_t lane) const {
    Aabb<D, T> b;
    for (int a = 0; a < D; ++a) b.min[a] = lo_at(a)[lane], b.max[a] = hi_at(a)[lane];
    return b;
  }
};

// The data that queries read. The root is node 0; without nodes the tree is empty. Leaves are of
// one kind only.
template <int D, class T>
struct KdView {
  const KdNode<D, T>* nodes = nullptr;
  const KdLeaf<D, T, 1>* points = nullptr;
  const KdLeaf<D, T, 2>* boxes = nullptr;
  const Aabb<D, T>* leaf_bounds = nullptr;
  std::uint32_t node_count = 0;
  std::uint32_t leaf_count = 0;

  template <int Corners>
  const KdLeaf<D, T, Corners>* leaves() const {
    if constexpr (Corners == 1) {
      return points;
    } else {
      return boxes;
    }
  }
};

}  // namespace masu::detail
