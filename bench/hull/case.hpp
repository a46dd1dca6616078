// SPDX-License-Identifier: MIT
// One case: a row of the catalogue in one size, and every method at it.
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
  double budget = 2;  // seconds of measuring, about
  std::uint64_t seed = 1;
  Clock clock = Clock::cpu;
  std::vector<std::string> peers{"all"};  // names or libraries; "all", "none"
  std::vector<std::string> ours{"all"};   // names without "masu:"; all, none
  std::filesystem::path peer_folder;

  std::string name() const { return row + " n=" + std::to_string(n); }
};

// Methods for points of the given scalars, ours first; a peer of doubles takes floats too.
std::vector<const masu_hull_peer*> find_methods(const std::filesystem::path& peers,
                                                std::size_t scalar_size);

// Every method's hull must reach as far as the points do before anything is timed; then methods
// take turns, sample by sample. Throws std::invalid_argument for an unknown row.
std::vector<Row> run_case(const CaseSpec& spec);

// Throws std::invalid_argument, with what there is, for a row or method that there is not. Loads
// the peers, so call it in a child process.
void check_usage(const std::vector<std::string>& rows, const CaseSpec& common);

}  // namespace masu_bench::hull
