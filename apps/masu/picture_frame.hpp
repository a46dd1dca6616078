// SPDX-License-Identifier: MIT
// What stands around the drawing: style sheet, paper, caption and legend.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view.hpp"

namespace masu::cli {

// From "<svg" to the paper the drawing goes on.
std::string picture_head(int dim, const View& view);

// Caption lines and a swatch for each look but the plain one; closes the picture.
std::string picture_foot(const View& view, std::string_view caption, std::string_view counts,
                         const std::vector<std::string_view>& looks);

}  // namespace masu::cli
