// SPDX-License-Identifier: MIT
// Boxes, the cells that hold them, and pairs joined by lines, as SVG.
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

// 2D as it is; 3D isometric, an OBJ with y upwards and anything else with z. Odd boxes (NaN,
// infinite, min > max) are left out. What exceeds a few ten thousand shapes is thinned out evenly,
// and the picture says so; it stays below 3 MB.
std::string draw(const PictureInput& input);

}  // namespace masu::cli
