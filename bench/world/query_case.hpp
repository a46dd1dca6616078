// SPDX-License-Identifier: MIT
// A world that is asked, by batches, beside the indices of peers.
#pragma once

#include "case.hpp"

namespace masu_bench::world {

std::vector<Row> run_queries(const CaseSpec& spec);
void add_query_methods(const CaseSpec& spec, KnownNames& names);

}  // namespace masu_bench::world
