// SPDX-License-Identifier: MIT
// The queries of a kd-tree that are compiled once for each instruction set.
#pragma once

#include <masu/core/query_stats.hpp>
#include "broad_phase/nearest_list.hpp"

#include "broad_phase/kd_nodes.hpp"

namespace masu::detail {

// Places come in blocks of so many at most.
inline constexpr std::uint32_t kKdBlock = 128;

// A query on its way: what is still to be looked at.
struct KdCursor {
  std::uint32_t node[kKdLevels];
  std::uint32_t waiting[kKdLevels];  // children, as bits
  int depth = -1;
  bool started = false;
  std::uint64_t nodes = 0;  // visited so far
  std::uint64_t slots = 0;  // of the leaves

  // No objects are left, after a first block.
  bool at_end() const { return depth < 0; }
  // Whole nodes and leaves are tested, unused lanes included.
  void count(QueryStats& stats) const {
    stats.nodes += nodes;
    stats.tests += nodes * kKdFan + slots;
  }
};

struct KdBlock {
  std::uint32_t place[kKdBlock + kKdMostSlots];  // the end is scratch
  std::uint32_t size = 0;
};

template <int D, class T>
struct KdKernels {
  // The next objects that overlap a non-empty box, until the cursor is at its end.
  void (*overlapping)(const KdView<D, T>& view, const Aabb<D, T>& box, KdCursor& cursor,
                      KdBlock& out);
  // The next ones whose squared distance from a finite box is `most` at most.
  void (*within)(const KdView<D, T>& view, const Aabb<D, T>& box, T most, KdCursor& cursor,
                 KdBlock& out);
  // All that the list wants, by squared distance from a finite box.
  void (*nearest)(const KdView<D, T>& view, const Aabb<D, T>& box, NearestList<T>& list,
                  KdCursor& cursor);
};

// For this processor (or the forced target). D = 1..4; float and double.
template <int D, class T>
const KdKernels<D, T>& kd_kernels();

}  // namespace masu::detail
