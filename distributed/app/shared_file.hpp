// SPDX-License-Identifier: MIT
// write_parts(): one file written by all ranks.
#pragma once

#include <mpi.h>

#include <string>
#include <string_view>

namespace masu::distributed::cli {

// Writes the parts of all ranks, in the order of the ranks. The file appears under its name when it
// is complete; before, it is PATH.part. If a rank cannot write its part, all throw InputError.
// Collective.
void write_parts(MPI_Comm comm, const std::string& path, std::string_view part);

}  // namespace masu::distributed::cli
