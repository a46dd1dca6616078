// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench {

// All to stdout.
// One table a case, fastest first.
void print_tables(const std::vector<Row>& rows);
// One line a case: the fastest peer that is right, our first method, the limit; and the growth of
// ours.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench
