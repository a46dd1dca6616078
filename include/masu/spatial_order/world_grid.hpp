// SPDX-License-Identifier: MIT
// From world coordinates to cells of a 2^D-tree, in O(1).
//
// Each axis goes through clamp(floor(affine)), every step of which is monotone in floating point
// too. So intervals that overlap share a finest cell, wherever they lie, and nothing is missed:
//   - the far edge, and all beyond, belongs to the last cell; all before the near edge to the
//   first;
//   - -inf and +inf belong to the first and the last cell, NaN to the first;
//   - an axis on which the world has no extent has points below or at it in the first cell and
//     points above it in the last.
#pragma once

#include <masu/core/aabb.hpp>
#include <masu/core/assert.hpp>
#include <masu/spatial_order/cell_id.hpp>

namespace masu {

// The world cut into 2^depth cells an axis.
template <int D, class T>
class WorldGrid {
 public:
  WorldGrid() : WorldGrid({Vec<D, T>::all(0), Vec<D, T>::all(1)}, 0) {}

  // A non-empty finite world; 0 <= depth <= CellId<D>::kMaxLevel.
  WorldGrid(const Aabb<D, T>& world, int depth) : world_(world), depth_(depth) {
    MASU_ASSERT(world.finite() && !world.empty());
    MASU_ASSERT(0 <= depth && depth <= CellId<D>::kMaxLevel);
    cells_ = static_cast<T>(std::uint64_t(1) << depth);
    last_ = static_cast<std::uint32_t>((std::uint64_t(1) << depth) - 1);
    for (int a = 0; a < D; ++a) {
      half_min_[a] = world.min[a] * T(0.5);
      half_cell_[a] = (world.max[a] * T(0.5) - half_min_[a]) / cells_;
    }
  }

  // The box that is cut into cells.
  const Aabb<D, T>& world() const { return world_; }
  int depth() const { return depth_; }

  // Finest cell of a coordinate. Halves, so that no world is too large to have a length; a
  // division, so that cell boundaries which the scalar can represent are met exactly.
  std::uint32_t coord(T x, int axis) const {
    const T cell = (x * T(0.5) - half_min_[axis]) / half_cell_[axis];
    if (!(cell >= T(1))) return 0;
    return cell < cells_ ? static_cast<std::uint32_t>(cell) : last_;
  }

  // The finest cell that a place lies in; places outside belong to the nearest one.
  CellCoords<D> coords(const Vec<D, T>& p) const {
    CellCoords<D> c{};
    for (int a = 0; a < D; ++a) c[static_cast<std::size_t>(a)] = coord(p[a], a);
    return c;
  }

  // The finest cell of a point.
  CellId<D> cell(const Vec<D, T>& p) const { return CellId<D>::of_coords(coords(p), depth_); }
  // The smallest cell that contains a non-empty box.
  CellId<D> smallest_cell(const Aabb<D, T>& box) const {
    return CellId<D>::smallest_containing(coords(box.min), coords(box.max), depth_);
  }

  // Edge of the cells of a level.
  T cell_size(int level, int axis) const {
    const T cells = static_cast<T>(std::uint64_t(1) << level);
    return (world_.max[axis] * T(0.5) - half_min_[axis]) / cells * T(2);
  }

  // Where a cell lies, for drawing; rounded.
  Aabb<D, T> bounds(CellId<D> cell) const {
    const T cells = static_cast<T>(std::uint64_t(1) << cell.level());
    const CellCoords<D> at = cell.coords();
    Aabb<D, T> box{};
    for (int a = 0; a < D; ++a) {
      const T half_length = world_.max[a] * T(0.5) - half_min_[a];
      const T first = static_cast<T>(at[static_cast<std::size_t>(a)]);
      box.min[a] = (half_min_[a] + half_length * (first / cells)) * T(2);
      box.max[a] = (half_min_[a] + half_length * ((first + T(1)) / cells)) * T(2);
    }
    return box;
  }

 private:
  Aabb<D, T> world_;
  int depth_;
  T cells_;             // 2^depth
  std::uint32_t last_;  // 2^depth - 1
  Vec<D, T> half_min_{};
  Vec<D, T> half_cell_{};
};

}  // namespace masu
