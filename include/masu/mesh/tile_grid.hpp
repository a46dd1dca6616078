// SPDX-License-Identifier: MIT
// Worlds of tiles or blocks: which cells of a grid are solid, a bit each.
#pragma once

#include <span>

#include <masu/core/detail/opaque.hpp>
#include <masu/mesh/body_view.hpp>
#include <masu/spatial_order/morton.hpp>

namespace masu {

// What a cell holds. In 3D only empty and solid. y points up: a slope is the half of its square
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
struct BodyAccess;
template <int D, class T>
class TileGridData;
}  // namespace detail

// A CompositeShape of n cells an axis, from the origin of its frame in positive directions. A
// solid cell is a box, a slope a triangle, a one-way tile a segment; the number of a piece is that
// of its cell, axis 0 fastest. Borders of cells are multiples of the cell size, rounded to T once;
// boxes overlap by a unit in the last place where that is needed to leave no crack. Memory: a bit
// a cell, and a third (in 3D a seventh) for the levels above; a byte a cell more, once a tile
// is not solid.
template <int D, class T>
class TileGrid {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Box = Aabb<D, T>;
  using Cell = CellCoords<D>;

  explicit TileGrid(Allocator allocator = default_allocator()) : data_(allocator) {}

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
  Tile tile(const Cell& cell) const;

  const Cell& size() const;
  std::uint32_t tile_count() const;
  // The number of a cell's piece.
  std::uint32_t id_of(const Cell& cell) const;
  // The cell of a piece.
  Cell cell_of(std::uint32_t id) const;
  // The box of a cell, as its piece has it.
  Box box_of(const Cell& cell) const;

  // CompositeShape and RayWalkedShape. bounds() is the box of all cells, whether or not the outer
  // ones are solid.
  BodyView<D, T> view() const;
  Box bounds() const { return view().bounds(); }
  Piece<D, T> piece(std::uint32_t id) const;
  template <class Visit>
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    return view().for_each_piece(box, visit);
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    return view().for_each_piece_near(gap, reach, visit);
  }
  template <class Visit>
  QueryStats for_each_piece_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                  double reach, Visit&& visit) const {
    return view().for_each_piece_along(origin, direction, reach, visit);
  }
  // SeamlessShape: sides between solid cells are inner ones. Normals lose what points into them;
  // what is left must have all tiles behind it, else it is that of the side nearest to the point,
  // in whose half of the cell it is. A one-way tile always pushes up.
  Vec<D, double> seam_free_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  using Data = detail::TileGridData<D, T>;
  friend detail::BodyAccess;
  const Data& search() const;

  detail::Opaque<Data> data_;
};

MASU_EXTERN_D_T(TileGrid)

}  // namespace masu
