// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench {

// Prints to stdout one table for each case, fastest first.
void print_tables(const std::vector<Row>& rows);
// Prints one line for each case: the fastest correct peer, our first method, the limit; and the
// growth of ours.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench
