// SPDX-License-Identifier: MIT
// The rows: sets of points, their sizes, and our goals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace masu_bench::hull {

struct RowKind {
  const char* name;
  int dim = 3;
  std::vector<std::uint64_t> sizes{1000, 10'000, 100'000, 1'000'000};
  std::uint64_t peers_up_to = 1'000'000;  // larger sets take them minutes
  double goal = 0;                        // speedup over the fastest correct peer
  std::uint64_t goal_from = 0;            // from this size on
  std::vector<double> aims{};             // ns per point, by size; 0: none
};

std::span<const RowKind> row_kinds();
// Throws std::invalid_argument.
const RowKind& row_kind(const std::string& name);

// Returns coordinates of about n points in random order; exact floats if scalar_size is 4.
std::vector<double> make_points(const RowKind& row, std::uint64_t n, std::size_t scalar_size,
                                std::uint64_t seed);

}  // namespace masu_bench::hull
