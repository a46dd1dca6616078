// SPDX-License-Identifier: MIT
// Ellipsoid, and Ellipse in 2D.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// An ellipsoid with its center at the origin and its axes along x, y, z. Half axes are positive.
template <int D, class T>
struct Ellipsoid {
  Vec<D, T> half_axes;  // from the center to the surface, on each axis

  // Returns the value that queries take.
  ShapeView<D, T> view() const { return {.kind = ShapeKind::ellipsoid, .p = {half_axes}}; }
};

// The ellipsoid in 2D.
template <class T>
using Ellipse = Ellipsoid<2, T>;

}  // namespace masu
