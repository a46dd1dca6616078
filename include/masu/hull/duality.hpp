// SPDX-License-Identifier: MIT
// Points and planes change places: what lies in one another stays so.
#pragma once

#include <masu/core/vec.hpp>

namespace masu {

// The points x with dot(normal, x) = offset: a plane in space, a line in the plane. As a
// half-space, all with dot(normal, x) <= offset. The normal may have any length but 0.
template <int D, class T>
struct Hyperplane {
  Vec<D, T> normal;
  T offset;

  friend constexpr bool operator==(const Hyperplane&, const Hyperplane&) = default;
};

// The polar dual about a center that does not lie in the plane: the point on the plane's normal, as
// far from the center as the plane is near (in lengths whose unit is 1). A point lies behind a
// plane, seen from the center, exactly if the plane's dual lies behind the point's. So a polytope
// around the center has as its dual the hull of its planes' duals, faces for vertices (D. E. Muller
// and F. P. Preparata, "Finding the intersection of two convex polyhedra", 1978).
//
// The dual of the dual is what was there before: about the origin bit for bit for points, and for
// planes whose offset is 1; each coefficient off by half a unit in its last place for other planes
// (divided by their offset); about another center off by rounding, some epsilon (1 + |p| |center|).
template <int D, class T>
constexpr Vec<D, T> dual_of(const Hyperplane<D, T>& plane, const Vec<D, T>& center = {}) {
  const T ahead = plane.offset - dot(plane.normal, center);
  Vec<D, T> p{};
  for (int k = 0; k < D; ++k) p[k] = plane.normal[k] / ahead;
  return p;
}

// The plane of the point, the center on its inner side; the point must not be the origin: its plane
// is the one at infinity.
template <int D, class T>
constexpr Hyperplane<D, T> dual_of(const Vec<D, T>& p, const Vec<D, T>& center = {}) {
  return {p, T(1) + dot(p, center)};
}

}  // namespace masu
