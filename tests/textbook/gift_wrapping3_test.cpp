// SPDX-License-Identifier: MIT
// 3D gift wrapping gives exactly the hulls of quickhull, and shows how the plane rotates.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <masu/hull/quickhull3.hpp>
#include <masu/textbook/gift_wrapping3.hpp>

#include "tests/hull/check_hull3.hpp"
#include "tests/hull/same_hull3.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class Wrapped3 : public testing::Test {
 protected:
  // The hull of the points by both, which must be one. Which of equal points is named is free in
  // quickhull, here it is the first: so the others are left out when both are asked.
  const Hull3<T>& hull_of(const Points<3, T>& points) {
    const auto [single, indices] = without_repeats(points);
    EXPECT_EQ(wrapping_.build(single, hull_), Status::ok);
    EXPECT_EQ(quickhull_.build(single, expected_), Status::ok);
    expect_same(hull_, expected_);
    std::vector<std::uint32_t> vertices;
    for (const std::uint32_t v : hull_.vertices()) vertices.push_back(indices[v]);
    EXPECT_EQ(wrapping_.build(points, hull_), Status::ok);
    EXPECT_TRUE(std::ranges::equal(hull_.vertices(), vertices));
    return hull_;
  }

  static std::pair<Points<3, T>, std::vector<std::uint32_t>> without_repeats(
      const Points<3, T>& points) {
    Points<3, T> single;
    std::vector<std::uint32_t> indices;
    std::set<std::array<T, 3>> seen;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      const Vec<3, T>& p = points[i];
      if (!seen.insert({p[0], p[1], p[2]}).second) continue;
      single.push_back(p);
      indices.push_back(i);
    }
    return {single, indices};
  }

  GiftWrapping3<T> wrapping_;
  Quickhull3<T> quickhull_;
  Hull3<T> hull_;
  Hull3<T> expected_;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Wrapped3, Scalars);

TYPED_TEST(Wrapped3, L21_hulls_equal_those_of_quickhull_and_are_valid_on_every_family) {
  for (const auto family : kFamilies) {
    for (std::uint64_t seed = 0; seed < by_tier(16u, 200u); ++seed) {
      SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed));
      const std::size_t count = seed < 8 ? seed + 1 : 5 + 13 * seed % 97;
      const auto points = make_points<3, TypeParam>(family, count, seed);
      HullCheck<TypeParam>(points, this->hull_of(points)).run();
      if (this->HasFailure()) return;
    }
  }
}

TYPED_TEST(Wrapped3, L21_hulls_of_many_points_equal_those_of_quickhull) {
  for (const auto family : kFamilies) {
    SCOPED_TRACE(family);
    this->hull_of(make_points<3, TypeParam>(family, by_tier(400u, 3000u), 78));
    if (this->HasFailure()) return;
  }
}

// Upright faces, edges along z and points above each other are where it begins.
TYPED_TEST(Wrapped3, L21_begins_correctly_at_upright_faces_and_edges) {
  using T = TypeParam;
  for (int seed = 0; seed < 64; ++seed) {
    scenes::Pcg32 random(std::uint64_t(seed) + 1);
    Points<3, T> points;
    for (int i = 0; i < 4 + seed % 8; ++i) {
      points.push_back({T(random.below(2)), T(random.below(2)), T(random.below(3))});
    }
    HullCheck<T>(points, this->hull_of(points)).run();
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(Wrapped3, L21_refuses_what_quickhull_refuses) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const auto build = [&](T x) {
    this->hull_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    const Points<3, T> points = {{0, 0, 0}, {1, 0, 0}, {0, x, 0}, {0, 0, 1}};
    const Status status = this->wrapping_.build(points, this->hull_);
    EXPECT_EQ(this->hull_.dimension(), -1);
    EXPECT_EQ(this->hull_.face_count() + this->hull_.vertices().size(), 0u);
    return status;
  };
  EXPECT_EQ(build(Limits::quiet_NaN()), Status::not_finite);
  EXPECT_EQ(build(-Limits::infinity()), Status::not_finite);
  EXPECT_EQ(build(Limits::max()), Status::out_of_range);
  EXPECT_EQ(this->hull_of({}).dimension(), -1);
}

TYPED_TEST(Wrapped3, L21_runs_out_of_memory_cleanly_and_allocates_nothing_again) {
  using T = TypeParam;
  for (const auto family : {"sphere", "box_surface", "flat", "line"}) {
    const auto points = make_points<3, T>(family, 60, 4);
    FailingAllocator memory;
    bool failed = true;
    for (std::size_t fail_at = 1; failed; ++fail_at) {
      GiftWrapping3<T> wrapping(memory.allocator());
      Hull3<T> hull(memory.allocator());
      memory.fail(fail_at, true);
      const Status status = wrapping.build(points, hull);
      failed = memory.failures() != 0;
      EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok);
      EXPECT_EQ(hull.dimension() == -1, failed);
      memory.fail(FailingAllocator::kNever);
      EXPECT_EQ(wrapping.build(points, hull), Status::ok);
      if (!failed) {
        EXPECT_EQ(memory.calls(), 0u);
      }
      expect_same(hull, this->hull_of(points));
    }
  }
}

// Each rotation goes outward, and when the paper rests, its loop holds the point reached last.
struct PaperLog : Trace {
  const Points<3, double>& points;
  std::vector<FaceCandidateReplaced> rotations;
  std::size_t faces = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;

  explicit PaperLog(const Points<3, double>& p) : points(p) {}
  using Trace::on;
  void on(const FaceCandidateReplaced& e) {
    if (!rotations.empty()) {
      const FaceCandidateReplaced& last = rotations.back();
      EXPECT_EQ(std::pair(e.from, e.to), std::pair(last.from, last.to));
      EXPECT_EQ(orient3d(points[e.from], points[e.to], points[last.point], points[e.point]), 1);
    }
    rotations.push_back(e);
  }
  void on(const FaceAccepted& e) {
    ++faces;
    for (std::size_t i = 0; i < e.loop.size(); ++i) {
      edges.emplace(e.loop[i], e.loop[(i + 1) % e.loop.size()]);
    }
    if (!rotations.empty()) {
      EXPECT_EQ(edges.count({rotations.back().from, rotations.back().to}), 1u);
      EXPECT_NE(std::find(e.loop.begin(), e.loop.end(), rotations.back().point), e.loop.end());
    }
    rotations.clear();
  }
};

TEST(GiftWrapping3, L21_traces_each_rotation_of_the_paper_and_each_face_once) {
  const auto points = make_points<3, double>("sphere", 60, 9);
  GiftWrapping3<double> wrapping;
  Hull3<double> hull;
  PaperLog log(points);
  ASSERT_EQ(wrapping.build(points, hull, log), Status::ok);
  EXPECT_EQ(log.faces, hull.face_count());
  EXPECT_EQ(log.faces, wrapping.stats().faces);
  EXPECT_EQ(log.edges.size(), hull.edge_count());
}

// n tests a face and n a vertex, with a constant of little more than 1; quickhull does not care.
TEST(GiftWrapping3, L21_E15_tests_grow_with_points_times_faces) {
  GiftWrapping3<double> wrapping;
  Hull3<double> hull;
  for (const auto family : {"cube", "sphere", "grid", "box_surface"}) {
    const auto points = make_points<3, double>(family, 500, 2);
    ASSERT_EQ(wrapping.build(points, hull), Status::ok);
    const std::size_t size = hull.face_count() + hull.vertices().size();
    EXPECT_LE(wrapping.stats().tests, 2 * points.size() * size) << family;
    EXPECT_GE(wrapping.stats().tests, points.size() * hull.face_count() / 2) << family;
  }
}

}  // namespace
}  // namespace masu::test
