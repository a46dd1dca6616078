// SPDX-License-Identifier: MIT
// The frame of a drawing: style sheet, background, caption and legend.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view.hpp"

namespace masu::cli {

// Returns the picture from "<svg" to the background.
std::string picture_head(int dim, const View& view);

// Returns the caption lines, a swatch for each style except the plain one, and the end of the
// picture.
std::string picture_foot(const View& view, std::string_view caption, std::string_view counts,
                         const std::vector<std::string_view>& styles);

}  // namespace masu::cli
