// SPDX-License-Identifier: MIT
// A better lower bound of the distance of two cores that nearly touch.
#pragma once

#include <masu/narrow_phase/gjk.hpp>
#include <masu/shapes/shape_view.hpp>

#include "narrow_phase/core_distance.hpp"

namespace masu::detail {

// The direction between nearest points is off by rounding over their distance. Where that is too
// much for the lower bound, the normals of the features that face each other may be better. For
// shapes with vertices, with the simplex of their nearest points; sets the bound and the normal.
template <class T>
void prove_by_features(const ShapeView<3, T>& a, const ShapeView<3, T>& b,
                       const PairFrame<3>& frame, const Simplex<3>& s, CoreDistance<3>& r);

}  // namespace masu::detail
