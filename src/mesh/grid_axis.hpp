// SPDX-License-Identifier: MIT
// The positions of a grid's cells along one axis.
#pragma once

#include <array>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>
#include "mesh/cell_levels.hpp"

namespace masu::detail {

// Cell i extends from i to i + 1 cell sizes, each rounded once, so that neighbors share their
// border. As a box it has a center and a half extent, which is rounded up, so that there is no gap
// between two boxes. `low` and `high` are the borders of that box, rounded outward.
template <class T>
struct AxisCell {
  T low;
  T high;
  T center;
  T half;
};

template <class T>
class GridAxis {
 public:
  // With many more cells the borders of neighbors would be equal in float.
  static constexpr std::uint32_t kMostCells = 1u << 22;

  explicit GridAxis(Allocator allocator) : cells_(allocator) {}

  // Statuses: not_finite; not_positive; out_of_range: a size or length beyond the range of check();
  // too_many_objects; no_points: no cells; out_of_memory.
  Status build(std::uint32_t count, T size);

  std::uint32_t size() const { return static_cast<std::uint32_t>(cells_.size()); }
  T cell_size() const { return size_; }
  const AxisCell<T>& operator[](std::uint32_t i) const { return cells_[i]; }
  T border(std::uint32_t i) const { return static_cast<T>(double(i) * double(size_)); }

  // Finds the cells that overlap [low, high]; returns false if there are none. O(1): rounding
  // shifts the estimate by one at most.
  bool overlapped(double low, double high, std::uint32_t& first, std::uint32_t& last) const {
    const std::uint32_t n = size();
    if (n == 0 || !(low <= high) || cells_[n - 1].high < low || cells_[0].low > high) return false;
    first = guess(low);
    while (first > 0 && cells_[first - 1].high >= low) --first;
    while (cells_[first].high < low) ++first;
    last = guess(high);
    while (last + 1 < n && cells_[last + 1].low <= high) ++last;
    while (cells_[last].low > high) --last;
    return first <= last;
  }

 private:
  std::uint32_t guess(double x) const {
    const double scaled = x * inverse_;
    const double last = double(size() - 1);
    return static_cast<std::uint32_t>(scaled > 0 ? (scaled < last ? scaled : last) : 0.0);
  }

  Buffer<AxisCell<T>> cells_;
  T size_ = 0;
  double inverse_ = 0;
};

template <int D, class T>
using GridAxes = std::array<GridAxis<T>, D>;

template <int D, class T>
GridAxes<D, T> make_axes(Allocator allocator) {
  if constexpr (D == 1) return {GridAxis<T>(allocator)};
  if constexpr (D == 2) return {GridAxis<T>(allocator), GridAxis<T>(allocator)};
  if constexpr (D == 3) {
    return {GridAxis<T>(allocator), GridAxis<T>(allocator), GridAxis<T>(allocator)};
  }
}

// Returns the cells that overlap a box.
template <int D, class T>
CellBlock<D> cells_in(const GridAxes<D, T>& axes, const Aabb<D, T>& box) {
  CellBlock<D> range;
  for (int a = 0; a < D; ++a) {
    if (!axes[a].overlapped(box.min[a], box.max[a], range.first[a], range.last[a])) return range;
  }
  range.empty = false;
  return range;
}

extern template class GridAxis<float>;
extern template class GridAxis<double>;

}  // namespace masu::detail
