// SPDX-License-Identifier: MIT
// A program whose sink throws on the last rank, while the others wait for it: fault.cmake checks
// how it ends.
#include <masu/distributed/distributed_pairs.hpp>
#include <masu/distributed/session.hpp>

#include <stdexcept>

namespace {

int fail_on_last_rank(MPI_Comm comm) {
  masu::distributed::DistributedPairs<2, float> finder(comm);
  const int rank = finder.partition().rank();
  const bool last = rank == finder.partition().ranks() - 1;
  const auto x = static_cast<float>(rank);
  const std::vector<masu::Aabb2f> boxes(2, {{x, 0}, {x, 1}});
  const std::vector<std::uint64_t> ids = {std::uint64_t(2 * rank), std::uint64_t(2 * rank + 1)};
  const auto found = finder.find_pairs(boxes, ids, [&](std::uint64_t, std::uint64_t) {
    if (last) throw std::runtime_error("the disk of this rank is full");
  });
  return found.status == masu::Status::ok ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  return masu::distributed::run_ranks(argc, argv, fail_on_last_rank);
}
