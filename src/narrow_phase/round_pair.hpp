// SPDX-License-Identifier: MIT
// Pairs of cores of revolution around parallel axes.
#pragma once

#include "narrow_phase/core_distance.hpp"

namespace masu::detail {

// The tilt of two axes that round_pair() takes for parallel: no point of b moves farther than that
// part of its size.
template <class T>
inline constexpr double kParallelAxes = std::is_same_v<T, float> ? 0x1p-25 : 0x1p-32;

// Answers as core_distance() does. False: the pair has no such symmetry.
//
// Cylinders, cones, segments and ellipsoids of revolution whose axes are parallel are what they are
// in the plane of both axes: the difference of two bodies of revolution is one, and so its nearest
// point lies in the plane of its axis and the origin. Without that plane a whole circle of ways out
// is as good, or nearly, and a polytope would have to fill it with faces. Axes count as parallel if
// taking them so changes nothing that T shows; the bounds hold then too.
template <int D, class T>
bool round_pair(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                Depth depth, CoreDistance<D>& r);

// The same for overlapping pairs whose axes are parallel to within a degree. Only the bounds hold;
// normal and points are good guesses.
template <int D, class T>
bool round_pair_bounds(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                       const PairFrame<D>& frame, CoreDistance<D>& r);

}  // namespace masu::detail
