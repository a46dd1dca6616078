// SPDX-License-Identifier: MIT
// Point: a single point.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

template <int D, class T>
struct Point {
  Vec<D, T> position{};

  ShapeView<D, T> view() const { return {.kind = ShapeKind::point, .p = {position}}; }
};

}  // namespace masu
