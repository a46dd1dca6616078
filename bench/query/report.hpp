// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::query {

// Prints to stdout, for rows related to each other, one table per case and task, fastest first.
void print_tables(const std::vector<Row>& rows);
// Prints one line for each case and task: our fastest method compared with the fastest correct
// peer.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::query
