// SPDX-License-Identifier: MIT
// Charts the growth of methods over a size, both logarithmic, as one SVG: for benchmarks and the
// command line.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace masu::plot {

using Curve = std::map<std::uint64_t, double>;  // n -> ns, or another quantity
using Curves = std::map<std::string, Curve>;    // by method

// Draws a chart. Our methods are bold, the method named `limit` is dashed. Precondition: at least
// one point. `counted`: the meaning of n.
std::string draw_chart(const std::string& title, const Curves& curves,
                       const std::string& counted = "objects");

}  // namespace masu::plot
