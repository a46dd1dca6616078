// SPDX-License-Identifier: MIT
#include "mesh/tile_grid.hpp"

#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "mesh/body_access.hpp"

namespace masu::detail {
namespace {

template <int D>
bool known(masu::Tile tile) {
  return tile <= (D == 2 ? masu::Tile::one_way : masu::Tile::solid);
}
bool is_odd(masu::Tile tile) {
  return tile > masu::Tile::solid;
}

template <int D, class T>
Status build_axes(const CellCoords<D>& size, const Vec<D, T>& cell_size, GridAxes<D, T>& axes) {
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
ShapeView<2, T> odd_tile(masu::Tile tile, const Aabb<2, T>& square) {
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
template ShapeView<2, float> odd_tile(masu::Tile, const Aabb<2, float>&);
template ShapeView<2, double> odd_tile(masu::Tile, const Aabb<2, double>&);

template <int D, class T>
Status TileGridData<D, T>::build(const Cell& size, const Vec<D, T>& cell_size) {
  TileGridData made(tiles_.allocator());
  if (const Status s = build_axes<D, T>(size, cell_size, made.axes_); s != Status::ok) return s;
  if (!made.bits_.build(size)) return Status::out_of_memory;
  *this = std::move(made);
  return Status::ok;
}

template <int D, class T>
Status TileGridData<D, T>::build(const Cell& size, const Vec<D, T>& cell_size,
                                 std::span<const Tile> tiles) {
  TileGridData made(tiles_.allocator());
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
Status TileGridData<D, T>::set(const Cell& cell, Tile tile) {
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
Aabb<D, T> TileGridData<D, T>::bounds() const {
  if (count_ == 0) return Aabb<D, T>::nothing();
  Cell last = size();
  for (std::uint32_t& c : last) --c;
  return box_of_range({}, last);
}

}  // namespace masu::detail

namespace masu {

template <int D, class T>
auto TileGrid<D, T>::search() const -> const Data& {
  return detail::data_or_empty(data_);
}

template <int D, class T>
Status TileGrid<D, T>::build(const Cell& size, const Vec<D, T>& cell_size) {
  Data* const data = data_.need();
  return data == nullptr ? Status::out_of_memory : data->build(size, cell_size);
}
template <int D, class T>
Status TileGrid<D, T>::build(const Cell& size, const Vec<D, T>& cell_size,
                             std::span<const Tile> tiles) {
  Data* const data = data_.need();
  return data == nullptr ? Status::out_of_memory : data->build(size, cell_size, tiles);
}
template <int D, class T>
Status TileGrid<D, T>::set(const Cell& cell, Tile tile) {
  Data* const data = data_.need();
  return data == nullptr ? Status::out_of_memory : data->set(cell, tile);
}

template <int D, class T>
Tile TileGrid<D, T>::tile(const Cell& cell) const {
  return search().tile(cell);
}
template <int D, class T>
auto TileGrid<D, T>::size() const -> const Cell& {
  return search().size();
}
template <int D, class T>
std::uint32_t TileGrid<D, T>::tile_count() const {
  return search().tile_count();
}
template <int D, class T>
std::uint32_t TileGrid<D, T>::id_of(const Cell& cell) const {
  return search().id_of(cell);
}
template <int D, class T>
auto TileGrid<D, T>::cell_of(std::uint32_t id) const -> Cell {
  return search().cell_of(id);
}
template <int D, class T>
Aabb<D, T> TileGrid<D, T>::box_of(const Cell& cell) const {
  return search().box_of(cell);
}
template <int D, class T>
SubShape<D, T> TileGrid<D, T>::sub_shape(std::uint32_t id) const {
  return search().sub_shape(id);
}
template <int D, class T>
BodyView<D, T> TileGrid<D, T>::view() const {
  return detail::view_of_own<BodyKind::tile_grid>(*this);
}

#define MASU_INSTANTIATE(D, T)                               \
  template class detail::TileGridData<D, T>;                 \
  template class detail::Opaque<detail::TileGridData<D, T>>; \
  template class TileGrid<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
