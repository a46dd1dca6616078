// SPDX-License-Identifier: MIT
// Distance of two polyhedra that are apart, by GJK in registers.
#pragma once

#include <masu/narrow_phase/pair_cache.hpp>
#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/shape_view.hpp>

#include "narrow_phase/core_distance.hpp"

namespace masu::detail {

// Computes the result of distance_of_views() bit for bit, and writes the same cache. Returns false,
// and changes nothing, if the general search must run: the shapes overlap or nearly touch, an input
// is invalid, a polyhedron has so many vertices that it has a table, or the search reached a rare
// case.
template <class T>
bool polyhedra_apart(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                     const ShapeView<3, T>& b, const Transform<3, T>& pose_b, PairCache* cache,
                     Separation<3, T>& r);

// As above, core_distance() in the frame of the first polyhedron. Precondition: valid shapes.
template <class T>
bool cores_apart(const ShapeView<3, T>& a, const ShapeView<3, T>& b, const PairFrame<3>& frame,
                 PairCache& cache, CoreDistance<3>& r);

}  // namespace masu::detail
