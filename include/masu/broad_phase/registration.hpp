// SPDX-License-Identifier: MIT
// Registration and CellOrder: the cell in which a 2^D-tree registers a box, and the order of cells.
#pragma once

#include <cstdint>

namespace masu {

// Both take O(1) and miss nothing; they differ in where small boxes on boundaries of large cells
// go.
enum class Registration : std::uint8_t {
  // The level whose cells fit the box's extent; searches cover one more cell.
  by_extent,
  // The smallest cell that contains the box, as in the linear quadtree of textbooks. A box that
  // touches the center line of the root bounds is registered in the root, however small it is.
  smallest_cell,
};

// The curve that numbers the cells of a level: Hilbert keeps neighbors closer together, Morton is
// cheaper to compute.
enum class CellOrder : std::uint8_t { hilbert, morton };

}  // namespace masu
