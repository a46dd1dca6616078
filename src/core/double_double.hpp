// SPDX-License-Identifier: MIT
// Numbers of two doubles, 106 bits: the filter between plain doubles and exact sums.
#pragma once

#include "core/expansion.hpp"

namespace masu::detail {

// M. Joldes, J.-M. Muller, V. Popescu, "Tight and Rigorous Error Bounds for Basic Building Blocks
// of Double-Word Arithmetic", 2017. With u = 2^-53 a sum is off by at most 4 u^2 of itself, a
// product by at most 8 u^2.
struct DoubleDouble {
  double high;
  double low;

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const TwoDoubles s = two_sum(a.high, b.high);
    const TwoDoubles t = two_sum(a.low, b.low);
    const TwoDoubles v = fast_two_sum(s.high, s.low + t.high);
    const TwoDoubles r = fast_two_sum(v.high, t.low + v.low);
    return {r.high, r.low};
  }
  friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
    return a + DoubleDouble{-b.high, -b.low};
  }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const TwoDoubles p = two_product(a.high, b.high);
    const TwoDoubles r = fast_two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
    return {r.high, r.low};
  }
};

// Exactly.
inline DoubleDouble double_double_difference(double a, double b) {
  const TwoDoubles d = two_sum(a, -b);
  return {d.high, d.low};
}

}  // namespace masu::detail
