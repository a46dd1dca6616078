// SPDX-License-Identifier: MIT
// ChainGridFiller: fills the grid of start nodes over a tree of walls.
#pragma once

#include <algorithm>
#include <cmath>

#include <masu/core/buffer.hpp>
#include <masu/core/finite.hpp>
#include "corridor/chain_nodes.hpp"

namespace masu::detail {

// Halves blocks of cells, and passes each half the nodes that are near it, so that a cell tests
// only a few.
template <class T>
class ChainGridFiller {
 public:
  using Cell = typename ChainGrid<T>::Cell;

  ChainGridFiller(const ChainNodes<T>& nodes, const ChainGrid<T>& grid, Cell* cells)
      : nodes_(nodes), grid_(grid), more_(grid.reach + grid.slack), cells_(cells) {}

  // Cells from x0 up to x1, y0 up to y1, both exclusive.
  struct Block {
    std::uint32_t x0, y0, x1, y1;
  };

  void fill(const Block& block) const {
    List all;
    all.size = 1;
    all.node[0] = ChainStart(nodes_.levels - 1, 0);
    fill(block, all);
  }

 private:
  static constexpr std::size_t kMost = 24;
  struct List {  // of nodes of one level
    ChainStart node[kMost];
    std::size_t size = 0;
  };
  Aabb<2, T> near(const Block& b) const {
    const T side = 1 / grid_.scale;
    const auto at = [&](int axis, std::uint32_t i) { return grid_.origin[axis] + T(i) * side; };
    return {{at(0, b.x0) - more_, at(1, b.y0) - more_}, {at(0, b.x1) + more_, at(1, b.y1) + more_}};
  }

  // Replaces the nodes by their children that overlap `box`, if the list then has at most `most`
  // nodes. Returns false if it cannot be refined.
  bool refine(const Aabb<2, T>& box, std::size_t most, List& list) const {
    const std::uint32_t level = list.size == 0 ? 0 : list.node[0].level();
    if (level == 0) return false;
    List next;
    for (std::size_t i = 0; i < list.size; ++i) {
      const ChainStart node = list.node[i];
      const ChainNode<T>& n = nodes_.at(level, node.node());
      for (std::uint32_t k = 0; k < kChainWidth; ++k) {
        if (!overlaps_nonempty(n.lane(k), box)) continue;
        if (next.size == most) return false;
        next.node[next.size++] = ChainStart(level - 1, kChainWidth * node.node() + k);
      }
    }
    list = next;
    return true;
  }

  // Drops nodes with nothing near: a node of the list may have been near the parent block alone.
  void erase_far(const Aabb<2, T>& box, List& list) const {
    std::size_t retained = 0;
    for (std::size_t i = 0; i < list.size; ++i) {
      const ChainNode<T>& n = nodes_.at(list.node[i].level(), list.node[i].node());
      bool overlap = false;
      for (std::uint32_t k = 0; k < kChainWidth; ++k) overlap |= overlaps_nonempty(n.lane(k), box);
      if (overlap) list.node[retained++] = list.node[i];
    }
    list.size = retained;
  }

  void fill(const Block& block, List list) const {
    const Aabb<2, T> box = near(block);
    erase_far(box, list);
    while (refine(box, kMost, list)) {
    }
    const std::uint32_t width = block.x1 - block.x0;
    const std::uint32_t height = block.y1 - block.y0;
    if (list.size == 0 && width * height > 1) {
      clear(block);
    } else if (width * height == 1) {
      clear(block);
      shrink(list);
      std::copy(list.node, list.node + list.size,
                cells_[std::size_t(block.y0) * grid_.columns + block.x0].start);
    } else if (width >= height) {
      const std::uint32_t mid = block.x0 + width / 2;
      fill({block.x0, block.y0, mid, block.y1}, list);
      fill({mid, block.y0, block.x1, block.y1}, list);
    } else {
      const std::uint32_t mid = block.y0 + height / 2;
      fill({block.x0, block.y0, block.x1, mid}, list);
      fill({block.x0, mid, block.x1, block.y1}, list);
    }
  }

  void clear(const Block& block) const {
    for (std::uint32_t y = block.y0; y < block.y1; ++y) {
      Cell* const row = cells_ + std::size_t(y) * grid_.columns;
      std::fill(row + block.x0, row + block.x1, Cell{});
    }
  }

  // Replaces the nodes by their parents until four are left; each node once.
  static void shrink(List& list) {
    while (list.size > kChainStarts) {
      List next;
      for (std::size_t i = 0; i < list.size; ++i) {
        const ChainStart node(list.node[i].level() + 1, list.node[i].node() / kChainWidth);
        const ChainStart* const begin = next.node;
        const auto same = [&](const ChainStart& s) { return s.key == node.key; };
        if (std::none_of(begin, begin + next.size, same)) next.node[next.size++] = node;
      }
      list = next;
    }
  }

  const ChainNodes<T>& nodes_;
  const ChainGrid<T>& grid_;
  T more_;
  Cell* cells_;
};

// Makes a grid over `bounds` and what is within reach of it, with cells of four times the reach, or
// larger ones where there would be more than `most`. Returns false if out of memory.
template <class T>
[[nodiscard]] bool fill_grid(const ChainNodes<T>& nodes, const Aabb<2, T>& bounds, T reach,
                             std::size_t most, ChainGrid<T>& grid,
                             Buffer<typename ChainGrid<T>::Cell>& cells) {
  double largest = double(reach);
  for (int a = 0; a < 2; ++a) {
    largest = std::max({largest, std::abs(double(bounds.min[a])), std::abs(double(bounds.max[a]))});
  }
  // The largest error of a cell's position.
  const double slack = 32 * double(std::numeric_limits<T>::epsilon()) * largest;
  const double margin = double(reach) + slack;
  const double width = double(bounds.max[0]) - double(bounds.min[0]) + 2 * margin;
  const double height = double(bounds.max[1]) - double(bounds.min[1]) + 2 * margin;
  double side = std::max(4 * margin, std::sqrt(width * height / double(most)));
  side = std::max({side, width / 30000, height / 30000});
  grid.reach = reach;
  grid.scale = static_cast<T>(1 / side);
  grid.columns = static_cast<std::uint32_t>(width / side) + 1;
  grid.rows = static_cast<std::uint32_t>(height / side) + 1;
  for (int a = 0; a < 2; ++a) grid.origin[a] = static_cast<T>(double(bounds.min[a]) - margin);
  if (!is_finite(grid.scale)) {
    grid = {};  // walls too small for cells
    return true;
  }
  if (!cells.resize(std::size_t(grid.columns) * grid.rows)) return false;
  grid.slack = static_cast<T>(slack);
  grid.covered = bounds;
  ChainGridFiller<T>(nodes, grid, cells.data()).fill({0, 0, grid.columns, grid.rows});
  return true;
}

// Updates the cells near boxes in which leaves have changed; makes a new grid if one lies outside.
// Without walls (empty bounds) all cells may stay: their nodes are empty. Returns false if out of
// memory.
template <class T>
[[nodiscard]] bool refill_grid(const ChainNodes<T>& nodes, const Aabb<2, T>& bounds,
                               std::span<const Aabb<2, T>> changed, std::size_t most,
                               ChainGrid<T>& grid, Buffer<typename ChainGrid<T>::Cell>& cells) {
  if (bounds.empty()) return true;
  const double side = 1 / double(grid.scale);
  const double more = double(grid.reach) + 2 * double(grid.slack);
  const std::uint32_t count[2] = {grid.columns, grid.rows};
  const ChainGridFiller<T> filler(nodes, grid, cells.data());
  for (const Aabb<2, T>& box : changed) {
    if (box.empty()) continue;
    if (!grid.covered.contains(box)) {
      // With space around, so that the next step outwards does not do it again.
      const Vec<2, T> margin = (bounds.max - bounds.min) * T(0.125);
      const Aabb<2, T> wider{bounds.min - margin, bounds.max + margin};
      return fill_grid(nodes, wider, grid.reach, most, grid, cells);
    }
    std::uint32_t from[2], to[2];
    for (int a = 0; a < 2; ++a) {
      const double low = (double(box.min[a]) - more - double(grid.origin[a])) / side;
      const double high = (double(box.max[a]) + more - double(grid.origin[a])) / side;
      // One cell more, since positions of cells are rounded.
      from[a] = static_cast<std::uint32_t>(std::max(low - 1, 0.0));
      to[a] = std::min(static_cast<std::uint32_t>(std::max(high + 2, 1.0)), count[a]);
    }
    if (from[0] < to[0] && from[1] < to[1]) filler.fill({from[0], from[1], to[0], to[1]});
  }
  return true;
}

}  // namespace masu::detail
