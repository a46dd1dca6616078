// SPDX-License-Identifier: MIT
// Letters as strokes of a pen, for pictures of pixels: they need no font file, and are the same on
// every machine.
#pragma once

#include <string_view>
#include <vector>

namespace masu::cli {

// From one point to another; y points down, the base line is at 0. In heights of a line of text.
struct Stroke {
  double x0, y0, x1, y1;
};

// The width of one line of text, in its height.
double stroke_width(std::string_view words);

// The strokes of one line of text, which begins at x = 0. What is not ASCII becomes '?'.
std::vector<Stroke> strokes_of(std::string_view words);

}  // namespace masu::cli
