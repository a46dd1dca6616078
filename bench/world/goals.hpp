// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::world {

// Prints each goal, the number of rows in which it was met, and its worst row. Goals without rows
// are left out.
void print_goals(const std::vector<Row>& rows);

}  // namespace masu_bench::world
