// SPDX-License-Identifier: MIT
// The V-Clip algorithm: closest features of two convex polyhedra, by clipping edges to Voronoi
// regions.
#pragma once

#include <masu/core/transform.hpp>
#include <masu/narrow_phase/closest_features.hpp>
#include <masu/shapes/convex_polyhedron.hpp>

namespace masu {

namespace detail {
template <class T>
FeatureDistance<3, T> v_clip_of(const ConvexPolyhedron<T>& a, const Transform<3, T>& at_a,
                                const ConvexPolyhedron<T>& b, const Transform<3, T>& at_b,
                                ClosestFeatures& cache, const WalkTrace& trace);
}  // namespace detail

// Of every pair of features (vertices, edges, faces), either each has a nearest point in the
// Voronoi region of the other, and then it is closest, or a neighbour of one leads nearer. As
// lin_canny() it walks there, but from the parts of edges that lie within a region and from the
// slope of the distance at their ends, not from nearest points of lines, which are all rounding
// where edges are nearly parallel. A vertex behind a face that no way leads up from is inside the
// polyhedron, or in front of another face, where the walk goes on.
//
// `cache` holds the features of last time; where little has moved, few steps are made, each as
// long as its features have neighbours, whatever the size of the polyhedra: O(1). Without them
// O(n + m) to find a start.
//
// Bounds, swapped shapes, outcomes and statuses are as for lin_canny(). The trace sees
// FeaturesVisited and RegionViolated.
//
// Source: B. Mirtich, "V-Clip: fast and robust polyhedral collision detection", ACM Transactions
// on Graphics 17 (3), 1998.
template <class T, class Trace = NoTrace>
FeatureDistance<3, T> v_clip(const ConvexPolyhedron<T>& a, const Transform<3, T>& at_a,
                             const ConvexPolyhedron<T>& b, const Transform<3, T>& at_b,
                             ClosestFeatures& cache, Trace&& trace = {}) {
  return detail::v_clip_of(a, at_a, b, at_b, cache, detail::WalkTrace(trace));
}

}  // namespace masu
