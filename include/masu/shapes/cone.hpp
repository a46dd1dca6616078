// SPDX-License-Identifier: MIT
// A disc and an apex.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// The apex at +half_height on the y axis, the disc at -half_height; both sizes above zero.
template <class T>
struct Cone {
  T radius;
  T half_height;

  ShapeView<3, T> view() const {
    return {.kind = ShapeKind::cone, .p = {{radius, half_height, 0}}};
  }
};

}  // namespace masu
