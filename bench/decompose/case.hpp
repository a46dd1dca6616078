// SPDX-License-Identifier: MIT
// One case: a solid, and every method on it.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "row.hpp"

namespace masu_bench::decompose {

struct CaseSpec {
  std::string row = "torus";
  double fineness = 1;                    // as scenes::carved()
  std::string mesh;                       // for the row "file"
  std::uint64_t seed = 1;                 // 0: not rotated
  double limit = 60;                      // seconds of processor time for a method
  double budget = 1;                      // seconds of repeated measurement of each, approximately
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; "all", "none"
  std::filesystem::path peer_folder;

  std::string name() const { return row; }
};

// Runs each method in a process of its own: one that takes too long is killed, one that crashes
// does not affect the others, and the row says so. Throws std::invalid_argument for unknown names.
std::vector<Row> run_case(const CaseSpec& spec);
std::set<std::string> known_rows();
void check_usage(const std::vector<std::string>& rows, const CaseSpec& spec);

}  // namespace masu_bench::decompose
