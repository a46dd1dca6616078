// SPDX-License-Identifier: MIT
// A simple uniform grid, as programs with objects of one size write it themselves: cells at least
// as wide as the largest object, a counting sort, and tests of each cell against itself and the
// later half of its neighbours. The first frame tunes the target number of objects per cell.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

template <class T, int D>
class Grid {
 public:
  Grid(int, Boxes<T> boxes, int) {
    double least = 0;
    T best = 0;
    for (const T fill : {T(0.25), T(0.5), T(1), T(2), T(0.25), T(0.5), T(1), T(2)}) {
      Pairs pairs;
      fill_ = fill;
      const auto start = std::chrono::steady_clock::now();
      frame(boxes, {}, pairs);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      if (best == 0 || took.count() < least) least = took.count(), best = fill;
    }
    fill_ = best;
  }
  void frame(Boxes<T> boxes, Moved, Pairs& pairs) {
    choose_cells(boxes);
    sort(boxes);
    std::array<int, D> cell{};
    for (std::size_t c = 0; c + 1 < starts_.size(); ++c) {
      if (starts_[c] != starts_[c + 1]) search(c, cell, pairs);
      for (int a = 0; a < D && ++cell[a] == dims_[a]; ++a) cell[a] = 0;
    }
  }

 private:
  struct Box {
    T min[D], max[D];
    bool overlaps(const Box& o) const {
      bool hit = true;
      for (int a = 0; a < D; ++a) hit &= (min[a] <= o.max[a]) & (o.min[a] <= max[a]);
      return hit;
    }
  };

  // Chooses cells at least as wide as the largest object, and so wide that evenly spread objects
  // would fill each with `fill_`.
  void choose_cells(Boxes<T> boxes) {
    T most[D];
    std::fill_n(low_, D, std::numeric_limits<T>::max());
    std::fill_n(most, D, std::numeric_limits<T>::lowest());
    T largest = 0;
    for (std::size_t i = 0; i < boxes.size; ++i) {
      for (int a = 0; a < D; ++a) {
        low_[a] = std::min(low_[a], boxes.min(i)[a]);
        most[a] = std::max(most[a], boxes.min(i)[a]);
        largest = std::max(largest, boxes.max(i)[a] - boxes.min(i)[a]);
      }
    }
    T volume = 1;
    for (int a = 0; a < D; ++a) volume *= most[a] - low_[a];
    const T even = std::pow(volume * fill_ / static_cast<T>(boxes.size), T(1) / D);
    // Slightly wider, so that despite rounding no overlapping object is two cells away.
    inverse_ = 1 / (std::max({largest, even, std::numeric_limits<T>::min()}) * T(1.0001));
    std::size_t cells = 1;
    for (int a = 0; a < D; ++a) {
      dims_[a] = static_cast<int>((most[a] - low_[a]) * inverse_) + 1;
      cells *= static_cast<std::size_t>(dims_[a]);
    }
    starts_.assign(cells + 1, 0);
  }

  // Sorts by the cell of the lower corner, axis 0 fastest.
  void sort(Boxes<T> boxes) {
    cells_.resize(boxes.size);
    boxes_.resize(boxes.size);
    ids_.resize(boxes.size);
    for (std::size_t i = 0; i < boxes.size; ++i) {
      std::size_t cell = 0;
      for (int a = D - 1; a >= 0; --a) {
        cell = cell * static_cast<std::size_t>(dims_[a]) +
               static_cast<std::size_t>((boxes.min(i)[a] - low_[a]) * inverse_);
      }
      cells_[i] = static_cast<std::uint32_t>(cell);
      ++starts_[cell];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts_) start = sum += start;
    for (std::size_t i = boxes.size; i-- > 0;) {
      const std::uint32_t to = --starts_[cells_[i]];
      std::copy_n(boxes.min(i), 2 * D, boxes_[to].min);
      ids_[to] = static_cast<std::uint32_t>(i);
    }
  }

  // Tests the objects of a cell with each other and with the next cell of the row, then with three
  // contiguous cells of each later row.
  void search(std::size_t c, const std::array<int, D>& cell, Pairs& pairs) const {
    const std::uint32_t end = starts_[c + 1];
    const std::uint32_t row_end = cell[0] + 1 < dims_[0] ? starts_[c + 2] : end;
    for (std::uint32_t i = starts_[c]; i < end; ++i) compare(i, i + 1, row_end, pairs);
    const std::size_t left = cell[0] > 0 ? 1 : 0;
    const std::size_t right = cell[0] + 1 < dims_[0] ? 1 : 0;
    for (int z = 0; z <= (D == 3 ? 1 : 0); ++z) {
      if (D == 3 && cell[D - 1] + z >= dims_[D - 1]) break;
      for (int y = z == 0 ? 1 : -1; y <= 1; ++y) {
        if (cell[1] + y < 0 || cell[1] + y >= dims_[1]) continue;
        const std::size_t row = c + static_cast<std::size_t>((z * dims_[1] + y) * dims_[0]);
        const std::uint32_t first = starts_[row - left];
        const std::uint32_t last = starts_[row + right + 1];
        for (std::uint32_t i = starts_[c]; i < end; ++i) compare(i, first, last, pairs);
      }
    }
  }

  void compare(std::uint32_t i, std::uint32_t first, std::uint32_t last, Pairs& pairs) const {
    const Box box = boxes_[i];
    for (std::uint32_t j = first; j < last; ++j) {
      if (box.overlaps(boxes_[j])) add(pairs, ids_[i], ids_[j]);
    }
  }

  T fill_ = 1;
  T low_[D] = {};
  T inverse_ = 1;
  int dims_[D] = {};
  std::vector<std::uint32_t> cells_;   // of each object
  std::vector<std::uint32_t> starts_;  // of each cell, and the end of the last
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> ids_;
};

constexpr char kName[] = "plain:grid";
const masu_peer kPeers[] = {make_peer<Grid<float, 2>, float>(kName, "1", kFlat),
                            make_peer<Grid<double, 2>, double>(kName, "1", kFlat),
                            make_peer<Grid<float, 3>, float>(kName, "1", kSolid),
                            make_peer<Grid<double, 3>, double>(kName, "1", kSolid)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
