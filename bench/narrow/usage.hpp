// SPDX-License-Identifier: MIT
// What was asked for is there: said before anything is measured.
#pragma once

#include "case.hpp"

namespace masu_bench::narrow {

// Throws std::invalid_argument, with what there is, for a row or method that there is not. Loads
// the peers, so call it in a child process.
void check_usage(const std::vector<std::string>& rows, const CaseSpec& common);

}  // namespace masu_bench::narrow
