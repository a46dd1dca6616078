// SPDX-License-Identifier: MIT
#pragma once

#include "method.hpp"

namespace masu_bench {

// Returns this library's finders for scenes of dimension D and scalar T; all others are compared
// with the first. Instantiated for D = 1..4, float and double.
template <int D, class T>
std::vector<MethodEntry> our_methods();

// Returns finders that count without storing a pair: for scenes with more pairs than memory.
template <int D, class T>
MethodEntry our_counting_method();

// Returns the lower limit as a method: see limit.hpp.
template <int D, class T>
MethodEntry limit_method();

// Returns the serial share of a frame of our first method: see JobList.
template <int D, class T>
double serial_share(const Frame& frame);

inline constexpr char kOurFirst[] = "masu:tree";
inline constexpr char kLimit[] = "limit";

}  // namespace masu_bench
