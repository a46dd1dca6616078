// SPDX-License-Identifier: MIT
// From double to a narrower scalar without crossing the number.
#pragma once

#include <cmath>
#include <limits>

namespace masu::detail {

// The largest number of T that is not above x, and the smallest that is not below.
template <class T>
T round_down(double x) {
  const T near = static_cast<T>(x);
  return double(near) > x ? std::nextafter(near, -std::numeric_limits<T>::infinity()) : near;
}
template <class T>
T round_up(double x) {
  return -round_down<T>(-x);
}

}  // namespace masu::detail
