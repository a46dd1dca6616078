// SPDX-License-Identifier: MIT
// Segment: all points between two end points.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// The segment from a to b. Ends that coincide make a point.
template <int D, class T>
struct Segment {
  Vec<D, T> a;  // one end
  Vec<D, T> b;  // the other end

  // Returns the view that queries take.
  ShapeView<D, T> view() const { return {.kind = ShapeKind::segment, .p = {a, b}}; }
};

}  // namespace masu
