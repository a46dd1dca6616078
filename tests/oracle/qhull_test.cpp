// SPDX-License-Identifier: MIT
// Quickhull compared with Qhull: the same vertices if rounding does not matter, the same solid
// within Qhull's rounding if it does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <masu/hull/quickhull3.hpp>

#include "tests/hull/point_families.hpp"
#include "tests/oracle/qhull.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// Points in general position: nothing for Qhull to merge.
constexpr std::string_view kGeneral[] = {"cube", "sphere", "gaussian", "far_off"};

class BesideQhull {
 public:
  // Counts of sets.
  int solid = 0;
  int refused = 0;
  int same_vertices = 0;

  void compare(std::string_view family, std::size_t count, std::uint64_t seed) {
    const auto points = make_points<3, double>(family, count, seed);
    ASSERT_EQ(quickhull_.build(points, hull_), Status::ok);
    const auto theirs = qhull(points);
    if (hull_.dimension() < 3) {
      EXPECT_FALSE(theirs) << "a volume of " << theirs->volume << " in no space";
      return;
    }
    ++solid;
    if (!theirs) {
      ++refused;
      return;
    }
    same_vertices += std::ranges::equal(hull_.vertices(), theirs->vertices);
    compare_reach(points, theirs->vertices);
    compare_volume(points, theirs->volume);
  }

 private:
  // The farthest point along any direction is as far. No farther than ours: that is exact.
  void compare_reach(const Points<3, double>& points, const std::vector<std::uint32_t>& theirs) {
    scenes::Pcg32 random(99);
    const auto farthest = [&](std::span<const std::uint32_t> indices, const Vec<3, double>& d) {
      double most = -INFINITY;
      for (const std::uint32_t i : indices) most = std::max(most, dot(d, points[i]));
      return most;
    };
    for (int k = 0; k < 20; ++k) {
      const auto d = direction<3>(random);
      const double reach = farthest(hull_.vertices(), d);
      EXPECT_NEAR(farthest(theirs, d), reach, 1e-12 * largest(points));
      EXPECT_LE(farthest(theirs, d), reach);
    }
  }

  static double largest(const Points<3, double>& points) {
    double most = 0;
    for (const auto& p : points) {
      for (const double x : p.v) most = std::max(most, std::abs(x));
    }
    return most;
  }

  // Against the box around the points: thin solids have no volume to speak of.
  void compare_volume(const Points<3, double>& points, double theirs) const {
    const auto at = [&](std::uint32_t v) { return points[hull_.vertices()[v]] - points[0]; };
    double six = 0;
    for (std::size_t f = 0; f < hull_.face_count(); ++f) {
      const auto loop = hull_.face(f);
      for (std::size_t i = 2; i < loop.size(); ++i) {
        six += dot(at(loop[0]), cross(at(loop[i - 1]), at(loop[i])));
      }
    }
    auto low = points[0];
    auto high = points[0];
    for (const auto& p : points) low = min(low, p), high = max(high, p);
    const double size = largest(points);
    EXPECT_GE(six, 0);
    const auto box = high - low;
    const double area = box[0] * box[1] + box[1] * box[2] + box[2] * box[0];
    EXPECT_NEAR(six / 6, theirs, 1e-9 * six / 6 + 1e-12 * size * area);
  }

  Quickhull3<double> quickhull_;
  Hull3<double> hull_;
};

TEST(Qhull, L21_and_quickhull_have_the_same_vertices_in_general_position) {
  BesideQhull beside;
  for (const auto family : kGeneral) {
    for (std::uint64_t i = 0; i < by_tier(50u, 1000u); ++i) {
      const std::uint64_t seed = seed_of_piece(i);
      SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed));
      beside.compare(family, 5 + 17 * seed % 300, seed);
    }
  }
  EXPECT_EQ(beside.refused, 0);
  EXPECT_EQ(beside.same_vertices, beside.solid);
  EXPECT_EQ(beside.solid, by_tier(200, 4000));
  count_cases(std::uint64_t(beside.solid));
}

TEST(Qhull, L21_and_quickhull_have_the_same_solid_on_every_family) {
  BesideQhull beside;
  for (const auto family : kFamilies) {
    for (std::uint64_t i = 0; i < by_tier(15u, 300u); ++i) {
      const std::uint64_t seed = seed_of_piece(i);
      SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed));
      beside.compare(family, 4 + 17 * seed % 150, seed);
    }
  }
  EXPECT_GT(beside.solid - beside.refused, by_tier(180, 3600));
  EXPECT_GT(beside.same_vertices, beside.solid / 2);
  RecordProperty("refused", beside.refused);
  count_cases(std::uint64_t(beside.solid - beside.refused));
}

}  // namespace
}  // namespace masu::test
