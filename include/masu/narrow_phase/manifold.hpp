// SPDX-License-Identifier: MIT
// Where two shapes touch: not a point but an area, given by its corners.
#pragma once

#include <bit>
#include <span>

#include <masu/narrow_phase/depth_cache.hpp>
#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// Returns the id of the same corner in the answer for the swapped pair: the halves change places.
constexpr std::uint32_t flipped_feature_id(std::uint32_t id) {
  return std::rotl(id, 16);
}

// The most corners that a contact area can have: two in 2D, 32 in 3D. manifold() simplifies a
// polygon with more.
template <int D>
inline constexpr int kMostManifoldPoints = D == 2 ? 2 : 32;

// The cut of the two features that face each other along the normal of penetration(): a polygon in
// order around the normal (counter-clockwise seen from b), a segment or a point.
template <int D, class T>
struct Manifold {
  Separation<D, T> separation;
  // Only the first `count` elements are corners.
  ManifoldPoint<D, T> points[kMostManifoldPoints<D>];
  int count = 0;

  const Vec<D, T>& normal() const { return separation.normal; }
  std::span<const ManifoldPoint<D, T>> all() const {
    return {points, static_cast<std::size_t>(count)};
  }
};

// As the other shape sees it: the corners run the other way around.
template <int D, class T>
Manifold<D, T> flipped(const Manifold<D, T>& m) {
  Manifold<D, T> r;
  r.separation = m.separation.flipped();
  r.count = m.count;
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint<D, T>& p = m.points[m.count - 1 - i];
    r.points[i] = {p.point_b, p.point_a, p.distance, flipped_feature_id(p.feature_id)};
  }
  return r;
}

// How far apart corners may be.
template <class T>
struct ManifoldOptions {
  // Corners as far apart as this belong to the contact too; of shapes farther apart it is empty.
  // Not below zero.
  T margin = 0;
};

template <int D, class T>
Manifold<D, T> manifold_of_views(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                                 const ShapeView<D, T>& b, const Transform<D, T>& at_b,
                                 const ManifoldOptions<T>& options, DepthCache* cache);

// The contact area. Features are faces, edges and vertices of polytopes, the straight parts of
// capsules, cylinders and cones, their discs as regular polygons of 16 corners, and points of what
// is round. One of the two must face the other within 2.5 degrees to be cut by it: else (edges that
// cross, a vertex, anything round) the area is the pair of nearest or deepest points. Where the cut
// has more than kMostManifoldPoints corners, those that change its area least are left out.
// Swapped shapes give the flipped answer: a and b change places, the order around the normal turns.
// Statuses: those of penetration(); out_of_range, a margin below zero. O(penetration + k) for
// features of k corners.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Manifold<D, T> manifold(const A& a, const Transform<D, T>& at_a, const B& b,
                        const Transform<D, T>& at_b, const ManifoldOptions<T>& options = {}) {
  detail::expect_one_kind<D, T, A, B>();
  return manifold_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, options, nullptr);
}
// The same, begun where the last call with this cache ended.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Manifold<D, T> manifold(const A& a, const Transform<D, T>& at_a, const B& b,
                        const Transform<D, T>& at_b, DepthCache& cache,
                        const ManifoldOptions<T>& options = {}) {
  detail::expect_one_kind<D, T, A, B>();
  return manifold_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, options, &cache);
}

// At most `most` of the points (four by default, at least one): the deepest, the one farthest from
// it, and those that span the largest area with them. In their order. Source: the usual choice of
// physics engines; see E. Coumans, "Contact generation", GDC 2010.
template <int D, class T>
Manifold<D, T> reduced(const Manifold<D, T>& manifold, int most = 4);

}  // namespace masu
