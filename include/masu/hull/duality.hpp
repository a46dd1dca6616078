// SPDX-License-Identifier: MIT
// Hyperplane and dual_of(): polar duality, which exchanges points and planes and preserves
// incidence.
#pragma once

#include <masu/core/vec.hpp>

namespace masu {

// The points x with dot(normal, x) = offset: a plane in 3D, a line in 2D. As a half-space: all x
// with dot(normal, x) <= offset. The normal may have any length except 0.
template <int D, class T>
struct Hyperplane {
  Vec<D, T> normal;  // points out of the half-space
  T offset;          // dot(normal, x) of its points

  friend constexpr bool operator==(const Hyperplane&, const Hyperplane&) = default;
};

// Returns the polar dual of a plane about a center that does not lie in it: the vector along the
// plane's normal whose length is 1 over the distance of the plane from the center. Seen from the
// center, a point lies behind a plane exactly if the plane's dual lies behind the point's dual. So
// the dual of a polytope around the center is the hull of the duals of its planes, with faces for
// vertices (D. E. Muller and F. P. Preparata, "Finding the intersection of two convex polyhedra",
// 1978).
//
// The dual of the dual is the original. About the origin, points and planes of offset 1 come back
// with the same bits. Other planes come back divided by their offset, with each coefficient off by
// half a unit in its last place. About another center, rounding adds an error of a few epsilon (1 +
// |p| |center|).
template <int D, class T>
constexpr Vec<D, T> dual_of(const Hyperplane<D, T>& plane, const Vec<D, T>& center = {}) {
  const T ahead = plane.offset - dot(plane.normal, center);
  Vec<D, T> p{};
  for (int k = 0; k < D; ++k) p[k] = plane.normal[k] / ahead;
  return p;
}

// Returns the polar dual of a point about `center`: a half-space that contains the center.
// Precondition: the point is not the origin, whose dual is the plane at infinity.
template <int D, class T>
constexpr Hyperplane<D, T> dual_of(const Vec<D, T>& p, const Vec<D, T>& center = {}) {
  return {p, T(1) + dot(p, center)};
}

}  // namespace masu
