// SPDX-License-Identifier: MIT
// One case: a row of the catalogue in one size, and every method on it.
#pragma once

#include <filesystem>
#include <string>

#include "bench/common/stopwatch.hpp"
#include "hull_peer.h"
#include "row.hpp"

namespace masu_bench::hull {

struct CaseSpec {
  std::string row;
  std::uint64_t n = 0;
  std::size_t scalar_size = 8;
  double budget = 2;  // seconds of measurement, approximately
  std::uint64_t seed = 1;
  Clock clock = Clock::cpu;
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; all, none
  std::filesystem::path peer_folder;

  std::string name() const { return row + " n=" + std::to_string(n); }
};

// Returns methods for points of the given scalar, ours first; a peer of doubles also takes floats.
std::vector<const masu_hull_peer*> find_methods(const std::filesystem::path& peers,
                                                std::size_t scalar_size);

// Checks before anything is timed that every method's hull extends as far as the points; then runs
// methods in turn, sample by sample. Throws std::invalid_argument for an unknown row.
std::vector<Row> run_case(const CaseSpec& spec);

// Throws std::invalid_argument, with the known names, for an unknown row or method. Loads the
// peers, so call it in a child process.
void check_usage(const std::vector<std::string>& rows, const CaseSpec& common);

}  // namespace masu_bench::hull
