// SPDX-License-Identifier: MIT
// When shapes that move and turn first touch.
#pragma once

#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// From one place to another while t goes from 0 to 1: the translation by even steps, the rotation
// along the shortest arc by linear interpolation made unit again, which needs no trigonometric
// function: it turns a little faster halfway. Opposite rotations have no shortest arc.
template <int D, class T>
struct Sweep {
  Transform<D, T> begin;  // where it is at t = 0
  Transform<D, T> end;    // where it is at t = 1
};

// How near is touching, and for how many rounds it is looked for.
struct ImpactOptions {
  // A part of the size of the shapes, above zero and below 1.
  double tolerance = 1e-6;
  int most_rounds = 128;
};

template <int D, class T>
Impact<D, T> impact_of_views(const ShapeView<D, T>& a, const Sweep<D, T>& of_a,
                             const ShapeView<D, T>& b, const Sweep<D, T>& of_b,
                             const ImpactOptions& options);
template <int D, class T>
Impact<D, T> cast_of_views(const ShapeView<D, T>& a, const Transform<D, T>& at_a,
                           const ShapeView<D, T>& b, const Transform<D, T>& at_b,
                           const Vec<D, T>& translation);

// By conservative advancement: the gap along the normal cannot close faster than the shapes
// approach along it and their farthest points turn, so that much time passes without touch; again,
// until the gap is within the tolerance, or time is up. It never jumps over a touch. Where
// most_rounds do not suffice the status is not_converged, and t is a time before which nothing
// touches. Statuses: those of distance(); out_of_range for options, and for rotations more than
// 120 degrees apart (in the plane: 170), whose arc is to be cut in two; unbounded for half-spaces
// that turn. Source: B. Mirtich,
// "Impulse-based dynamic simulation of rigid body systems", 1996, 2.3; the bound by the normal of
// distance is from M. Tang, Y. Kim, D. Manocha, "C2A", ICRA 2009.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Impact<D, T> time_of_impact(const A& a, const Sweep<D, T>& of_a, const B& b,
                            const Sweep<D, T>& of_b, const ImpactOptions& options = {}) {
  detail::expect_one_kind<D, T, A, B>();
  return impact_of_views<D, T>(view_of(a), of_a, view_of(b), of_b, options);
}

// b moves by t times `translation`, neither turns. The same with the smallest tolerance that
// rounding allows; few rounds, as polytopes have but few faces to come near to. In float about 5 of
// 10 000 casts of smooth shapes that hit end as not_converged before they do: hit is false, and
// nothing touches before t.
template <Shape A, Shape B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>>
Impact<D, T> shape_cast(const A& a, const Transform<D, T>& at_a, const B& b,
                        const Transform<D, T>& at_b, const Vec<D, T>& translation) {
  detail::expect_one_kind<D, T, A, B>();
  return cast_of_views<D, T>(view_of(a), at_a, view_of(b), at_b, translation);
}

}  // namespace masu
