// SPDX-License-Identifier: MIT
// Checks before any measurement that the requested scenes and methods exist.
#pragma once

#include "case.hpp"

namespace masu_bench {

// Throws std::invalid_argument, with the known names, for an unknown scene, method or kernel. Peers
// for other dimensions or scalars are known. Loads the peers, so call it by in_child().
void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common);

}  // namespace masu_bench
