// SPDX-License-Identifier: MIT
// The contact area of two shapes that are checked and in order.
#pragma once

#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/placed_pair.hpp"

namespace masu::detail {

template <int D, class T>
Manifold<D, T> manifold_in_frame(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                 const PairPose<D>& pose, T margin, const Caches& caches = {});

// Computes the contact area along the normal of `core`, between the two planes perpendicular to it.
// The separation is that at the deepest corner, which may be farther apart than the planes.
template <int D, class T>
Manifold<D, T> manifold_along(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                              const PairPose<D>& pose, const CoreDistance<D>& core, T margin);

}  // namespace masu::detail
