// SPDX-License-Identifier: MIT
// What was asked for is there: said before anything is measured.
#pragma once

#include "case.hpp"

namespace masu_bench {

// Throws std::invalid_argument, with what there is, for a scene, method or kernel that there is
// not. A peer of other dimensions or scalars is known. Loads the peers, so call it in_child().
void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common);

}  // namespace masu_bench
