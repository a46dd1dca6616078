// SPDX-License-Identifier: MIT
// Checks before any measurement that the requested scenes and methods exist.
#pragma once

#include "moving_case.hpp"

namespace masu_bench {

// Throws std::invalid_argument, with the known names, for an unknown scene or method. Loads the
// peers, so call it by in_child().
void check_moving_usage(const std::vector<std::string>& scenes, const MovingSpec& common);

}  // namespace masu_bench
