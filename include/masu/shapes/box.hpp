// SPDX-License-Identifier: MIT
// A box that turns with its body.
#pragma once

#include <masu/shapes/shape_view.hpp>

namespace masu {

// Half extents along its own axes, none below zero: with a zero it is a plate, or less.
template <int D, class T>
struct Box {
  Vec<D, T> half_extents;
  Vec<D, T> center{};

  ShapeView<D, T> view() const { return {.kind = ShapeKind::box, .p = {half_extents, center}}; }
};

}  // namespace masu
