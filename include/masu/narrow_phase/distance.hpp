// SPDX-License-Identifier: MIT
// distance() and penetration(): how far apart two convex shapes are, or how deep they overlap.
#pragma once

#include <masu/narrow_phase/depth_cache.hpp>
#include <masu/narrow_phase/detail/direct_pair.hpp>
#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// Compiled for all kinds of shapes; they check their arguments. src/narrow_phase/routes.cpp has the
// table of the formula or search for each pair of kinds.
template <int D, class T>
Separation<D, T> distance_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                                   const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                                   PairCache* cache);
template <int D, class T>
Separation<D, T> penetration_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                                      const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                                      PairCache* cache, DepthCache* deep);

// Computes the distance of two shapes; 0, with a common point and a zero normal, where they
// overlap. Swapped arguments give the flipped result, bit for bit; if shapes and transforms are
// equal bits, so are the results of both calls. Statuses: those of check() and of
// Transform::check(); not_converged, for smooth shapes and needles at worst; unbounded for
// half-spaces whose overlap has no end. O(rounds (n + m)) for polytopes of n and m vertices, with
// rarely more than a dozen rounds.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> distance(const A& a, const Transform<D, T>& pose_a, const B& b,
                          const Transform<D, T>& pose_b) {
  detail::expect_one_kind<D, T, A, B>();
  if constexpr (detail::kDirectPair<A, B>) {
    return detail::direct_pair(a, pose_a, b, pose_b, false);
  } else {
    return distance_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, nullptr);
  }
}

// Computes the signed distance: distance() where the shapes are apart, and where they overlap the
// penetration depth, the shortest translation that separates them.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> penetration(const A& a, const Transform<D, T>& pose_a, const B& b,
                             const Transform<D, T>& pose_b) {
  detail::expect_one_kind<D, T, A, B>();
  if constexpr (detail::kDirectPair<A, B>) {
    return detail::direct_pair(a, pose_a, b, pose_b, true);
  } else {
    return penetration_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, nullptr, nullptr);
  }
}

// As above, starting where the last call with this cache ended.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> distance(const A& a, const Transform<D, T>& pose_a, const B& b,
                          const Transform<D, T>& pose_b, PairCache& cache) {
  detail::expect_one_kind<D, T, A, B>();
  return distance_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, &cache);
}
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> penetration(const A& a, const Transform<D, T>& pose_a, const B& b,
                             const Transform<D, T>& pose_b, PairCache& cache) {
  detail::expect_one_kind<D, T, A, B>();
  return penetration_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, &cache, nullptr);
}
// For shapes that stay in contact: tests first whether the last direction is still the shortest.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> penetration(const A& a, const Transform<D, T>& pose_a, const B& b,
                             const Transform<D, T>& pose_b, DepthCache& cache) {
  detail::expect_one_kind<D, T, A, B>();
  return penetration_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, nullptr, &cache);
}

}  // namespace masu
