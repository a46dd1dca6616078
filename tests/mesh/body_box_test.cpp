// SPDX-License-Identifier: MIT
// The boxes of rotated bodies: those of all their sub-shapes, merged.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <masu/mesh/composite_aabb.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/shapes/sphere.hpp>

#include "mesh/composite_suite.hpp"
#include "mesh/meshes.hpp"

namespace masu::test {
namespace {

template <int D>
Vec<D, double> all(double x) {
  Vec<D, double> v{};
  for (int a = 0; a < D; ++a) v[a] = x;
  return v;
}

// And fewer sub-shapes are tested than there are, if the body is not a floor.
template <int D, class T, class B>
void expect_tight(const B& body) {
  scenes::Pcg32 random(6);
  Aabb<D, T> everywhere;
  for (int a = 0; a < D; ++a) {
    everywhere.max[a] = std::numeric_limits<T>::infinity();
    everywhere.min[a] = -everywhere.max[a];
  }
  for (int i = 0; i < by_tier(20, 500); ++i) {
    const auto pose = pose_within<D, T>(random, all<D>(-9), all<D>(9), true);
    auto expected = Aabb<D, T>::nothing();
    (void)body.for_each_sub_shape(everywhere, [&](std::uint32_t, const SubShape<D, T>& sub_shape) {
      expected = merge(expected, aabb_of(sub_shape.shape, placed(pose, sub_shape)));
    });
    const auto got = aabb_of(body, pose);
    ASSERT_FALSE(expected.empty());
    for (int a = 0; a < D; ++a) {
      EXPECT_NEAR(double(got.min[a]), double(expected.min[a]), kSuiteAccuracy<T>);
      EXPECT_NEAR(double(got.max[a]), double(expected.max[a]), kSuiteAccuracy<T>);
      if (std::is_same_v<T, double>) continue;  // both round outwards, by a few units
      EXPECT_LE(double(got.min[a]), double(expected.min[a]) + 1e-6);
    }
  }
}

template <class T>
class BodyBoxes : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(BodyBoxes, Scalars);

TYPED_TEST(BodyBoxes, Q1_E2_of_meshes_and_outlines_are_tight_under_any_rotation) {
  using T = TypeParam;
  expect_tight<3, T>(lumpy_sphere<T>(12, 20).mesh());
  expect_tight<3, T>(floor_of<T>(9, [](double x, double z) { return 0.3 * x * z; }).mesh());
  Polyline<T> line;
  const std::vector<Vec<2, T>> points = {{0, 0}, {2, T(0.5)}, {3, -1}, {T(2.5), 4}, {-1, 1}};
  const std::vector<std::uint32_t> ends = {0, 1, 1, 2, 2, 3, 3, 4};
  ASSERT_EQ(line.build(points, ends), Status::ok);
  expect_tight<2, T>(line);
}

TYPED_TEST(BodyBoxes, Q1_E2_of_fields_and_tiles_are_tight_under_any_rotation) {
  using T = TypeParam;
  scenes::Pcg32 random(7);
  std::vector<T> heights;
  for (int i = 0; i < 20 * 13; ++i) heights.push_back(T(random.between(-1, 1)));
  HeightField<3, T> field;
  ASSERT_EQ(field.build({20, 13}, {T(0.25), T(0.5)}, heights), Status::ok);
  ASSERT_EQ(field.set_hole({0, 0}, true), Status::ok);
  expect_tight<3, T>(field);
  HeightField<2, T> line;
  ASSERT_EQ(line.build({30}, {T(0.25)}, std::span(heights).first(30)), Status::ok);
  expect_tight<2, T>(line);
  std::vector<Tile> cells;
  for (int i = 0; i < 7 * 6 * 5; ++i) {
    cells.push_back(random.below(5) == 0 ? Tile::solid : Tile::empty);
  }
  TileGrid<3, T> blocks;
  ASSERT_EQ(blocks.build({7, 6, 5}, {T(0.5), T(0.25), T(0.75)}, cells), Status::ok);
  expect_tight<3, T>(blocks);
  TileGrid<2, T> map;
  std::vector<Tile> tiles(std::size_t(15) * 14, Tile::empty);
  tiles[20] = Tile::floor_rising;
  tiles[77] = Tile::solid;
  tiles[140] = Tile::one_way;
  ASSERT_EQ(map.build({15, 14}, {T(0.5), T(0.25)}, tiles), Status::ok);
  expect_tight<2, T>(map);
}

TYPED_TEST(BodyBoxes, Q1_E2_of_compounds_are_tight_under_any_rotation) {
  using T = TypeParam;
  scenes::Pcg32 random(8);
  const auto rock = box_solid<T>(0.3, 0.5, 0.7);
  std::vector<Child<3, T>> children;
  for (int k = 0; k < 40; ++k) {
    const auto pose = pose_within<3, T>(random, {-1, -1, -1}, {1, 1, 1}, true);
    children.push_back(k % 3 == 0 ? child(rock, pose) : child(Sphere<3, T>{T(0.02 * k)}, pose));
  }
  Compound<3, T> body;
  ASSERT_EQ(body.build(children), Status::ok);
  expect_tight<3, T>(body);
}

TEST(BodyBox, of_nothing_are_empty) {
  EXPECT_TRUE(aabb_of(TriangleMesh<float>(), Transform3f{}).empty());
  TileGrid<3, float> blocks;
  ASSERT_EQ(blocks.build({2, 2, 2}, {1, 1, 1}), Status::ok);
  EXPECT_TRUE(aabb_of(blocks, Transform3f{}).empty());
}

// A mesh that counts which of its triangles are tested.
struct Counted {
  static constexpr int kDimension = 3;
  using Scalar = double;
  const TriangleMesh<double>& mesh;
  int& asked;
  Aabb<3, double> bounds() const { return mesh.bounds(); }
  SearchResult for_each_sub_shape(const Aabb<3, double>& box, auto&& visit) const {
    return mesh.for_each_sub_shape(box, visit);
  }
  QueryStats for_each_sub_shape_near(auto&& gap, double reach, auto&& visit) const {
    return mesh.for_each_sub_shape_near(
        gap, reach, [&](std::uint32_t id, const SubShape<3, double>& sub_shape) {
          return ++asked, visit(id, sub_shape);
        });
  }
};

// Of a ball of 10 000 triangles a few hundred are asked.
TEST(BodyBox, visits_few_sub_shapes) {
  const auto mesh = lumpy_sphere<double>(50, 100).mesh();
  int asked = 0;
  (void)aabb_of(Counted{mesh, asked}, Transform3d{{1, 2, 3}, {0.5, 0.5, 0.5, 0.5}});
  EXPECT_GT(asked, 5);
  EXPECT_LT(asked, int(mesh.triangle_count()) / 10);
}

}  // namespace
}  // namespace masu::test
