// SPDX-License-Identifier: MIT
// All our indices on one path of frames, brought up to date for each and asked one question an
// object, and the one that choose() picks among them.
#pragma once

#include <map>

#include "bench/common/rows.hpp"
#include "layouts.hpp"

namespace masu_bench {

// What is asked: which boxes overlap one of them, what a ray through the scene meets first, which
// four lie nearest to one of them.
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
  double step = 0;  // Motion::kAnew: boxes are anew
  std::string chosen{};
  std::string best{};
  double regret = 0;         // time of the chosen over that of the best
  double ns_per_object = 0;  // of the best: up to date and asked
  bool exact = true;         // all answered the same
  std::map<std::string, double> all{};
};

// Throws std::invalid_argument for an unknown scene, question or dimension.
QueryContestRow run_query_contest(const QueryContestSpec& spec);

MASU_BENCH_ROW(QueryContestRow, scene, question, dim, n, moving, step, chosen, best, regret,
               ns_per_object, exact, all)

}  // namespace masu_bench
