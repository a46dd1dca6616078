// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::world {

// Prints a table for each task on a scene of one size, fastest first.
void print_tables(const std::vector<Row>& rows);
// Prints a line for each table that compares the world with the best peer, and the goals.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::world
