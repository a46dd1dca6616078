// SPDX-License-Identifier: MIT
// Growth of methods over a size, both logarithmic, as one SVG: for benches and the command line.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace masu::plot {

using Curve = std::map<std::uint64_t, double>;  // n -> ns, or what else grows
using Curves = std::map<std::string, Curve>;    // by method

// Ours are bold, the method named `limit` is dashed. At least one point. `counted`: what n is.
std::string draw_chart(const std::string& title, const Curves& curves,
                       const std::string& counted = "objects");

}  // namespace masu::plot
