// SPDX-License-Identifier: MIT
#include <algorithm>

#include <masu/spatial_order/world_grid.hpp>

#include "cells.hpp"

namespace masu::cli {
namespace {

constexpr int kMaxDepth = 8;

int depth_for(int dim, std::size_t count) {
  int depth = 1;
  while (depth < kMaxDepth && (std::size_t(1) << dim * depth) < count / 4) ++depth;
  return depth;
}

template <int D>
Aabb<D, double> flattened(const Box3& box) {
  Aabb<D, double> result{};
  for (int a = 0; a < D; ++a) result.min[a] = box.min[a], result.max[a] = box.max[a];
  return result;
}

// The world is a cube, so that a cell is one too.
template <int D>
Aabb<D, double> cube_around(Aabb<D, double> box) {
  double edge = 0;
  for (int a = 0; a < D; ++a) edge = std::max(edge, box.max[a] - box.min[a]);
  for (int a = 0; a < D; ++a) box.max[a] = std::max(box.max[a], box.min[a] + edge);
  return box;
}

template <int D>
std::vector<Box3> find_cells(std::span<const Box3> boxes, const Box3& bounds) {
  const WorldGrid<D, double> grid(cube_around(flattened<D>(bounds)), depth_for(D, boxes.size()));
  std::vector<CellId<D>> cells;
  cells.reserve(boxes.size());
  for (const Box3& box : boxes) cells.push_back(grid.smallest_cell(flattened<D>(box)));
  // Depth-first order, so that what a picture leaves out is spread evenly.
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<Box3> result;
  result.reserve(cells.size());
  for (const CellId<D> cell : cells) {
    const Aabb<D, double> box = grid.bounds(cell);
    Box3 drawn{};
    for (int a = 0; a < D; ++a) drawn.min[a] = box.min[a], drawn.max[a] = box.max[a];
    result.push_back(drawn);
  }
  return result;
}

}  // namespace

std::vector<Box3> cells_with_objects(int dim, std::span<const Box3> boxes, const Box3& bounds) {
  return dim == 2 ? find_cells<2>(boxes, bounds) : find_cells<3>(boxes, bounds);
}

}  // namespace masu::cli
