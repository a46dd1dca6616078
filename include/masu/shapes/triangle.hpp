// SPDX-License-Identifier: MIT
// Triangle: flat in 3D, and without thickness.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// A triangle with corners in any order; corners on one line make a segment.
template <int D, class T>
struct Triangle {
  Vec<D, T> a;  // the first corner
  Vec<D, T> b;  // the second corner
  Vec<D, T> c;  // the third corner

  // Returns the value that queries take.
  ShapeView<D, T> view() const { return {.kind = ShapeKind::triangle, .p = {a, b, c}}; }
};

}  // namespace masu
