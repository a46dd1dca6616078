// SPDX-License-Identifier: MIT
// The search of masu-mpi, by the engine that the program is linked with.
#pragma once

#include <vector>

#include <masu/distributed/distributed_pairs.hpp>

#include "box_file.hpp"

namespace masu::distributed::cli {

// What cuts space: "Zoltan" or "p4est".
extern const char* const kEngine;

// What a rank, or all together, found.
struct Totals {
  PairHash hash;
  DistributedStats stats;
};

// Finds the pairs of the boxes of all ranks; appends those of this rank to `list`, if there is one.
Totals find_pairs(MPI_Comm comm, const BoxShare& share, std::vector<GlobalPair>* list);

}  // namespace masu::distributed::cli
