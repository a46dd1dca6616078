// SPDX-License-Identifier: MIT
// ColumnGrid, ColumnPlan: how a sorted list of boxes is distributed to columns along the axis of
// the sweep, and whether that pays: judged by a sample, in a small time for any input.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "broad_phase/sweep_record.hpp"

namespace masu::detail {

// Columns are cells of a grid over the axes other than the swept one.
template <int D, class T>
struct ColumnGrid {
  static constexpr int kAxes = D > 1 ? D - 1 : 1;
  static constexpr std::uint32_t kMostColumns = 4096;

  T origin[kAxes]{};
  T scale[kAxes]{};              // cells per unit
  std::uint32_t cells[kAxes]{};  // at least one
  double tests_per_column = 0;   // per box, estimated from the sample

  std::uint32_t columns() const {
    std::uint32_t all = 1;
    for (int k = 0; k < D - 1; ++k) all *= cells[k];
    return all;
  }
  // Returns the cell of a coordinate. Monotone; coordinates outside belong to the border. Not for
  // NaN.
  std::uint32_t cell(int k, T x) const {
    const T at = (x - origin[k]) * scale[k];
    const T most = static_cast<T>(cells[k] - 1);
    return static_cast<std::uint32_t>(at > 0 ? (at < most ? at : most) : T(0));
  }
};

// Calls f(column, begins) for the columns that a box overlaps, with a bit for each axis on which
// the box begins in that column. Two boxes that share columns have exactly one in common where, on
// each axis, one of them begins: the cell of the greater of their two lower ends.
template <int D, class T, class F>
void for_each_column(const ColumnGrid<D, T>& grid, const SweepRecord<D, T>& r, F&& f) {
  std::uint32_t from[D], to[D], at[D];
  std::uint32_t first = 0, crossed = 0;
  for (int k = D - 2; k >= 0; --k) {
    from[k] = at[k] = grid.cell(k, r.lo[k + 1]);
    to[k] = grid.cell(k, r.hi[k + 1]);
    first = first * grid.cells[k] + from[k];
    crossed |= from[k] ^ to[k];
  }
  if (crossed == 0) return f(first, (1u << (D - 1)) - 1);  // most boxes
  for (;;) {
    std::uint32_t column = 0, begins = 0;
    for (int k = D - 2; k >= 0; --k) {
      column = column * grid.cells[k] + at[k];
      begins |= (at[k] == from[k] ? 1u : 0u) << k;
    }
    f(column, begins);
    int k = 0;
    for (; k < D - 1 && at[k] == to[k]; ++k) at[k] = from[k];
    if (k >= D - 1) return;
    ++at[k];
  }
}

// A sample of the boxes of a list.
template <int D, class T>
class ColumnPlan {
 public:
  using Record = SweepRecord<D, T>;
  using Grid = ColumnGrid<D, T>;

  // The number of boxes to sample.
  static constexpr std::uint32_t kSample = 256;
  static std::uint32_t sample_step(std::size_t size) {
    const std::size_t samples = std::clamp<std::size_t>(size / 16, 32, kSample / 2);
    return static_cast<std::uint32_t>(size / samples + 1);
  }
  void add(const Record& r) {
    if (size_ < kSample) sample_[size_++] = &r;
  }

  // Finds the cheapest grid over the first `axes` axes for `boxes` boxes that now have `tests`
  // tests each. Returns false if none is worth its construction. O(kSample) for each of a dozen
  // widths.
  bool choose(int axes, double boxes, double tests, Grid& best) {
    if (size_ < 16) return false;
    T width[D], low[D], high[D];
    for (int k = 0; k < D - 1; ++k) measure(k, low[k], high[k], width[k]);
    double least = kGain * (kSweepCost + kTestCost * tests);
    bool found = false;
    for (const double times : {1.5, 2., 3., 4., 6., 8., 12., 16., 24., 32., 64., 128.}) {
      Grid grid;
      for (int k = 0; k < D - 1; ++k) {
        set_axis(grid, k, k + 1 < axes, low[k], high[k], static_cast<double>(width[k]) * times);
      }
      if (too_many(grid, boxes)) continue;
      const double cost = judge(grid, boxes, tests);
      if (cost < least) least = cost, best = grid, found = true;
    }
    return found;
  }

 private:
  // About nanoseconds; only their ratios matter.
  static constexpr double kSweepCost = 10;  // a box in a sweep
  static constexpr double kDealCost = 30;   // a box copied to a column
  static constexpr double kTestCost = 0.3;  // a test, several at a time
  static constexpr double kColumnCost = 60;
  static constexpr double kGain = 0.8;

  // Measures the range of the lower ends without the outermost, and a width that most boxes do not
  // exceed.
  void measure(int k, T& low, T& high, T& width) {
    T values[kSample];
    const std::uint32_t edge = size_ / 32;
    for (std::uint32_t i = 0; i < size_; ++i) values[i] = sample_[i]->lo[k + 1];
    std::nth_element(values, values + edge, values + size_);
    low = values[edge];
    std::nth_element(values, values + (size_ - 1 - edge), values + size_);
    high = values[size_ - 1 - edge];
    for (std::uint32_t i = 0; i < size_; ++i)
      values[i] = sample_[i]->hi[k + 1] - sample_[i]->lo[k + 1];
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (!(values[i] >= 0)) values[i] = std::numeric_limits<T>::infinity();  // inf - inf
    }
    std::nth_element(values, values + size_ * 5 / 8, values + size_);
    width = values[size_ * 5 / 8];
  }

  static void set_axis(Grid& grid, int k, bool used, T low, T high, double width) {
    const double span = static_cast<double>(high) - static_cast<double>(low);
    grid.origin[k] = 0;
    grid.scale[k] = 0;
    grid.cells[k] = 1;
    if (!used || !is_finite(low) || !(span > 0) || !is_finite(span)) return;
    const double cells = std::min(span / std::max(width, span / 1024), 1024.);
    const T scale = static_cast<T>(cells / span);
    if (!(cells >= 2) || !(scale > 0) || !is_finite(scale)) return;
    grid.origin[k] = low;
    grid.scale[k] = scale;
    grid.cells[k] = static_cast<std::uint32_t>(cells);
  }

  static bool too_many(const Grid& grid, double boxes) {
    double all = 1;
    for (int k = 0; k < D - 1; ++k) all *= grid.cells[k];
    return all < 2 || all > Grid::kMostColumns || all * 8 > boxes;
  }

  // Returns the time per box: replicas increase it, columns with few boxes reduce it.
  double judge(Grid& grid, double boxes, double tests) {
    const std::uint32_t columns = grid.columns();
    std::fill(count_, count_ + columns, std::uint16_t(0));
    double copies = 0, together = 0;
    for (std::uint32_t i = 0; i < size_; ++i) {
      std::uint32_t column = 0;
      double reached = 1;
      for (int k = D - 2; k >= 0; --k) {
        const std::uint32_t from = grid.cell(k, sample_[i]->lo[k + 1]);
        reached *= grid.cell(k, sample_[i]->hi[k + 1]) - from + 1;
        column = column * grid.cells[k] + from;
      }
      copies += reached;
      together += count_[column]++;
    }
    copies /= size_;
    const double same = 2 * together / (double(size_) * (size_ - 1));
    grid.tests_per_column = tests * copies * std::max(same, 1.0 / columns);
    return copies * (kDealCost + kSweepCost + kTestCost * grid.tests_per_column) +
           kColumnCost * columns / boxes;
  }

  const Record* sample_[kSample];
  std::uint32_t size_ = 0;
  std::uint16_t count_[Grid::kMostColumns];
};

}  // namespace masu::detail
