// SPDX-License-Identifier: MIT
// The search of the difference of two cores: GJK if they are apart, an expanding polytope if not.
#pragma once

#include "narrow_phase/core_distance.hpp"

namespace masu::detail {

// Gives the results of core_distance() and cores_within(), for all kinds except half-spaces.
template <int D, class T>
CoreDistance<D> search_distance(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                const PairFrame<D>& frame, Depth depth, const Caches& caches);
template <int D, class T>
bool search_within(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                   double reach, PairCache* cache);

}  // namespace masu::detail
