// SPDX-License-Identifier: MIT
// time_of_impact() and shape_cast(): when moving shapes first touch.
#pragma once

#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// A motion from one pose to another while t goes from 0 to 1. The translation is linear. The
// rotation follows the shorter arc by normalized linear interpolation, without trigonometric
// functions: it is a little faster halfway. Opposite rotations have no shorter arc.
template <int D, class T>
struct Sweep {
  Transform<D, T> begin;  // the pose at t = 0
  Transform<D, T> end;    // the pose at t = 1
};

// Options of time_of_impact().
struct ImpactOptions {
  // The gap that counts as contact, as a fraction of the size of the shapes: above 0 and below 1.
  double tolerance = 1e-6;
  int most_rounds = 128;  // maximum number of iterations; then not_converged
};

// Called by time_of_impact() with the views of both shapes; compiled once for all kinds.
template <int D, class T>
Impact<D, T> impact_of_views(const ShapeView<D, T>& a, const Sweep<D, T>& of_a,
                             const ShapeView<D, T>& b, const Sweep<D, T>& of_b,
                             const ImpactOptions& options);
// Called by shape_cast() with the views of both shapes; compiled once for all kinds.
template <int D, class T>
Impact<D, T> cast_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                           const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                           const Vec<D, T>& translation);

// Computes the time of impact of two moving shapes by conservative advancement. Divides the gap by
// the largest approach speed along the normal; no contact is possible before that time. Repeats
// until the gap is within the tolerance or t exceeds 1. Never misses a contact. Statuses: those of
// distance(); not_converged after most_rounds: there is no contact before t; out_of_range for
// options, and for rotations more than 120 degrees apart (in 2D 170): split their arc in two;
// unbounded for half-spaces that rotate. Source: B. Mirtich, "Impulse-based dynamic simulation of
// rigid body systems", 1996, 2.3; the bound by the normal of distance is from M. Tang, Y. Kim, D.
// Manocha, "C2A", ICRA 2009.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Impact<D, T> time_of_impact(const A& a, const Sweep<D, T>& of_a, const B& b,
                            const Sweep<D, T>& of_b, const ImpactOptions& options = {}) {
  detail::expect_one_kind<D, T, A, B>();
  return impact_of_views<D, T>(view_of(a), of_a, view_of(b), of_b, options);
}

// Computes when b, moved by t times `translation`, first touches a; neither rotates. As
// time_of_impact() with the smallest tolerance that rounding allows; it takes few iterations, since
// polytopes have few faces to approach. In float about 5 of 10 000 casts of smooth shapes that hit
// end with not_converged: hit is false, and nothing touches before t.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Impact<D, T> shape_cast(const A& a, const Transform<D, T>& pose_a, const B& b,
                        const Transform<D, T>& pose_b, const Vec<D, T>& translation) {
  detail::expect_one_kind<D, T, A, B>();
  return cast_of_views<D, T>(view_of(a), pose_a, view_of(b), pose_b, translation);
}

}  // namespace masu
