// SPDX-License-Identifier: MIT
#include "agreement.hpp"

#include <string>

#include <scenes/readers/input_error.hpp>

namespace masu::distributed::cli {

void on_all_ranks(MPI_Comm comm, FunctionRef<void()> step) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::string message;
  int failed = ranks;
  try {
    step();
  } catch (const readers::InputError& e) {
    message = e.what();
    failed = rank;
  }
  int first = failed;
  MPI_Allreduce(&failed, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == ranks) return;
  auto length = static_cast<unsigned long long>(message.size());
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG_LONG, first, comm);
  message.resize(static_cast<std::size_t>(length));
  MPI_Bcast(message.data(), static_cast<int>(length), MPI_CHAR, first, comm);
  throw readers::InputError(message);
}

}  // namespace masu::distributed::cli
