// SPDX-License-Identifier: MIT
// One case: pairs of one kind and size, and every method on them.
#pragma once

#include <filesystem>
#include <string>

#include "row.hpp"

namespace masu_bench::volume {

struct CaseSpec {
  std::string row = "deep";
  std::uint64_t vertices = 8;
  double budget = 2;  // seconds of measurement, approximately
  std::uint64_t seed = 1;
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; "all", "none"
  std::filesystem::path peer_folder;

  std::string name() const { return row + " n=" + std::to_string(vertices); }
};

// Runs methods in turn, pair by pair. Throws std::invalid_argument for unknown names.
std::vector<Row> run_case(const CaseSpec& spec);
void check_usage(const std::vector<std::string>& rows, const CaseSpec& spec);

}  // namespace masu_bench::volume
