// SPDX-License-Identifier: MIT
// GridOptions: options of a UniformGrid.
#pragma once

#include <cstdint>

#include <masu/core/aabb.hpp>

namespace masu {

// Options of a UniformGrid: how space is divided into cells, and crowded cells into smaller ones.
template <int D, class T>
struct GridOptions {
  // Edge length of the cells; 0: chosen from the objects, so that there are about as many cells as
  // objects. If that makes more than 2 n + 16 cells, it is doubled until it does not: memory stays
  // linear.
  T cell = 0;
  // Number of cells along each axis, at every level; 0: from the edge length.
  std::uint32_t per_axis = 0;
  // The region that the cells divide. Empty (or not finite): the bounds of the objects' lower
  // corners. Objects outside belong to the border cells.
  Aabb<D, T> region = Aabb<D, T>::nothing();
  // A cell with more objects than this is divided into smaller cells, down to kMostCuts levels.
  std::uint32_t crowd = 24;
  static constexpr int kMostCuts = 12;  // the most levels of divided cells
};

}  // namespace masu
