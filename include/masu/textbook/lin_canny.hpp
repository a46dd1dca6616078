// SPDX-License-Identifier: MIT
// The Lin-Canny algorithm: closest features of two convex polytopes, by walking over them.
#pragma once

#include <masu/core/transform.hpp>
#include <masu/narrow_phase/closest_features.hpp>
#include <masu/shapes/convex_polytope.hpp>

namespace masu {

namespace detail {
template <int D, class T>
FeatureDistance<D, T> lin_canny_of(const ConvexPolytope<D, T>& a, const Transform<D, T>& at_a,
                                   const ConvexPolytope<D, T>& b, const Transform<D, T>& at_b,
                                   ClosestFeatures& cache, const WalkTrace& trace);
}  // namespace detail

// A pair of features (vertices, edges) holds the nearest points of two convex shapes if the
// nearest point of each lies in the Voronoi region of the other: among all points outside, those
// nearest to this feature. If it does not, the neighbour beyond the border that is violated is
// nearer, and is looked at next. As convex shapes have no local minima, this is a
// search by hill climbing: O(n + m) steps at worst, and few from the features of a moment ago,
// which `cache` holds. A step costs as much as its features have neighbours.
//
// The bounds are proved at the end by how far each shape reaches along the normal; where they are
// not, where the walk comes back to a pair, and where the shapes nearly touch, distance() answers
// instead and the outcome says so. Swapped shapes give the flipped answer up to rounding. The trace
// sees FeaturesVisited and RegionViolated. Statuses: those of Transform::check(); no_points for a
// shape that was not built.
//
// Source: M. C. Lin, J. F. Canny, "A fast algorithm for incremental distance calculation", 1991.
template <class T, class Trace = NoTrace>
FeatureDistance<2, T> lin_canny(const ConvexPolygon<T>& a, const Transform<2, T>& at_a,
                                const ConvexPolygon<T>& b, const Transform<2, T>& at_b,
                                ClosestFeatures& cache, Trace&& trace = {}) {
  return detail::lin_canny_of<2, T>(a, at_a, b, at_b, cache, detail::WalkTrace(trace));
}

// The same in space, with faces. Where a vertex lies behind a face that no way leads up from, all
// faces are asked for one in front of it.
template <class T, class Trace = NoTrace>
FeatureDistance<3, T> lin_canny(const ConvexPolyhedron<T>& a, const Transform<3, T>& at_a,
                                const ConvexPolyhedron<T>& b, const Transform<3, T>& at_b,
                                ClosestFeatures& cache, Trace&& trace = {}) {
  return detail::lin_canny_of<3, T>(a, at_a, b, at_b, cache, detail::WalkTrace(trace));
}

}  // namespace masu
