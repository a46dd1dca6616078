// SPDX-License-Identifier: MIT
// Rays along height fields and tile grids of more than a thousand cells, most of them empty: the
// walk skips runs of up to 512 slabs. The result is that of all their sub-shapes.
#include <cmath>

#include <gtest/gtest.h>

#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/narrow_phase/ray_cast.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// Along an axis, up or down, or anywhere; from inside, outside, or the border of a cell.
template <int D, class T>
Ray<D, T> any_ray(const Aabb<D, T>& bounds, const Vec<D, T>& cell, scenes::Pcg32& random) {
  Ray<D, T> ray{};
  const int along = int(random.below(D + 1));  // D: not along an axis
  for (int a = 0; a < D; ++a) {
    const double size = double(bounds.max[a] - bounds.min[a]) + 0.5;
    ray.origin[a] = T(double(bounds.min[a]) + size * random.between(-0.2, 1.2));
    if (random.below(2) == 0) ray.origin[a] = T(std::int64_t(ray.origin[a] / cell[a])) * cell[a];
    if (along == D) ray.direction[a] = T(size * random.between(-1, 1));
  }
  if (along < D) ray.direction[along] = random.below(2) == 0 ? T(1) : T(-1);
  if (random.below(4) == 0) ray.max_t = T(random.between(0, 300));
  if (along == D) ray.max_t = T(random.between(0, 3));
  return ray;
}

// From far away, and beside the border of the grid at 0 by less than the rounding of its length.
template <int D, class T>
Ray<D, T> ray_at_border(const Aabb<D, T>& bounds, scenes::Pcg32& random) {
  const int beside = int(random.below(D));
  const double far = std::ldexp(1.0, int(random.below(12)));
  Ray<D, T> ray{};
  for (int a = 0; a < D; ++a) {
    const double to = random.between(double(bounds.min[a]), double(bounds.max[a]));
    if (a == beside) {
      ray.origin[a] = T(std::ldexp(random.between(-1, 1), -int(random.below(60))));
      ray.direction[a] = random.below(2) == 0 ? T(0) : ray.origin[a];
    } else {
      ray.direction[a] = T(far * random.between(-1, 1));
      ray.origin[a] = T(to - double(ray.direction[a]));
    }
  }
  return ray;
}

template <class Body, int D, class T>
void expect_first_hits(const Body& body, const std::vector<std::uint32_t>& ids,
                       const Vec<D, T>& cell, int& hits) {
  scenes::Pcg32 random(21);
  const Transform<D, T> pose{};
  for (int i = 0; i < by_tier(2'000, 50'000); ++i) {
    SCOPED_TRACE(i);
    const Ray<D, T> ray = i % 4 == 0 ? ray_at_border<D, T>(body.bounds(), random)
                                     : any_ray<D, T>(body.bounds(), cell, random);
    RayCast<D, T> first;
    std::uint32_t id_of_first = 0;
    for (const std::uint32_t id : ids) {
      const auto one = ray_cast(body.sub_shape(id).shape, pose, ray);
      if (one.hit && (!first.hit || one.t < first.t)) first = one, id_of_first = id;
    }
    const auto got = ray_cast(body, pose, ray);
    ASSERT_EQ(got.status, Status::ok);
    ASSERT_EQ(got.hit, first.hit);
    hits += got.hit;
    if (!got.hit) continue;
    ASSERT_EQ(got.t, first.t);
    ASSERT_EQ(got.normal, first.normal);
    ASSERT_EQ(got.sub_shape, id_of_first);
  }
}

// Few cells, more of them at the ends of runs; all of a small grid.
template <class Cell>
bool is_kept(const Cell& cell, std::size_t cells, scenes::Pcg32& random) {
  if (cells < 100) return true;
  bool at_end = false;
  for (const std::uint32_t c : cell) at_end = at_end || (c > 60 && (c + 1) % 64 < 2);
  return random.below(at_end ? 16 : 300) == 0;
}

template <int D, class T>
void expect_rays_at_field(const typename HeightField<D, T>::Cell& samples) {
  using Cell = typename HeightField<D, T>::Cell;
  scenes::Pcg32 random(22);
  std::size_t count = 1;
  typename HeightField<D, T>::Spacing spacing;
  Vec<D, T> cell = Vec<D, T>::all(T(1));
  for (int a = 0; a < D - 1; ++a) {
    count *= samples[a];
    spacing[a] = cell[2 * a] = T(0.5);
  }
  std::vector<T> heights(count);
  for (T& h : heights) h = T(random.between(-1, 1));
  HeightField<D, T> field;
  ASSERT_EQ(field.build(samples, spacing, heights), Status::ok);
  std::vector<std::uint32_t> ids;
  const std::uint32_t per_cell = D == 2 ? 1 : 2;
  for (std::uint32_t id = 0; id < field.sub_shape_count(); id += per_cell) {
    Cell c{};
    std::uint32_t left = id / per_cell;
    for (int a = 0; a < D - 1; ++a) c[a] = left % field.cells()[a], left /= field.cells()[a];
    if (!is_kept(c, count, random)) {
      ASSERT_EQ(field.set_hole(c, true), Status::ok);
      continue;
    }
    for (std::uint32_t k = 0; k < per_cell; ++k) ids.push_back(id + k);
  }
  int hits = 0;
  expect_first_hits<HeightField<D, T>, D, T>(field, ids, cell, hits);
  EXPECT_GT(hits, 100);
}

template <int D, class T>
void expect_rays_at_tiles(const CellCoords<D>& size) {
  scenes::Pcg32 random(23);
  TileGrid<D, T> grid;
  const Vec<D, T> cell = Vec<D, T>::all(T(0.5));
  ASSERT_EQ(grid.build(size, cell), Status::ok);
  std::uint32_t cells = 1;
  for (const std::uint32_t n : size) cells *= n;
  std::vector<std::uint32_t> ids;
  for (std::uint32_t id = 0; id < cells; ++id) {
    if (!is_kept(grid.cell_of(id), cells, random)) continue;
    ASSERT_EQ(grid.set(grid.cell_of(id), Tile::solid), Status::ok);
    ids.push_back(id);
  }
  int hits = 0;
  expect_first_hits<TileGrid<D, T>, D, T>(grid, ids, cell, hits);
  EXPECT_GT(hits, 100);
}

template <class T>
class LongGridRays : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LongGridRays, Scalars);

TYPED_TEST(LongGridRays, at_height_fields_are_those_of_all_sub_shapes) {
  expect_rays_at_field<2, TypeParam>({20});
  expect_rays_at_field<2, TypeParam>({3000});
  expect_rays_at_field<3, TypeParam>({9, 7});
  expect_rays_at_field<3, TypeParam>({1100, 20});
  expect_rays_at_field<3, TypeParam>({5, 1500});
}

TYPED_TEST(LongGridRays, at_tiles_are_those_of_all_sub_shapes) {
  expect_rays_at_tiles<2, TypeParam>({6, 5});
  expect_rays_at_tiles<2, TypeParam>({1300, 10});
  expect_rays_at_tiles<2, TypeParam>({17, 2000});
  expect_rays_at_tiles<3, TypeParam>({4, 10, 1100});
}

}  // namespace
}  // namespace masu::test
