// SPDX-License-Identifier: MIT
// The pairs of boxes that are on many ranks: mpirun -n 8 masu_example_pairs
#include <cstdio>

#include <masu/distributed/distributed_pairs.hpp>
#include <masu/distributed/session.hpp>

using namespace masu::distributed;

int find_pairs(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  const auto x = static_cast<float>(rank);  // each rank has one box; neighbors touch
  const std::vector<masu::Aabb3f> boxes = {{{x, 0, 0}, {x + 1, 1, 1}}};
  const std::vector<std::uint64_t> ids = {10'000'000'000u + unsigned(rank)};
  DistributedPairs<3, float> finder(comm);
  const auto found = finder.find_pairs(boxes, ids, [&](std::uint64_t a, std::uint64_t b) {
    std::printf("rank %d: %llu %llu\n", rank, (unsigned long long)a, (unsigned long long)b);
  });
  return found.status == masu::Status::ok ? 0 : 1;
}

int main(int argc, char** argv) {
  return run_ranks(argc, argv, find_pairs);
}
