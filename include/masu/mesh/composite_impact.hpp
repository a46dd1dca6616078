// SPDX-License-Identifier: MIT
// time_of_impact() and shape_cast() of two bodies, at least one of them a composite shape.
#pragma once

#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/sub_shape_results.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

namespace masu {

namespace detail {

template <int D, class T>
SubShapeImpact<D, T> impact_of_bodies(const BodyRef<D, T>& a, const Sweep<D, T>& of_a,
                                      const BodyRef<D, T>& b, const Sweep<D, T>& of_b,
                                      const ImpactOptions& options);
// Only impacts for which accept(impact, sub-shape of a) is true count; nullptr: all.
template <int D, class T>
SubShapeImpact<D, T> cast_of_bodies(
    const BodyRef<D, T>& a, const Transform<D, T>& pose_a, const BodyRef<D, T>& b,
    const Transform<D, T>& pose_b, const Vec<D, T>& translation,
    const FunctionRef<bool(const Impact<D, T>&, std::uint32_t)>* accept = nullptr);

}  // namespace detail

// Computes the first contact of two sub-shapes: the smallest (t, sub_shape_a, sub_shape_b) of
// time_of_impact() over all pairs. Statuses: those of time_of_impact(); no_points for a body
// without sub-shapes. Sub-shapes whose swept AABBs are apart are not tested: the motion is divided
// into 16 parts, each with its own swept AABBs.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> SubShapeImpact<D, T> time_of_impact(
    const A& a, const Sweep<D, T>& of_a, const B& b, const Sweep<D, T>& of_b,
    const ImpactOptions& options = {}) {
  return detail::impact_of_bodies<D, T>(detail::body_ref(a), of_a, detail::body_ref(b), of_b,
                                        options);
}

// As time_of_impact() for b that moves by t times `translation`, without rotations, with the
// smallest tolerance that rounding allows.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
requires detail::BodyPair<A, B> SubShapeImpact<D, T> shape_cast(const A& a,
                                                                const Transform<D, T>& pose_a,
                                                                const B& b,
                                                                const Transform<D, T>& pose_b,
                                                                const Vec<D, T>& translation) {
  return detail::cast_of_bodies<D, T>(detail::body_ref(a), pose_a, detail::body_ref(b), pose_b,
                                      translation);
}

}  // namespace masu
