// SPDX-License-Identifier: MIT
// Distances between boxes, without and with periodic axes.
#pragma once

#include <masu/core/period.hpp>

namespace masu {

namespace detail {

// Length of the gap between two intervals; 0 if they overlap.
template <class T>
constexpr T interval_gap(T a_min, T a_max, T b_min, T b_max) {
  const T above = b_min - a_max;
  const T below = a_min - b_max;
  return above > 0 ? above : (below > 0 ? below : T(0));
}

}  // namespace detail

// Returns the squared distance of two non-empty boxes; summed in axis order.
template <int D, class T>
constexpr T distance_squared(const Aabb<D, T>& a, const Aabb<D, T>& b) {
  T sum = 0;
  for (int i = 0; i < D; ++i) {
    const T gap = detail::interval_gap(a.min[i], a.max[i], b.min[i], b.max[i]);
    sum += gap * gap;
  }
  return sum;
}

// Returns the squared distance with periodic axes, for non-empty boxes returned by wrap().
template <int D, class T>
constexpr T distance_squared_wrapped(const Aabb<D, T>& a, const Aabb<D, T>& b,
                                     const Period<D, T>& period) {
  T sum = 0;
  for (int i = 0; i < D; ++i) {
    T gap = detail::interval_gap(a.min[i], a.max[i], b.min[i], b.max[i]);
    for (const T shift : {period.length[i], -period.length[i]}) {
      const T other = detail::interval_gap(a.min[i] + shift, a.max[i] + shift, b.min[i], b.max[i]);
      gap = other < gap ? other : gap;
    }
    sum += gap * gap;
  }
  return sum;
}

}  // namespace masu
