// SPDX-License-Identifier: MIT
// One case: a row of the catalogue in one size, and every method on it.
#pragma once

#include <filesystem>
#include <string>

#include "bench/common/stopwatch.hpp"
#include "row.hpp"
#include "scene_data.hpp"

namespace masu_bench::narrow {

struct CaseSpec {
  std::string row;
  std::uint64_t n = 0;
  bool warm = false;
  std::size_t scalar_size = 8;
  double budget = 1;  // seconds of measurement, approximately
  std::uint64_t seed = 1;
  Clock clock = Clock::cpu;
  std::string simd = "best";              // instruction set of our kernels
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; "all", "none"
  SceneSize size{};
  std::string mesh{};  // OBJ file of the rows that need one
  std::filesystem::path peer_folder;

  std::string name() const { return row + " n=" + std::to_string(n); }
};

// Runs methods in turn, sample by sample. Throws std::invalid_argument for an unknown row or
// instruction set.
std::vector<Row> run_case(const CaseSpec& spec);

}  // namespace masu_bench::narrow
