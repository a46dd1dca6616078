// SPDX-License-Identifier: MIT
// Sine and cosine with the same bits on every machine, and pi.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

#include <masu/core/finite.hpp>

namespace masu {

// The nearest number of T to pi. Half a turn in radians.
template <class T>
inline constexpr T kPi = T(3.14159265358979323846L);

// The sine and cosine of one angle.
template <class T>
struct SineCosine {
  T sine = 0;    // of the angle
  T cosine = 1;  // of the angle
};

namespace detail {

// 128 zero bits, then the binary digits of 2 / pi.
inline constexpr std::uint64_t kTwoOverPi[21] = {
    0,
    0,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
};

// An angle as a count of quarter turns and a rest of at most pi / 4.
struct QuarterTurns {
  std::uint64_t count;  // modulo 4
  bool negative;        // the sign of the rest
  int zeros;            // |rest| = mantissa * 2^-(63 + zeros), 2^62 < mantissa < 2^64
  std::uint64_t mantissa;
};

// mantissa * 2^exponent / (pi / 2) modulo 4: the digits of 2 / pi that matter, times the mantissa,
// modulo 2^192. The digits left out change the rest by less than 2^-70 of it for every double.
// Source: M. Payne, R. Hanek, "Radian reduction for trigonometric functions", 1983.
constexpr QuarterTurns quarter_turns(std::uint64_t mantissa, int exponent) {
  const int first = exponent + 126;  // the bit of kTwoOverPi that has weight 2^1
  const std::uint64_t* const words = kTwoOverPi + first / 64;
  const int shift = first % 64;
  std::uint64_t digits[3] = {};
  for (int i = 0; i < 3; ++i) {
    digits[i] = words[i] << shift | (shift == 0 ? 0 : words[i + 1] >> (64 - shift));
  }
  const std::uint64_t low = mantissa * digits[2];
  const std::uint64_t mid = mantissa * digits[1] + multiply_high(mantissa, digits[2]);
  const std::uint64_t carry = mid < mantissa * digits[1] ? 1 : 0;
  const std::uint64_t top = mantissa * digits[0] + multiply_high(mantissa, digits[1]) + carry;
  // Two bits of quarter turns; the rest as a fraction of one, made at most a half.
  std::uint64_t high = top << 2 | mid >> 62, rest = mid << 2 | low >> 62;
  QuarterTurns r{top >> 62, (high >> 63) != 0, 0, 0};
  if (r.negative) ++r.count, high = ~high, rest = ~rest;
  r.zeros = std::countl_zero(high);
  r.mantissa = r.zeros == 0    ? high
               : r.zeros == 64 ? rest
                               : high << r.zeros | rest >> (64 - r.zeros);
  r.mantissa = multiply_high(r.mantissa, 0xc90fdaa22168c234);  // pi / 2 * 2^63
  return r;
}

// z * (c[0] - z * (c[1] - ...)), all in units of 2^-64.
template <int N>
constexpr std::uint64_t alternating_series(std::uint64_t z, const std::uint64_t (&c)[N]) {
  std::uint64_t sum = c[N - 1];
  for (int i = N - 2; i >= 0; --i) sum = c[i] - multiply_high(z, sum);
  return multiply_high(z, sum);
}

}  // namespace detail

// Computes the sine and cosine of an angle in radians. Each is within 0.51 units in the last place
// of the exact value, for every finite angle (for float: 0.51 of float's); NaN for NaN and infinite
// ones. Computed with integers alone: compiler flags, processors and C libraries change no bit, and
// it is a constant expression. O(1).
constexpr SineCosine<double> sine_cosine(double radians) {
  if (!is_finite(radians)) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    return {kNaN, kNaN};
  }
  const auto bits = std::bit_cast<std::uint64_t>(radians);
  const bool minus = (bits >> 63) != 0;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1075;
  if (exponent < -80) return {radians, 1};  // below 2^-27: x^3 / 6 is less than 2^-56 of x
  const std::uint64_t mantissa = (bits & 0xf'ffff'ffff'ffff) | std::uint64_t(1) << 52;
  const detail::QuarterTurns turns = detail::quarter_turns(mantissa, exponent);

  // The terms of the two series, 1 / (2 k + 1)! and 1 / (2 k)!; what follows is below 2^-72.
  constexpr std::uint64_t kSine[] = {0x2aaaaaaaaaaaaaab,
                                     0x222222222222222,
                                     0xd00d00d00d00d,
                                     0x2e3bc74aad8e,
                                     0x6b99159fd5,
                                     0xb092309d,
                                     0xd73f9f,
                                     0xca96,
                                     0x98};
  constexpr std::uint64_t kCosine[] = {
      0x8000000000000000, 0xaaaaaaaaaaaaaab, 0x5b05b05b05b05b, 0x1a01a01a01a02, 0x49f93edde28,
      0x8f76c77fc,        0xc9cba54,         0xd73fa,          0xb41,           0x8};
  const int shift = 2 * turns.zeros - 2;
  const std::uint64_t squared = detail::multiply_high(turns.mantissa, turns.mantissa);
  const std::uint64_t z = shift < 0 ? squared << 2 : shift < 64 ? squared >> shift : 0;
  const std::uint64_t of_rest =
      detail::multiply_high(turns.mantissa, ~detail::alternating_series(z, kSine));
  const auto scale = std::bit_cast<double>(std::uint64_t(1023 - 63 - turns.zeros) << 52);
  const double s = static_cast<double>(of_rest) * (turns.negative ? -scale : scale);
  const double c = static_cast<double>(~detail::alternating_series(z, kCosine)) * 0x1p-64;

  const bool odd = (turns.count & 1) != 0;
  const double sine = odd ? c : s;
  const double cosine = odd ? s : c;
  return {((turns.count & 2) != 0) != minus ? -sine : sine,
          ((turns.count + 1) & 2) != 0 ? -cosine : cosine};
}

// Returns the same in float, each result rounded from the one in double.
constexpr SineCosine<float> sine_cosine(float radians) {
  const SineCosine<double> exact = sine_cosine(static_cast<double>(radians));
  return {static_cast<float>(exact.sine), static_cast<float>(exact.cosine)};
}

}  // namespace masu
