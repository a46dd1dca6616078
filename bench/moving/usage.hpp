// SPDX-License-Identifier: MIT
// What was asked for is there: said before anything is measured.
#pragma once

#include "moving_case.hpp"

namespace masu_bench {

// Throws std::invalid_argument, with what there is, for a scene or method that there is not. Loads
// the peers, so call it in_child().
void check_moving_usage(const std::vector<std::string>& scenes, const MovingSpec& common);

}  // namespace masu_bench
