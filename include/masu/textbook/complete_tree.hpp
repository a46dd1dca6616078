// SPDX-License-Identifier: MIT
// The complete 2^D-ary tree in an array: level after level, so that parents and children are found
// by arithmetic, as in a binary heap. The index in the array is the cell's *linear index*.
//
// In 2D the root is 0, its children are 1..4, level 2 starts at 5; the children of i are 4i + 1 ..
// 4i + 4 and its parent is floor((i - 1) / 4).
#pragma once

#include <cstdint>

#include <masu/spatial_order/cell_id.hpp>

namespace masu {

// Returns the number of cells of levels 0 .. depth: (2^(D (depth + 1)) - 1) / (2^D - 1).
template <int D>
constexpr std::uint64_t complete_cell_count(int depth) {
  return level_begin<D>(depth + 1);
}

// Returns the parent of a cell. Precondition: it is not the root.
template <int D>
constexpr std::uint64_t complete_parent(std::uint64_t cell) {
  return (cell - 1) >> D;
}

// Returns child k, in [0, 2^D), of a cell.
template <int D>
constexpr std::uint64_t complete_child(std::uint64_t cell, int k) {
  return (cell << D) + 1 + static_cast<std::uint64_t>(k);
}

}  // namespace masu
