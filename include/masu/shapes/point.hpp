// SPDX-License-Identifier: MIT
// Point: a single point.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// A single point.
template <int D, class T>
struct Point {
  Vec<D, T> position{};  // in the frame of the shape

  // Returns the value that queries take.
  ShapeView<D, T> view() const { return {.kind = ShapeKind::point, .p = {position}}; }
};

}  // namespace masu
