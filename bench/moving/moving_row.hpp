// SPDX-License-Identifier: MIT
// One measurement: a method that maintains the pairs, on a scene of one size with one moving share.
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
  double added = 0;  // pairs per frame, on average
  double removed = 0;
  double ns_per_object = 0;  // median over the frames, per object, including those at rest
  double us_per_frame = 0;
  std::uint64_t pairs = 0;
  std::optional<double> tests_per_moved;
  bool exact = true;  // whether pairs and changes equalled the reference in all comparisons
  std::string scalar;
  std::string method_scalar;
  std::string version;
  int frames = 0;
  std::optional<double> exponent;  // growth of the time of a frame with n
};

MASU_BENCH_ROW(MovingRow, scene, dim, n, changed_pct, method, added, removed, ns_per_object,
               us_per_frame, pairs, tests_per_moved, exact, scalar, method_scalar, version, frames,
               exponent)

inline constexpr char kTracker[] = "masu:tracker";
inline constexpr char kTrackerList[] = "masu:tracker:list";

// Returns the goal of a row of ours in nanoseconds per object, if there is one: for few moving
// objects a number, if all move a multiple of the search from scratch on the same frames.
std::optional<double> aim_of(const MovingRow& row, std::span<const MovingRow> rows);

void set_exponents(std::vector<MovingRow>& rows);
void print_moving_tables(const std::vector<MovingRow>& rows);

}  // namespace masu_bench
