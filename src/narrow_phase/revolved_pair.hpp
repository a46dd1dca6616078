// SPDX-License-Identifier: MIT
// Pairs of cores of revolution around parallel axes.
#pragma once

#include "narrow_phase/core_distance.hpp"

namespace masu::detail {

// The tilt up to which revolved_pair() treats two axes as parallel: no point of b moves farther
// than that share of its size.
template <class T>
inline constexpr double kParallelAxes = std::is_same_v<T, float> ? 0x1p-25 : 0x1p-32;

// Gives the results of core_distance(). Returns false if the pair has no such symmetry.
//
// For cylinders, cones, segments and ellipsoids of revolution with parallel axes the problem is
// two-dimensional: the difference of two bodies of revolution is one, and so its nearest point lies
// in the plane of its axis and the origin. In 3D a whole circle of directions is equally good, or
// nearly, and a polytope would have to fill it with faces. Axes count as parallel if treating them
// so changes nothing that T resolves; the bounds hold in that case, too.
template <int D, class T>
bool revolved_pair(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                   Depth depth, CoreDistance<D>& r);

// As above, for overlapping pairs whose axes are parallel within a degree. Only the bounds hold;
// normal and points are good estimates.
template <int D, class T>
bool revolved_pair_bounds(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                          const PairFrame<D>& frame, CoreDistance<D>& r);

}  // namespace masu::detail
