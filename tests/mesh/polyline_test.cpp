// SPDX-License-Identifier: MIT
// Polylines in 2D: building, distances, contacts with shapes and with each other.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_phase/same_bits.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Corners = std::vector<std::uint32_t>;

// Counter-clockwise around the origin.
template <class T>
Polyline<T> star(std::uint32_t n, bool closed = true) {
  std::vector<Vec<2, T>> points;
  Corners ends;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double angle = 2 * 3.14159265358979 * i / n;
    const double r = i % 2 == 0 ? 1 : 0.6;
    points.push_back({T(r * std::cos(angle)), T(r * std::sin(angle))});
    if (closed || i + 1 < n) ends.insert(ends.end(), {i, (i + 1) % n});
  }
  Polyline<T> made;
  EXPECT_EQ(made.build(points, ends), Status::ok);
  return made;
}

template <class T>
Transform<2, T> some_pose(scenes::Pcg32& random, double reach) {
  double c = 0, s = 0;
  do {
    c = random.between(-1, 1), s = random.between(-1, 1);
  } while (c * c + s * s < 0.1);
  const double scale = 1 / std::sqrt(c * c + s * s);
  return {{T(random.between(-reach, reach)), T(random.between(-reach, reach))},
          {T(c * scale), T(s * scale)}};
}

TEST(Polyline, reports_neighbors_and_faults) {
  const auto ring = star<float>(10);
  EXPECT_EQ(ring.check_solid(), Status::ok);
  EXPECT_EQ(ring.neighbor(0, 0), 9u);
  EXPECT_EQ(ring.neighbor(0, 1), 1u);
  EXPECT_EQ(star<float>(10, false).check_solid(), Status::open_surface);
  EXPECT_EQ(star<float>(10, false).neighbor(0, 0), kNoSubShape);
  Polyline<float> p;
  const std::vector<Vec2f> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_EQ(p.build(square, Corners{0, 3, 3, 2, 2, 1, 1, 0}), Status::ok);
  EXPECT_EQ(p.check_solid(), Status::inverted);
  EXPECT_EQ(p.build(square, Corners{0, 1, 2}), Status::size_mismatch);
  EXPECT_EQ(p.build(square, Corners{0, 4}), Status::bad_index);
  EXPECT_EQ(p.build(square, Corners{0, 1, 1, 0}), Status::ok);
  EXPECT_EQ(p.check_solid(), Status::flat);
  EXPECT_EQ(p.build(square, Corners{0, 1, 2, 1, 2, 3, 3, 0}), Status::ok);
  EXPECT_EQ(p.check_solid(), Status::open_surface);  // 1 is the end of two
}

template <class T>
class PolylineQueries : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PolylineQueries, Scalars);

TYPED_TEST(PolylineQueries, L17_equal_those_of_all_segments) {
  using T = TypeParam;
  const double accuracy = std::is_same_v<T, float> ? 1e-6 : 1e-12;
  const auto line = star<T>(60);
  const std::vector<ShapeView<2, T>> shapes = {
      Circle<T>{T(0.3)}.view(), Capsule<2, T>{{T(-0.2), 0}, {T(0.2), 0}, T(0.1)}.view(),
      Ellipsoid<2, T>{{T(0.4), T(0.1)}}.view(), HalfSpace<2, T>{{0, 1}, T(-0.8)}.view()};
  scenes::Pcg32 random(51);
  int apart = 0;
  const int rounds = by_tier(200, 5000);
  for (int i = 0; i < rounds; ++i) {
    const auto& shape = shapes[std::size_t(i) % shapes.size()];
    const auto pose = some_pose<T>(random, 0.3);
    const auto other = some_pose<T>(random, 1.5);
    T least = std::numeric_limits<T>::infinity();
    for (std::size_t k = 0; k < line.segment_count(); ++k) {
      least = std::min(least, distance(line.segment(k), pose, shape, other).distance);
    }
    const auto got = distance(line, pose, shape, other);
    ASSERT_EQ(got.status, Status::ok);
    EXPECT_NEAR(double(got.distance), double(least), accuracy);
    expect_same_bits(distance(shape, other, line, pose).flipped(), got.separation());
    EXPECT_EQ(intersects(line, pose, shape, other).overlapping, least <= 0);
    std::size_t count = 0;
    EXPECT_EQ(contact_manifolds(line, pose, shape, other,
                                [&](const SubShapeManifold<2, T>& m) { count += m.count > 0; })
                  .status,
              Status::ok);
    EXPECT_EQ(count > 0, least <= 0);
    apart += least > 0;
  }
  EXPECT_GT(apart, rounds / 5);
  EXPECT_LT(apart, rounds * 4 / 5);
}

TYPED_TEST(PolylineQueries, L17_pairs_of_two_equal_those_of_all_segments) {
  using T = TypeParam;
  const auto a = star<T>(40);
  const auto b = star<T>(24, false);
  scenes::Pcg32 random(52);
  std::size_t found = 0;
  for (int i = 0; i < by_tier(100, 3000); ++i) {
    const auto pose_a = some_pose<T>(random, 0.2);
    const auto pose_b = some_pose<T>(random, 2);
    std::vector<Pair> expected;
    for (std::uint32_t k = 0; k < a.segment_count(); ++k) {
      for (std::uint32_t m = 0; m < b.segment_count(); ++m) {
        if (intersects(a.segment(k), pose_a, b.segment(m), pose_b).overlapping) {
          expected.push_back({k, m});
        }
      }
    }
    PairList list;
    ASSERT_EQ(touching_sub_shapes(a, pose_a, b, pose_b, list).status, Status::ok);
    std::vector<Pair> got(list.begin(), list.end());
    std::sort(got.begin(), got.end());
    EXPECT_EQ(got, expected);
    PairList back;
    ASSERT_EQ(touching_sub_shapes(b, pose_b, a, pose_a, back).status, Status::ok);
    ASSERT_EQ(back.size(), list.size());
    for (std::size_t k = 0; k < list.size(); ++k) {
      EXPECT_EQ(back[k], (Pair{list[k].b, list[k].a}));
    }
    found += got.size();
  }
  EXPECT_GT(found, 50u);
}

}  // namespace
}  // namespace masu::test
