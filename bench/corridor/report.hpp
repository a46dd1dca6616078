// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::corridor {

// To stdout, of rows related to each other. One table a map, size, task and set of movers, fastest
// first.
void print_tables(const std::vector<Row>& rows);
// One line a contest: the tree of chains against each library, the grid, the quadtree and the
// kd-tree. Then its goals.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::corridor
