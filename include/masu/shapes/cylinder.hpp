// SPDX-License-Identifier: MIT
// Cylinder: a solid cylinder.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// A cylinder along the y axis with its center at the origin. Both sizes are positive.
template <class T>
struct Cylinder {
  T radius;       // of both discs
  T half_height;  // from the center to each disc

  // Returns the value that queries take.
  ShapeView<3, T> view() const {
    return {.kind = ShapeKind::cylinder, .p = {{radius, half_height, 0}}};
  }
};

}  // namespace masu
