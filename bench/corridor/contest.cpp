// SPDX-License-Identifier: MIT
#include "contest.hpp"

#include <tuple>

namespace masu_bench::corridor {

std::vector<Contest> contests_of(const std::vector<Row>& rows) {
  std::map<std::tuple<std::string, std::string, int, std::string, std::uint64_t>, Contest> by_key;
  for (const Row& r : rows) by_key[{r.task, r.movers, r.threads, r.map, r.walls}].add(r);
  std::vector<Contest> contests;
  for (const auto& [key, contest] : by_key) {
    if (contest.has_ours()) contests.push_back(contest);
  }
  return contests;
}

}  // namespace masu_bench::corridor
