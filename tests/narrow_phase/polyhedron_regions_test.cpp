// SPDX-License-Identifier: MIT
// The steps of walks over polyhedra, by themselves: a wrong one leads to the same answer later.
#include <gtest/gtest.h>

#include <vector>

#include <masu/hull/polytope_of.hpp>

#include "narrow_phase/polyhedron_regions.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Regions = detail::PolyhedronRegions<double>;

Vec3d any_point(scenes::Pcg32& random) {
  return {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
}

double from_edge(const Regions& regions, std::uint32_t e, const Vec3d& x) {
  const Vec3d along = regions.head(e) - regions.tail(e);
  const double t = dot(x - regions.tail(e), along) / length_squared(along);
  return length(x - regions.tail(e) - along * std::min(std::max(t, 0.0), 1.0));
}

// Beyond several sides of a face, the next feature is the one with the nearest point.
TEST(PolyhedronRegions, leave_a_face_over_the_nearest_edge) {
  scenes::Pcg32 random(81);
  int several = 0;
  for (int i = 0; i < by_tier(200, 10000); ++i) {
    std::vector<Vec3d> points;
    for (int k = 0; k < 8; ++k) points.push_back(any_point(random));
    ConvexPolyhedron<double> solid;
    ASSERT_EQ(polyhedron_of<double>(std::span<const Vec3d>(points), solid), Status::ok);
    const Regions regions(solid);
    for (std::uint32_t f = 0; f < solid.face_count(); ++f) {
      Vec3d x = any_point(random) * 3;
      x = x - regions.normal(f) * regions.height(f, x);
      std::uint32_t tests = 0;
      const Feature beyond = regions.beyond_face(f, x, tests);
      int sides = 0;
      double least = std::numeric_limits<double>::infinity();
      for (const std::uint32_t e : solid.face_edges(f)) {
        sides += regions.border(e, f, x) < 0;
        least = std::min(least, from_edge(regions, e, x));
      }
      ASSERT_EQ(beyond.valid(), sides > 0);
      if (sides > 0) {
        EXPECT_NEAR(from_edge(regions, beyond.index, x), least, 1e-9);
      }
      several += sides > 1;
    }
  }
  EXPECT_GT(several, 100);
}

TEST(PolyhedronRegions, find_the_plane_that_a_point_is_farthest_above) {
  scenes::Pcg32 random(82);
  const auto solid = prism<double>(9, 1, 0.5);
  const Regions regions(solid);
  std::uint32_t tests = 5;
  for (std::uint32_t i = 1; i < 100; ++i) {
    const Vec3d x = any_point(random) * 2;
    double height = 0;
    const std::uint32_t best = regions.highest_face(x, height, tests);
    EXPECT_EQ(height, regions.height(best, x));
    for (std::uint32_t f = 0; f < 11; ++f) EXPECT_LE(regions.height(f, x), height);
    EXPECT_EQ(tests, 5 + 11 * i);
  }
}

// Around a face almost perpendicular to the direction, edges rise by less than rounding, but the
// way across it does not: the climb looks there, at any scale.
TEST(PolyhedronRegions, climb_across_a_level_face) {
  for (const double scale : {1.0, 0x1p-30, 0x1p30}) {
    const auto solid = prism<double>(120, scale, scale);
    ASSERT_FALSE(solid.table().empty());
    const Regions regions(solid);
    for (const double slope : {0x1p-20, 0x1p-40, 0x1p-48, 0x1p-49}) {
      const Vec3d d{slope, 1, 0};
      double most = -std::numeric_limits<double>::infinity();
      for (std::uint32_t v = 0; v < 240; ++v) most = std::max(most, dot(d, regions.vertex(v)));
      for (std::uint32_t v = 120; v < 240; ++v) {
        const auto found = regions.farthest_from(v, d);
        EXPECT_GE(dot(d, regions.vertex(found)), most - 0x1p-50 * scale) << scale << " " << slope;
      }
    }
  }
}

}  // namespace
}  // namespace masu::test
