// SPDX-License-Identifier: MIT
// KdKernels: the queries of a k-d tree that are compiled once for each instruction set.
#pragma once

#include <masu/core/query_stats.hpp>
#include "broad_phase/nearest_list.hpp"

#include "broad_phase/kd_nodes.hpp"

namespace masu::detail {

// The most indices per block.
inline constexpr std::uint32_t kKdBlock = 128;

// The state of a query: nodes still to be visited.
struct KdCursor {
  std::uint32_t node[kKdLevels];
  std::uint32_t waiting[kKdLevels];  // children, as bits
  int depth = -1;
  bool started = false;
  std::uint64_t nodes = 0;  // visited so far
  std::uint64_t slots = 0;  // slots of the leaves visited

  // Returns whether no objects are left, after a first block.
  bool at_end() const { return depth < 0; }
  // Adds to the statistics. Whole nodes and leaves are tested, unused lanes included.
  void count(QueryStats& stats) const {
    stats.nodes += nodes;
    stats.tests += nodes * kKdFan + slots;
  }
};

struct KdBlock {
  std::uint32_t index[kKdBlock + kKdMostSlots];  // the end is scratch
  std::uint32_t size = 0;
};

template <int D, class T>
struct KdKernels {
  // Finds the next objects that overlap a non-empty box, until the cursor is at its end.
  void (*overlapping)(const KdView<D, T>& view, const Aabb<D, T>& box, KdCursor& cursor,
                      KdBlock& out);
  // Finds the next ones whose squared distance from a finite box is `most` at most.
  void (*within)(const KdView<D, T>& view, const Aabb<D, T>& box, T most, KdCursor& cursor,
                 KdBlock& out);
  // Finds all that belong in the list, by squared distance from a finite box.
  void (*nearest)(const KdView<D, T>& view, const Aabb<D, T>& box, NearestList<T>& list,
                  KdCursor& cursor);
};

// The kernels for this processor (or the forced target). D = 1..4; float and double.
template <int D, class T>
const KdKernels<D, T>& kd_kernels();

}  // namespace masu::detail
