// SPDX-License-Identifier: MIT
// What a trace sees of a builder of bounding volume hierarchies.
#pragma once

#include <cstddef>
#include <cstdint>

#include <masu/core/trace.hpp>

namespace masu {

// A builder parts `count` objects, from place `first` of the order on; `left` of them go left.
struct SplitObjects {
  std::size_t first;
  std::size_t count;
  std::size_t left;  // how many go left
  int axis;
};
// Nodes are numbered in the order in which they come to be, the objects first.
// `a` and `b`, whose box measures `size`, become `node`.
struct MergeNodes {
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t node;
  double size;  // the measure of the new node's box
};
// The best partner of `owner` enters the queue.
struct QueuePair {
  std::uint32_t owner;    // a node
  std::uint32_t partner;  // the node that it would be merged with best
  double size;            // the measure of the box of both
};
// The queue drops an entry because one of its two nodes already has a parent.
struct DropPair {
  std::uint32_t owner;    // a node
  std::uint32_t partner;  // its partner
};

// A trace of all that, and of PhaseBegins.
using BvhTrace = AnyTrace<PhaseBegins, SplitObjects, MergeNodes, QueuePair, DropPair>;

}  // namespace masu
