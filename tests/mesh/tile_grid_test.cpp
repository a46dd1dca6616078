// SPDX-License-Identifier: MIT
// Tile grids: every query is that of all their boxes; invalid input, failing memory, edits.
#include <gtest/gtest.h>

#include <masu/mesh/tile_grid.hpp>

#include "mesh/composite_suite.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

static_assert(CompositeShape<TileGrid<2, float>> && CompositeShape<TileGrid<3, double>>);

template <int D, class T>
std::vector<std::uint32_t> ids_of(const TileGrid<D, T>& grid) {
  std::uint32_t cells = 1;
  for (const std::uint32_t n : grid.size()) cells *= n;
  std::vector<std::uint32_t> ids;
  for (std::uint32_t id = 0; id < cells; ++id) {
    if (grid.tile(grid.cell_of(id)) != Tile::empty) ids.push_back(id);
  }
  return ids;
}

// One cell of `sparse` is filled, some with slopes and one-way tiles.
template <int D, class T>
TileGrid<D, T> some_grid(CellCoords<D> size, const Vec<D, T>& cell, std::uint32_t sparse,
                         bool odd) {
  TileGrid<D, T> grid;
  EXPECT_EQ(grid.build(size, cell), Status::ok);
  scenes::Pcg32 random(sparse);
  std::uint32_t cells = 1;
  for (const std::uint32_t n : size) cells *= n;
  for (std::uint32_t id = 0; id < cells; ++id) {
    if (random.below(sparse) != 0) continue;
    const Tile tile = odd ? Tile(1 + random.below(6)) : Tile::solid;
    EXPECT_EQ(grid.set(grid.cell_of(id), tile), Status::ok);
  }
  return grid;
}

template <class T>
class TileGrids : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(TileGrids, Scalars);

TYPED_TEST(TileGrids, Q13_queries_equal_those_of_all_boxes) {
  using T = TypeParam;
  const int rounds = by_tier(60, 2000);
  const auto flat = some_grid<2, T>({70, 9}, {T(0.3), T(0.7)}, 3, false);
  expect_all_of_sub_shapes(flat, ids_of(flat), 0.8, rounds);
  const auto odd = some_grid<2, T>({5, 67}, {T(1), T(0.3)}, 2, true);
  expect_all_of_sub_shapes(odd, ids_of(odd), 0.8, rounds);
  const auto blocks = some_grid<3, T>({65, 4, 3}, {T(0.1), T(0.7), T(1.1)}, 5, false);
  expect_all_of_sub_shapes(blocks, ids_of(blocks), 0.5, rounds);
  const auto lonely = some_grid<3, T>({17, 18, 19}, {T(0.25), T(0.25), T(0.25)}, 2000, false);
  expect_all_of_sub_shapes(lonely, ids_of(lonely), 1.5, rounds);
}

TEST(TileGrids, boxes_of_neighbors_leave_no_crack) {
  TileGrid<2, float> grid;
  ASSERT_EQ(grid.build({1000, 2}, {0.1f, 0.3f}), Status::ok);
  for (std::uint32_t x = 0; x < 1000; ++x) ASSERT_EQ(grid.set({x, 0}, Tile::solid), Status::ok);
  for (std::uint32_t x = 0; x + 1 < 1000; ++x) {
    const auto left = grid.sub_shape(x).shape;
    const auto right = grid.sub_shape(x + 1).shape;
    EXPECT_GE(double(left.p[1][0]) + double(left.p[0][0]),
              double(right.p[1][0]) - double(right.p[0][0]));
    EXPECT_NEAR(double(left.p[1][0]), 0.1 * (x + 0.5), 1e-5);
    // All tops are one line.
    EXPECT_EQ(left.p[1][1], right.p[1][1]);
    EXPECT_EQ(left.p[0][1], right.p[0][1]);
  }
}

TEST(TileGrids, an_edited_grid_equals_a_rebuilt_one) {
  TileGrid<3, float> grid;
  ASSERT_EQ(grid.build({9, 70, 5}, {1, 1, 1}), Status::ok);
  scenes::Pcg32 random(5);
  std::vector<Tile> tiles(9 * 70 * 5, Tile::empty);
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t id = random.below(9 * 70 * 5);
    tiles[id] = Tile(i < 1500 ? 1 : random.below(8) == 0);
    ASSERT_EQ(grid.set(grid.cell_of(id), tiles[id]), Status::ok);
  }
  TileGrid<3, float> rebuilt;
  ASSERT_EQ(rebuilt.build({9, 70, 5}, {1, 1, 1}, tiles), Status::ok);
  EXPECT_EQ(rebuilt.tile_count(), grid.tile_count());
  EXPECT_EQ(std::uint32_t(std::count(tiles.begin(), tiles.end(), Tile::solid)), grid.tile_count());
  expect_searches(grid, ids_of(rebuilt), 40);
  for (const std::uint32_t id : ids_of(grid)) {
    ASSERT_EQ(grid.set(grid.cell_of(id), Tile::empty), Status::ok);
  }
  EXPECT_TRUE(grid.bounds().empty());
  EXPECT_EQ(intersects(grid, Transform3f{}, Sphere<3, float>{1}, {}).status, Status::no_points);
  const auto none = [](std::uint32_t, const auto&) { return 1e30; };
  grid.for_each_sub_shape_near([](const auto&) { return 0.0; }, 1e30,
                               [&](auto id, const auto& sub_shape) {
                                 ADD_FAILURE() << id;
                                 return none(id, sub_shape);
                               });
}

TEST(TileGrids, name_the_fault_and_stay_unchanged) {
  TileGrid<2, float> grid;
  EXPECT_EQ(grid.set({0, 0}, Tile::solid), Status::bad_index);
  EXPECT_EQ(grid.tile({0, 0}), Tile::empty);
  ASSERT_EQ(grid.build({3, 2}, {1, 1}), Status::ok);
  ASSERT_EQ(grid.set({2, 1}, Tile::solid), Status::ok);
  const float nan = std::nanf("");
  EXPECT_EQ(grid.build({3, 2}, {nan, 1}), Status::not_finite);
  EXPECT_EQ(grid.build({3, 2}, {1, INFINITY}), Status::not_finite);
  EXPECT_EQ(grid.build({3, 2}, {0, 1}), Status::not_positive);
  EXPECT_EQ(grid.build({3, 2}, {1, -1}), Status::not_positive);
  EXPECT_EQ(grid.build({3, 2}, {1, 0x1p-140f}), Status::out_of_range);
  EXPECT_EQ(grid.build({3000, 2}, {1e38f, 1}), Status::out_of_range);
  EXPECT_EQ(grid.build({0, 2}, {1, 1}), Status::no_points);
  EXPECT_EQ(grid.build({1u << 23, 1}, {1, 1}), Status::too_many_objects);
  EXPECT_EQ(grid.build({1u << 20, 1u << 12}, {1, 1}), Status::too_many_objects);
  EXPECT_EQ(grid.build({0xffffffffu, 0xffffffffu}, {1, 1}), Status::too_many_objects);
  const std::vector<Tile> tiles(6, Tile(7));
  EXPECT_EQ(grid.build({3, 3}, {1, 1}, tiles), Status::size_mismatch);
  EXPECT_EQ(grid.build({3, 2}, {1, 1}, tiles), Status::out_of_range);
  EXPECT_EQ(grid.set({3, 0}, Tile::solid), Status::bad_index);
  EXPECT_EQ(grid.set({0, 0}, Tile(9)), Status::out_of_range);
  EXPECT_EQ(grid.tile_count(), 1u);
  EXPECT_EQ(grid.tile({2, 1}), Tile::solid);
  const auto hit =
      intersects(grid, Transform2f{}, Circle<float>{0.1f}, Transform2f{{2.5f, 1.5f}, {}});
  EXPECT_TRUE(hit.overlapping);
  EXPECT_EQ(hit.sub_shape_a, grid.id_of({2, 1}));
  EXPECT_NE(hit.sub_shape_a, grid.id_of({1, 1}));
  EXPECT_EQ(grid.bounds(), (Aabb2f{{0, 0}, {3, 2}}));
  TileGrid<3, double> blocks;
  ASSERT_EQ(blocks.build({2, 2, 2}, {1, 1, 1}), Status::ok);
  EXPECT_EQ(blocks.set({0, 0, 0}, Tile::one_way), Status::out_of_range);
}

TEST(TileGrids, failed_allocations_leave_them_unchanged) {
  FailingAllocator memory;
  TileGrid<2, float> grid(memory.allocator());
  ASSERT_EQ(grid.build({3, 2}, {1, 1}), Status::ok);
  ASSERT_EQ(grid.set({1, 1}, Tile::solid), Status::ok);
  const std::vector<Tile> tiles(100 * 100, Tile::floor_rising);
  std::size_t k = 1;
  for (;; ++k) {
    memory.fail(k);
    if (grid.build({100, 100}, {1, 1}, tiles) == Status::ok) break;
    EXPECT_EQ(grid.tile_count(), 1u);
    ASSERT_LT(k, 100u);
  }
  EXPECT_GT(k, 3u);
  memory.fail(1, true);
  EXPECT_EQ(grid.set({1, 1}, Tile::empty), Status::ok);
  EXPECT_EQ(memory.calls(), 0u);
}

}  // namespace
}  // namespace masu::test
