// SPDX-License-Identifier: MIT
// The cells of one grid: the cell of an object, and the choice of the cell size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <masu/broad_phase/grid_options.hpp>
#include <masu/core/vec.hpp>

namespace masu::detail {

// A dense block of cells, axis 0 fastest. An object belongs to the cell of its lower corner.
// Every step from point to cell is monotone under rounding, so comparing cells loses no overlap of
// coordinates.
template <int D, class T>
struct GridCells {
  using Coords = Vec<D, std::uint32_t>;

  Vec<D, T> base{};
  Vec<D, T> edge{};
  Vec<D, T> inverse{};  // 1 / edge; 0 on an axis that is not divided
  Coords dims = Coords::all(1);

  // Points outside belong to the border cells; infinite ones too.
  std::uint32_t coord(T x, int axis) const {
    const T t = (x - base[axis]) * inverse[axis];
    const T top = static_cast<T>(dims[axis] - 1);
    if (!(t > 0)) return 0;  // NaN, from 0 * inf: one cell, or a point on the base
    return t < top ? static_cast<std::uint32_t>(t) : dims[axis] - 1;
  }
  Coords coords(const Vec<D, T>& p) const {
    Coords c;
    for (int a = 0; a < D; ++a) c[a] = coord(p[a], a);
    return c;
  }
  std::uint32_t index(const Coords& c) const {
    std::uint32_t i = c[D - 1];
    for (int a = D - 2; a >= 0; --a) i = i * dims[a] + c[a];
    return i;
  }
  std::uint32_t count() const {
    std::uint32_t n = 1;
    for (int a = 0; a < D; ++a) n *= dims[a];
    return n;
  }
  Aabb<D, T> region_of(std::uint32_t cell) const {
    Aabb<D, T> box;
    for (int a = 0; a < D; ++a) {
      box.min[a] = base[a] + static_cast<T>(cell % dims[a]) * edge[a];
      box.max[a] = box.min[a] + edge[a];
      cell /= dims[a];
    }
    return box;
  }
};

// One grid. Its objects are a range of the sorted arrays: first those in cells, then those that are
// too large for its cells.
template <int D, class T>
struct GridNode {
  static constexpr std::uint32_t kNone = 0xffff'ffffu;

  GridCells<D, T> cells;
  Vec<D, T> reach{};  // no object in a cell is longer
  Aabb<D, T> bounds = Aabb<D, T>::nothing();
  std::uint32_t first = 0;
  std::uint32_t large_first = 0;  // also the end of those in cells
  std::uint32_t end = 0;
  std::uint32_t starts = 0;  // of its cells: index into starts_ and children_
  std::uint32_t large = kNone;
  std::uint32_t children_first = kNone;
  std::uint32_t children_end = kNone;
  std::uint32_t depth = 0;
  Aabb<D, T> region = Aabb<D, T>::nothing();  // given; else the cells lie over the objects
};

template <int D, class T>
T longest_edge(const Aabb<D, T>& box) {
  T most = 0;
  for (int a = 0; a < D; ++a) most = std::max(most, box.max[a] - box.min[a]);
  return most;
}

// Returns the longest edge among the boxes with no edge longer than `most`.
template <int D, class T>
T longest_edge_up_to(T most, const Aabb<D, T>* boxes, std::size_t size) {
  T longest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const T edge = longest_edge(boxes[i]);
    longest = edge <= most ? std::max(longest, edge) : longest;
  }
  return longest;
}

// Returns the median of the longest edges of a sample of boxes.
template <int D, class T>
T typical_edge(const Aabb<D, T>* boxes, std::uint32_t size) {
  constexpr std::uint32_t kSamples = 65;
  T sorted[kSamples];
  const std::uint32_t samples = std::min(size, kSamples);
  for (std::uint32_t i = 0; i < samples; ++i) {
    const T edge = longest_edge(boxes[std::uint64_t(i) * size / samples]);
    std::uint32_t j = i;
    for (; j > 0 && sorted[j - 1] > edge; --j) sorted[j] = sorted[j - 1];
    sorted[j] = edge;
  }
  return sorted[samples / 2];
}

// Bounds of the lower corners that are finite, and the longest edge of all boxes.
template <int D, class T>
struct GridMeasures {
  Aabb<D, T> corners = Aabb<D, T>::nothing();
  T longest = 0;

  GridMeasures(const Aabb<D, T>* boxes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      longest = std::max(longest, longest_edge(boxes[i]));
      const Vec<D, T>& p = boxes[i].min;
      if (!is_finite(p)) continue;
      corners.min = min(corners.min, p);
      corners.max = max(corners.max, p);
    }
  }
};

template <int D, class T>
double most_cells(std::size_t objects) {
  return std::min(2.0 * static_cast<double>(objects) + 16.0, 2147483647.0);
}

// Returns the number of cells of a region. An axis of infinite length is not divided.
template <int D, class T>
double cells_in(const Vec<D, T>& range, T edge) {
  double cells = 1;
  for (int a = 0; a < D; ++a) {
    if (range[a] > edge && is_finite(range[a])) cells *= static_cast<double>(range[a] / edge) + 1;
  }
  return cells;
}

// Returns the smallest edge, at least `least`, for which the region has no more than most_cells().
// It multiplies by `step` instead of taking a root: the same bits on every machine.
template <int D, class T>
T fitting_edge(const Vec<D, T>& range, T least, T step, std::size_t objects) {
  const double most = most_cells<D, T>(objects);
  T longest = 0;
  for (int a = 0; a < D; ++a) {
    if (is_finite(range[a])) longest = std::max(longest, range[a]);
  }
  constexpr T tiny = std::numeric_limits<T>::min();  // below it a step may not grow
  T edge = std::max(std::max(least, tiny), longest / static_cast<T>(most));
  while (is_finite(edge) && cells_in(range, edge) > most) edge *= step;
  return edge;
}

template <int D, class T>
void divide(GridCells<D, T>& cells, const Aabb<D, T>& region, const Vec<D, T>& edge) {
  cells.base = region.min;
  cells.edge = edge;
  for (int a = 0; a < D; ++a) {
    const T range = region.max[a] - region.min[a];
    const T pieces = range / edge[a];
    const bool divided = pieces > 1 && is_finite(range) && is_finite(T(1) / edge[a]);
    cells.dims[a] = 1;
    cells.inverse[a] = 0;
    if (!divided) continue;
    cells.inverse[a] = T(1) / edge[a];
    cells.dims[a] = static_cast<std::uint32_t>(pieces);
    if (static_cast<T>(cells.dims[a]) < pieces) ++cells.dims[a];
  }
}

// Divides each axis into the same number of intervals, fewer if there would be too many cells.
template <int D, class T>
void divide_evenly(GridCells<D, T>& cells, const Aabb<D, T>& region, std::uint32_t pieces,
                   std::size_t objects) {
  const auto power = [](std::uint32_t p) {
    double cells_there = 1;
    for (int a = 0; a < D; ++a) cells_there *= p;
    return cells_there;
  };
  while (pieces > 1 && power(pieces) > most_cells<D, T>(objects)) pieces /= 2;
  Vec<D, T> edge;
  for (int a = 0; a < D; ++a) edge[a] = (region.max[a] - region.min[a]) / static_cast<T>(pieces);
  divide(cells, region, edge);
  for (int a = 0; a < D; ++a) cells.dims[a] = std::min(cells.dims[a], pieces);
}

}  // namespace masu::detail
