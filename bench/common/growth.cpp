// SPDX-License-Identifier: MIT
#include "growth.hpp"

#include <cmath>

namespace masu_bench {

std::optional<double> growth(const std::map<std::uint64_t, double>& times, bool per_object,
                             SizeRange range) {
  double count = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [n, time] : times) {
    if (n < range.least || n > range.most) continue;
    const double x = std::log(static_cast<double>(n));
    const double y = std::log(time) + (per_object ? x : 0);
    count += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const double spread = count * sxx - sx * sx;
  if (count < 2 || spread < 1e-9) return std::nullopt;
  return (count * sxy - sx * sy) / spread;
}

}  // namespace masu_bench
