// SPDX-License-Identifier: MIT
// exchange(): sends records to other ranks by Zoltan's unstructured communication.
#pragma once

#include <mpi.h>
#include <zoltan_comm.h>
#include <zoltan_types.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <masu/core/status.hpp>

namespace masu::distributed::detail {

// Records that a rank sends in one round: messages of MPI count bytes in an int.
inline constexpr std::size_t kRound = std::size_t(1) << 23;

inline void expect_sent(int code) {
  if (code == ZOLTAN_MEMERR) throw std::bad_alloc();
  if (code != ZOLTAN_OK) throw std::runtime_error("the communication of Zoltan failed");
}

// One round of exchange(): appends what arrives.
template <class Record>
void exchange_round(MPI_Comm comm, Record* records, int* to, std::size_t count,
                    std::vector<Record>& received) {
  constexpr int kTag = 4711;
  ZOLTAN_COMM_OBJ* plan = nullptr;
  int arriving = 0;
  expect_sent(Zoltan_Comm_Create(&plan, static_cast<int>(count), to, comm, kTag, &arriving));
  const std::size_t old = received.size();
  received.resize(old + static_cast<std::size_t>(arriving));
  const int code = Zoltan_Comm_Do(plan, kTag + 1, reinterpret_cast<char*>(records), sizeof(Record),
                                  reinterpret_cast<char*>(received.data() + old));
  Zoltan_Comm_Destroy(&plan);
  expect_sent(code);
}

// Sends records[i] to rank to[i]; returns what arrives, in no particular order. Collective.
template <class Record>
std::vector<Record> exchange(MPI_Comm comm, std::vector<Record>& records, std::vector<int>& to) {
  static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) <= 128);
  unsigned long long rounds = (records.size() + kRound - 1) / kRound;
  MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm);
  std::vector<Record> received;
  for (std::size_t r = 0; r < rounds; ++r) {
    const std::size_t first = std::min(r * kRound, records.size());
    const std::size_t count = std::min(kRound, records.size() - first);
    exchange_round(comm, records.data() + first, to.data() + first, count, received);
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
