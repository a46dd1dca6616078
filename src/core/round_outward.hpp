// SPDX-License-Identifier: MIT
// Directed rounding from double to a narrower scalar.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace masu::detail {

// Returns the next number below x if `down`, else x. std::nextafter() is a call, and a branch would
// be mispredicted half of the time.
inline float step_below(float x, bool down) {
  if (x == 0) return down ? -std::numeric_limits<float>::denorm_min() : x;
  const auto bits = std::bit_cast<std::int32_t>(x);
  const std::int32_t step = down;
  return std::bit_cast<float>(bits < 0 ? bits + step : bits - step);
}

// Return the largest number of T that is not above x, and the smallest that is not below.
template <class T>
T round_down(double x) {
  if constexpr (std::is_same_v<T, double>) {
    return x;
  } else {
    const T near = static_cast<T>(x);
    return step_below(near, double(near) > x);
  }
}
template <class T>
T round_up(double x) {
  return -round_down<T>(-x);
}

}  // namespace masu::detail
