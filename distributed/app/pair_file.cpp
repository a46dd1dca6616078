// SPDX-License-Identifier: MIT
#include "pair_file.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "../src/exchange.hpp"
#include "shared_file.hpp"

namespace masu::distributed::cli {
namespace {

// Sends each pair to the rank whose range its smaller id is in, and sorts there.
std::vector<GlobalPair> sorted_ranges(MPI_Comm comm, std::vector<GlobalPair>& pairs,
                                      std::uint64_t boxes) {
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  const std::uint64_t range = boxes / static_cast<std::uint64_t>(ranks) + 1;
  std::vector<int> to;
  to.reserve(pairs.size());
  for (const GlobalPair& p : pairs) to.push_back(static_cast<int>(p.a / range));
  std::vector<GlobalPair> mine = detail::exchange(comm, pairs, to);
  std::sort(mine.begin(), mine.end());
  return mine;
}

}  // namespace

void write_pairs(MPI_Comm comm, const std::string& path, std::vector<GlobalPair>& pairs,
                 std::uint64_t boxes) {
  fmt::memory_buffer text;
  for (const GlobalPair& p : sorted_ranges(comm, pairs, boxes)) {
    fmt::format_to(std::back_inserter(text), "{},{}\n", p.a, p.b);
  }
  write_parts(comm, path, {text.data(), text.size()});
}

}  // namespace masu::distributed::cli
