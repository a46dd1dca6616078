// SPDX-License-Identifier: MIT
// Writes the pairs of all ranks into one sorted CSV file.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include <masu/distributed/pair_hash.hpp>

namespace masu::distributed::cli {

// Writes "a,b" rows as `masu pairs` does: a < b, sorted. Each rank sorts the pairs of a range of a
// and writes its part of the file, which appears under its name when it is complete. `boxes` is the
// number of boxes of all ranks. A file that cannot be written ends all ranks. Collective.
void write_pairs(MPI_Comm comm, const std::string& path, std::vector<GlobalPair>& pairs,
                 std::uint64_t boxes);

}  // namespace masu::distributed::cli
