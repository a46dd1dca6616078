// SPDX-License-Identifier: MIT
#include <masu/spatial_order/domain_grid.hpp>
#include <masu/textbook/complete_tree.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using masu::Aabb;
using masu::CellCoords;
using masu::CellId;
using masu::DomainGrid;
using masu::Vec;

template <class T>
constexpr T kInf = std::numeric_limits<T>::infinity();
template <class T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

template <int D, class T>
DomainGrid<D, T> cube(T side, int depth) {
  return DomainGrid<D, T>({Vec<D, T>::all(0), Vec<D, T>::all(side)}, depth);
}

TEST(DomainGrid, U2_point_35_58_is_cell_36) {
  const auto grid = cube<2, float>(100, 3);
  EXPECT_EQ(grid.cell_size(3, 0), 12.5f);
  EXPECT_EQ(grid.coords({35, 58}), (CellCoords<2>{2, 4}));
  EXPECT_EQ(grid.cell({35, 58}).code(), 36u);
}

TEST(DomainGrid, size_of_cells_of_a_domain_on_both_sides_of_the_origin) {
  const DomainGrid<2, float> grid({{-60, 10}, {40, 30}}, 3);
  EXPECT_EQ(grid.cell_size(3, 0), 12.5f);
  EXPECT_EQ(grid.cell_size(1, 1), 10.0f);
}

TEST(DomainGrid, E5_far_edge_belongs_to_the_last_cell) {
  const auto grid = cube<2, float>(100, 3);
  EXPECT_EQ(grid.coord(100, 0), 7u);
  // Unclamped, the corner at 100 becomes cell 8, whose code wraps into the opposite quadrant.
  const auto cell = grid.smallest_cell({{95, 95}, {100, 100}});
  EXPECT_EQ(cell, CellId<2>::of_code(63, 3));
}

TEST(DomainGrid, E5_outside_infinite_and_nan_coordinates) {
  const auto grid = cube<1, double>(100, 3);
  EXPECT_EQ(grid.coord(-1, 0), 0u);
  EXPECT_EQ(grid.coord(-kInf<double>, 0), 0u);
  EXPECT_EQ(grid.coord(1e300, 0), 7u);
  EXPECT_EQ(grid.coord(kInf<double>, 0), 7u);
  EXPECT_EQ(grid.coord(kNan<double>, 0), 0u);
}

TEST(DomainGrid, E5_domain_without_extent_or_as_wide_as_the_scalar) {
  const DomainGrid<2, float> flat({{5, 0}, {5, 8}}, 3);
  EXPECT_EQ(flat.coords({4, 3}), (CellCoords<2>{0, 3}));
  EXPECT_EQ(flat.coords({5, 3}), (CellCoords<2>{0, 3}));
  EXPECT_EQ(flat.coords({6, 3}), (CellCoords<2>{7, 3}));
  constexpr float most = std::numeric_limits<float>::max();
  const DomainGrid<1, float> wide({{-most}, {most}}, 1);
  EXPECT_EQ(wide.coord(-1e37f, 0), 0u);
  EXPECT_EQ(wide.coord(1e37f, 0), 1u);
  EXPECT_EQ(wide.coord(most, 0), 1u);
}

// 16-bit casts break above level 8, and float powers above 12.
TEST(DomainGrid, E6_deepest_grid_represents_every_cell_boundary) {
  const DomainGrid<1, double> grid({{0}, {4294967296.0}}, 32);
  for (std::uint32_t i : {0u, 1u, 255u, 256u, 65535u, 65536u, 0x7fff'ffffu, 0x8000'0000u, ~0u}) {
    EXPECT_EQ(grid.coord(i, 0), i);
    EXPECT_EQ(grid.coord(i + 0.5, 0), i);
  }
}

TEST(DomainGrid, representable_boundaries_are_exact) {
  for (const float side : {1.0f, 100.0f, 0.1f, 3e30f}) {
    const auto grid = cube<1, float>(side, 7);
    for (std::uint32_t i = 0; i < 128; ++i) {
      const float edge = side * (static_cast<float>(i) / 128);
      if (edge / side * 128 != static_cast<float>(i)) continue;
      EXPECT_EQ(grid.coord(edge, 0), i);
      if (side == 1 && i > 0) {
        EXPECT_LT(grid.coord(std::nextafter(edge, 0.0f), 0), i);
      }
    }
  }
}

// The smallest of all cells of the tree that contains the box; boxes on cell boundaries included.
TEST(DomainGrid, Q3_smallest_cell_against_search_over_all_cells) {
  const auto grid = cube<2, double>(16, 3);
  for (int box = 0; box < 17 * 17 * 17 * 17; box += 3) {
    const int x0 = box % 17, x1 = box / 17 % 17, y0 = box / 289 % 17, y1 = box / 4913;
    if (x0 > x1 || y0 > y1) continue;
    const Aabb<2, double> b{{double(x0), double(y0)}, {double(x1), double(y1)}};
    CellId<2> best;
    for (std::uint64_t i = 0; i < masu::complete_cell_count<2>(3); ++i) {
      const auto cell = CellId<2>::of_linear_index(i);
      const auto bounds = grid.bounds(cell);
      // Half-open cells, except at the far edge of the domain.
      bool inside = true;
      for (int a = 0; a < 2; ++a) {
        inside &= bounds.min[a] <= std::min(b.min[a], 15.0);
        inside &= b.max[a] < bounds.max[a] || bounds.max[a] == 16;
      }
      if (inside && cell.level() > best.level()) best = cell;
    }
    ASSERT_EQ(grid.smallest_cell(b), best) << x0 << ' ' << y0 << ' ' << x1 << ' ' << y1;
  }
}

TEST(DomainGrid, Q2_cells_of_a_level_tile_the_domain) {
  const DomainGrid<2, double> grid({{-3, 2}, {5, 18}}, 4);
  for (int level = 0; level <= 4; ++level) {
    double area = 0;
    for (std::uint64_t code = 0; code < 1ull << (2 * level); ++code) {
      const auto cell = CellId<2>::of_code(code, level);
      const auto box = grid.bounds(cell);
      area += (box.max[0] - box.min[0]) * (box.max[1] - box.min[1]);
      const Vec<2, double> center = (box.min + box.max) * 0.5;
      ASSERT_EQ(grid.cell(center).ancestor(level), cell);
      ASSERT_EQ(grid.cell(box.min).ancestor(level), cell);
    }
    EXPECT_EQ(area, 8 * 16);
  }
}

template <class T>
T any_scalar() {
  const T special[] = {0,
                       1,
                       -1,
                       kInf<T>,
                       -kInf<T>,
                       std::numeric_limits<T>::max(),
                       std::numeric_limits<T>::denorm_min(),
                       std::numeric_limits<T>::lowest()};
  const int kind = *rc::gen::inRange(0, 4);
  if (kind == 0) return special[*rc::gen::inRange(0, 8)];
  const T digits = static_cast<T>(*rc::gen::inRange(-1'000'000, 1'000'000));
  return std::ldexp(digits, kind == 1 ? *rc::gen::inRange(-140, 108) : -10);
}

template <class T>
void monotone() {
  T lo = any_scalar<T>();
  T hi = any_scalar<T>();
  RC_PRE(masu::is_finite(lo) && masu::is_finite(hi) && lo <= hi);
  const int depth = *rc::gen::inRange(0, 33);
  const DomainGrid<1, T> grid({{lo}, {hi}}, depth);
  const T x = any_scalar<T>();
  const T y = any_scalar<T>();
  RC_ASSERT((x <= y ? grid.coord(x, 0) <= grid.coord(y, 0) : grid.coord(x, 0) >= grid.coord(y, 0)));
  RC_ASSERT(grid.coord(x, 0) < std::uint64_t(1) << depth);
  RC_ASSERT(grid.coord(lo, 0) == 0u);
}
// The reason why the pass misses nothing: E3.
RC_GTEST_PROP(DomainGrid, E3_clamp_floor_affine_is_monotone, ()) {
  monotone<float>();
  monotone<double>();
}

}  // namespace
