// SPDX-License-Identifier: MIT
// The distance of a point from a wall, as the searches compute it.
#pragma once

#include <masu/corridor/wall_cast.hpp>

namespace masu::detail {

// Returns the point on the wall from a to b nearest to p. Computed relative to p, so that rounding
// costs a few units in the last place of the distance and of the wall's length, however far away
// the origin is.
template <class T>
constexpr WallOffset<T> wall_offset(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& p) {
  const Vec<2, T> along = b - a;
  const Vec<2, T> to = p - a;
  const T length_squared = dot(along, along);
  // A wall of no length is a point; NaN never comes out of this.
  T t = length_squared > 0 ? dot(to, along) / length_squared : T(0);
  t = t > 0 ? t : T(0);
  t = t < 1 ? t : T(1);
  const Vec<2, T> q = to - t * along;
  return {q, t, dot(q, q)};
}

}  // namespace masu::detail
