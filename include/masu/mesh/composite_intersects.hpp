// SPDX-License-Identifier: MIT
// intersects() and touching_sub_shapes() of two bodies, at least one of them a composite shape.
#pragma once

#include <masu/core/pair.hpp>
#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/sub_shape_results.hpp>

namespace masu {

// Result of intersects(): whether two bodies touch, and one pair of sub-shapes that touch. `stats`
// counts as in SubShapeSeparation.
struct SubShapeIntersection {
  Status status = Status::ok;               // as that of intersects() for two shapes
  bool overlapping = false;                 // whether any two sub-shapes touch
  std::uint32_t sub_shape_a = kNoSubShape;  // a sub-shape of a that touches
  std::uint32_t sub_shape_b = kNoSubShape;  // the sub-shape of b that it touches
  QueryStats stats{};                       // work of the search

  // Returns the result with the bodies exchanged.
  SubShapeIntersection flipped() const {
    return {status, overlapping, sub_shape_b, sub_shape_a, stats};
  }
};

namespace detail {

// Sub-shapes at most `margin` apart count as touching.
template <int D, class T>
SubShapeIntersection intersection_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                            const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                            double margin);
template <int D, class T>
SearchResult touching_sub_shapes_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                           const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                           PairOutput& out);

}  // namespace detail

// Returns whether two bodies overlap or touch. Which touching pair is returned depends only on the
// hierarchies of the bodies. Surfaces are not solids: a shape inside a closed mesh does not touch
// it. Swapped arguments give the flipped result. Statuses: those of check() and Transform::check();
// no_points for a body without sub-shapes. Typically O(log n + k) for k pairs of sub-shapes whose
// boxes overlap.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> SubShapeIntersection intersects(const A& a,
                                                                const Transform<D, T>& pose_a,
                                                                const B& b,
                                                                const Transform<D, T>& pose_b) {
  return detail::intersection_of_bodies<D, T>(detail::body_ref(a), pose_a, detail::body_ref(b),
                                              pose_b, 0);
}

// Delivers all pairs of sub-shapes that touch to a PairSink: (sub-shape of a, sub-shape of b), in
// an order that depends on the bodies and transforms. Swapped arguments give the same pairs,
// swapped. Statuses: as intersects(); stopped and out_of_memory from the sink.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>,
          PairSink Sink>
requires detail::BodyPair<A, B> SearchResult touching_sub_shapes(const A& a,
                                                                 const Transform<D, T>& pose_a,
                                                                 const B& b,
                                                                 const Transform<D, T>& pose_b,
                                                                 Sink&& sink) {
  PairOutput out(sink);
  return detail::touching_sub_shapes_of_bodies<D, T>(detail::body_ref(a), pose_a,
                                                     detail::body_ref(b), pose_b, out);
}

}  // namespace masu
