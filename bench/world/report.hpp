// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::world {

// A table a task on a scene of one size, the fastest first.
void print_tables(const std::vector<Row>& rows);
// The world beside the best peer, a line a table, and what was aimed at.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::world
