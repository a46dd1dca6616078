// SPDX-License-Identifier: MIT
// Internal edges of tile floors never push a sliding body; ledges, corners and stairs push as the
// shape that they are.
#include <gtest/gtest.h>

#include <masu/mesh/compound.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>

#include "mesh/composite_suite.hpp"

namespace masu::test {
namespace {

// '#' solid, '/' and '\\' slopes, '-' one-way; the last row is the lowest.
template <class T>
TileGrid<2, T> level(const std::vector<const char*>& rows, T size = 1) {
  TileGrid<2, T> grid;
  const auto width = std::uint32_t(std::string_view(rows[0]).size());
  const auto height = std::uint32_t(rows.size());
  EXPECT_EQ(grid.build({width, height}, {size, size}), Status::ok);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const char c = rows[height - 1 - y][x];
      const Tile tile = c == '#'    ? Tile::solid
                        : c == '/'  ? Tile::floor_rising
                        : c == '\\' ? Tile::floor_falling
                        : c == '-'  ? Tile::one_way
                                    : Tile::empty;
      EXPECT_EQ(grid.set({x, y}, tile), Status::ok);
    }
  }
  return grid;
}

// The sides from which the contacts of a shape push; `lean`: the most that normals are off upright.
template <int D, class T>
struct Pushes {
  int count = 0;
  int upright = 0;
  int left = 0;   // against +x
  int right = 0;  // against -x
  int odd = 0;
  double deepest = 0;

  void take(const Separation<D, T>& s) {
    ++count;
    const double accuracy = 1e-6;
    const auto& n = s.normal;
    EXPECT_NEAR(double(length(n)), 1, 1e-6);
    const auto gap = s.point_b - s.point_a - n * s.distance;
    EXPECT_LT(double(length(gap)), 1e-5);
    if (double(n[1]) > 1 - accuracy)
      ++upright;
    else if (double(n[0]) < accuracy - 1)
      ++left;
    else if (double(n[0]) > 1 - accuracy)
      ++right;
    else
      ++odd;
    deepest = std::max(deepest, -double(s.distance));
  }
};

template <class B, int D, class T>
Pushes<D, T> pushes(const B& body, const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                    bool skip_internal_edges = true, double margin = 0.001) {
  Pushes<D, T> found;
  const ContactOptions<T> options{.margin = T(margin), .skip_internal_edges = skip_internal_edges};
  const auto take = [&](const SubShapeContact<D, T>& c) { found.take(c.separation()); };
  EXPECT_EQ(contacts(body, Transform<D, T>{}, shape, pose, take, options).status, Status::ok);
  int areas = 0;
  const auto area = [&](const SubShapeManifold<D, T>& m) {
    Pushes<D, T> one;
    one.take(m.separation);
    areas += one.upright > 0 || one.left > 0 || one.right > 0 || one.odd > 0;
    EXPECT_GT(m.count, 0);
  };
  EXPECT_EQ(contact_manifolds(body, Transform<D, T>{}, shape, pose, area, options).status,
            Status::ok);
  EXPECT_EQ(areas, found.count);
  return found;
}

template <class T>
class TileInternalEdges : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(TileInternalEdges, Scalars);

// Boxes, circles and capsules of many sizes, at many offsets and depths, some tilted a little.
TYPED_TEST(TileInternalEdges, a_flat_floor_pushes_only_upward) {
  using T = TypeParam;
  const auto thick = level<T>({"          ", "##########", "##########"}, T(0.7));
  const auto thin = level<T>({"            ", "############", "            "}, T(0.7));
  scenes::Pcg32 random(81);
  int usual = 0;
  for (int i = 0; i < by_tier(600, 60000); ++i) {
    const auto& floor = i % 2 == 0 ? thick : thin;
    const double size = random.between(0.05, 1.6);
    const double depth = random.between(0, 0.3) * std::min(size, 0.7);
    const double x = i % 3 == 0 ? 0.7 * (3 + random.below(2)) : random.between(2, 5);
    Transform<2, T> pose{{T(x), T(1.4 + size - depth)}, {}};
    ShapeView<2, T> shape = Circle<T>{T(size)}.view();
    if (i % 4 == 1) shape = Box<2, T>{{T(random.between(0.05, 1.8)), T(size)}}.view();
    if (i % 4 == 2) shape = Capsule<2, T>{{T(-0.5), 0}, {T(0.5), 0}, T(size)}.view();
    const auto found = pushes(floor, shape, pose);
    EXPECT_GT(found.upright, 0) << i;
    EXPECT_EQ(found.upright, found.count)
        << i << " x " << x << " size " << size << " depth " << depth;
    EXPECT_NEAR(found.deepest, depth, 1e-5) << i;
    const auto plain = pushes(floor, shape, pose, false);
    usual += plain.upright != plain.count;
  }
  EXPECT_GT(usual, 50);  // without the option it is not so
}

TYPED_TEST(TileInternalEdges, walls_ledges_and_stairs_push_as_one_shape) {
  using T = TypeParam;
  const auto world = level<T>({"#          ", "#     ###  ", "#   #####  ", "###########"});
  const ShapeView<2, T> crate = Box<2, T>{{T(0.4), T(0.4)}}.view();
  const ShapeView<2, T> ball = Circle<T>{T(0.4)}.view();
  const auto pose_at = [](double x, double y) { return Transform<2, T>{{T(x), T(y)}, {}}; };
  for (const auto& shape : {crate, ball}) {
    // In the corner of floor and left wall.
    auto p = pushes(world, shape, pose_at(1.37, 1.36));
    EXPECT_EQ(p.upright + p.right, p.count);
    EXPECT_TRUE(p.upright > 0 && p.right > 0);
    // Along the wall, across its internal edges.
    for (double y = 1.6; y < 3.4; y += 0.05) {
      p = pushes(world, shape, pose_at(1.38, y));
      EXPECT_EQ(p.right, p.count) << y;
      EXPECT_GT(p.right, 0) << y;
    }
    // At the foot of the stairs, and on the first step before the second.
    p = pushes(world, shape, pose_at(3.62, 1.37));
    EXPECT_EQ(p.upright + p.left, p.count);
    EXPECT_TRUE(p.upright > 0 && p.left > 0);
    p = pushes(world, shape, pose_at(5.63, 2.38));
    EXPECT_EQ(p.upright + p.left, p.count);
    EXPECT_TRUE(p.upright > 0 && p.left > 0);
    // Over the edge of the upper ledge: up, or outwards between up and right.
    for (int i = 0; i < 16; ++i) {
      const double x = 8.5 + 0.05 * i;
      p = pushes(world, shape, pose_at(x, 3.38));
      EXPECT_EQ(p.left, 0);
      EXPECT_GT(p.count, x < 9.12 ? 0 : -1);
    }
  }
  // A ball on the corner of a ledge is pushed away from the corner, as from one box.
  const auto s = penetration(Box<2, T>{{T(1.5), T(0.5)}}, pose_at(7.5, 2.5), Circle<T>{T(0.4)},
                             pose_at(9.2, 3.3));
  const auto take = [&](const SubShapeContact<2, T>& c) {
    EXPECT_NEAR(double(c.normal[0]), double(s.normal[0]), 1e-6);
    EXPECT_NEAR(double(c.distance), double(s.distance), 1e-6);
  };
  int count = 0;
  const auto counted = [&](const SubShapeContact<2, T>& c) { ++count, take(c); };
  ASSERT_EQ(contacts(world, Transform<2, T>{}, ball, pose_at(9.2, 3.3), counted,
                     {.skip_internal_edges = true})
                .status,
            Status::ok);
  EXPECT_EQ(count, 1);
}

TYPED_TEST(TileInternalEdges, slopes_and_one_way_tiles) {
  using T = TypeParam;
  const auto world = level<T>({"     --    ", "   /##\\    ", "  /####\\   ", "###########"});
  const ShapeView<2, T> ball = Circle<T>{T(0.3)}.view();
  const double slant = std::sqrt(0.5);
  for (int i = 0; i < 60; ++i) {
    // Up the slope from (2, 1) to (4, 3), then along the top.
    const double s = 0.3 + i * 0.025;
    const Transform<2, T> pose{{T(2 + s - 0.29 * slant), T(1 + s + 0.29 * slant)}, {}};
    const auto take = [&](const SubShapeContact<2, T>& c) {
      const auto n = c.normal;
      const bool up = double(n[1]) > 1 - 1e-6;
      EXPECT_TRUE(up || std::fabs(double(n[1]) - slant) < 1e-5) << i << " " << n[0] << " " << n[1];
      EXPECT_LE(n[0], 0);
    };
    int count = 0;
    const auto counted = [&](const SubShapeContact<2, T>& c) { ++count, take(c); };
    ASSERT_EQ(contacts(world, Transform<2, T>{}, ball, pose, counted,
                       {.margin = 0, .skip_internal_edges = true})
                  .status,
              Status::ok);
    EXPECT_GT(count, 0) << i;
  }
  for (int i = 0; i < 30; ++i) {
    const double x = 5.2 + 0.05 * i;
    const auto p = pushes(world, ball, Transform<2, T>{{T(x), T(4.28)}, {}});
    EXPECT_EQ(p.upright, p.count);
    EXPECT_GT(p.count, 0);
    // From below too.
    const auto below = pushes(world, ball, Transform<2, T>{{T(x), T(3.8)}, {}});
    EXPECT_EQ(below.upright, below.count);
  }
}

// Contacts of a level and of its mirror images are mirror images: every kind of slope hides the
// same edges of its neighbors.
TYPED_TEST(TileInternalEdges, mirrored_levels_push_as_mirror_images) {
  using T = TypeParam;
  constexpr std::uint32_t kSize = 5;
  constexpr Tile kTiles[] = {Tile::empty,         Tile::solid,          Tile::floor_rising,
                             Tile::floor_falling, Tile::ceiling_rising, Tile::ceiling_falling};
  // Of kTiles, left and right changed, or top and bottom.
  constexpr int kMirrored[2][6] = {{0, 1, 3, 2, 5, 4}, {0, 1, 5, 4, 3, 2}};
  scenes::Pcg32 random(84);
  std::size_t contact_count = 0;
  for (int round = 0; round < by_tier(100, 5000); ++round) {
    TileGrid<2, T> grid, mirrored[2];
    for (auto* g : {&grid, &mirrored[0], &mirrored[1]}) {
      ASSERT_EQ(g->build({kSize, kSize}, {1, 1}), Status::ok);
    }
    for (std::uint32_t x = 0; x < kSize; ++x) {
      for (std::uint32_t y = 0; y < kSize; ++y) {
        const std::uint32_t k = random.below(6);
        ASSERT_EQ(grid.set({x, y}, kTiles[k]), Status::ok);
        ASSERT_EQ(mirrored[0].set({kSize - 1 - x, y}, kTiles[kMirrored[0][k]]), Status::ok);
        ASSERT_EQ(mirrored[1].set({x, kSize - 1 - y}, kTiles[kMirrored[1][k]]), Status::ok);
      }
    }
    const Circle<T> ball{T(random.between(0.2, 0.7))};
    const Vec<2, T> center{T(random.between(0.5, 4.5)), T(random.between(0.5, 4.5))};
    const auto normals = [&](const TileGrid<2, T>& level, int axis) {
      Transform<2, T> pose{center, {}};
      if (axis >= 0) pose.translation[axis] = T(kSize) - center[axis];
      std::vector<Vec<2, T>> found;
      const auto take = [&](const SubShapeContact<2, T>& c) {
        found.push_back(c.normal);
        if (axis >= 0) found.back()[axis] = -c.normal[axis];
      };
      EXPECT_EQ(contacts(level, Transform<2, T>{}, ball, pose, take, {.skip_internal_edges = true})
                    .status,
                Status::ok);
      std::sort(found.begin(), found.end(), [](const Vec<2, T>& a, const Vec<2, T>& b) {
        return a[0] + a[1] / 2 < b[0] + b[1] / 2;
      });
      return found;
    };
    const auto expected = normals(grid, -1);
    contact_count += expected.size();
    for (int axis = 0; axis < 2; ++axis) {
      const auto got = normals(mirrored[axis], axis);
      ASSERT_EQ(got.size(), expected.size()) << round << " " << axis;
      for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_LT(double(length(got[i] - expected[i])), 1e-4) << round << " " << axis;
      }
    }
  }
  EXPECT_GT(contact_count, 100u);
}

TYPED_TEST(TileInternalEdges, a_flat_floor_of_blocks_pushes_only_upward) {
  using T = TypeParam;
  TileGrid<3, T> floor;
  ASSERT_EQ(floor.build({8, 3, 8}, {1, 1, 1}), Status::ok);
  for (std::uint32_t x = 0; x < 8; ++x) {
    for (std::uint32_t z = 0; z < 8; ++z) ASSERT_EQ(floor.set({x, 1, z}, Tile::solid), Status::ok);
  }
  scenes::Pcg32 random(82);
  for (int i = 0; i < by_tier(150, 10000); ++i) {
    const double size = random.between(0.05, 1.2);
    const double depth = random.between(0, 0.3) * std::min(size, 1.0);
    const T x = T(i % 3 == 0 ? 4 : random.between(3, 5));
    const T z = T(i % 5 == 0 ? 4 : random.between(3, 5));
    const Transform<3, T> pose{{x, T(2 + size - depth), z}, {}};
    ShapeView<3, T> shape = Sphere<3, T>{T(size)}.view();
    if (i % 2 == 0) shape = Box<3, T>{{T(0.6), T(size), T(0.9)}}.view();
    const auto found = pushes(floor, shape, pose);
    EXPECT_GT(found.upright, 0) << i;
    EXPECT_EQ(found.upright, found.count) << i;
    EXPECT_NEAR(found.deepest, depth, 1e-5) << i;
  }
}

TYPED_TEST(TileInternalEdges, a_flat_height_field_pushes_only_upward) {
  using T = TypeParam;
  HeightField<3, T> floor;
  ASSERT_EQ(floor.build({9, 9}, {1, 1}, std::vector<T>(81, T(2))), Status::ok);
  HeightField<2, T> line;
  ASSERT_EQ(line.build({9}, {1}, std::vector<T>(9, T(2))), Status::ok);
  scenes::Pcg32 random(83);
  for (int i = 0; i < by_tier(150, 10000); ++i) {
    const double size = random.between(0.05, 1.2);
    // Deep ones too: more than half of the shape is below.
    const double depth = random.between(0, i % 4 == 0 ? 1.9 : 0.3) * size;
    const T x = T(i % 3 == 0 ? 4 : random.between(3, 5));
    const T z = T(i % 5 == 0 ? 4 : random.between(3, 5));
    const Transform<3, T> pose{{x, T(2 + size - depth), z}, {}};
    ShapeView<3, T> shape = Sphere<3, T>{T(size)}.view();
    if (i % 2 == 0) shape = Box<3, T>{{T(0.6), T(size), T(0.9)}}.view();
    const auto found = pushes(floor, shape, pose);
    EXPECT_GT(found.upright, 0) << i;
    EXPECT_EQ(found.upright, found.count) << i;
    EXPECT_NEAR(found.deepest, depth, 1e-5) << i;
    const Transform<2, T> flat{{x, pose.translation[1]}, {}};
    ShapeView<2, T> disc = Circle<T>{T(size)}.view();
    if (i % 2 == 0) disc = Box<2, T>{{T(0.6), T(size)}}.view();
    const auto in_plane = pushes(line, disc, flat);
    EXPECT_GT(in_plane.upright, 0) << i;
    EXPECT_EQ(in_plane.upright, in_plane.count) << i;
    EXPECT_NEAR(in_plane.deepest, depth, 1e-5) << i;
  }
}

// The world rotated and far away: the same normals in the grid's frame.
TYPED_TEST(TileInternalEdges, rotated_and_far_from_the_origin) {
  using T = TypeParam;
  const auto floor = level<T>({"          ", "##########", "##########"});
  scenes::Pcg32 random(85);
  for (int i = 0; i < by_tier(200, 20000); ++i) {
    const auto pose = pose_within<2, T>(random, {-500, -500}, {500, 500}, true);
    const double size = random.between(0.1, 1.5);
    const double depth = random.between(0.05, 0.3) * std::min(size, 1.0);
    const Vec<2, T> position{T(random.between(3, 7)), T(2 + size - depth)};
    const Transform<2, T> other{pose * position, pose.rotation};
    ShapeView<2, T> shape = Circle<T>{T(size)}.view();
    if (i % 2 == 0) shape = Box<2, T>{{T(0.8), T(size)}}.view();
    const auto& r = pose.rotation;
    const Vec<2, T> up{-r.sine, r.cosine};
    int count = 0;
    const auto take = [&](const SubShapeContact<2, T>& c) {
      ++count;
      EXPECT_GT(double(dot(c.normal, up)), 1 - 1e-6) << i;
      EXPECT_GT(double(c.distance), -depth - 2e-4) << i;
    };
    ASSERT_EQ(contacts(floor, pose, shape, other, take, {.skip_internal_edges = true}).status,
              Status::ok);
    EXPECT_GT(count, 0) << i;
  }
}

// A floor of boxes, one rotated, and a ring whose parts overlap each other.
TYPED_TEST(TileInternalEdges, compounds_push_as_their_union) {
  using T = TypeParam;
  std::vector<Child<2, T>> children;
  for (int i = 0; i < 8; ++i) {
    const Transform<2, T> pose{{T(0.9 * i), 0}, {T(i == 3 ? -1 : 1), 0}};
    children.push_back(child(Box<2, T>{{T(0.5), T(0.5)}}, pose));
  }
  Compound<2, T> floor;
  ASSERT_EQ(floor.build(children), Status::ok);
  scenes::Pcg32 random(84);
  for (int i = 0; i < by_tier(300, 20000); ++i) {
    const double size = random.between(0.05, 1.2);
    const double depth = random.between(0, 0.3) * std::min(size, 0.7);
    const double x = i % 3 == 0 ? 0.5 + 0.9 * (2 + random.below(2)) : random.between(2, 4);
    ShapeView<2, T> shape = Circle<T>{T(size)}.view();
    if (i % 2 == 0) shape = Box<2, T>{{T(random.between(0.05, 1.8)), T(size)}}.view();
    const auto found = pushes(floor, shape, Transform<2, T>{{T(x), T(0.5 + size - depth)}, {}});
    EXPECT_GT(found.upright, 0) << i;
    EXPECT_EQ(found.upright, found.count) << i;
    EXPECT_NEAR(found.deepest, depth, 1e-5) << i;
  }
  std::vector<Child<3, T>> balls;
  for (int i = 0; i < 12; ++i) {
    balls.push_back(child(Sphere<3, T>{1}, Transform<3, T>{{T(0.5 * i), 0, 0}, {}}));
  }
  Compound<3, T> sausage;
  ASSERT_EQ(sausage.build(balls), Status::ok);
  // Nothing touches the surface of a ball within the next one.
  const ContactOptions<T> options{.skip_internal_edges = true};
  const auto outside = [&](const SubShapeContact<3, T>& c) {
    for (int i = 0; i < 12; ++i) {
      const auto gap = c.point_a - balls[std::size_t(i)].pose.translation;
      EXPECT_GT(double(length(gap)), 1 - 0.01) << i;
    }
  };
  for (int i = 0; i < 40; ++i) {
    const Transform<3, T> pose{{T(1 + 0.1 * i), T(1.02), 0}, {}};
    int count = 0;
    const auto take = [&](const SubShapeContact<3, T>& c) { ++count, outside(c); };
    ASSERT_EQ(
        contacts(sausage, Transform<3, T>{}, Sphere<3, T>{T(0.2)}, pose, take, options).status,
        Status::ok);
    EXPECT_GT(count, 0);
  }
}

// Deep inside of what is solid there is no outside to be pushed to: then any contact will do.
TEST(TileInternalEdges, bodies_that_are_buried_still_touch) {
  const auto solid = level<float>({"#####", "#####", "#####", "#####", "#####"});
  const Transform2f pose{{2.5f, 2.5f}, {}};
  const ShapeView<2, float> ball = Circle<float>{0.3f}.view();
  int count = 0;
  const auto take = [&](const SubShapeContact<2, float>&) { ++count; };
  ASSERT_EQ(contacts(solid, Transform2f{}, ball, pose, take, {.skip_internal_edges = true}).status,
            Status::ok);
  EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace masu::test
