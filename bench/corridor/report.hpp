// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::corridor {

// Prints to stdout, for rows related to each other, one table for each map, size, task and set of
// movers, fastest first.
void print_tables(const std::vector<Row>& rows);
// Prints one line for each contest: the tree of chains compared with each library, the grid, the
// quadtree and the kd-tree. Then its goals.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::corridor
