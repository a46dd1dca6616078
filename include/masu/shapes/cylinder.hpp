// SPDX-License-Identifier: MIT
// A disc drawn out along its axis.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// Along y, around the origin; both sizes above zero.
template <class T>
struct Cylinder {
  T radius;
  T half_height;

  ShapeView<3, T> view() const {
    return {.kind = ShapeKind::cylinder, .p = {{radius, half_height, 0}}};
  }
};

}  // namespace masu
