// SPDX-License-Identifier: MIT
// Runs all our pair finders on one path of frames, and the one that choose() picks among them.
#pragma once

#include <map>

#include "bench/common/rows.hpp"
#include "layouts.hpp"

namespace masu_bench {

struct ContestSpec {
  std::string scene;
  int dim = 3;
  std::size_t n = 1000;
  Motion motion;
  std::uint64_t seed = 1;
  int rounds = 0;  // 0: by size
};

struct ContestRow {
  std::string scene;
  int dim = 0;
  std::size_t n = 0;
  double moving = 0;
  double step = 0;  // kNewPositions: all boxes get new positions
  std::string chosen{};
  std::string best{};
  double regret = 0;         // time of the chosen method divided by that of the best
  double ns_per_object = 0;  // of the best
  double choosing = 0;  // time to choose divided by that of 60 frames that find all pairs again
  bool exact = true;    // whether all found the same number of pairs
  std::map<std::string, double> all{};  // ns per object, by method
};

// Throws std::invalid_argument for an unknown scene or dimension.
ContestRow run_contest(const ContestSpec& spec);

MASU_BENCH_ROW(ContestRow, scene, dim, n, moving, step, chosen, best, regret, ns_per_object,
               choosing, exact, all)

struct Regret {
  double mean = 1;  // geometric
  double most = 1;
  double choosing = 0;  // maximum
};
Regret regret_of(const std::vector<ContestRow>& rows);

}  // namespace masu_bench
