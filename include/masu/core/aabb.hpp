// SPDX-License-Identifier: MIT
// Axis-aligned bounding box, closed: two boxes that only touch do overlap.
//
// The one rule for odd boxes, kept by every broad phase and every query:
//   - a box with min > max on an axis, or a NaN anywhere, is *empty*: it overlaps nothing;
//   - infinite bounds compare as IEEE 754 says: [-inf, inf] overlaps every non-empty box;
//   - zero extent is a point (or plane) and overlaps what it touches.
// So no input poisons another object's answer.
#pragma once

#include <limits>
#include <utility>

#include <masu/core/finite.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// An axis-parallel box, closed: boxes that touch overlap.
template <int D, class T>
struct Aabb {
  static constexpr int kDimension = D;
  using Scalar = T;

  Vec<D, T> min;  // the lower corner: least coordinate on each axis
  Vec<D, T> max;  // the upper corner: greatest coordinate on each axis

  // Returns the neutral element of merge(): it overlaps nothing and is contained in everything.
  static constexpr Aabb nothing() {
    return {Vec<D, T>::all(std::numeric_limits<T>::infinity()),
            Vec<D, T>::all(-std::numeric_limits<T>::infinity())};
  }
  // Returns the box that contains every point without NaN: infinite on all axes.
  static constexpr Aabb everything() {
    return {Vec<D, T>::all(-std::numeric_limits<T>::infinity()),
            Vec<D, T>::all(std::numeric_limits<T>::infinity())};
  }
  // Returns the box of zero extent at a point.
  static constexpr Aabb of_point(const Vec<D, T>& p) { return {p, p}; }

  friend constexpr bool operator==(const Aabb&, const Aabb&) = default;

  // Returns whether the box contains no point; a NaN on any axis makes it empty.
  constexpr bool empty() const {
    bool some = true;
    for (int a = 0; a < D; ++a) some &= min[a] <= max[a];
    return !some;
  }

  // Returns whether no bound is infinite or NaN.
  constexpr bool finite() const { return is_finite(min) && is_finite(max); }

  // Returns whether the point lies in the box or on its boundary.
  constexpr bool contains(const Vec<D, T>& p) const {
    bool in = true;
    for (int a = 0; a < D; ++a) in &= min[a] <= p[a] && p[a] <= max[a];
    return in;
  }
  // Returns whether all of `b` lies in the box; false for an empty `b`.
  constexpr bool contains(const Aabb& b) const {
    bool in = true;
    for (int a = 0; a < D; ++a) in &= min[a] <= b.min[a] && b.max[a] <= max[a];
    return in && !b.empty();
  }
};

// Boxes in 2D or 3D, of float or double.
using Aabb2f = Aabb<2, float>;
using Aabb3f = Aabb<3, float>;
using Aabb2d = Aabb<2, double>;
using Aabb3d = Aabb<3, double>;

namespace detail {

// Spelt out axis by axis, since a loop of three rounds is left a loop at -O2; no branches.
template <int D, class T, int... Axis>
constexpr bool overlaps_on_axes(const Aabb<D, T>& a, const Aabb<D, T>& b,
                                std::integer_sequence<int, Axis...>) {
  return (... & (int(a.min[Axis] <= b.max[Axis]) & int(b.min[Axis] <= a.max[Axis])));
}

}  // namespace detail

// Returns overlaps() of boxes known to be non-empty: the hot form, without the test for emptiness.
template <int D, class T>
constexpr bool overlaps_nonempty(const Aabb<D, T>& a, const Aabb<D, T>& b) {
  return detail::overlaps_on_axes(a, b, std::make_integer_sequence<int, D>{});
}

// Returns whether closed boxes overlap, under the rule above; symmetric.
template <int D, class T>
constexpr bool overlaps(const Aabb<D, T>& a, const Aabb<D, T>& b) {
  return overlaps_nonempty(a, b) && !a.empty() && !b.empty();
}

// Returns the smallest box around both; `nothing()` is neutral.
template <int D, class T>
constexpr Aabb<D, T> merge(const Aabb<D, T>& a, const Aabb<D, T>& b) {
  return {min(a.min, b.min), max(a.max, b.max)};
}

// Returns the squared distance from a point to a non-empty box; 0 inside.
template <int D, class T>
constexpr T distance_squared(const Aabb<D, T>& box, const Vec<D, T>& p) {
  T sum = 0;
  for (int a = 0; a < D; ++a) {
    const T below = box.min[a] - p[a];
    const T above = p[a] - box.max[a];
    const T gap = below > 0 ? below : (above > 0 ? above : T(0));
    sum += gap * gap;
  }
  return sum;
}

}  // namespace masu
