// SPDX-License-Identifier: MIT
// scaling SCENE BOXES [MORE BOXES PER RANK]: work and traffic of DistributedPairs in numbers that
// do not depend on the machine, as a row of CSV.
#include <cstdlib>

#include <fmt/format.h>
#include <masu/distributed/distributed_pairs.hpp>
#include <masu/distributed/session.hpp>
#include <scenes/generators/scene.hpp>

namespace {

using masu::distributed::DistributedPairs;

struct Spread {
  unsigned long long most = 0;
  unsigned long long total = 0;
};

Spread spread(MPI_Comm comm, unsigned long long mine) {
  Spread s;
  MPI_Allreduce(&mine, &s.most, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm);
  MPI_Allreduce(&mine, &s.total, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, comm);
  return s;
}

int measure(MPI_Comm comm, const char* scene, std::size_t n) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const auto all = masu::scenes::make_scene<3, float>(scene, n, 1);
  std::vector<masu::Aabb3f> boxes;
  std::vector<std::uint64_t> ids;
  for (std::size_t i = std::size_t(rank); i < n; i += std::size_t(ranks)) {
    boxes.push_back(all[i]);
    ids.push_back(i);
  }
  DistributedPairs<3, float> finder(comm);
  // The first search only cuts; then boxes are where they belong, as in a frame of a simulation.
  if (finder.find_pairs(boxes, ids, masu::distributed::PairHash{}).status != masu::Status::ok)
    return 1;
  finder.migrate(boxes, ids);
  const auto found = finder.find_pairs(boxes, ids, masu::distributed::PairHash{});
  if (found.status != masu::Status::ok) return 1;
  const Spread tests = spread(comm, found.stats.tests),
               received = spread(comm, found.stats.received);
  const Spread bytes = spread(comm, found.stats.bytes), pairs = spread(comm, found.stats.pairs);
  const Spread twice = spread(comm, found.stats.found - found.stats.pairs);
  if (rank != 0) return 0;
  fmt::print("{},{},{},{},{:.4f},{},{},{},{},{}\n", scene, ranks, n, pairs.total,
             double(received.total) / double(n), received.most, tests.total, tests.most, bytes.most,
             twice.total);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return masu::distributed::run_ranks(argc, argv, [&](MPI_Comm comm) {
    int ranks = 1;
    MPI_Comm_size(comm, &ranks);
    if (argc < 3) return 2;
    const long more = argc > 3 ? std::atol(argv[3]) * ranks : 0;
    return measure(comm, argv[1], static_cast<std::size_t>(std::atol(argv[2]) + more));
  });
}
