// SPDX-License-Identifier: MIT
// CellGroups: the domain cut into ranges of cells in Morton order, for stream_pairs().
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cell_grid.hpp"

namespace masu::distributed::detail {

// A grid of 2^bits cells on each axis. First add() every box, then make_groups(); from then on
// cells have groups.
template <int D>
class CellGroups {
 public:
  // The greatest number of cells of a box that is not large.
  static constexpr std::uint32_t kMaxCells = 256;

  // Covers the finite bounds; points outside belong to the outermost cells.
  CellGroups(const Aabb<D, double>& bounds, int bits)
      : grid_(bounds, bits), of_cell_(std::size_t(1) << (D * bits)) {}

  // Returns whether a box meets too many cells.
  bool large(const Aabb<D, double>& box) const {
    std::uint64_t cells = 1;
    const Cell lo = grid_.cell_of(box.min), hi = grid_.cell_of(box.max);
    for (std::size_t a = 0; a < D; ++a) cells *= hi[a] - lo[a] + 1;
    return cells > kMaxCells;
  }
  // Counts a box in each of its cells.
  void add(const Aabb<D, double>& box) {
    for_each_cell(box, [&](std::uint64_t code) { ++of_cell_[code]; });
  }
  // Makes groups of up to `capacity` boxes, or of one cell; returns their number.
  std::uint32_t make_groups(std::uint64_t capacity) {
    std::uint64_t boxes = 0;
    std::uint32_t group = 0;
    for (std::uint32_t& cell : of_cell_) {
      if (boxes > 0 && boxes + cell > capacity) ++group, boxes = 0;
      boxes += cell;
      cell = group;
    }
    return group + 1;
  }

  // Returns the group of a point.
  std::uint32_t group_of(const Vec<D, double>& p) const { return of_cell_[grid_.code_of(p)]; }
  // Stores the groups that a box meets, ascending, each once.
  void groups_of(const Aabb<D, double>& box, std::vector<std::uint32_t>& groups) const {
    groups.clear();
    for_each_cell(box, [&](std::uint64_t code) { groups.push_back(of_cell_[code]); });
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  }

 private:
  using Cell = typename CellGrid<D>::Cell;

  template <class Visit>
  void for_each_cell(const Aabb<D, double>& box, Visit&& visit) const {
    const Cell lo = grid_.cell_of(box.min), hi = grid_.cell_of(box.max);
    for (Cell cell = lo;;) {
      visit(grid_.code_of(cell));
      std::size_t a = 0;
      for (; a < D && cell[a] == hi[a]; ++a) cell[a] = lo[a];
      if (a == D) return;
      ++cell[a];
    }
  }

  CellGrid<D> grid_;
  std::vector<std::uint32_t> of_cell_;  // by Morton code: number of boxes, then group
};

}  // namespace masu::distributed::detail
