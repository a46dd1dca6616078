// SPDX-License-Identifier: MIT
// All points within a radius of one.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// The radius is above zero; a Point has none.
template <int D, class T>
struct Sphere {
  T radius;
  Vec<D, T> center{};

  ShapeView<D, T> view() const {
    return {.kind = ShapeKind::point, .radius = radius == 0 ? T(-1) : radius, .p = {center}};
  }
};

template <class T>
using Circle = Sphere<2, T>;

}  // namespace masu
