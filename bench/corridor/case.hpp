// SPDX-License-Identifier: MIT
// One case: a map of one size, and every index of walls with every query.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "row.hpp"

namespace masu_bench::corridor {

inline constexpr const char* kTaskNames[] = {"build", "nearest", "move", "frame"};

struct CaseSpec {
  std::string map = "maze";
  std::uint64_t walls = 20'000;
  int samples = 9;                        // number timed
  std::uint64_t questions = 8192;         // per sample, at least 64
  std::uint64_t frame_movers = 100'000;   // for the task "frame"
  std::vector<int> threads{1, 2};         // for the task "frame"
  std::string simd = "best";              // instruction set of our kernels
  std::vector<std::string> tasks{"all"};  // "all", or names of kTaskNames
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; "all", "none"
  std::uint64_t seed = 1;
  std::filesystem::path peer_folder;

  std::string name() const { return map + ", " + std::to_string(walls) + " walls"; }
};

// Runs methods in turn, sample by sample. Throws std::invalid_argument for an unknown map or
// instruction set.
std::vector<Row> run_case(const CaseSpec& spec);

// Throws std::invalid_argument, with the known names, for unknown names. Loads the peers, so call
// it in a child process.
void check_usage(const std::vector<std::string>& maps, const CaseSpec& common);

}  // namespace masu_bench::corridor
