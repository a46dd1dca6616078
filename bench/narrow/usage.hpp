// SPDX-License-Identifier: MIT
// Checks before any measurement that the requested rows and methods exist.
#pragma once

#include "case.hpp"

namespace masu_bench::narrow {

// Throws std::invalid_argument, with the known names, for an unknown row or method. Loads the
// peers, so call it in a child process.
void check_usage(const std::vector<std::string>& rows, const CaseSpec& common);

}  // namespace masu_bench::narrow
