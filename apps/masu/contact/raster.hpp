// SPDX-License-Identifier: MIT
// Rasterizes a drawing with nine samples per pixel; translucent solids are blended layer by layer.
#pragma once

#include <string>
#include <vector>

#include "contact/drawing.hpp"

namespace masu::cli {

// A corner in units of the drawing; larger depths are nearer to the camera.
struct LayerCorner {
  double x, y, depth;
  double shade;
};

struct LayerTriangle {
  enum class Part : std::uint8_t {
    front,
    back,
    sheet,
    line
  };  // a sheet is visible from both sides
  LayerCorner corner[3];
  MarkStyle style;  // a or b; for a line the style of its edge
  Part part;
};

// Returns a PNG of the layers with the drawing on top.
std::string png_of(const Drawing& drawing, const std::vector<LayerTriangle>& layers);

}  // namespace masu::cli
