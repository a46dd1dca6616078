// SPDX-License-Identifier: MIT
// The readable version gives the results of gjk(); the lecture's rule, taken literally, would not.
#include <gtest/gtest.h>

#include <masu/narrow_phase/gjk.hpp>
#include <masu/textbook/plain_gjk.hpp>

#include "narrow_phase/nearest_subset.hpp"
#include "narrow_phase/point_cloud.hpp"
#include "narrow_phase/solids.hpp"

namespace masu::test {
namespace {

template <int D>
void expect_twins() {
  scenes::Pcg32 random(61);
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    PointCloud<D> cloud;
    Vec<D, double> center{};
    for (int a = 0; a < D; ++a) center[a] = random.between(-1, 1) * (D == 2 ? 1.2 : 0.6);
    for (std::uint32_t k = 0; k < 4 + random.below(20); ++k) {
      Vec<D, double> p = center;
      for (int a = 0; a < D; ++a) p[a] += random.between(-1, 1);
      cloud.points.push_back(p);
    }
    Simplex<D> start;
    start.p[0] = cloud(center);
    start.size = 1;
    const auto fast = gjk<D>(cloud, start);
    const auto plain = plain_gjk<D>(cloud, center);
    const bool overlapping = fast.outcome == GjkOutcome::overlapping;
    EXPECT_EQ(overlapping, plain.simplex.size == D + 1) << i;
    EXPECT_NEAR(plain.distance, overlapping ? 0 : fast.upper, 1e-9) << i;
    inside += overlapping;
  }
  EXPECT_GT(inside, 400);
  EXPECT_LT(inside, 1600);
}

TEST(PlainGjk, L17_equals_gjk_in_2d) {
  expect_twins<2>();
}
TEST(PlainGjk, L17_equals_gjk_in_3d) {
  expect_twins<3>();
}

// Each iteration is traced, and comes nearer.
TEST(PlainGjk, L17_traces_each_iteration) {
  struct Watch : Trace {
    using Trace::on;
    void on(const PlainGjkStep<2>& step) { distances.push_back(length(step.nearest)); }
    std::vector<double> distances;
  };
  // A pentagon minus a triangle, say, far off: the edge from (2, -1) to (2, 1) is nearest.
  const PointCloud<2> cloud{{{2, -1}, {2, 1}, {4, 3}, {6, 0}, {4, -3}}};
  Watch watch;
  const auto r = plain_gjk<2>(cloud, Vec<2, double>{1, 0}, 0x1p-40, watch);
  EXPECT_EQ(r.nearest, (Vec<2, double>{2, 0}));
  EXPECT_EQ(r.simplex.size, 2);
  ASSERT_GE(watch.distances.size(), 2u);
  EXPECT_EQ(watch.distances.front(), 6);
  EXPECT_EQ(watch.distances.back(), 2);
  for (std::size_t i = 1; i < watch.distances.size(); ++i) {
    EXPECT_LT(watch.distances[i], watch.distances[i - 1]);
  }
}

// E13: of the points found, the last three need not carry the nearest point.
TEST(PlainGjk, E13_the_last_three_points_do_not_suffice) {
  scenes::Pcg32 random(62);
  int lost = 0;
  for (int i = 0; i < 500; ++i) {
    Simplex<3> s;
    for (int k = 0; k < 4; ++k) {
      s.p[k].w = random_point<double>(random, 1) + Vec<3, double>{1.5, 0, 0};
    }
    s.size = 4;
    Simplex<3> last = s;
    for (int k = 0; k < 3; ++k) last.p[k] = s.p[k + 1];
    last.size = 3;
    const double all = length(detail::keep_nearest_subset(s));
    lost += length(detail::keep_nearest_subset(last)) > all * 1.01;
  }
  EXPECT_GT(lost, 100);
}

}  // namespace
}  // namespace masu::test
