// SPDX-License-Identifier: MIT
// Height fields: every query is that of the mesh of their triangles; edits, holes, invalid input.
#include <gtest/gtest.h>

#include <cmath>

#include <masu/mesh/height_field.hpp>
#include <masu/mesh/triangle_mesh.hpp>

#include "mesh/composite_suite.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

static_assert(CompositeShape<HeightField<2, double>> && CompositeShape<HeightField<3, float>>);

template <class T>
std::vector<T> hills(std::uint32_t columns, std::uint32_t rows) {
  std::vector<T> heights;
  for (std::uint32_t k = 0; k < rows; ++k) {
    for (std::uint32_t i = 0; i < columns; ++i) {
      heights.push_back(T(0.6 * std::sin(0.7 * i) + 0.4 * std::cos(1.3 * k) + 0.1 * (i * k % 3)));
    }
  }
  return heights;
}

template <int D, class T>
HeightField<D, T> some_field() {
  HeightField<D, T> field;
  if constexpr (D == 2) {
    EXPECT_EQ(field.build({90}, {T(0.3)}, hills<T>(90, 1)), Status::ok);
    for (std::uint32_t i = 5; i < 80; i += 13) EXPECT_EQ(field.set_hole({i}, true), Status::ok);
  } else {
    EXPECT_EQ(field.build({23, 14}, {T(0.3), T(0.7)}, hills<T>(23, 14)), Status::ok);
    for (std::uint32_t i = 0; i < 13; i += 2) EXPECT_EQ(field.set_hole({i, i}, true), Status::ok);
  }
  return field;
}

template <int D, class T>
std::vector<std::uint32_t> ids_of(const HeightField<D, T>& field) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t id = 0; id < field.sub_shape_count(); ++id) {
    typename HeightField<D, T>::Cell cell{};
    std::uint32_t c = D == 2 ? id : id / 2;
    for (int a = 0; a < D - 1; ++a) cell[a] = c % field.cells()[a], c /= field.cells()[a];
    if (!field.hole(cell)) ids.push_back(id);
  }
  return ids;
}

TEST(HeightFieldSamples, are_at_their_points) {
  const auto field = some_field<3, double>();
  ASSERT_EQ(field.samples(), (HeightField<3, double>::Cell{23, 14}));
  EXPECT_EQ(field.cells(), (HeightField<3, double>::Cell{22, 13}));
  for (std::uint32_t x = 0; x < 23; x += 11) {
    for (std::uint32_t z = 0; z < 14; z += 13) {
      const Vec3d p = field.point({x, z});
      EXPECT_EQ(p, (Vec3d{0.3 * x, field.height({x, z}), 0.7 * z}));
    }
  }
}

template <class T>
class HeightFields : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(HeightFields, Scalars);

TYPED_TEST(HeightFields, Q13_queries_equal_those_of_all_triangles) {
  using T = TypeParam;
  const int rounds = by_tier(60, 2000);
  const auto ground = some_field<3, T>();
  expect_all_of_sub_shapes(ground, ids_of(ground), 0.8, rounds);
  const auto line = some_field<2, T>();
  expect_all_of_sub_shapes(line, ids_of(line), 0.8, rounds);
}

TYPED_TEST(HeightFields, equal_meshes_of_their_triangles) {
  using T = TypeParam;
  const auto ground = some_field<3, T>();
  const auto ids = ids_of(ground);
  std::vector<Vec<3, T>> vertices;
  std::vector<std::uint32_t> corners;
  for (const std::uint32_t id : ids) {
    const auto shape = ground.sub_shape(id).shape;
    for (int k = 0; k < 3; ++k) {
      corners.push_back(std::uint32_t(vertices.size()));
      vertices.push_back(shape.p[k]);
    }
    const auto n = cross(shape.p[1] - shape.p[0], shape.p[2] - shape.p[0]);
    EXPECT_NEAR(double(n[1]), 0.3 * 0.7, 1e-5);  // seen from above
  }
  TriangleMesh<T> mesh;
  ASSERT_EQ(mesh.build(vertices, corners), Status::ok);
  scenes::Pcg32 random(8);
  const Box<3, T> crate{{T(0.5), T(0.3), T(0.4)}};
  for (int i = 0; i < by_tier(60, 2000); ++i) {
    const auto pose = pose_within<3, T>(random, {-1, -2, -1}, {1, 0, 1}, true);
    const auto other = pose_within<3, T>(random, {-3, -3, -3}, {6, 3, 6}, true);
    const auto got = distance(ground, pose, crate, other);
    const auto expected = distance(mesh, pose, crate, other);
    ASSERT_EQ(got.status, Status::ok);
    if (expected.distance > 0) {  // where they overlap, any pair may be named
      EXPECT_EQ(got.distance, expected.distance);
      EXPECT_EQ(got.sub_shape_a, ids[expected.sub_shape_a]);
    }
    EXPECT_EQ(got.overlapping(), expected.overlapping());
    EXPECT_EQ(intersects(ground, pose, crate, other).overlapping,
              intersects(mesh, pose, crate, other).overlapping);
    // Two bodies of many sub-shapes.
    const auto two = distance(ground, pose, mesh, other);
    expect_same_bits(distance(mesh, other, ground, pose).flipped(), two.separation());
    EXPECT_EQ(two.overlapping(), intersects(mesh, other, ground, pose).overlapping);
  }
}

TEST(HeightFields, edited_fields_equal_rebuilt_ones) {
  auto heights = hills<float>(40, 37);
  HeightField<3, float> field;
  ASSERT_EQ(field.build({40, 37}, {1, 1}, heights), Status::ok);
  scenes::Pcg32 random(12);
  for (int i = 0; i < 60; ++i) {
    const std::uint32_t w = random.below(6);
    const std::uint32_t h = random.below(6);
    const std::uint32_t x = random.below(40 - w);
    const std::uint32_t z = random.below(37 - h);
    std::vector<float> patch(w * h);
    for (float& y : patch) y = float(random.between(-3, 3));
    ASSERT_EQ(field.set_heights({x, z}, {w, h}, patch), Status::ok);
    for (std::uint32_t k = 0; k < h; ++k) {
      for (std::uint32_t m = 0; m < w; ++m) heights[x + m + (z + k) * 40] = patch[m + k * w];
    }
    const std::uint32_t cell = random.below(39);
    ASSERT_EQ(field.set_hole({cell, random.below(36)}, i % 3 != 0), Status::ok);
  }
  HeightField<3, float> rebuilt;
  ASSERT_EQ(rebuilt.build({40, 37}, {1, 1}, heights), Status::ok);
  for (std::uint32_t c = 0; c < 39 * 36; ++c) {
    if (field.hole({c % 39, c / 39})) {
      ASSERT_EQ(rebuilt.set_hole({c % 39, c / 39}, true), Status::ok);
    }
  }
  EXPECT_EQ(field.bounds(), rebuilt.bounds());
  EXPECT_EQ(ids_of(field), ids_of(rebuilt));
  expect_searches(field, ids_of(rebuilt), 40);
}

TEST(HeightFields, take_heights_as_integers) {
  const std::vector<std::int16_t> heights = {0, 100, -32768, 32767, 1, 2};
  HeightField<3, double> field;
  ASSERT_EQ(field.build({3, 2}, {1, 2}, heights, 0.25, -1), Status::ok);
  EXPECT_EQ(field.height({1, 0}), 24.0);
  EXPECT_EQ(field.height({2, 0}), -8193.0);
  EXPECT_EQ(field.bounds(), (Aabb3d{{0, -8193, 0}, {2, 8190.75, 2}}));
  EXPECT_EQ(field.build({3, 2}, {1, 2}, heights, std::nan("")), Status::not_finite);
  EXPECT_EQ(field.build({3, 2}, {1, 2}, heights, 1e200), Status::out_of_range);
}

TEST(HeightFields, name_the_fault_and_stay_unchanged) {
  HeightField<3, float> field;
  EXPECT_TRUE(field.bounds().empty());
  EXPECT_EQ(field.set_hole({0, 0}, true), Status::bad_index);
  const std::vector<float> flat(6, 1.0f);
  EXPECT_EQ(field.set_heights({0, 0}, {3, 2}, flat), Status::bad_index);
  ASSERT_EQ(field.build({3, 2}, {1, 1}, flat), Status::ok);
  const auto with = [&](float y) {
    auto heights = flat;
    heights[4] = y;
    return heights;
  };
  EXPECT_EQ(field.build({3, 2}, {1, 1}, with(std::nanf(""))), Status::not_finite);
  EXPECT_EQ(field.build({3, 2}, {1, 1}, with(-INFINITY)), Status::not_finite);
  EXPECT_EQ(field.build({3, 2}, {1, 1}, with(0x1p-141f)), Status::out_of_range);
  EXPECT_EQ(field.build({3, 3}, {1, 1}, flat), Status::size_mismatch);
  EXPECT_EQ(field.build({3, 2}, {0, 1}, flat), Status::not_positive);
  EXPECT_EQ(field.build({3, 2}, {1, -2}, flat), Status::not_positive);
  EXPECT_EQ(field.build({3, 2}, {1, std::nanf("")}, flat), Status::not_finite);
  EXPECT_EQ(field.build({6, 1}, {1, 1}, flat), Status::no_points);
  EXPECT_EQ(field.build({0, 0}, {1, 1}, {}), Status::no_points);
  EXPECT_EQ(field.build({0xffffffffu, 0xffffffffu}, {1, 1}, flat), Status::too_many_objects);
  const auto change = [&](HeightField<3, float>::Cell first, HeightField<3, float>::Cell count,
                          float y) {
    return field.set_heights(first, count, std::vector<float>(count[0] * count[1], y));
  };
  EXPECT_EQ(change({1, 1}, {2, 1}, std::nanf("")), Status::not_finite);
  EXPECT_EQ(change({1, 1}, {3, 1}, 2), Status::bad_index);
  EXPECT_EQ(change({4, 0}, {0, 1}, 2), Status::bad_index);
  EXPECT_EQ(field.set_heights({0, 0}, {2, 2}, flat), Status::size_mismatch);
  EXPECT_EQ(field.set_hole({2, 0}, true), Status::bad_index);
  EXPECT_EQ(field.bounds(), (Aabb3f{{0, 1, 0}, {2, 1, 1}}));
  EXPECT_EQ(change({3, 2}, {0, 0}, 2), Status::ok);
  EXPECT_EQ(field.set_hole({0, 0}, true), Status::ok);
  EXPECT_EQ(field.set_hole({1, 0}, true), Status::ok);
  EXPECT_TRUE(field.bounds().empty());
  EXPECT_EQ(distance(field, Transform3f{}, Sphere<3, float>{1}, {}).status, Status::no_points);
}

TEST(HeightFields, failed_allocations_leave_them_unchanged) {
  FailingAllocator memory;
  HeightField<3, float> field(memory.allocator());
  ASSERT_EQ(field.build({2, 2}, {1, 1}, std::vector<float>(4, 1.0f)), Status::ok);
  const auto heights = hills<float>(30, 30);
  std::size_t k = 1;
  for (;; ++k) {
    memory.fail(k);
    if (field.build({30, 30}, {1, 1}, heights) == Status::ok) break;
    EXPECT_EQ(field.bounds(), (Aabb3f{{0, 1, 0}, {1, 1, 1}}));
    ASSERT_LT(k, 100u);
  }
  EXPECT_EQ(k, 5u);
  memory.fail(1, true);
  EXPECT_EQ(field.set_heights({3, 3}, {5, 5}, std::vector<float>(25, 9.0f)), Status::ok);
  EXPECT_EQ(memory.calls(), 0u);
  EXPECT_EQ(field.set_hole({3, 3}, true), Status::out_of_memory);
  EXPECT_FALSE(field.hole({3, 3}));
}

}  // namespace
}  // namespace masu::test
