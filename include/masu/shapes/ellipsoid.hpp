// SPDX-License-Identifier: MIT
// A ball stretched along its own axes.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// Half axes, all above zero; around the origin.
template <int D, class T>
struct Ellipsoid {
  Vec<D, T> half_axes;

  ShapeView<D, T> view() const { return {.kind = ShapeKind::ellipsoid, .p = {half_axes}}; }
};

template <class T>
using Ellipse = Ellipsoid<2, T>;

}  // namespace masu
