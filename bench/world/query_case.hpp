// SPDX-License-Identifier: MIT
// Queries of a world, in batches, compared with the indices of peers.
#pragma once

#include "case.hpp"

namespace masu_bench::world {

std::vector<Row> run_queries(const CaseSpec& spec);
void add_query_methods(const CaseSpec& spec, KnownNames& names);

}  // namespace masu_bench::world
