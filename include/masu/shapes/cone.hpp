// SPDX-License-Identifier: MIT
// Cone: the hull of a disc and an apex.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// A cone along the y axis: the apex at +half_height, the disc at -half_height. Both sizes are
// positive.
template <class T>
struct Cone {
  T radius;       // of the disc
  T half_height;  // half the distance from disc to apex

  // Returns the value that queries take.
  ShapeView<3, T> view() const {
    return {.kind = ShapeKind::cone, .p = {{radius, half_height, 0}}};
  }
};

}  // namespace masu
