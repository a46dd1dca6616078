// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>

#include <masu/distributed/session.hpp>

namespace masu::distributed {
namespace {

void end_job(const char* message) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "masu: rank %d: %s\n", rank, message);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

}  // namespace

int run_ranks(int argc, char** argv, FunctionRef<int(MPI_Comm)> body) {
  MPI_Init(&argc, &argv);
  int code = 1;
  try {
    code = body(MPI_COMM_WORLD);
  } catch (const std::exception& e) {
    end_job(e.what());
  } catch (...) {
    end_job("an exception of an unknown type");
  }
  MPI_Finalize();
  return code;
}

}  // namespace masu::distributed
