// SPDX-License-Identifier: MIT
// The two colour scales of the pictures: for order and for depth. Both are distinct without
// red-green vision.
#pragma once

#include <string>

namespace masu::cli {

// Returns the colour of t: dark blue at 0, over green, to yellow at 1. Points of the scale
// "viridis" (S. van der Walt and N. Smith, 2015, CC0), interpolated linearly.
std::string order_colour(double t);

// Number of classes "d0", "d1", ... of outlines; deeper levels share the last one.
inline constexpr int kDepths = 6;
std::string depth_class(int depth);
// Returns the style sheet of these classes.
std::string depth_style();

}  // namespace masu::cli
