// SPDX-License-Identifier: MIT
// What a UniformGrid can be told beside its boxes.
#pragma once

#include <cstdint>

#include <masu/core/aabb.hpp>

namespace masu {

// How space is cut into cells, and crowded cells into smaller ones.
template <int D, class T>
struct GridOptions {
  // Edge of the cells; 0: chosen from the objects, so that there are about as many cells as those.
  // Doubled while there would be more than 2 n + 16 cells: memory stays linear.
  T cell = 0;
  // Cells along each axis, at every level; 0: from the edge.
  std::uint32_t per_axis = 0;
  // What the cells divide. Nothing (or not finite): the bounds of the objects' lower corners.
  // Objects outside belong to the border cells.
  Aabb<D, T> region = Aabb<D, T>::nothing();
  // A cell with more objects is cut into cells of its own, down to kMostCuts levels.
  std::uint32_t crowd = 24;
  static constexpr int kMostCuts = 12;  // how often a crowded cell is cut at most
};

}  // namespace masu
