// SPDX-License-Identifier: MIT
// Worlds that wrap around (a torus): on a periodic axis x and x + length are the same place.
#pragma once

#include <masu/core/aabb.hpp>

namespace masu {

// Length of the world on each axis; 0: that axis does not wrap. Finite and not negative.
template <int D, class T>
struct Period {
  Vec<D, T> length{};

  // Whether any axis repeats.
  constexpr bool any() const {
    bool some = false;
    for (int a = 0; a < D; ++a) some |= length[a] != 0;
    return some;
  }
  // Lengths that are 0 (no period) or positive and finite.
  constexpr bool valid() const {
    bool good = true;
    for (int a = 0; a < D; ++a) good &= is_finite(length[a]) && length[a] >= 0;
    return good;
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

// The box moved so that its min lies in [0, length) on every periodic axis; a box at least as
// long as the period covers the whole axis and becomes [-inf, inf] there. Boxes that start in
// [0, length) keep their bits; others move by rounded arithmetic, and one so far out that the
// number of turns overflows covers the whole axis. Empty boxes stay empty.
template <int D, class T>
constexpr Aabb<D, T> wrap(Aabb<D, T> box, const Period<D, T>& period) {
  if (box.empty()) return Aabb<D, T>::nothing();
  for (int a = 0; a < D; ++a) {
    const T length = period.length[a];
    if (length == 0) continue;
    T lo = box.min[a];
    T hi = box.max[a];
    if (!(lo >= 0 && lo < length) && is_finite(lo) && is_finite(hi)) {
      const T turns = detail::floor_exact(lo / length);
      lo -= turns * length;
      hi -= turns * length;
      if (lo < 0) lo += length, hi += length;
      if (lo >= length) lo -= length, hi -= length;
      // Rounding of huge coordinates may leave no place inside: start at the seam then.
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

// Overlap on the torus of two boxes that went through wrap().
template <int D, class T>
constexpr bool overlaps_wrapped(const Aabb<D, T>& a, const Aabb<D, T>& b,
                                const Period<D, T>& period) {
  if (a.empty() || b.empty()) return false;
  for (int i = 0; i < D; ++i) {
    if (a.min[i] <= b.max[i] && b.min[i] <= a.max[i]) continue;
    const T length = period.length[i];
    const bool over_the_seam =
        length != 0 && (b.min[i] <= a.max[i] - length || a.min[i] <= b.max[i] - length);
    if (!over_the_seam) return false;
  }
  return true;
}

}  // namespace masu
