// SPDX-License-Identifier: MIT
// Trace events of the builders of bounding volume hierarchies.
#pragma once

#include <cstddef>
#include <cstdint>

#include <masu/core/trace.hpp>

namespace masu {

// Event: a builder splits `count` objects, from index `first` of the order on.
struct SplitObjects {
  std::size_t first;  // index of the first one
  std::size_t count;  // how many are split
  std::size_t left;   // how many go left
  int axis;           // axis of the split; -1: none
};
// Event: nodes `a` and `b` are merged into `node`. Nodes are numbered as they are made, objects
// first.
struct MergeNodes {
  std::uint32_t a;     // one child
  std::uint32_t b;     // the other child
  std::uint32_t node;  // their parent
  double size;         // the measure of the new node's box
};
// Event: the best partner of `owner` enters the queue.
struct QueuePair {
  std::uint32_t owner;    // a node
  std::uint32_t partner;  // the node that it would be merged with best
  double size;            // the measure of the box of both
};
// Event: the queue drops an entry because one of its two nodes already has a parent.
struct DiscardPair {
  std::uint32_t owner;    // a node
  std::uint32_t partner;  // its partner
};

// A trace of these events and of PhaseBegins.
using BvhTrace = AnyTrace<PhaseBegins, SplitObjects, MergeNodes, QueuePair, DiscardPair>;

}  // namespace masu
