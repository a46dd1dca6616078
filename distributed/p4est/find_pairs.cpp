// SPDX-License-Identifier: MIT
// The search of masu-mpi-p4est.
#include "../app/find_pairs_by.hpp"
#include "../src/distributed_pairs_impl.hpp"
#include "p4est_partition.hpp"

namespace masu::distributed::cli {

const char* const kEngine = "p4est";

Totals find_pairs(MPI_Comm comm, const BoxShare& share, std::vector<GlobalPair>* list) {
  return find_pairs_by<P4estPartition>(comm, share, list);
}

}  // namespace masu::distributed::cli
