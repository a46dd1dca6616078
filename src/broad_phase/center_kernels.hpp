// SPDX-License-Identifier: MIT
// The bounds of the centers of boxes: a table of its own, so that a program with trees alone has no
// kernels of tiles.
#pragma once

#include "broad_phase/tiles.hpp"

namespace masu::detail {

// The functions compiled once for each instruction set.
template <int D, class T>
struct CenterKernels {
  // Computes the bounds of the centers of the boxes; ignores centers that are not finite.
  void (*bounds)(const RawBoxes<D, T>& boxes, Aabb<D, T>& bounds);
};

// The kernels for this processor (or the forced target). D = 1..4; float and double.
template <int D, class T>
const CenterKernels<D, T>& center_kernels();

}  // namespace masu::detail
