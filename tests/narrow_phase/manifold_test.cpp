// SPDX-License-Identifier: MIT
// Contact areas: known ones, and properties of all.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/sphere.hpp>

#include <masu/narrow_phase/distance.hpp>

#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// Twice the area of the contact, with its sign around the normal.
template <class T>
double area_of(const Manifold<3, T>& m) {
  Vec<3, double> sum{};
  const auto at = [&](int i) { return vec_cast<double>(m.points[i].point_b); };
  for (int i = 2; i < m.count; ++i) sum = sum + cross(at(i - 1) - at(0), at(i) - at(0));
  return dot(sum, vec_cast<double>(m.normal())) / 2;
}

template <int D, class T>
void expect_flipped(const Manifold<D, T>& m, const Manifold<D, T>& other) {
  ASSERT_EQ(m.count, other.count);
  EXPECT_EQ(m.normal(), -other.normal());
  for (int i = 0; i < m.count; ++i) {
    EXPECT_EQ(m.points[i].point_a, other.points[m.count - 1 - i].point_b);
    EXPECT_EQ(m.points[i].point_b, other.points[m.count - 1 - i].point_a);
    EXPECT_EQ(m.points[i].distance, other.points[m.count - 1 - i].distance);
  }
}

// What the definition promises of every corner; `slack` is what rounding may do.
template <int D, class A, class B, class T>
void expect_manifold(const A& a, const Transform<D, T>& pose_a, const B& b,
                     const Transform<D, T>& pose_b, const Manifold<D, T>& m, double margin,
                     double slack) {
  ASSERT_GE(m.count, 1);
  double least = 1e30;
  for (const auto& p : m.all()) {
    EXPECT_LE(double(p.distance), margin + slack);
    least = std::min(least, double(p.distance));
    const auto along = vec_cast<double>(p.point_b) - vec_cast<double>(p.point_a);
    const auto rest = along - vec_cast<double>(m.normal()) * double(p.distance);
    EXPECT_LE(length(rest), slack + 0.06 * std::fabs(double(p.distance)));
    // Neither point lies outside of its shape by more than the 2.5 degrees allow.
    const double a_out = double(distance(Point<D, T>{p.point_a}, {}, a, pose_a).distance);
    const double b_out = double(distance(Point<D, T>{p.point_b}, {}, b, pose_b).distance);
    EXPECT_LE(std::min(a_out, b_out), slack);
    EXPECT_LE(std::max(a_out, b_out), slack + 0.05);
  }
  EXPECT_LE(least, double(m.separation.distance) + slack + 0.05);
  expect_flipped(m, manifold(b, pose_b, a, pose_a, ManifoldOptions<T>{T(margin)}));
}

template <class T>
class ContactArea : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ContactArea, Scalars);

TYPED_TEST(ContactArea, L13_of_stacked_boxes_is_the_shared_rectangle) {
  using T = TypeParam;
  const Box<3, T> below{{2, 1, 2}};
  const Box<3, T> above{{1, 1, 1}};
  const Transform<3, T> ground{};
  const Transform<3, T> pose{{T(1.5), T(1.875), T(-0.25)}, {}};
  const auto m = manifold(below, ground, above, pose);
  EXPECT_EQ(m.normal(), (Vec<3, T>{0, 1, 0}));
  ASSERT_EQ(m.count, 4);
  EXPECT_DOUBLE_EQ(area_of(m), 1.5 * 2);
  for (const auto& p : m.all()) {
    EXPECT_EQ(p.distance, T(-0.125));
    EXPECT_EQ(p.point_a[1], 1);
    EXPECT_EQ(p.point_b[1], T(0.875));
  }
  expect_manifold(below, ground, above, pose, m, 0, 1e-6);
}

// Of two squares rotated by 45 degrees relative to each other: a regular octagon.
TYPED_TEST(ContactArea, L13_of_rotated_boxes_is_the_octagon) {
  using T = TypeParam;
  const Box<3, T> box{{1, 1, 1}};
  const T c = T(0.9238795325112867);
  const T s = T(0.3826834323650898);
  const Transform<3, T> pose{{0, T(1.75), 0}, {0, s, 0, c}};
  const auto m = manifold(box, {}, box, pose);
  ASSERT_EQ(m.count, 8);
  EXPECT_NEAR(area_of(m), 8 * (std::sqrt(2.0) - 1), 1e-6);
  const auto four = reduced(m);
  EXPECT_EQ(four.count, 4);
  EXPECT_GT(area_of(four), area_of(m) / 2);
  EXPECT_EQ(reduced(m, 1).count, 1);
}

TYPED_TEST(ContactArea, L13_of_an_edge_a_vertex_and_a_crossing) {
  using T = TypeParam;
  const Box<3, T> box{{1, 1, 1}};
  const HalfSpace<3, T> ground{{0, 1, 0}, 0};
  const T h = T(0.7071067811865476);
  const T c = T(0.9238795325112867);
  const T s = T(0.3826834323650898);
  // On an edge: two corners.
  const auto edge = manifold(ground, {}, box, Transform<3, T>{{0, T(1.4), 0}, {s, 0, 0, c}});
  EXPECT_EQ(edge.count, 2);
  // Edges that cross at a right angle: one point.
  const Transform<3, T> low{{0, 0, 0}, {s, 0, 0, c}};
  const Transform<3, T> high{{0, T(2.8), 0}, {0, 0, s, c}};
  const auto crossing = manifold(box, low, box, high);
  EXPECT_EQ(crossing.count, 1);
  EXPECT_NEAR(double(crossing.normal()[1]), 1, 1e-6);
  EXPECT_NEAR(double(crossing.separation.distance), 2.8 - 2 * std::sqrt(2.0), 1e-6);
  (void)h;
}

TYPED_TEST(ContactArea, L13_of_smooth_shapes) {
  using T = TypeParam;
  const Box<3, T> box{{2, 1, 2}};
  const Sphere<3, T> ball{T(0.5)};
  EXPECT_EQ(manifold(box, {}, ball, Transform<3, T>{{0, T(1.25), 0}, {}}).count, 1);
  // A capsule that lies on a face: the ends of its line, inside the face.
  const Capsule<3, T> capsule{{-3, 0, 0}, {1, 0, 0}, T(0.5)};
  const auto lying = manifold(box, {}, capsule, Transform<3, T>{{0, T(1.25), 0}, {}});
  ASSERT_EQ(lying.count, 2);
  EXPECT_EQ(std::min(lying.points[0].point_a[0], lying.points[1].point_a[0]), -2);
  EXPECT_EQ(std::max(lying.points[0].point_a[0], lying.points[1].point_a[0]), 1);
  for (const auto& p : lying.all()) EXPECT_EQ(p.distance, T(-0.25));
  // A cylinder that stands: sixteen corners of its disc.
  const auto standing = manifold(box, {}, Cylinder<T>{1, 1}, Transform<3, T>{{0, T(1.875), 0}, {}});
  EXPECT_EQ(standing.count, 16);
  EXPECT_NEAR(area_of(standing), 8 * std::sin(2 * 3.14159265358979 / 16), 1e-6);
  // Parallel capsules: where their lines lie beside each other.
  const auto beside = manifold(capsule, {}, capsule, Transform<3, T>{{2, T(0.75), 0}, {}});
  EXPECT_EQ(beside.count, 2);
}

TYPED_TEST(ContactArea, L13_meets_its_guarantees_on_random_pairs) {
  using T = TypeParam;
  std::vector<ConvexPolyhedron<T>> solids;
  solids.push_back(box_solid<T>(1, 0.5, 0.7));
  solids.push_back(prism<T>(5, 0.8, 0.9, 0.5));
  solids.push_back(prism<T>(40, 1, 0.4));
  solids.push_back(prism<T>(4, 1, 0.8, 0));
  scenes::Pcg32 random(21);
  int areas = 0;
  int points = 0;
  const int rounds = by_tier(600, 20000);
  for (int i = 0; i < rounds; ++i) {
    const auto& a = solids[random.below(4)];
    const auto& b = solids[random.below(4)];
    Transform<3, T> pose_a{random_point<T>(random, 1), random_rotation<T>(random)};
    Transform<3, T> pose_b{pose_a.translation + random_point<T>(random, 1.2),
                           random_rotation<T>(random)};
    if (i % 2 == 0) pose_a.rotation = pose_b.rotation = {};  // faces lie on faces
    const auto m = manifold(a, pose_a, b, pose_b, ManifoldOptions<T>{T(0.01)});
    ASSERT_EQ(m.separation.status, Status::ok);
    if (m.separation.distance > T(0.01)) {
      EXPECT_EQ(m.count, 0);
      continue;
    }
    expect_manifold(a, pose_a, b, pose_b, m, 0.01, 1e-5);
    areas += m.count > 2;
    points += m.count == 1;
    EXPECT_TRUE(m.count < 3 || area_of(m) >= 0);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(areas, rounds / 10);
  EXPECT_GT(points, rounds / 20);
}

TYPED_TEST(ContactArea, L13_in_2d_is_the_shared_side) {
  using T = TypeParam;
  const Box<2, T> box{{1, 1}};
  const auto m = manifold(box, {}, box, Transform<2, T>{{T(0.5), T(1.75)}, {}});
  ASSERT_EQ(m.count, 2);
  EXPECT_EQ(m.normal(), (Vec<2, T>{0, 1}));
  const T left = std::min(m.points[0].point_a[0], m.points[1].point_a[0]);
  const T right = std::max(m.points[0].point_a[0], m.points[1].point_a[0]);
  EXPECT_EQ(left, T(-0.5));
  EXPECT_EQ(right, 1);
  for (const auto& p : m.all()) EXPECT_EQ(p.distance, T(-0.25));
  expect_manifold(box, Transform<2, T>{}, box, Transform<2, T>{{T(0.5), T(1.75)}, {}}, m, 0, 1e-6);
  // On a corner: one point.
  const T h = T(0.7071067811865476);
  EXPECT_EQ(manifold(box, {}, box, Transform<2, T>{{0, T(2.25)}, {h, h}}).count, 1);
}

TYPED_TEST(ContactArea, refuses_a_margin_below_zero) {
  using T = TypeParam;
  const Sphere<3, T> ball{1};
  const auto m = manifold(ball, {}, ball, Transform<3, T>{}, ManifoldOptions<T>{-1});
  EXPECT_EQ(m.separation.status, Status::out_of_range);
  EXPECT_EQ(m.count, 0);
}

// The corners lie on an ellipse. Any of them may be the deepest.
TEST(ReducedManifold, keeps_the_deepest_the_farthest_and_the_largest_triangle) {
  scenes::Pcg32 random(24);
  for (int round = 0; round < 200; ++round) {
    Manifold<3, double> m;
    m.count = 8;
    for (int i = 0; i < 8; ++i) {
      const double angle = (i + random.between(0.1, 0.9)) * 3.14159265358979 / 4;
      m.points[i].point_b = {3 * std::cos(angle), 0, std::sin(angle)};
      m.points[i].point_a = m.points[i].point_b;
      m.points[i].distance = -random.between(0, 1);
      m.points[i].feature_id = static_cast<std::uint32_t>(i);
    }
    const auto at = [&](int i) { return m.points[i].point_b; };
    // The first of all that `score` prefers.
    const auto best = [](auto&& score) {
      int most = 0;
      for (int i = 1; i < 8; ++i) most = score(i) > score(most) ? i : most;
      return most;
    };
    const int deepest = best([&](int i) { return -m.points[i].distance; });
    const int far = best([&](int i) { return length(at(i) - at(deepest)); });
    const int wide =
        best([&](int i) { return length(cross(at(far) - at(deepest), at(i) - at(deepest))); });
    std::vector<int> expected = {deepest, far, wide};
    for (int most = 3; most > 0; --most) {
      const auto r = reduced(m, most);
      ASSERT_EQ(r.count, most);
      std::sort(expected.begin(), expected.end());
      for (int k = 0; k < most; ++k) {
        EXPECT_EQ(r.points[k].feature_id, static_cast<std::uint32_t>(expected[k])) << round;
      }
      expected = most == 3 ? std::vector<int>{deepest, far} : std::vector<int>{deepest};
    }
  }
}

}  // namespace
}  // namespace masu::test
