// SPDX-License-Identifier: MIT
// GridOptions: options of a UniformGrid.
#pragma once

#include <cstdint>

#include <masu/core/aabb.hpp>

namespace masu {

// How space is divided into cells, and crowded cells into smaller ones.
template <int D, class T>
struct GridOptions {
  // Edge length of the cells; 0: chosen from the objects, so that there are about as many cells as
  // objects. Doubled while there would be more than 2 n + 16 cells: memory stays linear.
  T cell = 0;
  // Cells along each axis, at every level; 0: from the edge length.
  std::uint32_t per_axis = 0;
  // The region that the cells divide. Empty (or not finite): the bounds of the objects' lower
  // corners. Objects outside belong to the border cells.
  Aabb<D, T> region = Aabb<D, T>::nothing();
  // A cell with more objects is divided into cells of its own, down to kMostCuts levels.
  std::uint32_t crowd = 24;
  static constexpr int kMostCuts = 12;  // how often a crowded cell is divided at most
};

}  // namespace masu
