// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstdint>

#include "cells.hpp"

namespace masu::cli {
namespace {

struct Cell {
  int level;
  std::array<std::uint32_t, 3> place;  // in cells of this level
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

int depth_for(int dim, std::size_t count) {
  int depth = 1;
  while (depth < 8 && (std::size_t(1) << dim * depth) < count / 4) ++depth;
  return depth;
}

// The world is a cube, so that a cell is one too.
double world_edge(int dim, const Box3& bounds) {
  double edge = 0;
  for (int a = 0; a < dim; ++a) edge = std::max(edge, bounds.max[a] - bounds.min[a]);
  return edge;
}

class Tree {
 public:
  Tree(int dim, int depth, const Box3& bounds)
      : dim_(dim), depth_(depth), origin_(bounds.min), edge_(world_edge(dim, bounds)) {}

  // Both corners in finest cells; they part at the highest bit in which they differ.
  Cell cell_of(const Box3& box) const {
    std::array<std::uint32_t, 3> low{};
    std::uint32_t differ = 0;
    for (int a = 0; a < dim_; ++a) {
      low[a] = finest(box.min[a], a);
      differ |= low[a] ^ finest(box.max[a], a);
    }
    const int up = std::bit_width(differ);
    for (std::uint32_t& place : low) place >>= up;
    return {depth_ - up, low};
  }

  Box3 bounds_of(const Cell& cell) const {
    const double size = edge_ / static_cast<double>(1u << cell.level);
    Box3 box;
    for (int a = 0; a < dim_; ++a) {
      box.min[a] = origin_[a] + cell.place[a] * size;
      box.max[a] = box.min[a] + size;
    }
    return box;
  }

 private:
  // The far edge of the world belongs to the last cell.
  std::uint32_t finest(double x, int axis) const {
    const std::uint32_t side = 1u << depth_;
    const double part = edge_ > 0 ? (x - origin_[axis]) / edge_ * side : 0;
    return std::min(side - 1, static_cast<std::uint32_t>(std::max(0.0, part)));
  }

  int dim_;
  int depth_;
  Point3 origin_;
  double edge_;
};

}  // namespace

std::vector<Box3> cells_with_objects(int dim, std::span<const Box3> boxes, const Box3& bounds) {
  const Tree tree(dim, depth_for(dim, boxes.size()), bounds);
  std::vector<Cell> cells;
  cells.reserve(boxes.size());
  for (const Box3& box : boxes) cells.push_back(tree.cell_of(box));
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<Box3> result;
  for (const Cell& cell : cells) result.push_back(tree.bounds_of(cell));
  return result;
}

}  // namespace masu::cli
