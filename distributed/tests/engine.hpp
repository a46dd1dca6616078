// SPDX-License-Identifier: MIT
// What cuts space in a test: Zoltan, or p4est in the tests of masu-mpi-p4est.
#pragma once

#ifdef MASU_P4EST
#include "../p4est/p4est_partition.hpp"
#include "../src/distributed_pairs_impl.hpp"
#else
#include <masu/distributed/distributed_pairs.hpp>
#endif

namespace masu::distributed::test {

#ifdef MASU_P4EST
template <int D, class T>
using Finder = DistributedPairs<D, T, P4estPartition<D>>;
#else
template <int D, class T>
using Finder = DistributedPairs<D, T>;
#endif

}  // namespace masu::distributed::test
