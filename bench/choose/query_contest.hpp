// SPDX-License-Identifier: MIT
// Runs all our indices on one path of frames, with an update and one query per object in each, and
// the one that choose() picks among them.
#pragma once

#include <map>

#include "bench/common/rows.hpp"
#include "layouts.hpp"

namespace masu_bench {

// Queries: the boxes that overlap one of them, the first box on a ray through the scene, the four
// nearest to one of them.
inline constexpr const char* kQuestions[] = {"boxes", "rays", "nearest"};

struct QueryContestSpec {
  std::string scene;
  std::string question = "boxes";
  int dim = 3;
  std::size_t n = 1000;
  Motion motion;
  std::uint64_t seed = 1;
  int rounds = 3;
};

struct QueryContestRow {
  std::string scene;
  std::string question;
  int dim = 0;
  std::size_t n = 0;
  double moving = 0;
  double step = 0;  // Motion::kNewPositions: all boxes get new positions
  std::string chosen{};
  std::string best{};
  double regret = 0;         // time of the chosen index divided by that of the best
  double ns_per_object = 0;  // of the best: update and query
  bool exact = true;         // whether all results agree
  std::map<std::string, double> all{};
};

// Throws std::invalid_argument for an unknown scene, query or dimension.
QueryContestRow run_query_contest(const QueryContestSpec& spec);

MASU_BENCH_ROW(QueryContestRow, scene, question, dim, n, moving, step, chosen, best, regret,
               ns_per_object, exact, all)

}  // namespace masu_bench
