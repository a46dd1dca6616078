// SPDX-License-Identifier: MIT
// One case: a scene of one size, and every method on the same frames of it.
#pragma once

#include <filesystem>

#include "bench/common/stopwatch.hpp"
#include "row.hpp"

namespace masu_bench {

struct CaseSpec {
  std::string scene;
  int dim = 3;
  std::uint64_t n = 0;
  std::size_t scalar_size = 4;
  int threads = 1;
  int frames = 0;     // timed samples; 0: fewer for larger n
  double budget = 5;  // seconds that a frame may take
  std::uint64_t seed = 1;
  Clock clock = Clock::wall;
  std::string simd = "best";              // instruction set of our kernels
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; "all", "none"
  std::filesystem::path peer_folder;
};

// Runs the methods in turn, frame by frame. Too slow ones are dropped, with a line on stderr.
// Throws std::invalid_argument for an unknown scene.
std::vector<Row> run_case(const CaseSpec& spec);

}  // namespace masu_bench
