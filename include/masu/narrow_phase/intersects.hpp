// SPDX-License-Identifier: MIT
// Do two convex shapes touch?
#pragma once

#include <masu/narrow_phase/detail/direct_pair.hpp>
#include <masu/narrow_phase/pair_cache.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// Whether two shapes touch.
struct Intersection {
  Status status = Status::ok;
  bool overlapping = false;
};

template <int D, class T>
Intersection intersection_of_views(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                                   const ShapeView<D, T>& b, const Transform<D, T>& at_b,
                                   PairCache* cache);

// Touching counts. The answer of distance() == 0, found sooner: the search ends with the first
// plane between the shapes, or as soon as they are known to meet. Half-spaces whose planes are not
// parallel always do. Statuses: those of check() and Transform::check().
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Intersection intersects(const A& a, const Transform<D, T>& at_a, const B& b,
                        const Transform<D, T>& at_b) {
  detail::expect_one_kind<D, T, A, B>();
  if constexpr (detail::kDirectPair<A, B>) {
    const detail::Meeting meeting = detail::meeting_of(a, at_a, b, at_b);
    if (meeting != detail::Meeting::unknown) {
      return {.overlapping = meeting == detail::Meeting::yes};
    }
  }
  return intersection_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, nullptr);
}

// The same, begun where the last call with this cache ended.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Intersection intersects(const A& a, const Transform<D, T>& at_a, const B& b,
                        const Transform<D, T>& at_b, PairCache& cache) {
  detail::expect_one_kind<D, T, A, B>();
  return intersection_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, &cache);
}

}  // namespace masu
