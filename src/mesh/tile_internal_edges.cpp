// SPDX-License-Identifier: MIT
// Contact normals that the surface of a tile grid can have.
#include "core/instantiate.hpp"
#include "mesh/lies_behind.hpp"
#include "mesh/tile_grid.hpp"

namespace masu {
namespace {

// The cosine of the largest angle by which projection may turn a normal.
constexpr double kLeast = 0.5;
constexpr double kRounding = 0x1p-20;

// Returns the sides that a tile fills completely: bit 2 * axis, or 2 * axis + 1 for the positive
// side.
unsigned filled_sides(Tile tile) {
  constexpr unsigned kLeft = 1, kRight = 2, kBottom = 4, kTop = 8;
  switch (tile) {
    case Tile::solid: return ~0u;
    case Tile::floor_rising: return kBottom | kRight;
    case Tile::floor_falling: return kBottom | kLeft;
    case Tile::ceiling_rising: return kTop | kLeft;
    case Tile::ceiling_falling: return kTop | kRight;
    default: return 0;
  }
}

// Returns the outward normal of a slope, whose plane contains the center of the cell.
Vec<2, double> slanted(Tile tile, const Vec<2, double>& half) {
  const bool rising = tile == Tile::floor_rising || tile == Tile::ceiling_rising;
  const bool floor = tile == Tile::floor_rising || tile == Tile::floor_falling;
  Vec<2, double> n{rising ? -half[1] : half[1], half[0]};
  n = n * ((floor ? 1 : -1) / length(n));
  return n;
}

template <int D, class T>
class TileFaces {
 public:
  TileFaces(const detail::TileGridData<D, T>& grid, std::uint32_t id)
      : grid_(grid), id_(id), cell_(grid.cell_of(id)), tile_(grid.tile(cell_)) {
    const auto box = grid.box_of(cell_);
    const auto low = vec_cast<double>(box.min);
    half_ = (vec_cast<double>(box.max) - low) * 0.5;
    center_ = low + half_;
    width_ = half_[0];
    for (int a = 1; a < D; ++a) width_ = half_[a] < width_ ? half_[a] : width_;
    width_ *= 2 * detail::kInternalEdgeWidth;
  }

  // Returns whether no tile fills the cell's side from beyond.
  bool open(int axis, bool positive) const {
    auto beyond = cell_;
    beyond[axis] += positive ? 1u : ~0u;  // -1 wraps to where no cell is
    const unsigned its_side = 2u * unsigned(axis) + (positive ? 0u : 1u);
    return (filled_sides(grid_.tile(beyond)) >> its_side & 1) == 0;
  }

  Vec<D, double> allowed(const Vec<D, double>& point, const Vec<D, double>& normal) const {
    if (tile_ == Tile::one_way) return axis(1, true);
    Vec<D, double> n = normal;
    if (tile_ == Tile::solid) {
      for (int a = 0; a < D; ++a) n[a] = open(a, n[a] > 0) ? n[a] : 0;
    }
    const double size = length(n);
    if (size > kLeast) {
      n = n * (1 / size);
      if (length(n - normal) <= kRounding) n = normal;
      if (detail::lies_behind(grid_, id_, point, n, width_)) return n;
    }
    return nearest_face(point, normal);
  }

 private:
  static Vec<D, double> axis(int a, bool positive) {
    Vec<D, double> n{};
    n[a] = positive ? 1 : -1;
    return n;
  }
  Vec<D, double> nearest_face(const Vec<D, double>& point, const Vec<D, double>& normal) const {
    detail::NearestFace<D> nearest(normal, width_);
    const Vec<D, double> p = point - center_;
    for (int a = 0; a < D; ++a) {
      for (const bool positive : {false, true}) {
        const unsigned side = 2u * unsigned(a) + (positive ? 1u : 0u);
        if ((filled_sides(tile_) >> side & 1) == 0 || !open(a, positive)) continue;
        nearest.take(axis(a, positive), half_[a] - (positive ? p[a] : -p[a]), half_[a]);
      }
    }
    if constexpr (D == 2) {
      if (tile_ != Tile::solid) {
        const Vec<2, double> n = slanted(tile_, half_);
        nearest.take(n, -dot(n, p), 0.5 * (half_[0] + half_[1]));
      }
    }
    return nearest.normal();
  }

  const detail::TileGridData<D, T>& grid_;
  std::uint32_t id_;
  CellCoords<D> cell_;
  Tile tile_;
  Vec<D, double> half_;
  Vec<D, double> center_;
  double width_;
};

}  // namespace

template <int D, class T>
Vec<D, double> TileGrid<D, T>::corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                                const Vec<D, double>& normal) const {
  return TileFaces<D, T>(search(), id).allowed(point, normal);
}

#define MASU_INSTANTIATE(D, T)                                                                   \
  template Vec<D, double> TileGrid<D, T>::corrected_normal(std::uint32_t, const Vec<D, double>&, \
                                                           const Vec<D, double>&) const;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
