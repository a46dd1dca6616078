// SPDX-License-Identifier: MIT
// Three corners and all between them: flat in space, and without sides.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// Corners in any order; on one line they make a segment.
template <int D, class T>
struct Triangle {
  Vec<D, T> a;
  Vec<D, T> b;
  Vec<D, T> c;  // the third corner

  ShapeView<D, T> view() const { return {.kind = ShapeKind::triangle, .p = {a, b, c}}; }
};

}  // namespace masu
