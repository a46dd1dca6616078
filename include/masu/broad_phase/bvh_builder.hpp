// SPDX-License-Identifier: MIT
// BvhBuilder: the algorithms that build a Bvh.
#pragma once

#include <cstddef>
#include <cstdint>

namespace masu {

// The algorithm that builds the tree; each corresponds to a sorting algorithm.
enum class BvhBuilder : std::uint8_t {
  morton,                 // one radix sort by Morton code, O(n): for scenes that move
  median,                 // top-down, each node split at its median, O(n log n)
  surface_area,           // top-down, split where queries cost least, O(n log n) typically
  bottom_up,              // merges the pair with the smallest box each time, O(n^3)
  bottom_up_queue,        // the lecture's improvement: a queue of best partners, O(n^2)
  bottom_up_exact_queue,  // as above, stale partners being updated: the tree of bottom_up
};

// All builders, for loops in tests and tools.
inline constexpr BvhBuilder kBvhBuilders[] = {
    BvhBuilder::morton,    BvhBuilder::median,          BvhBuilder::surface_area,
    BvhBuilder::bottom_up, BvhBuilder::bottom_up_queue, BvhBuilder::bottom_up_exact_queue};

// Returns the name of the enumerator: "morton" for BvhBuilder::morton.
constexpr const char* name(BvhBuilder builder) {
  switch (builder) {
    case BvhBuilder::morton: return "morton";
    case BvhBuilder::median: return "median";
    case BvhBuilder::surface_area: return "surface_area";
    case BvhBuilder::bottom_up: return "bottom_up";
    case BvhBuilder::bottom_up_queue: return "bottom_up_queue";
    case BvhBuilder::bottom_up_exact_queue: return "bottom_up_exact_queue";
  }
  return "unknown";
}

// Returns the largest number of boxes (periodic images included) that a builder takes. More would
// take too long and are refused with Status::too_many_objects: 1 000 cubed is a second's work, as
// is 16 384 squared.
constexpr std::size_t largest_input(BvhBuilder builder) {
  switch (builder) {
    case BvhBuilder::bottom_up: return 1000;
    case BvhBuilder::bottom_up_queue:
    case BvhBuilder::bottom_up_exact_queue: return 16384;
    default: return std::size_t(1) << 31;
  }
}

}  // namespace masu
