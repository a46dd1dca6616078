// SPDX-License-Identifier: MIT
// intersects(): whether two convex shapes touch.
#pragma once

#include <masu/narrow_phase/detail/direct_pair.hpp>
#include <masu/narrow_phase/pair_cache.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// Result of intersects().
struct Intersection {
  Status status = Status::ok;  // ok, or what is wrong with a shape or pose
  bool overlapping = false;    // whether the shapes share a point
};

// Called by intersects() with the views of both shapes; compiled once for all kinds.
template <int D, class T>
Intersection intersection_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                                   const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                                   PairCache* cache);

// Returns whether two shapes overlap or touch: distance() == 0, at less cost. The search ends with
// the first plane between the shapes, or when they are known to overlap. Half-spaces whose planes
// are not parallel always overlap. Statuses: those of check() and Transform::check().
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Intersection intersects(const A& a, const Transform<D, T>& pose_a, const B& b,
                        const Transform<D, T>& pose_b) {
  detail::expect_one_kind<D, T, A, B>();
  if constexpr (detail::kDirectPair<A, B>) {
    const detail::Overlap overlap = detail::overlap_of(a, pose_a, b, pose_b);
    if (overlap != detail::Overlap::unknown) {
      return {.overlapping = overlap == detail::Overlap::yes};
    }
  }
  return intersection_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, nullptr);
}

// As above, starting where the last call with this cache ended.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Intersection intersects(const A& a, const Transform<D, T>& pose_a, const B& b,
                        const Transform<D, T>& pose_b, PairCache& cache) {
  detail::expect_one_kind<D, T, A, B>();
  return intersection_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, &cache);
}

}  // namespace masu
