// SPDX-License-Identifier: MIT
// 3D quickhull on every family of points: exactly convex, closed, nothing outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <masu/hull/quickhull3.hpp>

#include "hull/side_test.hpp"
#include "tests/hull/check_hull3.hpp"
#include "tests/hull/same_hull3.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class Hulls3 : public testing::Test {
 protected:
  using PointList = Points<3, T>;

  // The hull of the points, checked.
  const Hull3<T>& hull_of(const PointList& points) {
    EXPECT_EQ(quickhull_.build(points, hull_), Status::ok);
    HullCheck<T>(points, hull_).run();
    return hull_;
  }

  Quickhull3<T> quickhull_;
  Hull3<T> hull_;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Hulls3, Scalars);

TYPED_TEST(Hulls3, L21_are_exactly_right_on_every_family) {
  for (const auto family : kFamilies) {
    for (std::uint64_t seed = 0; seed < by_tier(24u, 400u); ++seed) {
      SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed));
      const std::size_t count = seed < 8 ? seed + 1 : 5 + 13 * seed % 97;
      this->hull_of(make_points<3, TypeParam>(family, count, seed));
      if (this->HasFailure()) return;
    }
  }
}

TYPED_TEST(Hulls3, L21_of_many_points_are_exactly_right) {
  for (const auto family : kFamilies) {
    SCOPED_TRACE(family);
    this->hull_of(make_points<3, TypeParam>(family, by_tier(500u, 5000u), 77));
    if (this->HasFailure()) return;
  }
}

// Doubles whose products underflow or overflow: the exact slow path.
TEST(Quickhull3, L21_takes_doubles_of_any_exponent) {
  Quickhull3<double> quickhull;
  Hull3<double> hull;
  for (const int exponent : {-1060, -1000, -400, -200, 300, 700, 1010}) {
    for (const auto family : {"cube", "grid", "flat", "rings", "line", "coincident"}) {
      SCOPED_TRACE(std::string(family) + " times 2^" + std::to_string(exponent));
      auto points = make_points<3, double>(family, 40, 5);
      ASSERT_EQ(quickhull.build(points, hull), Status::ok);
      for (auto& p : points) {
        for (double& x : p.v) x = std::ldexp(x, exponent);
      }
      ASSERT_EQ(quickhull.build(points, hull), Status::ok);
      HullCheck<double>(points, hull).run();
    }
  }
}

TYPED_TEST(Hulls3, L21_of_a_box_have_six_squares_whatever_points_are_on_it) {
  using T = TypeParam;
  Points<3, T> points;
  for (int i = 0; i < 125; ++i) points.push_back({T(i % 5), T(i / 5 % 5), T(i / 25)});
  const auto& hull = this->hull_of(points);
  EXPECT_EQ(hull.vertices().size(), 8u);
  EXPECT_EQ(hull.face_count(), 6u);
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    EXPECT_EQ(hull.face(f).size(), 4u);
    const auto& plane = hull.plane(f);
    EXPECT_EQ(std::abs(plane.normal[0] + plane.normal[1] + plane.normal[2]), T(1));
    EXPECT_EQ(plane.offset, dot(plane.normal, Vec<3, T>::all(4)) > 0 ? T(4) : T(0));
  }
}

TYPED_TEST(Hulls3, report_the_dimension_that_points_span) {
  using T = TypeParam;
  const auto dimension = [&](const Points<3, T>& points) {
    return this->hull_of(points).dimension();
  };
  EXPECT_EQ(dimension({}), -1);
  EXPECT_EQ(dimension({{1, 2, 3}, {1, 2, 3}}), 0);
  EXPECT_EQ(dimension({{0, 0, 0}, {-T(0), 0, -T(0)}}), 0);
  EXPECT_EQ(dimension({{1, 2, 3}, {1, 2, 4}, {1, 2, 3}, {1, 2, 5}}), 1);
  EXPECT_EQ(dimension({{0, 0, 0}, {1, 1, 1}, {1, 1, 1 + std::numeric_limits<T>::epsilon()}}), 2);
  EXPECT_EQ(dimension({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 2, 0}, {1, 1, 0}}), 2);
  EXPECT_EQ(this->hull_.vertices().size(), 4u);
  EXPECT_EQ(dimension({{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}}), 2);
  EXPECT_EQ(dimension({{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {1, 1, 1}}), 2);
  const T least = std::numeric_limits<T>::denorm_min();
  EXPECT_EQ(dimension({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {T(0.5), T(0.5), least}}), 3);
}

TYPED_TEST(Hulls3, refuse_points_that_are_not_finite_or_too_far_out) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const auto build = [&](T x) {
    EXPECT_EQ(this->hull_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).dimension(), 3);
    const Points<3, T> points = {{0, 0, 0}, {1, 0, 0}, {0, x, 0}, {0, 0, 1}};
    const Status status = this->quickhull_.build(points, this->hull_);
    EXPECT_EQ(this->hull_.dimension(), -1);
    EXPECT_EQ(this->hull_.vertices().size() + this->hull_.face_count(), 0u);
    return status;
  };
  EXPECT_EQ(build(Limits::quiet_NaN()), Status::not_finite);
  EXPECT_EQ(build(-Limits::infinity()), Status::not_finite);
  EXPECT_EQ(build(-Limits::max()), Status::out_of_range);
  const T most = Limits::max() / 4;
  this->hull_of({{0, 0, 0}, {most, 0, -most}, {0, most, most}, {-most, 0, most}, {0, -most, 0}});
  // Refused before any is read.
  const Vec<3, T> one{};
  const std::span<const Vec<3, T>> many(&one, (std::size_t(1) << 28) + 1);
  EXPECT_EQ(this->quickhull_.build(many, this->hull_), Status::too_many_objects);
}

TYPED_TEST(Hulls3, run_out_of_memory_cleanly_and_allocate_nothing_again) {
  using T = TypeParam;
  for (const auto family : {"sphere", "box_surface", "flat", "line"}) {
    const auto points = make_points<3, T>(family, 120, 4);
    FailingAllocator memory;
    bool failed = true;
    for (std::size_t fail_at = 1; failed; ++fail_at) {
      Quickhull3<T> quickhull(memory.allocator());
      Hull3<T> hull(memory.allocator());
      memory.fail(fail_at, true);
      const Status status = quickhull.build(points, hull);
      failed = memory.failures() != 0;
      EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok);
      EXPECT_EQ(hull.dimension() == -1, failed);
      memory.fail(FailingAllocator::kNever);
      EXPECT_EQ(quickhull.build(points, hull), Status::ok);
      if (!failed) {
        EXPECT_EQ(memory.calls(), 0u);
      }
      HullCheck<T>(points, hull).run();
    }
  }
}

// So many that they are spatially sorted first.
TEST(Quickhull3, runs_out_of_memory_cleanly_with_thousands_of_points_too) {
  const auto points = make_points<3, double>("sphere", 9000, 4);
  FailingAllocator memory;
  Quickhull3<double> quickhull;
  Hull3<double> expected;
  ASSERT_EQ(quickhull.build(points, expected), Status::ok);
  EXPECT_EQ(expected.vertices().size(), points.size());
  bool failed = true;
  for (std::size_t fail_at = 1; failed; fail_at += 3) {
    Quickhull3<double> builder(memory.allocator());
    Hull3<double> hull(memory.allocator());
    memory.fail(fail_at, true);
    const Status status = builder.build(points, hull);
    failed = memory.failures() != 0;
    EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok);
    EXPECT_EQ(hull.dimension(), failed ? -1 : 3);
    if (failed) continue;
    memory.fail(FailingAllocator::kNever);
    EXPECT_EQ(builder.build(points, hull), Status::ok);
    EXPECT_EQ(memory.calls(), 0u);
    expect_same(hull, expected);
  }
}

// A determinant of 1 where rounding leaves a doubt of 8, and the least that may be is 1 too.
TEST(SideTest, L21_decides_zero_by_the_granularity_of_the_coordinates) {
  const double k = 0x1p13;
  const Vec3d points[] = {{0, 0, 0}, {1, k * k, k}, {k, 1, 0}, {0, k, 1}, {1 + k, 1 + k * k, k}};
  HullStats stats;
  detail::SideTest side(points, 5, stats);
  const std::uint32_t corners[3] = {0, 1, 2};
  const auto plane =
      detail::TrianglePlane::through(points[0], points[1], points[2], {k + 1, k * k + 1, k});
  ASSERT_GT(plane.bound, 1);
  EXPECT_EQ(side(plane, corners, points[3], plane.height(points[3])), 1);
  EXPECT_EQ(side(plane, corners, points[4], plane.height(points[4])), 0);
  EXPECT_EQ(stats.exact_tests, 2u);
  const Vec3d small[] = {{0, 0, 0}, {1, 0, 2}, {0, 1, 3}, {1, 1, 5}, {1, 1, 6}};
  detail::SideTest small_side(small, 5, stats);
  const auto slope = detail::TrianglePlane::through(small[0], small[1], small[2], {1, 1, 6});
  EXPECT_EQ(small_side(slope, corners, small[3], slope.height(small[3])), 0);
  EXPECT_EQ(small_side(slope, corners, small[4], slope.height(small[4])), 1);
  EXPECT_EQ(stats.exact_tests, 2u);
}

// The surface as recorded by the trace.
struct SurfaceLog : Trace {
  using Triangle = std::array<std::uint32_t, 3>;
  int vertices = 0;
  int appeared = 0;
  int vanished = 0;
  std::set<Triangle> alive;  // the least corner first
  using Trace::on;
  void on(const VertexJoins&) { ++vertices; }
  void on(const TriangleAppears& t) {
    ++appeared;
    EXPECT_TRUE(alive.insert(from_least(t.corner)).second);
  }
  void on(const TriangleVanishes& t) {
    ++vanished;
    EXPECT_EQ(alive.erase(from_least(t.corner)), 1u);
  }
  static Triangle from_least(const std::uint32_t (&corner)[3]) {
    Triangle t = std::to_array(corner);
    std::ranges::rotate(t, std::ranges::min_element(t));
    return t;
  }
};

TYPED_TEST(Hulls3, L21_trace_each_step) {
  using T = TypeParam;
  const auto points = make_points<3, T>("sphere", 300, 4);
  SurfaceLog log;
  ASSERT_EQ(this->quickhull_.build(points, this->hull_, log), Status::ok);
  EXPECT_EQ(log.appeared - log.vanished, 2 * log.vertices - 4);  // Euler, by triangles
  EXPECT_EQ(std::size_t(log.appeared), this->quickhull_.stats().faces);
  EXPECT_EQ(std::size_t(log.vertices), this->hull_.vertices().size());
  for (std::size_t f = 0; f < this->hull_.face_count(); ++f) {
    const auto corners = this->hull_.face(f);
    std::uint32_t face[3] = {};
    ASSERT_EQ(corners.size(), 3u);
    std::ranges::copy(corners, face);
    EXPECT_EQ(log.alive.count(SurfaceLog::from_least(face)), 1u);
  }
}

// n log n: each doubling adds as many tests a point at most. Where others are quadratic too.
TYPED_TEST(Hulls3, L21_E15_tests_grow_as_n_log_n_on_spheres_rings_and_lattices) {
  using T = TypeParam;
  for (const auto family : {"sphere", "rings", "grid", "rotated_lattice", "box_surface", "cube"}) {
    const auto tests_of = [&](std::size_t count) {
      const auto points = make_points<3, T>(family, count, 3);
      EXPECT_EQ(this->quickhull_.build(points, this->hull_), Status::ok);
      return double(this->quickhull_.stats().tests) / double(count);
    };
    const double few = tests_of(1000);
    const double many = tests_of(16'000);
    EXPECT_LT(many, few + 4 * 5) << family;  // 16 000 is four doublings
    EXPECT_LT(many, 100) << family;
  }
}

}  // namespace
}  // namespace masu::test
