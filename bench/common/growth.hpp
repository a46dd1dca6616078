// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace masu_bench {

// Of which sizes the growth is told.
struct SizeRange {
  std::uint64_t least = 10'000;
  std::uint64_t most = 1'000'000;
};

// The exponent of a time's growth with n, from times by n: least squares through (log n, log time)
// of the sizes in the range; nothing for fewer than two. `per_object`: the times are divided by n.
std::optional<double> growth(const std::map<std::uint64_t, double>& times, bool per_object,
                             SizeRange range = {});

// The same for a row among all: of those that curve_of(row) says are of one curve. `size` and
// `time` are the members of a row that say n and the time.
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
