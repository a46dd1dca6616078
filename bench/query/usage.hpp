// SPDX-License-Identifier: MIT
// What was asked for is there: said before anything is measured.
#pragma once

#include "case.hpp"

namespace masu_bench::query {

// Throws std::invalid_argument, with what there is, for a scene, task or method that there is not.
// Loads the peers, so call it in a child process.
void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common);

}  // namespace masu_bench::query
