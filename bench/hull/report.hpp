// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::hull {

// Prints to stdout, for rows related to each other, one table per case, fastest first.
void print_tables(const std::vector<Row>& rows);
// Prints one line for each case: our fastest method compared with the fastest correct peer, worst
// ratio first.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::hull
