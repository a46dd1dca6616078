// SPDX-License-Identifier: MIT
// From double to a narrower scalar without crossing the number.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace masu::detail {

// The next number below. std::nextafter() is a call.
inline float next_below(float x) {
  if (x == 0) return -std::numeric_limits<float>::denorm_min();
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(x > 0 ? bits - 1 : bits + 1);
}

// The largest number of T that is not above x, and the smallest that is not below.
template <class T>
T round_down(double x) {
  if constexpr (std::is_same_v<T, double>) {
    return x;
  } else {
    const T near = static_cast<T>(x);
    return double(near) > x ? next_below(near) : near;
  }
}
template <class T>
T round_up(double x) {
  return -round_down<T>(-x);
}

}  // namespace masu::detail
