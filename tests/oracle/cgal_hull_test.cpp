// SPDX-License-Identifier: MIT
// Quickhull against CGAL's exact hulls: the same extreme points, the same volume to the last digit.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <masu/hull/quickhull3.hpp>

#include "tests/hull/point_families.hpp"
#include "tests/oracle/cgal_hull.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class CgalHull : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CgalHull, Scalars);

template <class T>
std::vector<Vec<3, double>> widened(const Points<3, T>& points) {
  std::vector<Vec<3, double>> wide;
  for (const auto& p : points) wide.push_back(detail::widen(p));
  return wide;
}

// The first place of a point equal to it.
template <class T>
std::vector<std::uint32_t> firsts(const Points<3, T>& points, std::span<const std::uint32_t> at) {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t i : at) {
    found.push_back(
        std::uint32_t(std::find(points.begin(), points.end(), points[i]) - points.begin()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

template <class T>
std::vector<std::uint32_t> triangles_of(const Hull3<T>& hull) {
  std::vector<std::uint32_t> triangles;
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    for (std::size_t i = 2; i < loop.size(); ++i) {
      for (const std::size_t k : {std::size_t(0), i - 1, i}) {
        triangles.push_back(hull.vertices()[loop[k]]);
      }
    }
  }
  return triangles;
}

// 21 families, 12 or 240 sets of each.
TYPED_TEST(CgalHull, L21_and_quickhull_have_the_same_vertices_and_volume) {
  using T = TypeParam;
  Quickhull3<T> quickhull;
  Hull3<T> hull;
  std::size_t solid = 0;
  for (const auto family : kFamilies) {
    for (std::uint64_t seed = 100; seed < by_tier(112u, 340u); ++seed) {
      SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed));
      const auto points = make_points<3, T>(family, 6 + 11 * seed % 120, seed);
      ASSERT_EQ(quickhull.build(points, hull), Status::ok);
      if (hull.dimension() < 3) continue;  // tests/hull says whether that is right
      ++solid;
      const auto wide = widened(points);
      ASSERT_EQ(firsts(points, hull.vertices()), cgal_extreme_points(wide));
      ASSERT_EQ(exact_volume_of(wide, triangles_of(hull)), cgal_hull_volume(wide));
    }
  }
  EXPECT_GE(solid, by_tier(180u, 3600u));
}

TYPED_TEST(CgalHull, L21_and_quickhull_agree_on_thousands_of_points) {
  using T = TypeParam;
  Quickhull3<T> quickhull;
  Hull3<T> hull;
  for (const auto family : {"sphere", "rotated_lattice", "grid", "near_duplicates", "needle"}) {
    SCOPED_TRACE(family);
    const auto points = make_points<3, T>(family, by_tier(1500u, 20'000u), 7);
    ASSERT_EQ(quickhull.build(points, hull), Status::ok);
    EXPECT_EQ(firsts(points, hull.vertices()), cgal_extreme_points(widened(points)));
  }
}

}  // namespace
}  // namespace masu::test
