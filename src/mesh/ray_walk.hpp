// SPDX-License-Identifier: MIT
// A traversal of a grid along a ray, slab by slab.
#pragma once

#include <algorithm>
#include <cmath>

#include "mesh/grid_axis.hpp"

namespace masu::detail {

// Slabs of cells perpendicular to the axis along which the ray crosses most of them. In each slab
// the ray stays within one or two cells per axis, found from where it enters and leaves the slab,
// rounded outward: so rays along borders and through corners visit all cells that they touch. Runs
// of empty slabs are skipped at once. The classical walk from cell to cell (J. Amanatides and A.
// Woo, "A fast voxel traversal algorithm for ray tracing", Eurographics 1987) visits only one of
// the cells that share a border.
template <int A, class T>
class RayWalk {
 public:
  // `rounding`: sub-shapes that the ray passes within this distance may count as hit.
  RayWalk(const GridAxes<A, T>& axes, const Vec<A, double>& origin, const Vec<A, double>& direction,
          double rounding)
      : axes_(axes), origin_(origin), direction_(direction), rounding_(rounding) {
    double most = -1;
    for (int a = 0; a < A; ++a) {
      const double cells = std::fabs(direction[a]) / double(axes[a].cell_size());
      if (cells > most) most = cells, major_ = a;
    }
    inverse_ = direction[major_] != 0 ? 1 / direction[major_] : 0;
  }

  // `any(level, block, from, to)` returns whether a block of cells of a level may have sub-shapes
  // between those times. `visit(range, from, to)` returns the new reach, for the cells of a slab.
  // Returns the number of slabs and runs of slabs tested.
  template <class Any, class Visit>
  std::uint64_t walk(double reach, Any&& any, Visit&& visit) const {
    State<Any, Visit> state{any, visit, reach};
    std::uint32_t s = 0;
    std::uint32_t end = 0;
    if (ends(s, end)) pass(kTop, s, end, state);
    return state.visited;
  }

 private:
  // Runs of 512 slabs, then of 64, 8, and one by one.
  static constexpr int kTop = 9;
  static constexpr int kStep = 3;

  template <class Any, class Visit>
  struct State {
    Any& any;
    Visit& visit;
    double reach;
    std::uint64_t visited = 0;
  };

  // Returns false beyond the reach.
  template <class Any, class Visit>
  bool pass(int level, std::uint32_t s, std::uint32_t end, State<Any, Visit>& state) const {
    const bool down = direction_[major_] < 0;
    CellBlock<A> range;
    for (;;) {
      const std::uint32_t run = (1u << level) - 1;
      const std::uint32_t stop = down ? std::max(s & ~run, end) : std::min(s | run, end);
      double from = 0, to = 0;
      ++state.visited;
      if (!between(s, stop, state.reach, from, to)) return false;
      if (cells(from, to, s, stop, range)) {
        if (level == 0) {
          state.reach = state.visit(range, from, to);
        } else if (state.any(level, above(range, level), from, to)) {
          if (!pass(level - kStep, s, stop, state)) return false;
        }
      }
      if (stop == end) return true;
      s = down ? stop - 1 : stop + 1;
    }
  }

  // Finds the first and the last slab of the ray; returns false if it misses the grid.
  bool ends(std::uint32_t& first, std::uint32_t& end) const {
    const GridAxis<T>& axis = axes_[major_];
    if (axis.size() == 0) return false;
    const double low = double(axis[0].low) - rounding_;
    const double high = double(axis[axis.size() - 1].high) + rounding_;
    const double x = origin_[major_];
    const double d = direction_[major_];
    if ((x < low && !(d > 0)) || (x > high && !(d < 0))) return false;
    const double inside = x < low ? low : (x > high ? high : x);
    std::uint32_t last = 0;
    if (!axis.overlapped(inside - rounding_, inside + rounding_, first, last)) return false;
    end = d > 0 ? axis.size() - 1 : (d < 0 ? 0 : last);
    first = d < 0 ? last : first;
    return true;
  }
  // Finds the times in which the ray is in slabs first..last; returns false if they are beyond the
  // reach.
  bool between(std::uint32_t first, std::uint32_t last, double reach, double& from,
               double& to) const {
    from = 0;
    to = reach;
    const double d = direction_[major_];
    if (d == 0) return true;
    const GridAxis<T>& axis = axes_[major_];
    const double low = double(axis[std::min(first, last)].low) - origin_[major_] - rounding_;
    const double high = double(axis[std::max(first, last)].high) - origin_[major_] + rounding_;
    const double enter = (d > 0 ? low : high) * inverse_;
    const double leave = (d > 0 ? high : low) * inverse_;
    from = enter > 0 ? enter * (1 - kSlack) : 0;
    if (from > reach) return false;
    to = std::max(from, std::min(reach, leave * (1 + kSlack)));
    return true;
  }
  bool cells(double from, double to, std::uint32_t first, std::uint32_t last,
             CellBlock<A>& range) const {
    range.empty = true;
    for (int a = 0; a < A; ++a) {
      if (a == major_) {
        range.first[a] = std::min(first, last);
        range.last[a] = std::max(first, last);
        continue;
      }
      const double x = origin_[a] + direction_[a] * from;
      const double y = origin_[a] + direction_[a] * to;
      const double slack =
          rounding_ + kSlack * (std::fabs(origin_[a]) + std::fabs(direction_[a]) * (from + to));
      const double low = (x < y ? x : y) - slack;
      const double high = (x < y ? y : x) + slack;
      if (!axes_[a].overlapped(low, high, range.first[a], range.last[a])) return false;
    }
    range.empty = false;
    return true;
  }
  static CellBlock<A> above(CellBlock<A> range, int level) {
    for (int a = 0; a < A; ++a) range.first[a] >>= level, range.last[a] >>= level;
    return range;
  }

  static constexpr double kSlack = 0x1p-44;
  const GridAxes<A, T>& axes_;
  Vec<A, double> origin_;
  Vec<A, double> direction_;
  double rounding_;
  int major_ = 0;
  double inverse_;
};

}  // namespace masu::detail
