// SPDX-License-Identifier: MIT
// Powers and roots from + - * / alone, which IEEE 754 rounds the same on every machine; libm does
// not.
#pragma once

namespace masu::scenes {

constexpr double power(double x, int k) {
  double r = 1;
  for (int i = 0; i < k; ++i) r *= x;
  return r;
}

// Returns the k-th root of x >= 0 by Newton's method from above, until it stops decreasing.
constexpr double root(double x, int k) {
  if (x <= 0 || k == 1) return x;
  double r = x > 1 ? x : 1;
  for (;;) {
    const double next = ((k - 1) * r + x / power(r, k - 1)) / k;
    if (!(next < r)) return r;
    r = next;
  }
}

namespace detail {

struct PowersOfTwo {
  double of_bit[30];  // 2^(32 / 2^i): 2^32, 2^16, ... 2^(2^-24)
};

constexpr PowersOfTwo make_powers_of_two() {
  PowersOfTwo powers{};
  double r = 0x1p32;
  for (double& p : powers.of_bit) {
    p = r;
    r = root(r, 2);
  }
  return powers;
}

inline constexpr PowersOfTwo kPowersOfTwo = make_powers_of_two();

}  // namespace detail

// Returns 2^x for 0 <= x < 64, with x truncated to a multiple of 2^-24: a product over the set bits
// of x.
constexpr double exp2_steps(double x) {
  double r = 1;
  double bit = 32;
  for (const double p : detail::kPowersOfTwo.of_bit) {
    if (x >= bit) r *= p, x -= bit;
    bit /= 2;
  }
  return r;
}

}  // namespace masu::scenes
