// SPDX-License-Identifier: MIT
// run_ranks(): the main function of an MPI program whose errors end all ranks.
#pragma once

#include <mpi.h>

#include <masu/core/function_ref.hpp>

namespace masu::distributed {

// Calls body(MPI_COMM_WORLD) between MPI_Init() and MPI_Finalize(), and returns its result: the
// exit code. If `body` throws on any rank, this rank prints "masu: rank 3: " and the message on
// standard error, then ends all ranks by MPI_Abort() with exit code 1: no rank waits for one that
// is gone.
int run_ranks(int argc, char** argv, FunctionRef<int(MPI_Comm)> body);

}  // namespace masu::distributed
