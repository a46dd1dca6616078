// SPDX-License-Identifier: MIT
// Pairs of points, segments and boxes, by the formula of the pair.
#pragma once

#include <masu/narrow_phase/detail/direct_pair.hpp>
#include <masu/shapes/shape_view.hpp>

#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/kind_order.hpp"

namespace masu::detail {

// For simple kinds. Returns false if there is no formula, it was in doubt, or the input is not
// valid (without saying why): then another method must be used. Depth::none: cores that overlap
// have a common point and no normal. O(1); the same bits on every instruction set.
template <int D, class T>
bool simple_pair(const ShapeView<D, T>& a, const Transform<D, T>& pose_a, const ShapeView<D, T>& b,
                 const Transform<D, T>& pose_b, Depth depth, Separation<D, T>& r);

// Returns whether they overlap.
template <int D, class T>
Overlap simple_overlap(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                       const ShapeView<D, T>& b, const Transform<D, T>& pose_b);

// As above, in the frame of a pair, a having the higher-ranked kind. Precondition: valid input.
template <int D, class T>
bool simple_core(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                 Depth depth, CoreDistance<D>& r);
template <int D, class T>
Overlap simple_reach(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                     double reach);

}  // namespace masu::detail
