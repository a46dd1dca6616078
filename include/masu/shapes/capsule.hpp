// SPDX-License-Identifier: MIT
// Capsule: all points within a radius of a segment.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// All points within `radius` of the segment from a to b. The radius is positive; ends that coincide
// make a sphere.
template <int D, class T>
struct Capsule {
  Vec<D, T> a;  // one end of the segment
  Vec<D, T> b;  // the other end
  T radius;     // around the segment; above 0

  // Returns the view that queries take.
  ShapeView<D, T> view() const {
    return {.kind = ShapeKind::segment, .radius = radius == 0 ? T(-1) : radius, .p = {a, b}};
  }
};

}  // namespace masu
