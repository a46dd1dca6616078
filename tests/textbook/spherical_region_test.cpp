// SPDX-License-Identifier: MIT
// Regions of the sphere: the shoulder, and loops whose inside is known by other means.
#include <gtest/gtest.h>

#include <vector>

#include <masu/textbook/spherical_region.hpp>

#include "narrow_phase/solids.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

constexpr double kPi = 3.14159265358979323846;

// At an angle from the y axis, at an azimuth around it.
template <class T>
Vec<3, T> direction(double from_y, double around) {
  return {T(std::sin(from_y) * std::cos(around)), T(std::cos(from_y)),
          T(std::sin(from_y) * std::sin(around))};
}

template <class T>
class SphericalRegions : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SphericalRegions, Scalars);

// A right arm: y is down, as it hangs, x out to the side, z to the front. It goes far up to the
// front and side, a little to the back, and hardly across the body.
TYPED_TEST(SphericalRegions, L23_a_region_holds_the_range_of_a_shoulder) {
  using T = TypeParam;
  const std::vector<Vec<3, T>> range = {{T(0.2), 1, T(-1)},    {1, T(0.3), T(-0.8)},
                                        {1, -1, T(-0.3)},      {T(0.5), -2, T(0.6)},
                                        {T(-0.6), T(-0.5), 1}, {T(-0.5), 1, T(0.6)}};
  SphericalRegion<T> shoulder;
  ASSERT_EQ(shoulder.build(range, {T(0.3), 1, T(0.2)}), Status::ok);
  EXPECT_TRUE(shoulder.contains({T(0.1), 1, 0}));           // hanging
  EXPECT_TRUE(shoulder.contains({1, 0, 0}));                // out to the side
  EXPECT_TRUE(shoulder.contains({0, 0, 1}));                // to the front
  EXPECT_TRUE(shoulder.contains({1, T(-0.8), T(0.2)}));     // waving
  EXPECT_FALSE(shoulder.contains({0, 0, -1}));              // straight back
  EXPECT_FALSE(shoulder.contains({-1, 0, 0}));              // through the chest
  EXPECT_FALSE(shoulder.contains({T(-0.3), -1, T(-0.3)}));  // over the head and back
  for (const auto& corner : range) EXPECT_TRUE(shoulder.contains(corner * T(4)));
}

// A star around the y axis: at each azimuth it reaches to a known angle. Its arms go over the
// equator.
TYPED_TEST(SphericalRegions, L23_a_star_that_is_not_convex) {
  using T = TypeParam;
  std::vector<Vec<3, T>> corners;
  const int points = 14;
  const auto reach = [](int i) { return i % 2 == 0 ? 2.2 : 0.9; };
  for (int i = 0; i < points; ++i) {
    corners.push_back(direction<T>(reach(i), -2 * kPi * i / points));
  }
  SphericalRegion<T> star;
  ASSERT_EQ(star.build(corners, {0, 1, 0}), Status::ok);
  scenes::Pcg32 random(71);
  int inside = 0;
  for (int k = 0; k < 4000; ++k) {
    const auto d = direction<double>(random.between(0.01, 3.1), random.between(-kPi, kPi));
    // Between the two corners next to it in azimuth: behind the plane of their arc, as y is.
    const double around = std::atan2(-d[2], d[0]);
    const int i = static_cast<int>(std::floor(around / (2 * kPi / points)) + points) % points;
    const auto a = vec_cast<double>(corners[static_cast<std::size_t>(i)]);
    const auto b = vec_cast<double>(corners[static_cast<std::size_t>((i + 1) % points)]);
    const double height = dot(cross(a, b), d);
    if (std::fabs(height) < 1e-5) continue;
    const bool expected = (height > 0) == (cross(a, b)[1] > 0);
    EXPECT_EQ(star.contains(vec_cast<T>(d)), expected) << k;
    inside += expected;
  }
  EXPECT_GT(inside, 1000);
  EXPECT_LT(inside, 3000);
}

// An octant: directions in line with corners, on arcs, and opposite to what is known.
TYPED_TEST(SphericalRegions, L23_directions_of_corners_arcs_and_opposites) {
  using T = TypeParam;
  SphericalRegion<T> octant;
  ASSERT_EQ(octant.build(std::vector<Vec<3, T>>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}),
            Status::ok);
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = -3; z <= 3; ++z) {
        const bool expected = x >= 0 && y >= 0 && z >= 0 && x + y + z > 0;
        EXPECT_EQ(octant.contains({T(x), T(y), T(z)}), expected) << x << " " << y << " " << z;
      }
    }
  }
  // All but the octant: the same loop, known from the other side.
  SphericalRegion<T> rest;
  ASSERT_EQ(rest.build(octant.corners(), {-1, -1, -1}), Status::ok);
  EXPECT_TRUE(rest.contains({-1, 2, 1}));
  EXPECT_TRUE(rest.contains({1, 0, 0}));
  EXPECT_FALSE(rest.contains({1, 1, 1}));
  EXPECT_FALSE(rest.contains({1, 2, T(0.001)}));
}

TYPED_TEST(SphericalRegions, L23_bad_input_has_a_status) {
  using T = TypeParam;
  using Corners = std::vector<Vec<3, T>>;
  FailingAllocator memory;
  SphericalRegion<T> region(memory.allocator());
  EXPECT_FALSE(region.contains({1, 0, 0}));
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const Corners valid = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_EQ(region.build(Corners{{1, 0, 0}, {2, 0, 0}, {0, 1, 0}}, {1, 1, 1}), Status::no_points);
  EXPECT_EQ(region.build(Corners{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}}, {1, 1, 1}),
            Status::out_of_range);
  EXPECT_EQ(region.build(Corners{{nan, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}),
            Status::not_finite);
  EXPECT_EQ(region.build(valid, {0, 0, 0}), Status::not_positive);
  EXPECT_EQ(region.build(valid, {1, 1, 0}), Status::out_of_range);
  memory.fail(1, true);
  EXPECT_EQ(region.build(valid, {1, 1, 1}), Status::out_of_memory);
  EXPECT_FALSE(region.contains({1, 1, 1}));
}

}  // namespace
}  // namespace masu::test
