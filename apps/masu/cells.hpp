// SPDX-License-Identifier: MIT
// The cells of the linear tree that hold objects, for pictures.
#pragma once

#include <span>
#include <vector>

#include "view.hpp"

namespace masu::cli {

// The distinct smallest cells that contain the boxes, of a tree over the bounds of all, deep
// enough for about four boxes a cell.
std::vector<Box3> cells_with_objects(int dim, std::span<const Box3> boxes, const Box3& bounds);

}  // namespace masu::cli
