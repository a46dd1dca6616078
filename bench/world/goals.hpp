// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::world {

// Each goal, in how many rows it was met, and the row in which it comes off worst. Of goals without
// a row nothing is said.
void print_goals(const std::vector<Row>& rows);

}  // namespace masu_bench::world
