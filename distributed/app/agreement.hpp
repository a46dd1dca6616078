// SPDX-License-Identifier: MIT
// on_all_ranks(): an input error of one rank ends all, with one message.
#pragma once

#include <mpi.h>

#include <masu/core/function_ref.hpp>

namespace masu::distributed::cli {

// Calls `step` on each rank. If it throws readers::InputError on some, all ranks throw an
// InputError with the message of the lowest of these. Collective.
void on_all_ranks(MPI_Comm comm, FunctionRef<void()> step);

}  // namespace masu::distributed::cli
