// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench::corridor {

// To stdout: what the tree of chains is to reach, and the row in which it comes off worst. Goals
// that no row is about are left out.
void print_goals(const std::vector<Row>& rows);

}  // namespace masu_bench::corridor
