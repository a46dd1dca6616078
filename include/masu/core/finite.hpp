// SPDX-License-Identifier: MIT
// Finiteness decided on the bits: it stays true under optimisers that assume finite maths.
#pragma once

#include <bit>
#include <cstdint>

#include <masu/core/vec.hpp>

namespace masu {

// Returns whether the number is neither infinite nor NaN.
constexpr bool is_finite(float x) {
  return (std::bit_cast<std::uint32_t>(x) & 0x7f80'0000u) != 0x7f80'0000u;
}

// As above, in double.
constexpr bool is_finite(double x) {
  return (std::bit_cast<std::uint64_t>(x) & 0x7ff0'0000'0000'0000u) != 0x7ff0'0000'0000'0000u;
}

// Returns whether no coordinate is infinite or NaN.
template <int D, class T>
constexpr bool is_finite(const Vec<D, T>& p) {
  for (int a = 0; a < D; ++a) {
    if (!is_finite(p[a])) return false;
  }
  return true;
}

}  // namespace masu
