// SPDX-License-Identifier: MIT
// How a bounding volume hierarchy comes about.
#pragma once

#include <cstddef>
#include <cstdint>

namespace masu {

// How the tree is grown; each is a sort of another kind.
enum class BvhBuilder : std::uint8_t {
  morton,                 // one radix sort by Morton code, O(n): for scenes that move
  median,                 // top-down, each node parted at its median, O(n log n)
  surface_area,           // top-down, parted where queries cost least, O(n log n) typically
  bottom_up,              // the pair with the smallest box each time, O(n^3)
  bottom_up_queue,        // the lecture's improvement: a queue of best partners, O(n^2)
  bottom_up_exact_queue,  // the same with stale partners looked for anew: the tree of bottom_up
};

// All of them, for loops in tests and tools.
inline constexpr BvhBuilder kBvhBuilders[] = {
    BvhBuilder::morton,    BvhBuilder::median,          BvhBuilder::surface_area,
    BvhBuilder::bottom_up, BvhBuilder::bottom_up_queue, BvhBuilder::bottom_up_exact_queue};

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

// More boxes (images on a torus included) are refused with Status::too_many_objects rather than
// kept waiting for: 1 000 cubed is a second's work, as is 16 384 squared.
constexpr std::size_t largest_input(BvhBuilder builder) {
  switch (builder) {
    case BvhBuilder::bottom_up: return 1000;
    case BvhBuilder::bottom_up_queue:
    case BvhBuilder::bottom_up_exact_queue: return 16384;
    default: return std::size_t(1) << 31;
  }
}

}  // namespace masu
