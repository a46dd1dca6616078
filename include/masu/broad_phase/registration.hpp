// SPDX-License-Identifier: MIT
// Registration and CellOrder: the cell in which a 2^D-tree registers a box, and the order of cells.
#pragma once

#include <cstdint>

namespace masu {

// How a tree chooses the cell of a box. Both rules take O(1) and miss no pair; they differ in the
// cell of small boxes that lie on boundaries of large cells.
enum class Registration : std::uint8_t {
  // The cell of the box's lower corner, on the finest level whose cells are longer than the box.
  // The box reaches into at most one more cell per axis, and so searches cover one more.
  by_extent,
  // The smallest cell that contains the box, as in the linear quadtree of textbooks. A box that
  // touches the center line of the root bounds is registered in the root, however small it is.
  smallest_cell,
};

// The curve that numbers the cells of a level: Hilbert keeps neighbors closer together, Morton is
// cheaper to compute.
enum class CellOrder : std::uint8_t { hilbert, morton };

}  // namespace masu
