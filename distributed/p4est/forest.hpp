// SPDX-License-Identifier: MIT
// forest_cuts(): divides the Morton curve among ranks by a forest of p4est.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace masu::distributed::detail {

// Cells on each axis, as a power of 2: the smallest quadrants and octants of p4est.
template <int D>
inline constexpr int kForestBits = D == 2 ? 29 : 18;

// Returns the Morton code at which the leaves of each rank begin, ascending from 0, so that ranks
// have about as many of `codes` each. The codes are ascending and the same on all ranks.
// Collective.
std::vector<std::uint64_t> forest_cuts_2d(MPI_Comm comm, const std::vector<std::uint64_t>& codes);
std::vector<std::uint64_t> forest_cuts_3d(MPI_Comm comm, const std::vector<std::uint64_t>& codes);

}  // namespace masu::distributed::detail
