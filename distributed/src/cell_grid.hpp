// SPDX-License-Identifier: MIT
// CellGrid: cells of equal size over bounds, with Morton codes.
#pragma once

#include <array>
#include <cstdint>

#include <masu/core/aabb.hpp>
#include <masu/spatial_order/morton.hpp>

namespace masu::distributed::detail {

// A grid of 2^bits cells on each axis.
template <int D>
class CellGrid {
 public:
  using Cell = std::array<std::uint32_t, D>;

  CellGrid() = default;
  // Covers the finite bounds; points outside belong to the outermost cells.
  CellGrid(const Aabb<D, double>& bounds, int bits) : bounds_(bounds), cells_(1u << bits) {
    for (int a = 0; a < D; ++a) {
      const double extent = bounds.max[a] - bounds.min[a];
      scale_[a] = extent > 0 ? cells_ / extent : 0;
    }
  }

  // Each step is monotone in the coordinate, rounded too: the cells of a box have those of its
  // points.
  Cell cell_of(const Vec<D, double>& p) const {
    Cell cell;
    for (int a = 0; a < D; ++a) {
      const double at = (p[a] - bounds_.min[a]) * scale_[a];
      // Not a number where the scale is 0 and the coordinate infinite: then there is one cell.
      cell[std::size_t(a)] = !(at > 0) ? 0 : at >= cells_ ? cells_ - 1 : std::uint32_t(at);
    }
    return cell;
  }
  static std::uint64_t code_of(const Cell& cell) { return morton_encode<D, std::uint64_t>(cell); }
  std::uint64_t code_of(const Vec<D, double>& p) const { return code_of(cell_of(p)); }

 private:
  Aabb<D, double> bounds_{};
  Vec<D, double> scale_{};
  std::uint32_t cells_ = 1;  // on each axis
};

}  // namespace masu::distributed::detail
