// SPDX-License-Identifier: MIT
// epa() finds the depth of the origin in the hull of a cloud of points, which the nearest of all
// planes through its points bounds.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/narrow_phase/epa.hpp>
#include <masu/narrow_phase/gjk.hpp>

#include "narrow_phase/core_bounds.hpp"
#include "narrow_phase/point_cloud.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <int D>
using Points = std::vector<Vec<D, double>>;

// The distance of the origin from the plane if all points lie on its side.
template <int D>
double depth_below(const Points<D>& points, Vec<D, double> normal, const Vec<D, double>& on) {
  normal = normal * (1 / length(normal));
  double above = 0, below = 0;
  for (const auto& p : points) {
    const double height = dot(normal, p - on);
    above = std::max(above, height), below = std::min(below, height);
  }
  const bool side = above < 1e-12 || below > -1e-12;
  return side ? std::fabs(dot(normal, on)) : std::numeric_limits<double>::infinity();
}
double depth(const Points<2>& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto edge = p[j] - p[i];
      least = std::min(least, depth_below<2>(p, {-edge[1], edge[0]}, p[i]));
    }
  }
  return least;
}
double depth(const Points<3>& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        least = std::min(least, depth_below<3>(p, cross(p[j] - p[i], p[k] - p[i]), p[i]));
      }
    }
  }
  return least;
}

struct CountSteps {
  int count = 0;
  double least = std::numeric_limits<double>::infinity();
  template <int D>
  void on(const EpaStep<D>& step) {
    ++count;
    least = std::min(least, step.lower);
  }
};

// At least `least` points, with coordinates within 1 of `center`.
template <int D>
PointCloud<D> random_cloud(scenes::Pcg32& random, std::uint32_t least, std::uint32_t more,
                           double center) {
  PointCloud<D> cloud;
  for (std::uint32_t k = 0; k < least + random.below(more); ++k) {
    Vec<D, double> p{};
    for (int a = 0; a < D; ++a) p[a] = random.between(-1, 1) + center;
    cloud.points.push_back(p);
  }
  return cloud;
}

template <int D>
void expect_depths() {
  scenes::Pcg32 random(64);
  int inside = 0;
  const int rounds = by_tier(300, 20000);
  for (int i = 0; i < rounds; ++i) {
    const auto cloud = random_cloud<D>(random, 8, 12, 0.2);
    Simplex<D> start;
    start.p[0] = cloud({1});
    start.size = 1;
    const auto found = gjk<D>(cloud, start);
    if (found.outcome != GjkOutcome::overlapping) continue;
    ++inside;
    const double expected = depth(cloud.points);
    // From the simplex of gjk(), and from a single point.
    for (const Simplex<D>& from : {found.simplex, start}) {
      CountSteps steps;
      const EpaResult<D> r = epa<D>(cloud, from, {}, steps);
      ASSERT_EQ(r.outcome, EpaOutcome::converged) << i;
      EXPECT_LE(r.lower, expected + 1e-12) << i;
      EXPECT_GE(r.upper, expected - 1e-12) << i;
      EXPECT_NEAR(r.upper, r.lower, 1e-12) << i;
      EXPECT_NEAR(length(r.normal), 1, 1e-12) << i;
      // Along the normal no point lies farther than the depth.
      EXPECT_NEAR(std::fabs(dot(r.normal, cloud(r.normal).w)), expected, 1e-9) << i;
      EXPECT_GT(steps.count, 0);
      EXPECT_GE(steps.least, 0) << "also before the polytope encloses the origin";
      EXPECT_LE(steps.count, r.rounds + D + 1);
    }
  }
  EXPECT_GT(inside, rounds / 3);
}

TEST(Epa, L17_finds_the_depth_in_a_cloud_of_points_in_2d) {
  expect_depths<2>();
}
TEST(Epa, L17_finds_the_depth_in_a_cloud_of_points_in_3d) {
  expect_depths<3>();
}

TEST(Epa, a_flat_difference_has_no_depth) {
  const PointCloud<3> flat{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, 0}}};
  Simplex<3> start;
  start.p[0] = flat({1, 0, 0});
  start.size = 1;
  const auto r = epa<3>(flat, start);
  EXPECT_EQ(r.outcome, EpaOutcome::flat);
  EXPECT_EQ(r.upper, 0);
  EXPECT_NEAR(std::fabs(r.normal[2]), 1, 1e-12);
}

// All thresholds are shares of the size: a scale of 2^k changes no bit of the search.
template <int D>
void expect_same_bits_at_any_scale() {
  scenes::Pcg32 random(65);
  int inside = 0;
  const int rounds = 200;
  for (int i = 0; i < rounds; ++i) {
    const auto cloud = random_cloud<D>(random, 6, 8, 0.4);
    const auto search = [&](const PointCloud<D>& c) {
      Simplex<D> start;
      start.p[0] = c({1});
      start.size = 1;
      return gjk<D>(c, start);
    };
    const GjkResult<D> plain = search(cloud);
    const bool overlapping = plain.outcome == GjkOutcome::overlapping;
    inside += overlapping;
    const bool sure = detail::surely_overlapping(plain, 0x1p-20);
    EXPECT_TRUE(overlapping || !sure);
    for (const double scale : {0x1p-60, 0x1p-20, 0x1p20, 0x1p60}) {
      PointCloud<D> other;
      for (const auto& p : cloud.points) other.points.push_back(p * scale);
      const GjkResult<D> r = search(other);
      ASSERT_EQ(r.outcome, plain.outcome) << i << " " << scale;
      EXPECT_EQ(r.rounds, plain.rounds) << i << " " << scale;
      EXPECT_EQ(r.nearest, plain.nearest * scale) << i << " " << scale;
      EXPECT_EQ(r.lower, plain.lower * scale) << i << " " << scale;
      EXPECT_EQ(detail::surely_overlapping(r, 0x1p-20), sure) << i << " " << scale;
      if (!overlapping) continue;
      const auto depth = epa<D>(cloud, plain.simplex);
      EXPECT_EQ(epa<D>(other, r.simplex).upper, depth.upper * scale) << i << " " << scale;
    }
  }
  EXPECT_GT(inside, rounds / 5);
  EXPECT_LT(inside, rounds * 4 / 5);
}

TEST(Gjk, is_the_same_at_any_scale_in_2d) {
  expect_same_bits_at_any_scale<2>();
}
TEST(Gjk, is_the_same_at_any_scale_in_3d) {
  expect_same_bits_at_any_scale<3>();
}

}  // namespace
}  // namespace masu::test
