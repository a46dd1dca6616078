// SPDX-License-Identifier: MIT
// The search of the difference of two cores: GJK if they are apart, an expanding polytope if not.
#pragma once

#include "narrow_phase/core_distance.hpp"

namespace masu::detail {

// Answers as core_distance() and cores_within() do, for all kinds but half-spaces. `answer` comes
// as it was made.
template <int D, class T>
void search_distance(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                     Depth depth, const Caches& caches, CoreDistance<D>& answer);
template <int D, class T>
bool search_within(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                   double reach, PairCache* cache);

}  // namespace masu::detail
