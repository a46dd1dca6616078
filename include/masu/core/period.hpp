// SPDX-License-Identifier: MIT
// Periodic boundaries (a torus): on a periodic axis x and x + length are the same position.
#pragma once

#include <masu/core/aabb.hpp>

namespace masu {

// Length of the domain on each axis; 0: that axis is not periodic. Finite, not negative.
template <int D, class T>
struct Period {
  Vec<D, T> length{};  // by axis, in the unit of the coordinates

  // Returns whether any axis is periodic.
  constexpr bool any() const {
    bool some = false;
    for (int a = 0; a < D; ++a) some |= length[a] != 0;
    return some;
  }
  // Returns whether all lengths are finite and not negative.
  constexpr bool valid() const {
    bool ok = true;
    for (int a = 0; a < D; ++a) ok &= is_finite(length[a]) && length[a] >= 0;
    return ok;
  }
};

namespace detail {

// floor without libm: `x` below 2^62 in magnitude, else it is an integer already.
template <class T>
constexpr T floor_exact(T x) {
  if (!(x > T(-4.6e18) && x < T(4.6e18))) return x;
  const T whole = static_cast<T>(static_cast<long long>(x));
  return whole > x ? whole - T(1) : whole;
}

}  // namespace detail

// Moves a box by whole periods so that its min lies in [0, length) on every periodic axis. A box at
// least as long as the period becomes [-inf, inf] on that axis. Boxes that start in [0, length)
// keep their bits; others are moved with rounding, and one so far out that the number of periods
// overflows covers the whole axis. Empty boxes stay empty.
template <int D, class T>
constexpr Aabb<D, T> wrap(Aabb<D, T> box, const Period<D, T>& period) {
  if (box.empty()) return Aabb<D, T>::nothing();
  for (int a = 0; a < D; ++a) {
    const T length = period.length[a];
    if (length == 0) continue;
    T lo = box.min[a];
    T hi = box.max[a];
    if (!(lo >= 0 && lo < length) && is_finite(lo) && is_finite(hi)) {
      const T periods = detail::floor_exact(lo / length);
      lo -= periods * length;
      hi -= periods * length;
      if (lo < 0) lo += length, hi += length;
      if (lo >= length) lo -= length, hi -= length;
      // Rounding of huge coordinates may leave no value inside: then start at 0.
      if (!(lo >= 0 && lo < length)) hi -= lo, lo = 0;
    }
    if (!is_finite(lo) || !is_finite(hi) || hi - lo >= length) {
      lo = -std::numeric_limits<T>::infinity();
      hi = std::numeric_limits<T>::infinity();
    }
    box.min[a] = lo;
    box.max[a] = hi;
  }
  return box;
}

// Returns whether two boxes returned by wrap() overlap, periodic images included.
template <int D, class T>
constexpr bool overlaps_wrapped(const Aabb<D, T>& a, const Aabb<D, T>& b,
                                const Period<D, T>& period) {
  if (a.empty() || b.empty()) return false;
  for (int i = 0; i < D; ++i) {
    if (a.min[i] <= b.max[i] && b.min[i] <= a.max[i]) continue;
    const T length = period.length[i];
    const bool across_boundary =
        length != 0 && (b.min[i] <= a.max[i] - length || a.min[i] <= b.max[i] - length);
    if (!across_boundary) return false;
  }
  return true;
}

}  // namespace masu
