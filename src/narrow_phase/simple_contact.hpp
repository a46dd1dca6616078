// SPDX-License-Identifier: MIT
// Contact areas of points, segments and boxes without the general cut.
#pragma once

#include <masu/narrow_phase/manifold.hpp>

namespace masu::detail {

// In any order, not checked; `m` is empty. Returns false if there is no formula, it was in doubt,
// or the input is not valid: then another method must be used.
template <class T>
bool simple_contact(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                    const ShapeView<3, T>& b, const Transform<3, T>& pose_b, T margin,
                    Manifold<3, T>& m);

// For two boxes.
template <class T>
bool box_contact(const ShapeView<3, T>& a, const Transform<3, T>& pose_a, const ShapeView<3, T>& b,
                 const Transform<3, T>& pose_b, T margin, Manifold<3, T>& m);

// The depth of simple_pair(), and the features of the two points. Not for two boxes.
template <class T>
bool simple_corner(const ShapeView<3, T>& a, const Transform<3, T>& pose_a,
                   const ShapeView<3, T>& b, const Transform<3, T>& pose_b, Separation<3, T>& s,
                   std::uint32_t& id);

}  // namespace masu::detail
