// SPDX-License-Identifier: MIT
#include <masu/mesh/tile_grid.hpp>

#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

namespace masu {
namespace {

template <int D>
bool known(Tile tile) {
  return tile <= (D == 2 ? Tile::one_way : Tile::solid);
}
bool is_odd(Tile tile) {
  return tile > Tile::solid;
}

template <int D, class T>
Status build_axes(const CellCoords<D>& size, const Vec<D, T>& cell_size,
                  detail::GridAxes<D, T>& axes) {
  std::uint64_t cells = 1;
  for (int a = 0; a < D; ++a) {
    if (const Status s = axes[a].build(size[a], cell_size[a]); s != Status::ok) return s;
    cells *= size[a];
    if (cells > std::uint64_t(1) << 31) return Status::too_many_objects;
  }
  return Status::ok;
}

}  // namespace

template <class T>
ShapeView<2, T> detail::odd_tile(masu::Tile tile, const Aabb<2, T>& square) {
  const Vec<2, T> low = square.min;
  const Vec<2, T> high = square.max;
  const Vec<2, T> left{low[0], high[1]};  // above
  const Vec<2, T> right{high[0], low[1]};
  switch (tile) {
    case masu::Tile::floor_rising: return Triangle<2, T>{low, right, high}.view();
    case masu::Tile::floor_falling: return Triangle<2, T>{low, right, left}.view();
    case masu::Tile::ceiling_rising: return Triangle<2, T>{low, high, left}.view();
    case masu::Tile::ceiling_falling: return Triangle<2, T>{right, high, left}.view();
    default: return Segment<2, T>{high, left}.view();
  }
}
template ShapeView<2, float> detail::odd_tile(masu::Tile, const Aabb<2, float>&);
template ShapeView<2, double> detail::odd_tile(masu::Tile, const Aabb<2, double>&);

template <int D, class T>
TileGrid<D, T>::TileGrid(Allocator allocator)
    : axes_(detail::make_axes<D, T>(allocator)), bits_(allocator), tiles_(allocator) {}

template <int D, class T>
Status TileGrid<D, T>::build(const Cell& size, const Vec<D, T>& cell_size) {
  TileGrid made(tiles_.allocator());
  if (const Status s = build_axes<D, T>(size, cell_size, made.axes_); s != Status::ok) return s;
  if (!made.bits_.build(size)) return Status::out_of_memory;
  *this = std::move(made);
  return Status::ok;
}

template <int D, class T>
Status TileGrid<D, T>::build(const Cell& size, const Vec<D, T>& cell_size,
                             std::span<const Tile> tiles) {
  TileGrid made(tiles_.allocator());
  if (const Status s = made.build(size, cell_size); s != Status::ok) return s;
  std::size_t cells = 1;
  for (int a = 0; a < D; ++a) cells *= size[a];
  if (tiles.size() != cells) return Status::size_mismatch;
  for (std::uint32_t id = 0; id < cells; ++id) {
    if (const Status s = made.set(made.cell_of(id), tiles[id]); s != Status::ok) return s;
  }
  *this = std::move(made);
  return Status::ok;
}

template <int D, class T>
Status TileGrid<D, T>::set(const Cell& cell, Tile tile) {
  if (!inside(cell)) return Status::bad_index;
  if (!known<D>(tile)) return Status::out_of_range;
  if (is_odd(tile) && plain()) {
    std::size_t cells = 1;
    for (int a = 0; a < D; ++a) cells *= size()[a];
    if (!tiles_.resize(cells)) return Status::out_of_memory;
    std::fill(tiles_.begin(), tiles_.end(), std::uint8_t(Tile::solid));
  }
  const bool was = bits_.test(0, cell);
  const bool is = tile != Tile::empty;
  count_ += is ? 1u : 0u;
  count_ -= was ? 1u : 0u;
  bits_.set(cell, is);
  if (!plain()) tiles_[id_of(cell)] = static_cast<std::uint8_t>(tile);
  return Status::ok;
}

template <int D, class T>
Aabb<D, T> TileGrid<D, T>::bounds() const {
  if (count_ == 0) return Box::nothing();
  Cell last = size();
  for (std::uint32_t& c : last) --c;
  return box_of_range({}, last);
}

template class TileGrid<2, float>;
template class TileGrid<3, float>;
template class TileGrid<2, double>;
template class TileGrid<3, double>;

}  // namespace masu
