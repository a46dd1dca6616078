// SPDX-License-Identifier: MIT
// Whether all numbers of an array are valid in shapes.
#pragma once

#include <bit>
#include <span>
#include <type_traits>

#include "shapes/check_numbers.hpp"

namespace masu::detail {

// check_numbers() of each number, at the speed of memory: on the bits, without branches.
template <int D, class T>
Status check_vertices(std::span<const Vec<D, T>> vertices) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kSign = Bits(1) << (8 * sizeof(T) - 1);
  // 2^-140 and 2^140 where T has them; of finite floats none is too large.
  constexpr Bits kLeast = std::bit_cast<Bits>(static_cast<T>(kSmallestNumber));
  constexpr T kLargest = sizeof(T) == 4 ? std::numeric_limits<T>::max() : T(kLargestNumber);
  constexpr Bits kMost = std::bit_cast<Bits>(kLargest);
  Bits bad = 0;
  for (const Vec<D, T>& v : vertices) {
    for (int a = 0; a < D; ++a) {
      const Bits size = std::bit_cast<Bits>(v[a]) & ~kSign;
      bad |= Bits(size != 0) & Bits(size - kLeast > kMost - kLeast);
    }
  }
  if (bad == 0) return Status::ok;
  for (const Vec<D, T>& v : vertices) {
    if (const Status s = check_numbers(v); s != Status::ok) return s;
  }
  return Status::ok;
}

}  // namespace masu::detail
