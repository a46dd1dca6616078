// SPDX-License-Identifier: MIT
// write_parts(): one file written by all ranks.
#pragma once

#include <mpi.h>

#include <string>
#include <string_view>

namespace masu::distributed::cli {

// Throws the error of an output file that is an input file as well.
[[noreturn]] void throw_overwritten(const std::string& path);

// Ends all ranks, before any work is done, if `out` cannot be written: its folder is missing, it is
// a device, or it is the file that is read. An empty path is no file. Collective.
void check_output(MPI_Comm comm, const std::string& in, const std::string& out);

// Writes the parts of all ranks, in the order of the ranks. The file appears under its name when it
// is complete; before, it is PATH.part, where PATH follows symbolic links. If a rank cannot write
// its part, all throw InputError. Collective.
void write_parts(MPI_Comm comm, const std::string& path, std::string_view part);

}  // namespace masu::distributed::cli
