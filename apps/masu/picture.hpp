// SPDX-License-Identifier: MIT
// Draws boxes, the cells that contain them, and pairs joined by lines, as SVG.
#pragma once

#include <span>
#include <string>

#include <masu/core/pair.hpp>
#include <scenes/readers/box_table.hpp>

namespace masu::cli {

struct PictureInput {
  const readers::BoxTable& a;
  const readers::BoxTable* b = nullptr;  // null: pairs within a
  std::span<const Pair> pairs;
  std::string caption;
};

// Draws 2D directly and 3D isometrically, with y upwards for an OBJ and z for anything else.
// Invalid boxes (NaN, infinite, min > max) are left out. Beyond a few ten thousand shapes a regular
// sample is drawn, and the picture says so; it stays below 3 MB.
std::string draw(const PictureInput& input);

}  // namespace masu::cli
