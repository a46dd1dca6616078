// SPDX-License-Identifier: MIT
// One case: a map of one size, and every index of walls at every question about it.
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
  int samples = 9;                        // timed
  std::uint64_t questions = 8192;         // in a sample, at least 64
  std::uint64_t frame_movers = 100'000;   // of the task "frame"
  std::vector<int> threads{1, 2};         // of the same
  std::string simd = "best";              // what our kernels run on
  std::vector<std::string> tasks{"all"};  // "all", or of kTaskNames
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; "all", "none"
  std::uint64_t seed = 1;
  std::filesystem::path peer_folder;

  std::string name() const { return map + ", " + std::to_string(walls) + " walls"; }
};

// Methods take turns, sample by sample. Throws std::invalid_argument for a map or instruction set
// that there is not.
std::vector<Row> run_case(const CaseSpec& spec);

// Throws std::invalid_argument, with what there is, for names that there are not. Loads the peers,
// so call it in a child process.
void check_usage(const std::vector<std::string>& maps, const CaseSpec& common);

}  // namespace masu_bench::corridor
