// SPDX-License-Identifier: MIT
// A grid and the coarser grids above it, each with half as many cells per axis, and their search.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include <masu/core/aabb.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/spatial_order/morton.hpp>

namespace masu::detail {

// Level 0 is the grid itself. Cell c of a level covers cells 2c and 2c + 1 of the level below,
// where they exist.
template <int D>
struct CellLevels {
  static constexpr int kMost = 33;
  CellCoords<D> size[kMost] = {};
  int count = 0;

  // Precondition: at least one cell per axis.
  void set(const CellCoords<D>& finest) {
    std::uint32_t longest = 0;
    for (int a = 0; a < D; ++a) longest = std::max(longest, finest[a]);
    count = std::bit_width(longest - 1) + 1;
    size[0] = finest;
    for (int level = 1; level < count; ++level) {
      for (int a = 0; a < D; ++a) size[level][a] = (size[level - 1][a] + 1) / 2;
    }
  }
};

// first <= c <= last, axis by axis.
template <int D>
struct CellBlock {
  CellCoords<D> first{};
  CellCoords<D> last{};
  bool empty = true;
};

template <int D>
std::uint64_t cell_count(const CellBlock<D>& range) {
  std::uint64_t n = range.empty ? 0 : 1;
  for (int a = 0; a < D; ++a) n *= std::uint64_t(range.last[a]) - range.first[a] + 1;
  return n;
}

// Calls visit(first cell of the row) for each row along axis 0, until it returns false.
template <int D, class Visit>
bool for_each_row(const CellBlock<D>& range, Visit&& visit) {
  if (range.empty) return true;
  CellCoords<D> cell = range.first;
  for (;;) {
    if (!visit(cell)) return false;
    int a = 1;
    for (; a < D && cell[a] == range.last[a]; ++a) cell[a] = range.first[a];
    if (a >= D) return true;
    ++cell[a];
  }
}

// Calls visit(cell) for each cell, axis 0 fastest, until it returns false.
template <int D, class Visit>
bool for_each_cell(const CellBlock<D>& range, Visit&& visit) {
  return for_each_row(range, [&](CellCoords<D> cell) {
    for (;; ++cell[0]) {
      if (!visit(std::as_const(cell))) return false;
      if (cell[0] == range.last[0]) return true;
    }
  });
}

// Calls visit(cell), which returns the new reach, for cells of level 0 with gap(their box) <=
// reach, near ones first. box_of(level, cell) is empty for cells without content. Typically
// O(levels) boxes for each cell visited.
template <int D, class BoxOf, class Gap, class Visit>
QueryStats search_cells(const CellLevels<D>& levels, BoxOf&& box_of, Gap&& gap, double reach,
                        Visit&& visit) {
  struct Waiting {
    double gap;
    int level;
    CellCoords<D> cell;
  };
  constexpr int kChildren = 1 << D;
  QueryStats stats;
  Waiting stack[CellLevels<D>::kMost * (kChildren - 1) + 1];
  int top = 0;
  if (levels.count != 0) stack[top++] = {-1, levels.count - 1, {}};
  while (top != 0) {
    const Waiting next = stack[--top];
    if (next.gap > reach) continue;
    if (next.level == 0) {
      ++stats.results;
      reach = visit(next.cell);
      continue;
    }
    ++stats.nodes;
    const int level = next.level - 1;
    Waiting* const lanes = stack + top;
    for (int k = 0; k < kChildren; ++k) {
      CellCoords<D> cell;
      bool inside = true;
      for (int a = 0; a < D; ++a) {
        cell[a] = 2 * next.cell[a] + (std::uint32_t(k) >> a & 1);
        inside &= cell[a] < levels.size[level][a];
      }
      if (!inside) continue;
      const auto box = box_of(level, cell);
      if (box.empty()) continue;
      ++stats.tests;
      const double distance = gap(box);
      if (!(distance <= reach)) continue;
      // The nearest on top; of equally near ones the first.
      Waiting* slot = stack + top++;
      for (; slot != lanes && slot[-1].gap <= distance; --slot) *slot = slot[-1];
      *slot = {distance, level, cell};
    }
  }
  return stats;
}

}  // namespace masu::detail
