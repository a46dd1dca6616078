// SPDX-License-Identifier: MIT
// The two scales of the pictures: what comes first and last, and how deep. Both can be told apart
// without seeing red and green.
#pragma once

#include <string>

namespace masu::cli {

// Dark blue at 0 over green to yellow at 1: points of the scale "viridis" (S. van der Walt and N.
// Smith, 2015, CC0), with straight lines between them.
std::string order_colour(double t);

// The classes "d0", "d1", ... of outlines; from kDepths - 1 on they look alike.
inline constexpr int kDepths = 6;
std::string depth_class(int depth);
// Their style sheet.
std::string depth_style();

}  // namespace masu::cli
