// SPDX-License-Identifier: MIT
// Sphere, and Circle in 2D.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// All points within `radius` of a center. The radius is positive; use a Point for radius 0.
template <int D, class T>
struct Sphere {
  T radius;            // above 0
  Vec<D, T> center{};  // in the shape's own frame

  // Returns the view that queries take.
  ShapeView<D, T> view() const {
    return {.kind = ShapeKind::point, .radius = radius == 0 ? T(-1) : radius, .p = {center}};
  }
};

// A circle: the sphere in 2D.
template <class T>
using Circle = Sphere<2, T>;

}  // namespace masu
