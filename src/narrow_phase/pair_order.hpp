// SPDX-License-Identifier: MIT
// Compares numbers bit by bit: an order that distinguishes -0 from 0 and NaNs from each other.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include <masu/core/transform.hpp>

namespace masu::detail {

inline std::uint64_t bits_of(float x) {
  return std::bit_cast<std::uint32_t>(x);
}
inline std::uint64_t bits_of(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

template <class T>
std::strong_ordering compare_bits(T x, T y) {
  return bits_of(x) <=> bits_of(y);
}
template <int D, class T>
std::strong_ordering compare_bits(const Vec<D, T>& x, const Vec<D, T>& y) {
  for (int a = 0; a < D; ++a) {
    if (const auto c = compare_bits(x[a], y[a]); c != 0) return c;
  }
  return std::strong_ordering::equal;
}
template <class T>
std::strong_ordering compare_bits(const Rotation<2, T>& x, const Rotation<2, T>& y) {
  const auto c = compare_bits(x.cosine, y.cosine);
  return c != 0 ? c : compare_bits(x.sine, y.sine);
}
template <class T>
std::strong_ordering compare_bits(const Rotation<3, T>& x, const Rotation<3, T>& y) {
  const auto c = compare_bits(Vec<3, T>{x.x, x.y, x.z}, Vec<3, T>{y.x, y.y, y.z});
  return c != 0 ? c : compare_bits(x.w, y.w);
}

}  // namespace masu::detail
