// SPDX-License-Identifier: MIT
// TileGrid: levels of tiles or blocks; a bit per cell says whether it is solid.
#pragma once

#include <span>

#include <masu/core/detail/opaque.hpp>
#include <masu/mesh/body_view.hpp>
#include <masu/spatial_order/morton.hpp>

namespace masu {

// The content of a cell; in 3D only empty and solid. y points up: a slope is the half of its square
// below (floor) or above (ceiling) the diagonal, which rises to the right, or falls.
enum class Tile : std::uint8_t {
  empty,
  solid,
  floor_rising,
  floor_falling,
  ceiling_rising,
  ceiling_falling,
  one_way,  // only the upper side of the square, which supports what comes from above
};

namespace detail {
struct BodyAccess;
template <int D, class T>
class TileGridData;
}  // namespace detail

// A CompositeShape made of a grid of cells, from the origin of its frame in positive directions. A
// solid cell is a box, a slope a triangle, a one-way tile a segment; the number of a sub-shape is
// that of its cell, axis 0 fastest. Borders of cells are multiples of the cell size, rounded to T
// once; boxes overlap by a unit in the last place where that is needed to leave no gap. Memory: a
// bit per cell, and a third (in 3D a seventh) more for the coarser levels; another byte per cell
// once a tile is not solid. Use it for maps of tiles or blocks that change.
//
//    masu::TileGrid<2, float> map;
//    (void)map.build({100, 40}, {1, 1});  // cells of one unit
//    (void)map.set({3, 0}, masu::Tile::solid);
//
// Cost: O(cells / 64) to build, O(log n) to change a cell. Threads: const members are safe in many
// threads while no thread changes the grid.
template <int D, class T>
class TileGrid {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Cell = CellCoords<D>;  // indices of a cell by axis

  // Creates an object without cells: build() fills it.
  explicit TileGrid(Allocator allocator = default_allocator()) : data_(allocator) {}

  // Builds a grid of empty cells. Statuses: not_finite, not_positive, out_of_range: the size of a
  // cell or of the grid; no_points: an axis without cells; too_many_objects: 2^22 cells along an
  // axis, 2^31 in all; out_of_memory. Then it is unchanged. O(cells / 64).
  Status build(const Cell& size, const Vec<D, T>& cell_size);
  // As above, with a tile for each cell, by number. size_mismatch; out_of_range: an invalid tile.
  Status build(const Cell& size, const Vec<D, T>& cell_size, std::span<const Tile> tiles);

  // Sets the tile of a cell. bad_index: no such cell; out_of_range: an invalid tile; out_of_memory
  // (only for the first tile that is neither empty nor solid). O(log n).
  Status set(const Cell& cell, Tile tile);
  // Returns the tile of a cell; cells outside the grid are empty.
  Tile tile(const Cell& cell) const;

  const Cell& size() const;  // number of cells along each axis
  // Returns the number of tiles that are not empty.
  std::uint32_t tile_count() const;
  // Returns the number of a cell's sub-shape.
  std::uint32_t id_of(const Cell& cell) const;
  // Returns the cell of a sub-shape.
  Cell cell_of(std::uint32_t id) const;
  // Returns the box of a cell, equal to that of its sub-shape.
  Aabb<D, T> box_of(const Cell& cell) const;

  // As a CompositeShape and RayWalkedShape: bounds() is the box of all cells, even if the outer
  // ones are empty; the visits skip empty blocks of cells. view() refers to the grid.
  BodyView<D, T> view() const;
  Aabb<D, T> bounds() const { return view().bounds(); }
  SubShape<D, T> sub_shape(std::uint32_t id) const;
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, Visit&& visit) const {
    return view().for_each_sub_shape(box, visit);
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    return view().for_each_sub_shape_near(gap, reach, visit);
  }
  template <class Visit>
  QueryStats for_each_sub_shape_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                      double reach, Visit&& visit) const {
    return view().for_each_sub_shape_along(origin, direction, reach, visit);
  }
  // Corrects a normal (CorrectsNormals). Sides between solid cells are internal: components of a
  // normal that point into them are removed. If tiles at the point lie before the plane of the
  // rest, the normal is that of the side nearest to the point, in whose half of the cell the point
  // lies. A one-way tile always pushes up.
  Vec<D, double> corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  using Data = detail::TileGridData<D, T>;
  friend detail::BodyAccess;
  const Data& search() const;

  detail::Opaque<Data> data_;
};

MASU_EXTERN_D_T(TileGrid)

}  // namespace masu
