// SPDX-License-Identifier: MIT
// The choices that every 2^D-tree leaves open: in which one cell a box is registered, and in which
// order the cells come.
#pragma once

#include <cstdint>

namespace masu {

// Both are O(1) and both miss nothing; they differ in where small boxes on high boundaries go.
enum class Registration : std::uint8_t {
  // The level whose cells fit the box's extent; searches look one cell further.
  by_extent,
  // The smallest cell that contains the box, as the textbooks' linear quadtree has it. A box that
  // touches the centre line of the world is registered in the root, however small it is.
  smallest_cell,
};

// The curve that numbers the cells of a level: Hilbert keeps neighbours closer together, Morton is
// cheaper to compute.
enum class CellOrder : std::uint8_t { hilbert, morton };

}  // namespace masu
