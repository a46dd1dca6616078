// SPDX-License-Identifier: MIT
// Two polyhedra that are apart, by GJK in registers.
#pragma once

#include <masu/narrow_phase/pair_cache.hpp>
#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu::detail {

// Answers as distance_of_views() does, bit by bit, and keeps in the cache what that would keep.
// False: the shapes overlap or nearly touch, an input is not sound, vertices are so many that they
// have a table, or the search met something rare. Then the general way must be gone; nothing was
// changed.
template <class T>
bool polyhedra_apart(const ShapeView<3, T>& a, const Transform<3, T>& at_a,
                     const ShapeView<3, T>& b, const Transform<3, T>& at_b, PairCache* cache,
                     Separation<3, T>& r);

}  // namespace masu::detail
