// SPDX-License-Identifier: MIT
// Growth of methods, nanoseconds over objects, both logarithmic, as one SVG.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace masu_bench {

using Curve = std::map<std::uint64_t, double>;  // n -> ns
using Curves = std::map<std::string, Curve>;    // by method

// Ours are bold, the method named `limit` is dashed. At least one point.
std::string draw_chart(const std::string& title, const Curves& curves);

// Least squares through (log n, log time) of the sizes from 10k to 1M; NaN for fewer than two.
// `per_object`: the curve holds time / n.
double growth(const Curve& curve, bool per_object);

}  // namespace masu_bench
