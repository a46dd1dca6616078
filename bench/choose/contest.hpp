// SPDX-License-Identifier: MIT
// All our pair finders on one path of frames, and the one that choose() picks among them.
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
  double step = 0;  // kAnew: boxes are anew
  std::string chosen{};
  std::string best{};
  double regret = 0;                    // time of the chosen over that of the best
  double ns_per_object = 0;             // of the best
  double choosing = 0;                  // time to choose over that of 60 frames, all pairs anew
  bool exact = true;                    // all found as many pairs
  std::map<std::string, double> all{};  // ns an object, by method
};

// Throws std::invalid_argument for an unknown scene or dimension.
ContestRow run_contest(const ContestSpec& spec);

MASU_BENCH_ROW(ContestRow, scene, dim, n, moving, step, chosen, best, regret, ns_per_object,
               choosing, exact, all)

struct Regret {
  double mean = 1;  // geometric
  double most = 1;
  double choosing = 0;  // most
};
Regret regret_of(const std::vector<ContestRow>& rows);

}  // namespace masu_bench
