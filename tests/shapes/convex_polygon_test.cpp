// SPDX-License-Identifier: MIT
// ConvexPolygon: accepted input, refused input, and no effect of refused input.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include <masu/shapes/check.hpp>
#include <masu/shapes/convex_polygon.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu {
namespace {

template <class T>
using Corners = std::vector<Vec<2, T>>;

template <class T>
class PolygonTest : public testing::Test {
 public:
  static Status build(const Corners<T>& corners) {
    ConvexPolygon<T> polygon;
    return polygon.build(corners);
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PolygonTest, Scalars);

const double kTwoPi = 2 * std::acos(-1.0);

template <class T>
Corners<T> regular(int n, double radius, double step = 1, double phase = 0.1) {
  Corners<T> corners;
  for (int i = 0; i < n; ++i) {
    const double angle = phase + kTwoPi * step * i / n;
    corners.push_back({T(radius * std::cos(angle)), T(radius * std::sin(angle))});
  }
  return corners;
}

TYPED_TEST(PolygonTest, edges_have_outward_unit_normals) {
  using T = TypeParam;
  for (const int n : {3, 4, 5, 17, 100}) {
    ConvexPolygon<T> polygon;
    const Corners<T> corners = regular<T>(n, 2);
    ASSERT_EQ(polygon.build(corners), Status::ok);
    ASSERT_EQ(polygon.size(), corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      EXPECT_EQ(polygon.vertex(i), corners[i]);
      const auto normal = polygon.normal(i);
      EXPECT_NEAR(length(normal), 1, 1e-15);
      const double side = dot(normal, vec_cast<double>(corners[i]));
      EXPECT_NEAR(dot(normal, vec_cast<double>(corners[(i + 1) % corners.size()])), side, 1e-15);
      for (const auto& c : corners) EXPECT_LE(dot(normal, vec_cast<double>(c)), side + 1e-6);
    }
    EXPECT_EQ(check(polygon), Status::ok);
  }
}

TYPED_TEST(PolygonTest, repeated_corners_are_removed_and_corners_on_edges_stay) {
  using T = TypeParam;
  ConvexPolygon<T> polygon;
  const Corners<T> corners = {{0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 0},
                              {2, 2}, {0, 2}, {0, 1}, {0, 0}};
  ASSERT_EQ(polygon.build(corners), Status::ok);
  EXPECT_EQ(polygon.size(), 6u);
  EXPECT_EQ(polygon.vertex(1), (Vec<2, T>{1, 0}));
  EXPECT_EQ(polygon.normal(0), polygon.normal(1));
}

TYPED_TEST(PolygonTest, bad_corners_have_their_status) {
  using T = TypeParam;
  using Self = TestFixture;
  EXPECT_EQ(Self::build({}), Status::no_points);
  EXPECT_EQ(Self::build({{0, 0}, {1, std::numeric_limits<T>::quiet_NaN()}, {0, 1}}),
            Status::not_finite);
  EXPECT_EQ(Self::build({{0, 0}, {1, 0}, {std::numeric_limits<T>::infinity(), 1}}),
            Status::not_finite);
  EXPECT_EQ(Self::build({{0, 0}, {1, 0}, {std::numeric_limits<T>::denorm_min(), 1}}),
            Status::out_of_range);
  if constexpr (std::is_same_v<T, double>) {
    EXPECT_EQ(Self::build({{0, 0}, {1e200, 0}, {0, 1e200}}), Status::out_of_range);
  }
  EXPECT_EQ(Self::build({{1, 2}}), Status::flat);
  EXPECT_EQ(Self::build({{1, 2}, {1, 2}, {1, 2}}), Status::flat);
  EXPECT_EQ(Self::build({{0, 0}, {1, 1}}), Status::flat);
  EXPECT_EQ(Self::build({{0, 0}, {1, 3}, {2, 6}, {0.5, 1.5}}), Status::flat);
  EXPECT_EQ(Self::build({{0, 0}, {0, 1}, {1, 1}, {1, 0}}), Status::inverted);
  EXPECT_EQ(Self::build({{0, 0}, {4, 0}, {4, 4}, {3, 1}}), Status::not_convex) << "a dent";
  EXPECT_EQ(Self::build({{0, 0}, {4, 0}, {2, 0}, {4, 4}}), Status::not_convex) << "a spike";
  EXPECT_EQ(Self::build({{0, 0}, {2, 0}, {2, 2}, {3, 2}, {2, 2}, {0, 2}}), Status::not_convex);
  EXPECT_EQ(Self::build(regular<T>(5, 1, 2)), Status::not_convex) << "a pentagram";
  EXPECT_EQ(Self::build(regular<T>(7, 1, 3)), Status::not_convex) << "a heptagram";
  EXPECT_EQ(Self::build({{0, 0}, {4, 0}, {0, 3}, {3, 3.5}}), Status::not_convex) << "a bow tie";
}

// All on a line in any direction, as rounding leaves them: flat, or a polygon of that thickness.
TYPED_TEST(PolygonTest, polygons_no_thicker_than_rounding_are_flat) {
  using T = TypeParam;
  scenes::Pcg32 random(3);
  int flat = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec<2, T> from{T(random.between(-1, 1)), T(random.between(-1, 1))};
    const Vec<2, T> along{T(random.between(-1, 1)), T(random.between(-1, 1))};
    const Corners<T> corners = {from, from + along * T(0.25), from + along};
    flat += TestFixture::build(corners) == Status::flat;
  }
  const int least = std::is_same_v<T, double> ? 250 : 0;
  EXPECT_GE(flat, least);
  EXPECT_EQ(TestFixture::build({{0, 0}, {1, 0}, {1, T(1e-9)}}), Status::ok) << "thin, not flat";
}

// A corner 16 units in the last place inside passes; a long shallow bay, whose every corner is
// within that of its neighbours' chord, does not: its dents add up.
TYPED_TEST(PolygonTest, dents_are_measured_from_the_hull) {
  using T = TypeParam;
  const double unit = double(std::numeric_limits<T>::epsilon());
  const auto with_dent = [](double depth) {
    return Corners<T>{{-1, -1}, {1, -1}, {1, 1}, {0, T(1 - depth)}, {-1, 1}};
  };
  EXPECT_EQ(TestFixture::build(with_dent(0)), Status::ok);
  EXPECT_EQ(TestFixture::build(with_dent(8 * unit)), Status::ok);
  EXPECT_EQ(TestFixture::build(with_dent(40 * unit)), Status::not_convex);
  Corners<T> bay = {{-1, -1}, {1, -1}};
  const int n = 64;
  for (int i = 0; i <= n; ++i) {
    const double x = 1 - 2.0 * i / n;
    bay.push_back({T(x), T(1 - 2000 * unit * (1 - x * x))});
  }
  EXPECT_EQ(TestFixture::build(bay), Status::not_convex);
}

TYPED_TEST(PolygonTest, any_start_and_any_scale_is_accepted) {
  using T = TypeParam;
  scenes::Pcg32 random(4);
  for (int i = 0; i < 200; ++i) {
    const int n = 3 + static_cast<int>(random.below(40));
    const double scale = random.below(2) == 0 ? 0x1p-40 : 0x1p40;
    Corners<T> corners = regular<T>(n, scale, 1, random.between(0, 6));
    EXPECT_EQ(TestFixture::build(corners), Status::ok);
    std::rotate(corners.begin(), corners.begin() + random.below(std::uint32_t(n)), corners.end());
    EXPECT_EQ(TestFixture::build(corners), Status::ok);
    std::reverse(corners.begin(), corners.end());
    EXPECT_EQ(TestFixture::build(corners), Status::inverted);
    std::reverse(corners.begin(), corners.end());
    if (n < 5) continue;
    const std::size_t pulled = random.below(std::uint32_t(n));
    corners[pulled] = corners[pulled] * T(0.1);
    EXPECT_EQ(TestFixture::build(corners), Status::not_convex);
  }
}

TYPED_TEST(PolygonTest, copies_are_equal_and_independent) {
  using T = TypeParam;
  ConvexPolygon<T> from, empty;
  ASSERT_EQ(from.build(regular<T>(40, 1)), Status::ok);
  test::FailingAllocator memory;
  ConvexPolygon<T> copy(memory.allocator());
  ASSERT_EQ(copy.copy(from), Status::ok);
  ASSERT_EQ(copy.size(), from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    EXPECT_EQ(copy.vertex(i), from.vertex(i));
    EXPECT_EQ(copy.normal(i), from.normal(i));
  }
  ASSERT_EQ(from.build(regular<T>(5, 1)), Status::ok);
  memory.fail(1, true);
  EXPECT_EQ(copy.copy(from), Status::out_of_memory);
  EXPECT_EQ(copy.size(), 40u);
  ASSERT_EQ(copy.copy(empty), Status::ok);
  EXPECT_EQ(copy.size(), 0u);
}

TYPED_TEST(PolygonTest, a_failed_build_changes_nothing) {
  using T = TypeParam;
  test::FailingAllocator memory;
  ConvexPolygon<T> polygon(memory.allocator());
  const Corners<T> before = regular<T>(5, 1);
  ASSERT_EQ(polygon.build(before), Status::ok);
  const auto unchanged = [&] {
    bool same = polygon.size() == before.size() && polygon.vertices().size() == before.size();
    for (std::size_t i = 0; same && i < before.size(); ++i) same = polygon.vertex(i) == before[i];
    return same;
  };
  EXPECT_EQ(polygon.build(regular<T>(500, 1, 2)), Status::not_convex);
  EXPECT_TRUE(unchanged());
  Corners<T> inverted = regular<T>(5, 3);
  std::reverse(inverted.begin(), inverted.end());
  EXPECT_EQ(polygon.build(inverted), Status::inverted);
  EXPECT_TRUE(unchanged());
  const Corners<T> next = regular<T>(2000, 1);
  std::size_t failures = 0;
  for (std::size_t k = 1;; ++k) {
    memory.fail(k, true);
    const Status status = polygon.build(next);
    if (memory.failures() == 0) break;
    ++failures;
    ASSERT_EQ(status, Status::out_of_memory);
    ASSERT_TRUE(unchanged()) << k;
  }
  EXPECT_GE(failures, 3u);
  EXPECT_EQ(polygon.size(), next.size());
  memory.fail(1, true);
  EXPECT_EQ(polygon.build(before), Status::ok) << "what fits needs no memory";
  EXPECT_TRUE(unchanged());
}

}  // namespace
}  // namespace masu
