// SPDX-License-Identifier: MIT
// From double to a narrower scalar without crossing the number.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace masu::detail {

// The next number below, if `down`. std::nextafter() is a call, and a branch would be taken every
// other time.
inline float step_below(float x, bool down) {
  if (x == 0) return down ? -std::numeric_limits<float>::denorm_min() : x;
  const auto bits = std::bit_cast<std::int32_t>(x);
  const std::int32_t step = down;
  return std::bit_cast<float>(bits < 0 ? bits + step : bits - step);
}

// The largest number of T that is not above x, and the smallest that is not below.
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
