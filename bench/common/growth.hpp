// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace masu_bench {

// The range of sizes over which growth is computed.
struct SizeRange {
  std::uint64_t least = 10'000;
  std::uint64_t most = 1'000'000;
};

// Returns the exponent of growth of a time with n, from times by n: least squares through (log n,
// log time) of the sizes in the range; empty for fewer than two. `per_object`: the times are
// divided by n.
std::optional<double> growth(const std::map<std::uint64_t, double>& times, bool per_object,
                             SizeRange range = {});

// As above for a row, from all rows with the same curve_of(row). `size` and `time` are the members
// of a row with n and the time.
template <class Row, class CurveOf, class Size>
std::optional<double> exponent_of(const std::vector<Row>& rows, const Row& row, CurveOf&& curve_of,
                                  Size Row::*size, double Row::*time, bool per_object,
                                  SizeRange range = {}) {
  std::map<std::uint64_t, double> times;
  for (const Row& other : rows) {
    if (curve_of(other) == curve_of(row)) times[other.*size] = other.*time;
  }
  return growth(times, per_object, range);
}

}  // namespace masu_bench
