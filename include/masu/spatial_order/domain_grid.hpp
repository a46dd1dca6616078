// SPDX-License-Identifier: MIT
// DomainGrid: maps coordinates to cells of a 2^D-tree, in O(1).
//
// Each axis is mapped by clamp(floor(affine)); every step is monotone in floating point, too. So
// overlapping intervals share a finest cell, wherever they lie, and no overlap is missed:
// - the far edge and all beyond belong to the last cell, all before the near edge to the first;
// - -inf and +inf belong to the first and the last cell, NaN to the first;
// - on an axis along which the domain has no extent, points up to it belong to the first cell and
//   points above it to the last.
#pragma once

#include <masu/core/aabb.hpp>
#include <masu/core/assert.hpp>
#include <masu/spatial_order/cell_id.hpp>

namespace masu {

// A box, the domain, divided into 2^depth cells per axis. Use it to sort points or boxes along a
// curve, or into a tree of your own.
//
//    const masu::DomainGrid<2, float> grid({{0, 0}, {8, 8}}, 3);  // 8 x 8 cells
//    use(grid.cell({5, 3}), grid.smallest_cell(box));
//
// Cost: O(1) for each call. Threads: a value without memory of its own.
template <int D, class T>
class DomainGrid {
 public:
  // Creates a grid of one cell, the unit box.
  DomainGrid() : DomainGrid({Vec<D, T>::all(0), Vec<D, T>::all(1)}, 0) {}

  // Divides a finite domain, not empty. Precondition: 0 <= depth <= CellId<D>::kMaxLevel.
  DomainGrid(const Aabb<D, T>& domain, int depth) : domain_(domain), depth_(depth) {
    MASU_ASSERT(domain.finite() && !domain.empty());
    MASU_ASSERT(0 <= depth && depth <= CellId<D>::kMaxLevel);
    cells_ = static_cast<T>(std::uint64_t(1) << depth);
    last_ = static_cast<std::uint32_t>((std::uint64_t(1) << depth) - 1);
    for (int a = 0; a < D; ++a) {
      half_min_[a] = domain.min[a] * T(0.5);
      half_cell_[a] = (domain.max[a] * T(0.5) - half_min_[a]) / cells_;
    }
  }

  // Returns the domain.
  const Aabb<D, T>& domain() const { return domain_; }
  int depth() const { return depth_; }  // halvings of each axis: 2^depth cells along it

  // Returns the finest cell of a coordinate. Computes with halves, so that the length of a domain
  // never overflows, and with a division, so that cell boundaries which T can represent are met
  // exactly.
  std::uint32_t coord(T x, int axis) const {
    const T cell = (x * T(0.5) - half_min_[axis]) / half_cell_[axis];
    if (!(cell >= T(1))) return 0;
    return cell < cells_ ? static_cast<std::uint32_t>(cell) : last_;
  }

  // Returns the coordinates of the finest cell of a point; points outside belong to the nearest
  // one.
  CellCoords<D> coords(const Vec<D, T>& p) const {
    CellCoords<D> c{};
    for (int a = 0; a < D; ++a) c[static_cast<std::size_t>(a)] = coord(p[a], a);
    return c;
  }

  // Returns the finest cell of a point.
  CellId<D> cell(const Vec<D, T>& p) const { return CellId<D>::of_coords(coords(p), depth_); }
  // Returns the smallest cell that contains a non-empty box.
  CellId<D> smallest_cell(const Aabb<D, T>& box) const {
    return CellId<D>::smallest_containing(coords(box.min), coords(box.max), depth_);
  }

  // Returns the edge length of the cells of a level, along an axis.
  T cell_size(int level, int axis) const {
    const T cells = static_cast<T>(std::uint64_t(1) << level);
    return (domain_.max[axis] * T(0.5) - half_min_[axis]) / cells * T(2);
  }

  // Returns the box of a cell, rounded, for drawing.
  Aabb<D, T> bounds(CellId<D> cell) const {
    const T cells = static_cast<T>(std::uint64_t(1) << cell.level());
    const CellCoords<D> at = cell.coords();
    Aabb<D, T> box{};
    for (int a = 0; a < D; ++a) {
      const T half_length = domain_.max[a] * T(0.5) - half_min_[a];
      const T first = static_cast<T>(at[static_cast<std::size_t>(a)]);
      box.min[a] = (half_min_[a] + half_length * (first / cells)) * T(2);
      box.max[a] = (half_min_[a] + half_length * ((first + T(1)) / cells)) * T(2);
    }
    return box;
  }

 private:
  Aabb<D, T> domain_;
  int depth_;
  T cells_;             // 2^depth
  std::uint32_t last_;  // 2^depth - 1
  Vec<D, T> half_min_{};
  Vec<D, T> half_cell_{};
};

}  // namespace masu
