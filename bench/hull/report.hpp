// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::hull {

// To stdout, of rows related to each other. One table a case, fastest first.
void print_tables(const std::vector<Row>& rows);
// One line a case: our fastest method against the fastest peer that is right, worst ratio first.
void print_summary(const std::vector<Row>& rows);

}  // namespace masu_bench::hull
