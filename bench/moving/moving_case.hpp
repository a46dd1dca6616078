// SPDX-License-Identifier: MIT
// One case: a scene in which a share of the objects moves, and every method on the same frames.
#pragma once

#include "bench/broad/case.hpp"
#include "moving_row.hpp"

namespace masu_bench {

struct MovingSpec {
  std::string scene = "uniform";
  int dim = 3;
  std::uint64_t n = 0;
  double changed_pct = 1;
  std::size_t scalar_size = 4;
  int frames = 0;     // timed; 0: fewer for larger n
  double budget = 2;  // seconds for a frame
  std::uint64_t seed = 1;
  std::vector<std::string> peers{"box2d", "bullet", "fcl"};
  std::vector<std::string> ours{"all"};
  std::filesystem::path peer_folder;
};

// Throws std::invalid_argument for an unknown scene or a dimension other than 2 and 3.
std::vector<MovingRow> run_moving_case(const MovingSpec& spec);

}  // namespace masu_bench
