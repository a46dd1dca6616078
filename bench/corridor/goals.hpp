// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::corridor {

// Prints to stdout the goals of the tree of chains, each with its worst row. Goals without rows are
// left out.
void print_goals(const std::vector<Row>& rows);

}  // namespace masu_bench::corridor
