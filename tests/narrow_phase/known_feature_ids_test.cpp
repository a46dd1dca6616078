// SPDX-License-Identifier: MIT
// Feature ids computed by hand.
#include <gtest/gtest.h>

#include <tuple>

#include <masu/mesh/contacts.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/triangle.hpp>

#include "narrow_phase/named_features.hpp"
#include "narrow_phase/solids.hpp"

namespace masu::test {
namespace {

TEST(FeatureId, flips_by_its_halves) {
  EXPECT_EQ(flipped_feature_id(0x12345678u), 0x56781234u);
  Manifold<3, float> m;
  m.count = 2;
  m.points[0] = {{}, {}, 0, 0x00010002u};
  m.points[1] = {{}, {}, 0, 0x00030004u};
  const auto back = flipped(m);
  EXPECT_EQ(back.points[0].feature_id, 0x00040003u);
  EXPECT_EQ(back.points[1].feature_id, 0x00020001u);
}

template <class T>
class KnownIds : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(KnownIds, Scalars);

template <class T>
Transform<3, T> lifted(double x, double y, double z = 0) {
  return {{T(x), T(y), T(z)}, {}};
}

// Face +y of the lower box: type 3, +y in bits 2 and 3. Vertices of the upper one: type 1, -y (8),
// +-x (1, 2), +-z (16, 32).
TYPED_TEST(KnownIds, of_a_box_on_a_box) {
  using T = TypeParam;
  const Box<3, T> small{{1, 1, 1}}, large{{2, 1, 2}};
  EXPECT_EQ(ids_of(manifold(large, {}, small, lifted<T>(0, 1.875))),
            (Ids{0xc0044019, 0xc004401a, 0xc0044029, 0xc004402a}));
  // Over the end of +x: there the edge +x +y crosses the edges -y +-z.
  EXPECT_EQ(ids_of(manifold(large, {}, small, lifted<T>(1.5, 1.875))),
            (Ids{0xc004401a, 0xc004402a, 0x80058018, 0x80058028}));
  // The lower one is the smaller: its vertices, on the face -y.
  EXPECT_EQ(ids_of(manifold(small, {}, large, lifted<T>(0, 1.875))),
            (Ids{0x4015c008, 0x4016c008, 0x4025c008, 0x4026c008}));
  // Edges that cross: +y -z of the lower, -x -y of the upper one.
  const T c = T(0.9238795325112867), s = T(0.3826834323650898);
  EXPECT_EQ(ids_of(manifold(small, Transform<3, T>{{}, {s, 0, 0, c}}, small,
                            Transform<3, T>{{0, T(2.8), 0}, {0, 0, s, c}})),
            (Ids{0x8024800a}));
}

template <class T>
std::uint32_t edge_between(const ConvexPolyhedron<T>& s, std::uint32_t v, std::uint32_t w) {
  for (std::uint32_t e = 0; e < s.edge_count(); ++e) {
    const auto& edge = s.edge(e);
    if ((edge.tail == v && edge.head == w) || (edge.tail == w && edge.head == v)) return 0x8000 | e;
  }
  ADD_FAILURE() << "no such edge";
  return 0;
}

// Face 3 is +y, bit k of a vertex' number is the side of axis k: see box_solid().
TYPED_TEST(KnownIds, of_a_hull_on_a_hull) {
  using T = TypeParam;
  const auto small = box_solid<T>(1, 1, 1);
  const auto large = box_solid<T>(2, 1, 2);
  EXPECT_EQ(ids_of(manifold(large, {}, small, lifted<T>(0, 1.875))),
            (Ids{0xc0034000, 0xc0034001, 0xc0034004, 0xc0034005}));
  const std::uint32_t end = edge_between(large, 3, 7) << 16;
  EXPECT_EQ(ids_of(manifold(large, {}, small, lifted<T>(1.5, 1.875))),
            (Ids{0xc0034000, 0xc0034004, end | edge_between(small, 0, 1),
                 end | edge_between(small, 4, 5)}));
  // A box on it is named as a box.
  EXPECT_EQ(ids_of(manifold(large, {}, Box<3, T>{{1, 1, 1}}, lifted<T>(0, 1.875))),
            (Ids{0xc0034019, 0xc003401a, 0xc0034029, 0xc003402a}));
}

TYPED_TEST(KnownIds, of_smooth_shapes_and_planes) {
  using T = TypeParam;
  const Box<3, T> box{{2, 1, 2}};
  EXPECT_EQ(ids_of(manifold(box, {}, Sphere<3, T>{T(0.5)}, lifted<T>(0, 1.25))), (Ids{0xc0040000}));
  EXPECT_EQ(ids_of(manifold(box, {}, Sphere<3, T>{T(0.5)}, lifted<T>(2.25, 1.25))),
            (Ids{0x80050000}));
  // One end over the box, the other beyond its edge -x +y.
  const Capsule<3, T> capsule{{-3, 0, 0}, {1, 0, 0}, T(0.5)};
  EXPECT_EQ(ids_of(manifold(box, {}, capsule, lifted<T>(0, 1.25))), (Ids{0x80068000, 0xc0044001}));
  Ids disc;
  for (std::uint32_t i = 0; i < 16; ++i) disc.insert(0xc0044000 | i);
  EXPECT_EQ(ids_of(manifold(box, {}, Cylinder<T>{1, 1}, lifted<T>(0, 1.875))), disc);
  const HalfSpace<3, T> ground{{0, 1, 0}, 1};
  EXPECT_EQ(ids_of(manifold(ground, {}, Box<3, T>{{1, 1, 1}}, lifted<T>(0, 1.875))),
            (Ids{0xc0004019, 0xc000401a, 0xc0004029, 0xc000402a}));
  // A cylinder that lies: the ends of its line.
  const T h = T(0.7071067811865476);
  EXPECT_EQ(ids_of(manifold(ground, {}, Cylinder<T>{1, 1},
                            Transform<3, T>{{0, T(1.875), 0}, {0, 0, h, h}})),
            (Ids{0xc0004020, 0xc0004021}));
}

TYPED_TEST(KnownIds, in_2d) {
  using T = TypeParam;
  const Box<2, T> small{{1, 1}}, large{{2, 1}};
  const Transform<2, T> above{{0, T(1.875)}, {}}, beside{{T(1.5), T(1.875)}, {}};
  EXPECT_EQ(ids_of(manifold(large, {}, small, above)), (Ids{0x80044009, 0x8004400a}));
  EXPECT_EQ(ids_of(manifold(large, {}, small, beside)), (Ids{0x8004400a, 0x40058008}));
  // Corner 0 of the triangle down, either way around.
  const Vec<2, T> p{0, 0}, q{1, 2}, r{-1, 2};
  const Transform<2, T> on{{0, T(0.875)}, {}};
  EXPECT_EQ(ids_of(manifold(large, {}, Triangle<2, T>{p, q, r}, on)), (Ids{0x80044000}));
  EXPECT_EQ(ids_of(manifold(large, {}, Triangle<2, T>{q, r, p}, on)), (Ids{0x80044002}));
  // On its side from corner 1 to corner 2, and the same side rotated by 180 degrees.
  const Transform<2, T> upside{{0, T(2.875)}, {-1, 0}};
  EXPECT_EQ(ids_of(manifold(small, {}, Triangle<2, T>{p, q, r}, upside)),
            (Ids{0x80044001, 0x80044002}));
  EXPECT_EQ(ids_of(manifold(Box<2, T>{{T(0.5), 1}}, {}, Triangle<2, T>{p, r, q}, upside)),
            (Ids{0x40058001, 0x40068001}));
  EXPECT_EQ(ids_of(manifold(large, {}, Sphere<2, T>{1}, above)), (Ids{0x80040000}));
}

// Two triangles, both with their front up; the second edge of the second is their common one.
template <class T>
TriangleMesh<T> floor_of_two() {
  TriangleMesh<T> floor;
  const Vec<3, T> vertices[] = {{-4, 0, -4}, {4, 0, -4}, {4, 0, 4}, {-4, 0, 4}};
  const std::uint32_t corners[] = {0, 2, 1, 0, 3, 2};
  EXPECT_EQ(floor.build(vertices, corners), Status::ok);
  return floor;
}
using Keys = std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;
template <class T>
Keys keys_of(const TriangleMesh<T>& floor, double x, double z, bool skip_internal_edges) {
  Keys keys;
  const Box<3, T> box{{T(0.5), T(0.5), T(0.5)}};
  const auto take = [&](const SubShapeManifold<3, T>& m) {
    for (const auto& p : m.all()) {
      EXPECT_TRUE(keys.insert({m.sub_shape_a, m.sub_shape_b, p.feature_id}).second) << "twice";
    }
  };
  const ContactOptions<T> options{.margin = T(0.01), .skip_internal_edges = skip_internal_edges};
  EXPECT_EQ(
      contact_manifolds(floor, Transform<3, T>{}, box, lifted<T>(x, 0.49, z), take, options).status,
      Status::ok);
  return keys;
}
TYPED_TEST(KnownIds, of_a_box_on_a_mesh_are_keys_with_their_sub_shapes) {
  using T = TypeParam;
  const auto floor = floor_of_two<T>();
  for (const bool skip_internal_edges : {false, true}) {
    // On the first alone: its front, and the vertices below.
    EXPECT_EQ(
        keys_of(floor, 2, -2, skip_internal_edges),
        (Keys{{0, 0, 0xc0004019}, {0, 0, 0xc000401a}, {0, 0, 0xc0004029}, {0, 0, 0xc000402a}}));
    // On the common edge, 0 of the first and 2 of the second: two vertices on each, and two edges
    // that cross it.
    const Keys both{{0, 0, 0xc0004019}, {0, 0, 0xc0004029}, {0, 0, 0xc000402a}, {0, 0, 0x80008018},
                    {0, 0, 0x8000800a}, {1, 0, 0xc000401a}, {1, 0, 0x80028018}, {1, 0, 0x8002800a}};
    EXPECT_EQ(keys_of(floor, 0.25, 0, skip_internal_edges), both);
    EXPECT_EQ(keys_of(floor, 0.26, 0.01, skip_internal_edges), both);
  }
}

// Turned by a quarter about z it stands on another face, after four on the first again.
TYPED_TEST(KnownIds, change_with_the_face_a_box_stands_on) {
  using T = TypeParam;
  const Box<3, T> ground{{4, 1, 4}}, box{{1, 1, 1}};
  const T h = T(0.7071067811865476);
  const Rotation<3, T> rotations[] = {{0, 0, 0, 1}, {0, 0, h, h}, {0, 0, 1, 0}, {0, 0, h, -h}};
  const std::uint32_t faces[] = {8, 2, 4, 1};  // -y, -x, +y, +x
  Ids all;
  for (int k = 0; k < 4; ++k) {
    const Ids ids =
        ids_of(manifold(ground, {}, box, Transform<3, T>{{0, T(1.875), 0}, rotations[k]}));
    EXPECT_EQ(ids.size(), 4u);
    for (const std::uint32_t id : ids) {
      EXPECT_EQ(half_of_a(id), 0xc004u);
      EXPECT_EQ(half_of_b(id) >> 14, 1u);
      EXPECT_NE(half_of_b(id) & faces[k], 0u);
    }
    all.insert(ids.begin(), ids.end());
  }
  EXPECT_EQ(all.size(), 8u);  // each of the eight vertices stands twice
}

}  // namespace
}  // namespace masu::test
