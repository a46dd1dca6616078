// SPDX-License-Identifier: MIT
// How far apart two convex shapes are, or how deep in each other.
#pragma once

#include <masu/narrow_phase/depth_cache.hpp>
#include <masu/narrow_phase/detail/direct_pair.hpp>
#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// Compiled for all kinds of shapes; they check their arguments. The table of formulas and searches
// behind each pair of kinds is in src/narrow_phase/routes.cpp.
template <int D, class T>
Separation<D, T> distance_of_views(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                                   const ShapeView<D, T>& b, const Transform<D, T>& at_b,
                                   PairCache* cache);
template <int D, class T>
Separation<D, T> penetration_of_views(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                                      const ShapeView<D, T>& b, const Transform<D, T>& at_b,
                                      PairCache* cache, DepthCache* deep);

// The least distance of two shapes; 0, with a common point and no normal, where they overlap.
// Swapped shapes give the flipped answer, bit for bit; if shapes and transforms are the same bits,
// both calls are one, and so are their answers. Statuses: those of check() and of
// Transform::check(); not_converged for smooth shapes and needles at worst; unbounded for
// half-spaces that overlap without end. O(rounds (n + m)) for polytopes of n and m vertices, where
// rounds are rarely more than a dozen.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> distance(const A& a, const Transform<D, T>& at_a, const B& b,
                          const Transform<D, T>& at_b) {
  detail::expect_one_kind<D, T, A, B>();
  if constexpr (detail::kDirectPair<A, B>) {
    return detail::direct_pair(a, at_a, b, at_b, false);
  } else {
    return distance_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, nullptr);
  }
}

// The same where they are apart, and the least translation that parts them where they overlap.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> penetration(const A& a, const Transform<D, T>& at_a, const B& b,
                             const Transform<D, T>& at_b) {
  detail::expect_one_kind<D, T, A, B>();
  if constexpr (detail::kDirectPair<A, B>) {
    return detail::direct_pair(a, at_a, b, at_b, true);
  } else {
    return penetration_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, nullptr, nullptr);
  }
}

// The same, begun where the last call with this cache ended.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> distance(const A& a, const Transform<D, T>& at_a, const B& b,
                          const Transform<D, T>& at_b, PairCache& cache) {
  detail::expect_one_kind<D, T, A, B>();
  return distance_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, &cache);
}
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> penetration(const A& a, const Transform<D, T>& at_a, const B& b,
                             const Transform<D, T>& at_b, PairCache& cache) {
  detail::expect_one_kind<D, T, A, B>();
  return penetration_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, &cache, nullptr);
}
// For shapes that stay in each other: the way out of last time is held against all others at once.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Separation<D, T> penetration(const A& a, const Transform<D, T>& at_a, const B& b,
                             const Transform<D, T>& at_b, DepthCache& cache) {
  detail::expect_one_kind<D, T, A, B>();
  return penetration_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, nullptr, &cache);
}

}  // namespace masu
