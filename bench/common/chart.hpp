// SPDX-License-Identifier: MIT
// Growth of methods, nanoseconds over objects, both logarithmic, as one SVG.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace masu_bench {

using Curve = std::map<std::uint64_t, double>;  // n -> ns
using Curves = std::map<std::string, Curve>;    // by method

// Ours are bold, the method named `limit` is dashed. At least one point. `counted`: what n is.
std::string draw_chart(const std::string& title, const Curves& curves,
                       const std::string& counted = "objects");

// Of which sizes the growth is told.
struct SizeRange {
  std::uint64_t least = 10'000;
  std::uint64_t most = 1'000'000;
};
// Least squares through (log n, log time) of the sizes in the range; NaN for fewer than two.
// `per_object`: the curve holds time / n.
double growth(const Curve& curve, bool per_object, SizeRange range = {});

}  // namespace masu_bench
