// SPDX-License-Identifier: MIT
// The data of a tile grid and its searches.
#pragma once

#include <masu/mesh/tile_grid.hpp>

#include "mesh/bit_levels.hpp"
#include "mesh/grid_axis.hpp"
#include "mesh/ray_walk.hpp"
#include "narrow_phase/ray_rounding.hpp"

namespace masu::detail {

// The shape of a tile that is not a box.
template <class T>
ShapeView<2, T> odd_tile(masu::Tile tile, const Aabb<2, T>& square);

template <int D, class T>
class TileGridData {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Cell = CellCoords<D>;
  using Tile = masu::Tile;

  explicit TileGridData(Allocator allocator)
      : axes_(make_axes<D, T>(allocator)), bits_(allocator), tiles_(allocator) {}

  Status build(const Cell& size, const Vec<D, T>& cell_size);
  Status build(const Cell& size, const Vec<D, T>& cell_size, std::span<const Tile> tiles);
  Status set(const Cell& cell, Tile tile);
  Tile tile(const Cell& cell) const { return inside(cell) ? tile_inside(cell) : Tile::empty; }

  const Cell& size() const { return bits_.size(); }
  std::uint32_t tile_count() const { return count_; }
  std::uint32_t id_of(const Cell& cell) const {
    std::uint32_t id = 0;
    for (int a = D - 1; a >= 0; --a) id = id * size()[a] + cell[a];
    return id;
  }
  Cell cell_of(std::uint32_t id) const {
    Cell cell;
    for (int a = 0; a < D; ++a) cell[a] = id % size()[a], id /= size()[a];
    return cell;
  }
  Aabb<D, T> box_of(const Cell& cell) const { return box_of_range(cell, cell); }

  Aabb<D, T> bounds() const;
  SubShape<D, T> sub_shape(std::uint32_t id) const { return sub_shape_at(cell_of(id)); }
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, Visit&& visit) const {
    SearchResult r;
    const bool on = bits_.for_each(cells_in<D, T>(axes_, box), r.stats.nodes, [&](auto& cell) {
      const SubShape<D, T> sub_shape = sub_shape_at(cell);
      ++r.stats.tests;
      if (plain() || overlaps(box_of_sub_shape(cell, sub_shape), box)) {
        ++r.stats.results;
        return goes_on(visit, id_of(cell), sub_shape);
      }
      return true;
    });
    r.status = on ? Status::ok : Status::stopped;
    return r;
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    if (count_ == 0) return {};
    const auto box_of = [&](int level, const Cell& cell) { return box_at(level, cell); };
    return search_cells(bits_.levels(), box_of, gap, reach,
                        [&](const Cell& cell) { return visit(id_of(cell), sub_shape_at(cell)); });
  }

  template <class Visit>
  QueryStats for_each_sub_shape_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                      double reach, Visit&& visit) const {
    QueryStats stats;
    const double rounding = kRayRounding * largest_coordinate(origin, bounds());
    const auto any = [&](int level, const auto& block, double, double) {
      return bits_.any(level, block);
    };
    const auto take = [&](const auto& range, double, double) {
      (void)bits_.for_each(range, stats.nodes, [&](const Cell& cell) {
        ++stats.results;
        reach = visit(id_of(cell), sub_shape_at(cell));
        return true;
      });
      return reach;
    };
    stats.tests = RayWalk<D, T>(axes_, origin, direction, rounding).walk(reach, any, take);
    return stats;
  }

 private:
  bool plain() const { return tiles_.empty(); }
  bool inside(const Cell& cell) const {
    bool in = true;
    for (int a = 0; a < D; ++a) in &= cell[a] < size()[a];
    return in;
  }
  Tile tile_inside(const Cell& cell) const {
    if (!bits_.test(0, cell)) return Tile::empty;
    return plain() ? Tile::solid : static_cast<Tile>(tiles_[id_of(cell)]);
  }
  Aabb<D, T> box_of_range(const Cell& first, const Cell& last) const {
    Aabb<D, T> box;
    for (int a = 0; a < D; ++a) {
      box.min[a] = axes_[a][first[a]].low;
      box.max[a] = axes_[a][last[a]].high;
    }
    return box;
  }
  Aabb<D, T> box_at(int level, const Cell& cell) const {
    if (!bits_.test(level, cell)) return Aabb<D, T>::nothing();
    Cell first = cell;
    Cell last = cell;
    for (int a = 0; a < D; ++a) {
      first[a] <<= level;
      last[a] = std::min(((last[a] + 1) << level) - 1, size()[a] - 1);
    }
    if (level == 0 && !plain()) return box_of_sub_shape(cell, sub_shape_at(cell));
    return box_of_range(first, last);
  }
  // One-way tiles have a box of their own.
  Aabb<D, T> box_of_sub_shape(const Cell& cell, const SubShape<D, T>& sub_shape) const {
    Aabb<D, T> box = box_of(cell);
    if (sub_shape.shape.kind == ShapeKind::segment)
      box.min[1] = box.max[1] = sub_shape.shape.p[0][1];
    return box;
  }
  SubShape<D, T> sub_shape_at(const Cell& cell) const {
    if constexpr (D == 2) {
      if (!plain() && tiles_[id_of(cell)] != std::uint8_t(Tile::solid)) {
        const Aabb<D, T> square = {{axes_[0].border(cell[0]), axes_[1].border(cell[1])},
                                   {axes_[0].border(cell[0] + 1), axes_[1].border(cell[1] + 1)}};
        return {odd_tile(tile_inside(cell), square), nullptr};
      }
    }
    ShapeView<D, T> shape{.kind = ShapeKind::box};
    for (int a = 0; a < D; ++a) {
      shape.p[0][a] = axes_[a][cell[a]].half;
      shape.p[1][a] = axes_[a][cell[a]].center;
    }
    return {shape, nullptr};
  }

  GridAxes<D, T> axes_;
  BitLevels<D> bits_;
  Buffer<std::uint8_t> tiles_;  // empty while all are solid or empty
  std::uint32_t count_ = 0;
};

}  // namespace masu::detail
