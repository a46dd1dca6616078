// SPDX-License-Identifier: MIT
// Checks before any measurement that the requested scenes, tasks and methods exist.
#pragma once

#include "case.hpp"

namespace masu_bench::query {

// Throws std::invalid_argument, with the known names, for an unknown scene, task or method. Loads
// the peers, so call it in a child process.
void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common);

}  // namespace masu_bench::query
