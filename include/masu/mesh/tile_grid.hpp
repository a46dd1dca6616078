// SPDX-License-Identifier: MIT
// Worlds of tiles or blocks: which cells of a grid are solid, a bit each.
#pragma once

#include <span>

#include <masu/mesh/composite_shape.hpp>
#include <masu/mesh/detail/bit_levels.hpp>
#include <masu/mesh/detail/grid_axis.hpp>
#include <masu/mesh/detail/ray_walk.hpp>

namespace masu {

// What a cell holds. In space only empty and solid. y points up: a slope is the half of its square
// below (floor) or above (ceiling) the diagonal that rises to the right, or falls.
enum class Tile : std::uint8_t {
  empty,
  solid,
  floor_rising,
  floor_falling,
  ceiling_rising,
  ceiling_falling,
  one_way,  // the upper side of the square alone, which holds what comes from above
};

namespace detail {

// What a tile that is not a box looks like.
template <class T>
ShapeView<2, T> odd_tile(masu::Tile tile, const Aabb<2, T>& square);

}  // namespace detail

// A CompositeShape of n cells an axis, from the origin of its frame in positive directions. A
// solid cell is a box, a slope a triangle, a one-way tile a segment; the number of a piece is that
// of its cell, axis 0 fastest. Borders of cells are multiples of the cell size, rounded to T once;
// boxes overlap by a unit in the last place where that is needed to leave no crack. Memory: a bit
// a cell, and a third (in space a seventh) for the levels above; a byte a cell more, once a tile
// is not solid.
template <int D, class T>
class TileGrid {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Box = Aabb<D, T>;
  using Cell = CellCoords<D>;

  explicit TileGrid(Allocator allocator = default_allocator());

  // All empty. not_finite, not_positive, out_of_range: the size of a cell, or of the whole;
  // no_points: an axis without cells; too_many_objects: 2^22 cells an axis, 2^31 in all;
  // out_of_memory. Then it is as before. O(cells / 64).
  Status build(const Cell& size, const Vec<D, T>& cell_size);
  // The same with a tile for each cell, by number. size_mismatch; out_of_range: a tile that there
  // is not.
  Status build(const Cell& size, const Vec<D, T>& cell_size, std::span<const Tile> tiles);

  // bad_index: no such cell; out_of_range: no such tile; out_of_memory, for the first tile that is
  // neither empty nor solid. O(log n).
  Status set(const Cell& cell, Tile tile);
  // Cells outside of the grid are empty.
  Tile tile(const Cell& cell) const { return inside(cell) ? tile_inside(cell) : Tile::empty; }

  const Cell& size() const { return bits_.size(); }
  std::uint32_t tile_count() const { return count_; }
  // The number of a cell's piece.
  std::uint32_t id_of(const Cell& cell) const {
    std::uint32_t id = 0;
    for (int a = D - 1; a >= 0; --a) id = id * size()[a] + cell[a];
    return id;
  }
  // The cell of a piece.
  Cell cell_of(std::uint32_t id) const {
    Cell cell;
    for (int a = 0; a < D; ++a) cell[a] = id % size()[a], id /= size()[a];
    return cell;
  }
  // The box of a cell, as its piece has it.
  Box box_of(const Cell& cell) const { return box_of_range(cell, cell); }

  // CompositeShape. bounds() is the box of all cells, whether or not the outer ones are solid.
  Box bounds() const;
  Piece<D, T> piece(std::uint32_t id) const { return piece_at(cell_of(id)); }
  template <class Visit>
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    SearchResult r;
    const bool on =
        bits_.for_each(detail::cells_in<D, T>(axes_, box), r.stats.nodes, [&](auto& cell) {
          const Piece<D, T> piece = piece_at(cell);
          ++r.stats.tests;
          if (plain() || overlaps(box_of_piece(cell, piece), box)) {
            ++r.stats.results;
            return goes_on(visit, id_of(cell), piece);
          }
          return true;
        });
    r.status = on ? Status::ok : Status::stopped;
    return r;
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    if (count_ == 0) return {};
    const auto box_of = [&](int level, const Cell& cell) { return box_at(level, cell); };
    return detail::search_cells(bits_.levels(), box_of, gap, reach, [&](const Cell& cell) {
      return visit(id_of(cell), piece_at(cell));
    });
  }

  // visit(id, piece) -> the new reach, for pieces whose cells a ray meets at a t up to `reach`,
  // about in that order.
  template <class Visit>
  QueryStats for_each_piece_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                  double reach, Visit&& visit) const {
    QueryStats stats;
    const auto any = [&](int level, const auto& block, double, double) {
      return bits_.any(level, block);
    };
    const auto take = [&](const auto& range, double, double) {
      (void)bits_.for_each(range, stats.nodes, [&](const Cell& cell) {
        ++stats.results;
        reach = visit(id_of(cell), piece_at(cell));
        return true;
      });
      return reach;
    };
    stats.tests = detail::RayWalk<D, T>(axes_, origin, direction).walk(reach, any, take);
    return stats;
  }

  // SeamlessShape: sides between solid cells are inner ones. Normals lose what points into them;
  // what is left must have all tiles behind it, else it is that of the side nearest to the point,
  // in whose half of the cell it is. A one-way tile always pushes up.
  Vec<D, double> seam_free_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

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
  Box box_of_range(const Cell& first, const Cell& last) const {
    Box box;
    for (int a = 0; a < D; ++a) {
      box.min[a] = axes_[a][first[a]].low;
      box.max[a] = axes_[a][last[a]].high;
    }
    return box;
  }
  Box box_at(int level, const Cell& cell) const {
    if (!bits_.test(level, cell)) return Box::nothing();
    Cell first = cell;
    Cell last = cell;
    for (int a = 0; a < D; ++a) {
      first[a] <<= level;
      last[a] = std::min(((last[a] + 1) << level) - 1, size()[a] - 1);
    }
    if (level == 0 && !plain()) return box_of_piece(cell, piece_at(cell));
    return box_of_range(first, last);
  }
  // One-way tiles have a box of their own.
  Box box_of_piece(const Cell& cell, const Piece<D, T>& piece) const {
    Box box = box_of(cell);
    if (piece.shape.kind == ShapeKind::segment) box.min[1] = box.max[1] = piece.shape.p[0][1];
    return box;
  }
  Piece<D, T> piece_at(const Cell& cell) const {
    if constexpr (D == 2) {
      if (!plain() && tiles_[id_of(cell)] != std::uint8_t(Tile::solid)) {
        const Box square = {{axes_[0].border(cell[0]), axes_[1].border(cell[1])},
                            {axes_[0].border(cell[0] + 1), axes_[1].border(cell[1] + 1)}};
        return {detail::odd_tile(tile_inside(cell), square), nullptr};
      }
    }
    ShapeView<D, T> shape{.kind = ShapeKind::box};
    for (int a = 0; a < D; ++a) {
      shape.p[0][a] = axes_[a][cell[a]].half;
      shape.p[1][a] = axes_[a][cell[a]].center;
    }
    return {shape, nullptr};
  }
  detail::GridAxes<D, T> axes_;
  detail::BitLevels<D> bits_;
  Buffer<std::uint8_t> tiles_;  // none while all are solid or empty
  std::uint32_t count_ = 0;
};

extern template class TileGrid<2, float>;
extern template class TileGrid<3, float>;
extern template class TileGrid<2, double>;
extern template class TileGrid<3, double>;

}  // namespace masu
