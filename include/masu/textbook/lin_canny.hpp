// SPDX-License-Identifier: MIT
// lin_canny(): the Lin-Canny algorithm for the closest features of two convex polytopes.
#pragma once

#include <masu/core/transform.hpp>
#include <masu/narrow_phase/closest_features.hpp>
#include <masu/shapes/convex_polytope.hpp>

namespace masu {

namespace detail {
template <int D, class T>
FeatureDistance<D, T> lin_canny_of(const ConvexPolytope<D, T>& a, const Transform<D, T>& pose_a,
                                   const ConvexPolytope<D, T>& b, const Transform<D, T>& pose_b,
                                   ClosestFeatures& cache, const WalkTrace& trace);
}  // namespace detail

// Computes the closest features of two polygons by a walk over pairs of features (vertices, edges).
// A pair has the nearest points of the shapes if the nearest point of each lies in the Voronoi
// region of the other: the points outside that are nearest to this feature. If not, the neighbor
// beyond the violated border is nearer and is tested next. As convex shapes have no local minima,
// this is hill climbing: O(n + m) steps at worst, and few from the features of the frame before,
// which `cache` holds. The cost of a step is proportional to the number of neighbors of its
// features.
//
// At the end the bounds are proved by the extents of the shapes along the normal. Where that fails,
// where the walk returns to a pair, and where the shapes nearly touch, the result is that of
// distance() and the outcome says so. Swapped shapes give the flipped result up to rounding. The
// trace receives FeaturesVisited and RegionViolated. Statuses: those of Transform::check();
// no_points for a shape that was not built.
//
// Source: M. C. Lin, J. F. Canny, "A fast algorithm for incremental distance calculation", 1991.
template <class T, class Trace = NoTrace>
FeatureDistance<2, T> lin_canny(const ConvexPolygon<T>& a, const Transform<2, T>& pose_a,
                                const ConvexPolygon<T>& b, const Transform<2, T>& pose_b,
                                ClosestFeatures& cache, Trace&& trace = {}) {
  return detail::lin_canny_of<2, T>(a, pose_a, b, pose_b, cache, detail::WalkTrace(trace));
}

// As above, in 3D, with faces. Where a vertex lies behind a face and no neighbor is nearer, all
// faces are tested for one in front of which it lies.
template <class T, class Trace = NoTrace>
FeatureDistance<3, T> lin_canny(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                                const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                                ClosestFeatures& cache, Trace&& trace = {}) {
  return detail::lin_canny_of<3, T>(a, pose_a, b, pose_b, cache, detail::WalkTrace(trace));
}

}  // namespace masu
