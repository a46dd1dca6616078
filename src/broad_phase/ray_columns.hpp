// SPDX-License-Identifier: MIT
// RayColumns: the cells of one level that a ray can hit, column by column, in the order of the ray.
#pragma once

#include <cstdint>
#include <limits>

#include <masu/core/ray.hpp>
#include <masu/spatial_order/domain_grid.hpp>
#include "broad_phase/cell_range.hpp"

namespace masu::detail {

// A column is the cells with one coordinate on the ray's main axis, the one on which it crosses the
// most cells. Each cell belongs to one column, so none is visited twice. Everything is widened by
// more than the rounding of ray_box(), so that no object which that test accepts is missed.
template <int D, class T>
class RayColumns {
 public:
  RayColumns(const DomainGrid<D, T>& grid, const Ray<D, T>& ray) : grid_(grid), ray_(ray) {
    for (int a = 0; a < D; ++a) {
      const auto i = static_cast<std::size_t>(a);
      const T reach = grid.domain().max[a] * T(0.5) - grid.domain().min[a] * T(0.5);
      slack_[a] = kUlps * (size(ray.origin[a]) + size(grid.domain().min[a]) + reach + reach);
      if (!is_finite(slack_[a])) slack_[a] = std::numeric_limits<T>::max() / 4;
      const T end = at(ray.max_t, a);
      start_[i] = grid.coord(ray.origin[a] - sign(a) * slack_[a], a);
      end_[i] = grid.coord(end + sign(a) * (slack_[a] + kUlps * size(end)), a);
      if (steps(a) > steps(main_)) main_ = a;
    }
  }

  // Calls f(range of cells, t) for each column of `level`, t the first at which the ray can hit an
  // object registered there, until f returns false. Objects reach `reach` cells beyond theirs.
  template <class F>
  bool for_each(int level, std::uint32_t reach, F&& f) const {
    const int up = grid_.depth() - level;
    const auto m = static_cast<std::size_t>(main_);
    const bool forward = ray_.direction[main_] >= 0;
    std::int64_t first = std::int64_t(start_[m]) >> up;
    std::int64_t last = std::int64_t(end_[m]) >> up;
    // The column below the lowest one reaches into the ray's span.
    std::int64_t& lowest = forward ? first : last;
    lowest = lowest > reach ? lowest - reach : 0;
    for (std::int64_t column = first;; column += forward ? 1 : -1) {
      if (forward ? column > last : column < last) return true;
      if (!visit(level, reach, column, f)) return false;
    }
  }

  std::uint64_t columns(int level) const { return (steps(main_) >> (grid_.depth() - level)) + 2; }

 private:
  static constexpr T kUlps = 64 * std::numeric_limits<T>::epsilon();

  static T size(T x) { return x < 0 ? -x : x; }
  // The sign of the ray's direction on an axis: -1, 0, 1.
  T sign(int a) const {
    return ray_.direction[a] > 0 ? T(1) : (ray_.direction[a] < 0 ? T(-1) : T(0));
  }
  T at(T t, int a) const {
    return ray_.direction[a] == 0 ? ray_.origin[a] : ray_.origin[a] + ray_.direction[a] * t;
  }
  std::uint64_t steps(int a) const {
    const auto i = static_cast<std::size_t>(a);
    return start_[i] < end_[i] ? end_[i] - start_[i] : start_[i] - end_[i];
  }

  // The lower boundary of a column; the border columns extend to infinity.
  T boundary(int level, std::int64_t column) const {
    const T cells = static_cast<T>(std::uint64_t(1) << level);
    const T low = grid_.domain().min[main_] * T(0.5);
    const T length = grid_.domain().max[main_] * T(0.5) - low;
    if (column <= 0) return -std::numeric_limits<T>::infinity();
    if (column >= std::int64_t(1) << level) return std::numeric_limits<T>::infinity();
    return (low + length * (static_cast<T>(column) / cells)) * T(2);
  }

  template <class F>
  bool visit(int level, std::uint32_t reach, std::int64_t column, F& f) const {
    T enter = 0;
    T leave = ray_.max_t;
    const T d = ray_.direction[main_];
    if (d != 0) {
      const T low = boundary(level, column) - slack_[main_];
      const T high = boundary(level, column + 1 + reach) + slack_[main_];
      const T t_low = (low - ray_.origin[main_]) / d;
      const T t_high = (high - ray_.origin[main_]) / d;
      const T near = d > 0 ? t_low : t_high;
      const T far = d > 0 ? t_high : t_low;
      if (near > enter) enter = near;
      if (far < leave) leave = far;
      if (enter > leave) return true;
    }
    CellCoords<D> lo{};
    CellCoords<D> hi{};
    for (int a = 0; a < D; ++a) {
      const auto i = static_cast<std::size_t>(a);
      const T p = at(enter, a);
      const T q = at(leave, a);
      const T down = p < q ? p : q;
      const T over = p < q ? q : p;
      lo[i] = grid_.coord(down - slack_[a] - kUlps * size(down), a);
      hi[i] = grid_.coord(over + slack_[a] + kUlps * size(over), a);
    }
    const auto m = static_cast<std::size_t>(main_);
    const int up = grid_.depth() - level;
    lo[m] = hi[m] = static_cast<std::uint32_t>(std::uint64_t(column) << up);
    return f(CellRange<D>(lo, hi, grid_.depth(), level, reach, main_), enter);
  }

  DomainGrid<D, T> grid_;
  Ray<D, T> ray_;
  Vec<D, T> slack_{};
  CellCoords<D> start_{};
  CellCoords<D> end_{};
  int main_ = 0;
};

}  // namespace masu::detail
