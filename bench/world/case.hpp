// SPDX-License-Identifier: MIT
// One case: a world of one size in which a share of the objects moves, or which is queried.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "row.hpp"

namespace masu_bench::world {

inline constexpr const char* kTaskNames[] = {"update",  "update_alone", "knn1",    "knn8",
                                             "ray_all", "ray_balls",    "ray_mesh"};

struct CaseSpec {
  std::string scene = "uniform";
  int dim = 3;
  std::uint64_t n = 1000;
  double moving_pct = 0;  // 0: queries without motion
  int samples = 0;        // number timed; 0: fewer for larger n
  double budget = 2;      // seconds per frame, beyond which a method ends
  std::uint64_t questions = 100'000;
  std::vector<int> threads{1, 2};  // for update_alone
  std::uint64_t seed = 1;
  std::vector<std::string> tasks{"all"};  // "all", or names of kTaskNames
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; "all", "none"
  std::filesystem::path programs;         // where the folders of peers are

  std::string name() const;
  bool requested(const std::string& task) const;
};

// Runs methods in turn, sample by sample. Throws std::invalid_argument for an unknown scene.
std::vector<Row> run_case(const CaseSpec& spec);

// Throws std::invalid_argument, with the known names, for unknown names. Loads the peers, so call
// it in a child process.
void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common);

}  // namespace masu_bench::world
