// SPDX-License-Identifier: MIT
// One measurement: a way to keep the pairs, on a scene of one size and one share that moves.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/common/rows.hpp"

namespace masu_bench {

struct MovingRow {
  std::string scene;
  int dim = 0;
  std::uint64_t n = 0;
  double changed_pct = 0;
  std::string method;
  double added = 0;  // pairs a frame, on average
  double removed = 0;
  double ns_per_object = 0;  // median over the frames, of all objects, those at rest included
  double us_per_frame = 0;
  std::uint64_t pairs = 0;
  std::optional<double> tests_per_moved;
  bool exact = true;  // the same pairs and changes as the reference, whenever compared
  std::string scalar;
  std::string method_scalar;
  std::string version;
  int frames = 0;
  std::optional<double> exponent;  // of the growth of a frame's time with n
};

MASU_BENCH_ROW(MovingRow, scene, dim, n, changed_pct, method, added, removed, ns_per_object,
               us_per_frame, pairs, tests_per_moved, exact, scalar, method_scalar, version, frames,
               exponent)

inline constexpr char kTracker[] = "masu:tracker";
inline constexpr char kTrackerList[] = "masu:tracker:list";

// Nanoseconds an object that a row of ours should not exceed, if there is such an aim: for few that
// move a number, when all move a multiple of the search from scratch on the same frames.
std::optional<double> aim_of(const MovingRow& row, std::span<const MovingRow> rows);

void set_exponents(std::vector<MovingRow>& rows);
void print_moving_tables(const std::vector<MovingRow>& rows);

}  // namespace masu_bench
