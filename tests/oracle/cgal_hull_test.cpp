// SPDX-License-Identifier: MIT
// Quickhull compared with CGAL's exact hulls: the same extreme points, the same volume to the last
// digit.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <masu/hull/andrew.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>

#include "tests/hull/check_hull3.hpp"
#include "tests/oracle/cgal_hull.hpp"
#include "tests/support/seeds.hpp"
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

// The first index of a point equal to it.
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

// The dimension, the extreme points and the volume are CGAL's, and the surface is convex and
// closed.
template <class T>
void compare(const Points<3, T>& points, const Hull3<T>& hull) {
  const auto wide = widened(points);
  const ExactHull expected = cgal_hull(wide);
  ASSERT_EQ(hull.dimension(), expected.dimension);
  ASSERT_EQ(firsts(points, hull.vertices()), expected.extreme);
  if (hull.dimension() == 3) {
    ASSERT_EQ(exact_volume_of(wide, triangles_of(hull)), expected.six_volumes);
  }
  HullCheck<T>(points, hull).run();
}

// 21 families, 12 or 240 sets of each, in float and in double: 504 or 10 080 sets.
TYPED_TEST(CgalHull, L21_and_quickhull_have_the_same_vertices_and_volume) {
  using T = TypeParam;
  Quickhull3<T> quickhull;
  Hull3<T> hull;
  std::size_t solid = 0;
  std::uint64_t sets = 0;
  for (const auto family : kFamilies) {
    for (std::uint64_t i = 0; i < by_piece(by_tier(12u, 240u), 48u); ++i, ++sets) {
      const std::uint64_t seed = seed_of_piece(100 + i);
      SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed));
      const auto points = make_points<3, T>(family, 1 + 11 * seed % 125, seed);
      ASSERT_EQ(quickhull.build(points, hull), Status::ok);
      compare(points, hull);
      if (this->HasFatalFailure()) return;
      solid += hull.dimension() == 3;
    }
  }
  EXPECT_GE(solid, by_tier(160u, 3200u));
  count_cases(sets);
}

// The same families in 2D, with two algorithms: extreme points only, in any order.
TYPED_TEST(CgalHull, L21_L22_and_hulls_in_2d_have_the_same_vertices) {
  using T = TypeParam;
  AndrewChain<T> andrew;
  Quickhull2<T> quickhull;
  Hull2 hull;
  std::uint64_t sets = 0;
  for (const auto family : kFamilies) {
    for (std::uint64_t i = 0; i < by_piece(6u, 200u); ++i, ++sets) {
      const std::uint64_t seed = seed_of_piece(400 + i);
      SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed));
      const auto points = make_points<2, T>(family, 1 + 11 * seed % 125, seed);
      Points<3, T> lifted;
      for (const auto& p : points) lifted.push_back({p[0], p[1], 0});
      const ExactHull expected = cgal_hull(widened(lifted));
      for (const bool first : {true, false}) {
        ASSERT_EQ(first ? andrew.build(points, hull) : quickhull.build(points, hull), Status::ok);
        ASSERT_EQ(hull.dimension(), expected.dimension);
        ASSERT_EQ(firsts(lifted, hull.vertices()), expected.extreme);
      }
    }
  }
  count_cases(2 * sets);
}

// Where filters underflow and overflow: the sizes of the smallest and the largest numbers, and
// both at once.
TYPED_TEST(CgalHull, L21_and_quickhull_agree_whatever_the_size) {
  using T = TypeParam;
  Quickhull3<T> quickhull;
  Hull3<T> hull;
  constexpr bool kDouble = sizeof(T) == 8;
  const T sizes[] = {kDouble ? T(1e-300) : T(1e-38f), T(1e-30f), T(1e30f),
                     kDouble ? T(1e300) : T(1e37f)};
  for (const auto family : {"cube", "grid", "flat", "line", "rings", "plate", "near_duplicates"}) {
    auto base = make_points<3, T>(family, by_tier(30u, 120u), 6);
    for (const T size : sizes) {
      SCOPED_TRACE(std::string(family) + " times " + std::to_string(std::log10(size)));
      auto points = base;
      for (auto& p : points) p = p * (size / 1024);
      ASSERT_EQ(quickhull.build(points, hull), Status::ok);
      compare(points, hull);
      for (std::size_t i = 0; i < points.size(); i += 2) points[i] = base[i];
      ASSERT_EQ(quickhull.build(points, hull), Status::ok);
      compare(points, hull);
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(CgalHull, L21_and_quickhull_agree_on_thousands_of_points) {
  using T = TypeParam;
  Quickhull3<T> quickhull;
  Hull3<T> hull;
  for (const auto family : {"sphere", "rotated_lattice", "grid", "near_duplicates", "needle"}) {
    SCOPED_TRACE(family);
    const bool sorts = family == std::string_view("sphere");  // from some number on
    const auto points = make_points<3, T>(family, by_tier(sorts ? 9000u : 1500u, 20'000u), 7);
    ASSERT_EQ(quickhull.build(points, hull), Status::ok);
    EXPECT_EQ(firsts(points, hull.vertices()), cgal_hull(widened(points)).extreme);
  }
}

}  // namespace
}  // namespace masu::test
