// SPDX-License-Identifier: MIT
// Box: an oriented box.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// An oriented box: its transform rotates it. Half extents are not negative; with zeros the box is a
// plate (in 3D), a segment or a point.
template <int D, class T>
struct Box {
  Vec<D, T> half_extents;  // half the length along each axis
  Vec<D, T> center{};      // in the frame of the shape

  // Returns the value that queries take.
  ShapeView<D, T> view() const { return {.kind = ShapeKind::box, .p = {half_extents, center}}; }
};

}  // namespace masu
