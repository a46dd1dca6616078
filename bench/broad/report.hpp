// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

namespace masu_bench {

// One table a case, fastest first, to stdout.
void print_tables(const std::vector<Row>& rows);

}  // namespace masu_bench
