// SPDX-License-Identifier: MIT
// Hulls with a tolerance: every property of Merge, on every family.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <masu/hull/quickhull3.hpp>

#include "tests/hull/point_families.hpp"
#include "tests/hull/same_hull3.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Wide = long double;

template <class T>
class MergeCheck {
 public:
  using Index = std::uint32_t;
  using Point = Vec<3, T>;

  MergeCheck(const Points<3, T>& points, const Hull3<T>& hull, double relative)
      : points_(points), hull_(hull) {
    Point low = points[0];
    Point high = points[0];
    Wide most = 0;
    for (const Point& p : points) {
      low = min(low, p), high = max(high, p);
      for (const T x : p.v) most = std::max(most, std::abs(Wide(x)));
    }
    for (int k = 0; k < 3; ++k) extent_ = std::max(extent_, Wide(high[k]) - low[k]);
    const Wide eps = std::numeric_limits<T>::epsilon();
    rounding_ = 64 * eps * most + 4 * Wide(std::numeric_limits<T>::denorm_min());
    tolerance_ = relative * extent_;
  }

  void run() const {
    check_surface();
    if (!testing::Test::HasFailure()) check_faces();
    if (!testing::Test::HasFailure()) check_planes();
  }

  // Each point's distance to the hull of the vertices is within `slack` tolerances, as far as the
  // planes of that hull, which is exact, can tell.
  void check_depth(Wide slack) const {
    Points<3, T> corners;
    for (const Index v : hull_.vertices()) corners.push_back(points_[v]);
    Quickhull3<T> quickhull;
    Hull3<T> exact;
    ASSERT_EQ(quickhull.build(corners, exact), Status::ok);
    ASSERT_EQ(exact.dimension(), 3);
    EXPECT_EQ(exact.vertices().size(), corners.size()) << "a vertex that is not extreme";
    for (std::size_t f = 0; f < exact.face_count(); ++f) {
      for (const Point& p : points_) {
        ASSERT_LE(height(exact.plane(f), p), slack * tolerance_ + rounding_);
      }
    }
  }

 private:
  static Wide height(const typename Hull3<T>::Plane& plane, const Point& p) {
    Wide sum = -Wide(plane.offset);
    for (int k = 0; k < 3; ++k) sum += Wide(plane.normal[k]) * p[k];
    return sum;
  }

  void check_surface() const {
    const auto vertices = hull_.vertices();
    ASSERT_EQ(hull_.dimension(), 3);
    EXPECT_TRUE(std::is_sorted(vertices.begin(), vertices.end()));
    for (Index e = 0; e < hull_.edge_count(); ++e) {
      const Index twin = hull_.twin(e);
      ASSERT_LT(twin, hull_.edge_count());
      ASSERT_EQ(hull_.twin(twin), e);
      ASSERT_EQ(hull_.origin(twin), hull_.origin(hull_.next(e)));
      ASSERT_NE(hull_.face_of(twin), hull_.face_of(e));
      ASSERT_EQ(hull_.previous(hull_.next(e)), e);
    }
    ASSERT_EQ(vertices.size() + hull_.face_count(), hull_.edge_count() / 2 + 2) << "Euler";
    std::vector<int> used(vertices.size());
    for (Index e = 0; e < hull_.edge_count(); ++e) ++used.at(hull_.origin(e));
    for (const int faces : used) EXPECT_GE(faces, 2);
  }

  void check_faces() const {
    for (std::size_t f = 0; f < hull_.face_count(); ++f) {
      const auto loop = hull_.face(f);
      ASSERT_GE(loop.size(), 3u);
      EXPECT_EQ(std::set<Index>(loop.begin(), loop.end()).size(), loop.size());
      EXPECT_EQ(*std::min_element(loop.begin(), loop.end()), loop[0]);
      if (f > 0) {
        const auto before = hull_.face(f - 1);
        EXPECT_TRUE(before[0] < loop[0] || (before[0] == loop[0] && before[1] <= loop[1]));
      }
    }
  }

  void check_planes() const {
    for (std::size_t f = 0; f < hull_.face_count(); ++f) {
      const auto& plane = hull_.plane(f);
      Wide square = 0;
      for (const T x : plane.normal.v) square += Wide(x) * x;
      ASSERT_NEAR(double(square), 1, 4 * std::numeric_limits<T>::epsilon());
      for (const Point& p : points_) {
        ASSERT_LE(height(plane, p), tolerance_ * (1 + 1e-9L) + rounding_);
      }
      for (const Index v : hull_.face(f)) {
        ASSERT_GE(height(plane, points_[hull_.vertices()[v]]),
                  -tolerance_ * (1 + 1e-9L) - rounding_);
      }
    }
  }

  const Points<3, T>& points_;
  const Hull3<T>& hull_;
  Wide extent_ = 0;
  Wide tolerance_ = 0;
  Wide rounding_ = 0;
};

template <class T>
class MergedHulls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MergedHulls, Scalars);

TYPED_TEST(MergedHulls, L21_meet_every_guarantee_on_every_family) {
  using T = TypeParam;
  Hull3<T> hull;
  Hull3<T> exact;
  Quickhull3<T> exactly;
  std::size_t fewer = 0;
  for (const double relative : {1e-12, 1e-7, 1e-4, 1e-2, 0.1}) {
    Quickhull3<T> quickhull(Merge::tolerance(relative));
    for (const auto family : kFamilies) {
      for (std::uint64_t seed = 0; seed < by_tier(5u, 100u); ++seed) {
        SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed) + " within " +
                     std::to_string(relative));
        const auto points = make_points<3, T>(family, 4 + 61 * seed % 300, seed);
        ASSERT_EQ(quickhull.build(points, hull), Status::ok);
        ASSERT_EQ(exactly.build(points, exact), Status::ok);
        ASSERT_EQ(hull.dimension(), exact.dimension());
        if (hull.dimension() < 2) expect_same(hull, exact);
        if (hull.dimension() == 2) {  // thinned: see merge2_test
          EXPECT_TRUE(std::ranges::includes(exact.vertices(), hull.vertices()));
          EXPECT_EQ(hull.face_count(), 1u);
        }
        if (hull.dimension() < 3) continue;
        MergeCheck<T>(points, hull, relative).run();
        fewer += hull.face_count() < exact.face_count();
        if (this->HasFailure()) return;
      }
    }
  }
  EXPECT_GT(fewer, by_tier(100u, 2000u));
}

// The purpose: a rotated cube of points has thousands of faces, bent by rounding.
TYPED_TEST(MergedHulls, L21_of_a_rotated_lattice_have_six_faces_and_eight_corners) {
  using T = TypeParam;
  Points<3, T> points;
  for (int i = 0; i < 1000; ++i) {
    const auto p = rotated(Vec<3, double>{double(i % 10), double(i / 10 % 10), double(i / 100)});
    points.push_back({T(p[0]), T(p[1]), T(p[2])});
  }
  const double relative = 16 * std::numeric_limits<T>::epsilon();
  Quickhull3<T> quickhull(Merge::tolerance(relative));
  Quickhull3<T> exactly;
  Hull3<T> hull;
  ASSERT_EQ(exactly.build(points, hull), Status::ok);
  EXPECT_GT(hull.face_count(), 40u);
  ASSERT_EQ(quickhull.build(points, hull), Status::ok);
  EXPECT_EQ(hull.vertices().size(), 8u);
  ASSERT_EQ(hull.face_count(), 6u);
  for (std::size_t f = 0; f < 6; ++f) EXPECT_EQ(hull.face(f).size(), 4u);
  MergeCheck<T> check(points, hull, relative);
  check.run();
  check.check_depth(1);
}

// Fewer and fewer vertices; the hull stays as near as was asked.
TYPED_TEST(MergedHulls, L21_of_a_sphere_get_fewer_vertices_with_a_larger_tolerance) {
  using T = TypeParam;
  const auto points = make_points<3, T>("sphere", 3000, 5);
  std::size_t last = 100'000;
  for (const double relative : {0.0, 1e-3, 1e-2, 3e-2}) {
    Quickhull3<T> quickhull(Merge::tolerance(relative));
    Hull3<T> hull;
    ASSERT_EQ(quickhull.build(points, hull), Status::ok);
    EXPECT_LT(hull.face_count() * 3, last * 2) << relative;
    last = hull.face_count();
    if (relative > 0) MergeCheck<T>(points, hull, relative).run();
  }
}

// Integers, which are moved without rounding: the same distances, so the same hull.
TYPED_TEST(MergedHulls, L21_are_the_same_far_from_the_origin) {
  using T = TypeParam;
  const T far = std::ldexp(T(1), std::numeric_limits<T>::digits - 1);
  Points<3, T> points;
  for (const auto& p : make_points<3, double>("sphere", 2000, 6)) {
    points.push_back(
        {T(std::round(60 * p[0])), T(std::round(60 * p[1])), T(std::round(60 * p[2]))});
  }
  auto moved = points;
  for (auto& p : moved) p = p + Vec<3, T>{far, far / 2, far / 4};
  for (const double relative : {1e-3, 1e-2, 3e-2}) {
    Quickhull3<T> quickhull(Merge::tolerance(relative));
    Hull3<T> hull;
    Hull3<T> there;
    ASSERT_EQ(quickhull.build(points, hull), Status::ok);
    ASSERT_EQ(quickhull.build(moved, there), Status::ok);
    ASSERT_TRUE(std::ranges::equal(hull.vertices(), there.vertices()));
    ASSERT_EQ(hull.face_count(), there.face_count());
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
      EXPECT_TRUE(std::ranges::equal(hull.face(f), there.face(f)));
    }
  }
}

TYPED_TEST(MergedHulls, treat_a_zero_tolerance_as_exact_and_refuse_invalid_ones) {
  using T = TypeParam;
  const auto points = make_points<3, T>("grid", 200, 5);
  Hull3<T> hull;
  Hull3<T> exact;
  Quickhull3<T> none(Merge::tolerance(0));
  Quickhull3<T> exactly;
  ASSERT_EQ(none.build(points, hull), Status::ok);
  ASSERT_EQ(exactly.build(points, exact), Status::ok);
  expect_same(hull, exact);
  for (const double odd : {-1e-9, 0.2, std::numeric_limits<double>::quiet_NaN()}) {
    Quickhull3<T> quickhull(Merge::tolerance(odd));
    EXPECT_EQ(quickhull.build(points, hull), Status::out_of_range);
    EXPECT_EQ(hull.dimension(), -1);
  }
}

TYPED_TEST(MergedHulls, run_out_of_memory_cleanly_and_allocate_nothing_again) {
  using T = TypeParam;
  const auto points = make_points<3, T>("box_surface", 120, 4);
  FailingAllocator memory;
  bool failed = true;
  for (std::size_t fail_at = 1; failed; ++fail_at) {
    Quickhull3<T> quickhull(Merge::tolerance(1e-3), memory.allocator());
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
    MergeCheck<T>(points, hull, 1e-3).run();
  }
}

}  // namespace
}  // namespace masu::test
