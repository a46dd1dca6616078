// SPDX-License-Identifier: MIT
// The numbers that shapes may have.
#pragma once

#include <masu/core/finite.hpp>
#include <masu/core/status.hpp>

namespace masu::detail {

// Squares and products of four of these stay far inside the range of double.
inline constexpr double kLargestNumber = 0x1p140;
inline constexpr double kSmallestNumber = 0x1p-140;

// Statuses: not_finite; out_of_range: neither 0 nor between those two.
template <class T>
Status check_number(T x) {
  if (!is_finite(x)) return Status::not_finite;
  const double size = x < 0 ? -double(x) : double(x);
  const bool inside = size >= kSmallestNumber && size <= kLargestNumber;
  return size == 0 || inside ? Status::ok : Status::out_of_range;
}

template <int D, class T>
Status check_numbers(const Vec<D, T>& p) {
  for (int a = 0; a < D; ++a) {
    if (const Status s = check_number(p[a]); s != Status::ok) return s;
  }
  return Status::ok;
}

}  // namespace masu::detail
