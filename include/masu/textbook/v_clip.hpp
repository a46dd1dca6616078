// SPDX-License-Identifier: MIT
// v_clip(): the V-Clip algorithm for the closest features of two convex polyhedra.
#pragma once

#include <masu/core/transform.hpp>
#include <masu/narrow_phase/closest_features.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

namespace masu {

namespace detail {
template <class T>
FeatureDistance<3, T> v_clip_of(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                                const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                                ClosestFeatures& cache, const WalkTrace& trace);
}  // namespace detail

// Computes the closest features of two polyhedra. A pair of features (vertices, edges, faces) is
// closest if each has a nearest point in the Voronoi region of the other. If not, a neighbor of one
// is nearer, and the walk goes there, as in lin_canny(). What differs is how the neighbor is found:
// by clipping edges to regions and the slope of the distance at the ends of what remains, not by
// nearest points of lines, which are dominated by rounding where edges are nearly parallel. A
// vertex behind a face that has no nearer neighbor is inside the polyhedron, or in front of another
// face, where the walk continues.
//
// `cache` holds the features of the last call. If little has moved, few steps follow, each of a
// cost proportional to the neighbors of its features, whatever the size of the polyhedra: O(1).
// Without a cache it takes O(n + m) to find a start.
//
// Bounds, swapped shapes, outcomes and statuses are as for lin_canny(). The trace receives
// FeaturesVisited and RegionViolated.
//
// Source: B. Mirtich, "V-Clip: fast and robust polyhedral collision detection", ACM Transactions on
// Graphics 17 (3), 1998.
template <class T, class Trace = NoTrace>
FeatureDistance<3, T> v_clip(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                             const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                             ClosestFeatures& cache, Trace&& trace = {}) {
  return detail::v_clip_of(a, pose_a, b, pose_b, cache, detail::WalkTrace(trace));
}

}  // namespace masu
