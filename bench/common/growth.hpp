// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>

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

}  // namespace masu_bench
