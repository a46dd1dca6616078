// SPDX-License-Identifier: MIT
// HalfSpace: everything on one side of a plane (in 2D, of a line).
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// All x with normal . x <= offset. The squared length of the normal is 1 within 2^-10; queries
// scale the normal to length 1.
template <int D, class T>
struct HalfSpace {
  Vec<D, T> normal;  // outward: away from the solid
  T offset;          // of the plane from the origin, along the normal

  // Returns the value that queries take.
  ShapeView<D, T> view() const {
    Vec<D, T> packed_offset{};
    packed_offset[0] = offset;
    return {.kind = ShapeKind::half_space, .p = {normal, packed_offset}};
  }
};

// The name that physics engines use: a plane with a solid side, out of which the normal points. A
// floor at y = 0 is Plane<3, float>{{0, 1, 0}, 0}.
template <int D, class T>
using Plane = HalfSpace<D, T>;

}  // namespace masu
