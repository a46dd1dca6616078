// SPDX-License-Identifier: MIT
// Pixels of a drawing: nine samples each, and solids that let through what lies behind, layer by
// layer.
#pragma once

#include <string>
#include <vector>

#include "contact/drawing.hpp"

namespace masu::cli {

// A corner in the units of a drawing; larger depths are nearer to the eye.
struct LayerCorner {
  double x, y, depth;
  double shade;
};

struct LayerTriangle {
  enum class Part : std::uint8_t { front, back, sheet, line };  // a sheet is seen from both sides
  LayerCorner corner[3];
  Look look;  // a or b; of a line the look of its edge
  Part part;
};

// The layers first, the drawing on top, as PNG.
std::string png_of(const Drawing& drawing, const std::vector<LayerTriangle>& layers);

}  // namespace masu::cli
