// SPDX-License-Identifier: MIT
// The box of a leaf's walls as nodes store it.
#pragma once

#include <cmath>
#include <limits>

#include "corridor/chain_nodes.hpp"

namespace masu::detail {

// Returns the box grown by more than the rounding of a distance to a wall inside: 3 units in the
// last place of its length. Rounding outwards counts where the box is small and far from the
// origin.
template <class T>
Aabb<2, T> grown(const Aabb<2, T>& box) {
  const T extent = (box.max[0] - box.min[0]) + (box.max[1] - box.min[1]);
  const T more = 8 * std::numeric_limits<T>::epsilon() * extent;
  Aabb<2, T> r = box;
  for (int a = 0; a < 2; ++a) {
    r.min[a] = std::nextafter(box.min[a] - more, -std::numeric_limits<T>::infinity());
    r.max[a] = std::nextafter(box.max[a] + more, std::numeric_limits<T>::infinity());
  }
  return r;
}

}  // namespace masu::detail
