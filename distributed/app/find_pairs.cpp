// SPDX-License-Identifier: MIT
#include "find_pairs_by.hpp"

namespace masu::distributed::cli {

const char* const kEngine = "Zoltan";

Totals find_pairs(MPI_Comm comm, const BoxShare& share, std::vector<GlobalPair>* list) {
  return find_pairs_by<Partition>(comm, share, list);
}

}  // namespace masu::distributed::cli
