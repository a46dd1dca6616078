// SPDX-License-Identifier: MIT
// exchange(): sends records to other ranks by Zoltan's unstructured communication.
#pragma once

#include <mpi.h>
#include <zoltan_comm.h>
#include <zoltan_types.h>

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <masu/core/status.hpp>

namespace masu::distributed::detail {

// MPI and Zoltan count the bytes and records of a round in an int: a rank sends no more records
// than this in one, all of at most 128 bytes.
inline constexpr std::size_t kRound = std::size_t(1) << 23;
inline constexpr std::size_t kMostBytes = std::numeric_limits<int>::max();

inline void expect_sent(int code) {
  if (code == ZOLTAN_MEMERR) throw std::bad_alloc();
  if (code != ZOLTAN_OK) throw std::runtime_error("the communication of Zoltan failed");
}

// One round of exchange(): appends what arrives. Divides the round if more than `most_bytes` would
// arrive on a rank.
template <class Record>
void exchange_round(MPI_Comm comm, Record* records, int* to, std::size_t count,
                    std::size_t most_bytes, std::vector<Record>& received) {
  constexpr int kTag = 4711;
  ZOLTAN_COMM_OBJ* plan = nullptr;
  int arriving = 0;
  expect_sent(Zoltan_Comm_Create(&plan, static_cast<int>(count), to, comm, kTag, &arriving));
  unsigned long long most[] = {static_cast<unsigned long long>(arriving) * sizeof(Record), count};
  MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm);
  if (most[0] > most_bytes && most[1] > 1) {
    Zoltan_Comm_Destroy(&plan);
    const std::size_t half = count / 2;
    exchange_round(comm, records, to, half, most_bytes, received);
    return exchange_round(comm, records + half, to + half, count - half, most_bytes, received);
  }
  const std::size_t old = received.size();
  received.resize(old + static_cast<std::size_t>(arriving));
  const int code = Zoltan_Comm_Do(plan, kTag + 1, reinterpret_cast<char*>(records), sizeof(Record),
                                  reinterpret_cast<char*>(received.data() + old));
  Zoltan_Comm_Destroy(&plan);
  expect_sent(code);
}

// Sends records[i] to rank to[i]; returns what arrives, in no particular order. Collective.
template <class Record>
std::vector<Record> exchange(MPI_Comm comm, std::vector<Record>& records, std::vector<int>& to,
                             std::size_t most_bytes = kMostBytes) {
  static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) <= 128);
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  const std::size_t round = std::min(kRound, kMostBytes / static_cast<std::size_t>(ranks));
  unsigned long long rounds = (records.size() + round - 1) / round;
  MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm);
  std::vector<Record> received;
  for (std::size_t r = 0; r < rounds; ++r) {
    const std::size_t first = std::min(r * round, records.size());
    const std::size_t count = std::min(round, records.size() - first);
    exchange_round(comm, records.data() + first, to.data() + first, count, most_bytes, received);
  }
  return received;
}

// Returns the worst status of all ranks: all return the same. Collective.
inline Status agree(MPI_Comm comm, Status mine) {
  int status = static_cast<int>(mine);
  MPI_Allreduce(MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, comm);
  return static_cast<Status>(status);
}

}  // namespace masu::distributed::detail
