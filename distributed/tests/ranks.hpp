// SPDX-License-Identifier: MIT
// Tests that all ranks run together: main(), and what they compare.
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <vector>

#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/distributed/pair_hash.hpp>
#include <masu/distributed/session.hpp>
#include <scenes/generators/pcg32.hpp>

namespace masu::distributed::test {

inline int rank_of_this() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
inline int number_of_ranks() {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

// Returns the records of all ranks, sorted, on rank 0; the others get none.
template <class Record>
std::vector<Record> gathered(const std::vector<Record>& mine) {
  const int ranks = number_of_ranks();
  const int bytes = static_cast<int>(mine.size() * sizeof(Record));
  std::vector<int> sizes(ranks), starts(ranks);
  MPI_Gather(&bytes, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  int total = 0;
  for (int r = 0; r < ranks; ++r) starts[r] = total, total += sizes[r];
  if (rank_of_this() != 0) total = 0;
  std::vector<Record> all(static_cast<std::size_t>(total) / sizeof(Record));
  MPI_Gatherv(mine.data(), bytes, MPI_BYTE, all.data(), sizes.data(), starts.data(), MPI_BYTE, 0,
              MPI_COMM_WORLD);
  std::sort(all.begin(), all.end());
  return all;
}

// Adds the hashes of all ranks up.
inline PairHash total(PairHash hash) {
  std::uint64_t numbers[2] = {hash.count, hash.sum};
  MPI_Allreduce(MPI_IN_PLACE, numbers, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return {numbers[0], numbers[1]};
}

// The boxes of this rank, and their ids.
template <int D, class T>
struct Share {
  std::vector<Aabb<D, T>> boxes;
  std::vector<std::uint64_t> ids;
};

enum class Deal { by_turns, one_rank, uneven, random };

// Deals boxes out to ranks, the same on all ranks. Ids are scattered over 64 bits.
inline std::uint64_t id_of(std::size_t i) {
  return std::uint64_t(i) * 0x9e37'79b9'7f4a'7c15u;
}
template <int D, class T>
Share<D, T> share(const std::vector<Aabb<D, T>>& all, Deal deal, std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  const auto ranks = static_cast<std::uint32_t>(number_of_ranks());
  Share<D, T> mine;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::uint32_t rank = static_cast<std::uint32_t>(i) % ranks;
    if (deal == Deal::one_rank) rank = static_cast<std::uint32_t>(seed) % ranks;
    if (deal == Deal::random) rank = random.below(ranks);
    // Each rank has half of what those before it have left.
    for (rank = deal == Deal::uneven ? 0 : rank; deal == Deal::uneven && rank + 1 < ranks; ++rank) {
      if (random.below(2) == 0) break;
    }
    if (rank != static_cast<std::uint32_t>(rank_of_this())) continue;
    mine.boxes.push_back(all[i]);
    mine.ids.push_back(id_of(i));
  }
  return mine;
}

// The hash of the pairs that one process finds.
template <int D, class T>
PairHash hash_of_one_process(const std::vector<Aabb<D, T>>& boxes) {
  PairHash hash;
  SortedOrthtree<D, T> tree;
  const auto found = tree.find_pairs(boxes, [&](std::uint32_t a, std::uint32_t b) {
    hash(std::min(id_of(a), id_of(b)), std::max(id_of(a), id_of(b)));
  });
  EXPECT_EQ(found.status, Status::ok);
  return hash;
}

// Runs all tests on all ranks; rank 0 prints. Fails on all ranks if a test fails on one.
inline int run_tests(int argc, char** argv) {
  return run_ranks(argc, argv, [&](MPI_Comm comm) {
    testing::InitGoogleTest(&argc, argv);
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    if (rank_of_this() != 0) delete listeners.Release(listeners.default_result_printer());
    int failed = RUN_ALL_TESTS();
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, comm);
    return failed;
  });
}

}  // namespace masu::distributed::test

#ifdef __SANITIZE_ADDRESS__
// Keeps the plugins of Open MPI, whose leaks leaks.txt names, loaded until leaks are listed.
extern "C" int dlclose(void*) {
  return 0;
}
#endif

int main(int argc, char** argv) {
  return masu::distributed::test::run_tests(argc, argv);
}
