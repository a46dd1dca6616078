// SPDX-License-Identifier: MIT
// A stroke font for pixel pictures: it needs no font file and looks the same on every machine.
#pragma once

#include <string_view>
#include <vector>

namespace masu::cli {

// A stroke from one point to another, in line heights; y points down, the base line is at 0.
struct Stroke {
  double x0, y0, x1, y1;
};

// Returns the width of one line of text, in line heights.
double stroke_width(std::string_view words);

// Returns the strokes of one line of text that begins at x = 0. Characters outside ASCII become
// '?'.
std::vector<Stroke> strokes_of(std::string_view words);

}  // namespace masu::cli
