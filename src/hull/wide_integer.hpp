// SPDX-License-Identifier: MIT
// Integers wide enough for any double: where expansions would overflow or underflow.
#pragma once

#include <bit>
#include <cstdint>

namespace masu::detail {

// Sign and magnitude, N words of 32 bits, the lowest first. Enough for the sign of a determinant of
// doubles; slow (microseconds), and rarely needed.
template <int N>
struct WideInteger {
  std::uint32_t word[N] = {};
  bool negative = false;

  int sign() const {
    for (const std::uint32_t w : word) {
      if (w != 0) return negative ? -1 : 1;
    }
    return 0;
  }
};

// Doubles are whole multiples of 2^-1074 below 2^1024: 2098 bits, and one for a sum.
inline constexpr int kDoubleWords = 66;

// x * 2^1074, for finite x.
inline WideInteger<kDoubleWords> wide_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  std::uint64_t digits = bits & 0x000f'ffff'ffff'ffffu;
  if (exponent != 0) digits |= 0x0010'0000'0000'0000u;
  const int shift = exponent == 0 ? 0 : exponent - 1;
  WideInteger<kDoubleWords> r;
  r.negative = bits >> 63 != 0;
  const int first = shift / 32;
  const std::uint64_t low = (digits & 0xffff'ffffu) << shift % 32;
  const std::uint64_t high = (digits >> 32 << shift % 32) + (low >> 32);
  r.word[first] = static_cast<std::uint32_t>(low);
  r.word[first + 1] = static_cast<std::uint32_t>(high);
  r.word[first + 2] = static_cast<std::uint32_t>(high >> 32);
  return r;
}

template <int N>
bool less_magnitude(const WideInteger<N>& a, const WideInteger<N>& b) {
  for (int i = N; i-- > 0;) {
    if (a.word[i] != b.word[i]) return a.word[i] < b.word[i];
  }
  return false;
}

// The sum must fit: no carry leaves the last word.
template <int N>
WideInteger<N> operator+(const WideInteger<N>& a, const WideInteger<N>& b) {
  if (a.negative != b.negative && less_magnitude(a, b)) return b + a;
  WideInteger<N> r;
  r.negative = a.negative;
  std::int64_t carry = 0;
  for (int i = 0; i < N; ++i) {
    const std::int64_t other = b.word[i];
    carry += a.word[i] + (a.negative == b.negative ? other : -other);
    r.word[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return r;
}

template <int N>
WideInteger<N> operator-(WideInteger<N> a) {
  a.negative = !a.negative;
  return a;
}

template <int N>
WideInteger<N> operator-(const WideInteger<N>& a, const WideInteger<N>& b) {
  return a + -b;
}

template <int N, int M>
WideInteger<N + M> operator*(const WideInteger<N>& a, const WideInteger<M>& b) {
  WideInteger<N + M> r;
  r.negative = a.negative != b.negative;
  for (int i = 0; i < N; ++i) {
    if (a.word[i] == 0) continue;
    std::uint64_t carry = 0;
    for (int j = 0; j < M; ++j) {
      carry += std::uint64_t(a.word[i]) * b.word[j] + r.word[i + j];
      r.word[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    r.word[i + M] = static_cast<std::uint32_t>(carry);
  }
  return r;
}

}  // namespace masu::detail
