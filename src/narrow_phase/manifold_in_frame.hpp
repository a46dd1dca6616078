// SPDX-License-Identifier: MIT
// The contact area of two shapes that are checked and in order.
#pragma once

#include <masu/narrow_phase/detail/placed_pair.hpp>

#include "narrow_phase/core_distance.hpp"

namespace masu::detail {

template <int D, class T>
Manifold<D, T> manifold_in_frame(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                 const PairPlace<D>& at, T margin, const Caches& caches = {});

// The same, where it is known how their cores lie.
template <int D, class T>
Manifold<D, T> manifold_of_core(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                const PairPlace<D>& at, const CoreDistance<D>& core, T margin);

}  // namespace masu::detail
