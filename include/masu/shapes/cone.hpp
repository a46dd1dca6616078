// SPDX-License-Identifier: MIT
// Cone: the hull of a disc and an apex.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// A cone along the y axis: the apex at +half_height, the disc at -half_height. Both sizes are
// positive.
template <class T>
struct Cone {
  T radius;
  T half_height;

  ShapeView<3, T> view() const {
    return {.kind = ShapeKind::cone, .p = {{radius, half_height, 0}}};
  }
};

}  // namespace masu
