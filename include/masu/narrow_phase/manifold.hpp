// SPDX-License-Identifier: MIT
// manifold(): the contact area of two shapes, as its corners.
#pragma once

#include <bit>
#include <span>

#include <masu/narrow_phase/depth_cache.hpp>
#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// Returns the id of the same corner in the result for the swapped pair: the halves are exchanged.
constexpr std::uint32_t flipped_feature_id(std::uint32_t id) {
  return std::rotl(id, 16);
}

// The most corners that a contact area can have: two in 2D, 32 in 3D. manifold() simplifies a
// polygon with more.
template <int D>
inline constexpr int kMostManifoldPoints = D == 2 ? 2 : 32;

// The contact manifold: the intersection of the two features that face each other along the normal
// of penetration(). A polygon in order around the normal (counterclockwise seen from b), a segment
// or a point.
template <int D, class T>
struct Manifold {
  Separation<D, T> separation;  // of the shapes: distance or depth, nearest points, normal
  // Only the first `count` elements are corners.
  ManifoldPoint<D, T> points[kMostManifoldPoints<D>];
  int count = 0;  // 0: no contact

  const Vec<D, T>& normal() const { return separation.normal; }  // that of the separation
  // Returns the corners.
  std::span<const ManifoldPoint<D, T>> all() const {
    return {points, static_cast<std::size_t>(count)};
  }
};

// Returns the manifold with a and b exchanged: the corners are in reverse order.
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

// Options of manifold().
template <class T>
struct ManifoldOptions {
  // Corners no farther apart than this belong to the contact, too; the manifold of shapes farther
  // apart is empty. Not negative.
  T margin = 0;
};

// Called by manifold() with the views of both shapes; compiled once for all kinds.
template <int D, class T>
Manifold<D, T> manifold_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                                 const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                                 const ManifoldOptions<T>& options, DepthCache* cache);

// Computes the contact manifold. Features are faces, edges and vertices of polytopes, the straight
// parts of capsules, cylinders and cones, their discs as regular polygons of 16 corners, and single
// points of smooth shapes. One feature must face the other within 2.5 degrees to be clipped by it;
// otherwise (crossing edges, a vertex, anything smooth) the manifold is the pair of nearest or
// deepest points. If the polygon has more than kMostManifoldPoints corners, those that change its
// area least are dropped. Swapped shapes give the flipped result. Statuses: those of penetration();
// out_of_range: a negative margin. O(penetration + k) for features of k corners.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Manifold<D, T> manifold(const A& a, const Transform<D, T>& pose_a, const B& b,
                        const Transform<D, T>& pose_b, const ManifoldOptions<T>& options = {}) {
  detail::expect_one_kind<D, T, A, B>();
  return manifold_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, options, nullptr);
}
// As above, starting where the last call with this cache ended.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Manifold<D, T> manifold(const A& a, const Transform<D, T>& pose_a, const B& b,
                        const Transform<D, T>& pose_b, DepthCache& cache,
                        const ManifoldOptions<T>& options = {}) {
  detail::expect_one_kind<D, T, A, B>();
  return manifold_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, options, &cache);
}

// Returns at most `most` of the points (four by default, at least one), in their order: the
// deepest, the one farthest from it, and those that span the largest area with them. Source: the
// usual choice of physics engines; see E. Coumans, "Contact generation", GDC 2010.
template <int D, class T>
Manifold<D, T> reduced(const Manifold<D, T>& manifold, int most = 4);

}  // namespace masu
