// SPDX-License-Identifier: MIT
// distance() of two bodies, at least one of them a composite shape.
#pragma once

#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/sub_shape_results.hpp>

namespace masu {

namespace detail {

template <int D, class T>
SubShapeSeparation<D, T> distance_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                            const BodyRef<D, T>& b, const Transform<D, T>& pose_b);

}  // namespace detail

// Computes the smallest distance of a sub-shape of each body, by branch and bound. If two
// sub-shapes overlap it is 0, with a common point of the first such pair found, and no normal. Of
// pairs at equal distance the result is the one with the smallest numbers; for two meshes or
// compounds it depends on their hierarchies and transforms. Swapped arguments give the flipped
// result. Statuses and the rest as distance() of two shapes; no_points for a body without
// sub-shapes. Typically O(log n) pairs of sub-shapes.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> SubShapeSeparation<D, T> distance(const A& a,
                                                                  const Transform<D, T>& pose_a,
                                                                  const B& b,
                                                                  const Transform<D, T>& pose_b) {
  return detail::distance_of_bodies<D, T>(detail::body_ref(a), pose_a, detail::body_ref(b), pose_b);
}

}  // namespace masu
