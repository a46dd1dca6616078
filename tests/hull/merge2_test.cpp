// SPDX-License-Identifier: MIT
// 2D hulls within a tolerance: every point is within it, corners are corners of the exact hull, and
// there are fewer of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <masu/hull/andrew.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/predicates.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>

#include "hull/hull2_access.hpp"
#include "tests/hull/point_families.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Loop = std::vector<std::uint32_t>;
using Wide = long double;

template <class T>
using PointList = std::vector<Vec<2, T>>;

Loop loop_of(const Hull2& hull) {
  return {hull.vertices().begin(), hull.vertices().end()};
}

// Far outside of how the library measures: by all edges, in long double.
template <class T>
Wide distance_to(const PointList<T>& p, const Loop& loop, const Vec<2, T>& q) {
  Wide least = std::numeric_limits<Wide>::infinity();
  bool inside = true;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const auto& a = p[loop[i]];
    const auto& b = p[loop[(i + 1) % loop.size()]];
    inside = inside && orient2d(a, b, q) >= 0;
    const Wide x = Wide(b[0]) - a[0], y = Wide(b[1]) - a[1];
    const Wide u = Wide(q[0]) - a[0], v = Wide(q[1]) - a[1];
    const Wide share = std::clamp<Wide>((x * u + y * v) / (x * x + y * y), 0, 1);
    least = std::min(least, std::hypot(u - share * x, v - share * y));
  }
  return inside ? 0 : least;
}

template <class T>
Wide extent_of(const PointList<T>& points) {
  auto low = points[0];
  auto high = points[0];
  for (const auto& p : points) low = min(low, p), high = max(high, p);
  return std::max(Wide(high[0]) - low[0], Wide(high[1]) - low[1]);
}

template <class Builder>
class MergedHulls2 : public testing::Test {
 public:
  using Number = typename std::remove_cvref_t<typename Builder::Points::value_type>::Scalar;

  // The hull within the tolerance, checked against the exact one.
  Loop merged(const PointList<Number>& points, double relative) {
    Builder builder(Merge::tolerance(relative));
    Hull2 hull;
    Hull2 exact;
    EXPECT_EQ(builder.build(points, hull), Status::ok);
    EXPECT_EQ(Builder().build(points, exact), Status::ok);
    EXPECT_EQ(hull.dimension(), exact.dimension());
    const Loop loop = loop_of(hull);
    exact_size = exact.vertices().size();
    if (hull.dimension() < 2) {
      EXPECT_EQ(loop, loop_of(exact));
      return loop;
    }
    check_order(points, loop, loop_of(exact));
    const Wide tolerance = relative * extent_of(points) * (1 + 1e-9L);
    const Wide rounding = 1e-15L * extent_of(points);
    for (const auto& q : points) EXPECT_LE(distance_to(points, loop, q), tolerance + rounding);
    return loop;
  }

  // As the exact loop runs, some left out, from the least by (x, y).
  static void check_order(const PointList<Number>& points, const Loop& loop, const Loop& exact) {
    ASSERT_GE(loop.size(), 3u);
    auto at = std::find(exact.begin(), exact.end(), loop[0]) - exact.begin();
    for (const std::uint32_t v : loop) {
      EXPECT_FALSE(detail::less_by_xy(points[v], points[loop[0]]));
      std::size_t steps = 0;
      for (; steps < exact.size() && exact[at] != v; ++steps) at = (at + 1) % exact.size();
      ASSERT_LT(steps, exact.size());
    }
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const auto p = [&](std::size_t k) { return points[loop[(i + k) % loop.size()]]; };
      EXPECT_EQ(orient2d(p(0), p(1), p(2)), 1);
    }
  }

  std::size_t exact_size = 0;
};
using Builders = testing::Types<AndrewChain<float>, AndrewChain<double>, Quickhull2<float>,
                                Quickhull2<double>, GiftWrapping2<float>, GiftWrapping2<double>>;
TYPED_TEST_SUITE(MergedHulls2, Builders);

TYPED_TEST(MergedHulls2, L21_every_point_is_within_the_tolerance) {
  using T = typename TestFixture::Number;
  int fewer = 0;
  for (const double relative : {1e-12, 1e-7, 1e-4, 1e-2, 0.1}) {
    for (const auto family : kFamilies) {
      for (std::uint64_t seed = 0; seed < by_tier(4u, 60u); ++seed) {
        SCOPED_TRACE(std::string(family) + " seed " + std::to_string(seed) + " within " +
                     std::to_string(relative));
        const auto points = make_points<2, T>(family, 3 + 61 * seed % 300, seed);
        fewer += this->merged(points, relative).size() < this->exact_size;
        if (this->HasFailure()) return;
      }
    }
  }
  EXPECT_GT(fewer, by_tier(60, 900));
}

// The purpose: rounding bends the sides of a rotated lattice.
TYPED_TEST(MergedHulls2, L21_of_a_rotated_lattice_have_four_corners) {
  using T = typename TestFixture::Number;
  PointList<T> points;
  for (int i = 0; i < 10'000; ++i) {
    const auto p = rotated(Vec<2, double>{double(i % 100), double(i / 100)});
    points.push_back({T(p[0]), T(p[1])});
  }
  EXPECT_EQ(this->merged(points, 16 * std::numeric_limits<T>::epsilon()).size(), 4u);
  EXPECT_GT(this->exact_size, 8u);
}

// Between corners 2 s apart a unit circle bulges by 1 - sqrt(1 - s^2): 0.02 of the diameter are
// 0.04 of the radius, and 16 corners or fewer.
TYPED_TEST(MergedHulls2, L21_of_a_circle_get_fewer_vertices_with_a_larger_tolerance) {
  using T = typename TestFixture::Number;
  const auto points = make_points<2, T>("rings", 600, 5);
  std::size_t last = this->merged(points, 0).size();
  EXPECT_EQ(last, this->exact_size);
  for (const double relative : {1e-4, 1e-3, 5e-3, 3e-2, 0.1}) {
    const std::size_t size = this->merged(points, relative).size();
    EXPECT_LT(size, last) << relative;
    EXPECT_GE(size, 3u);
    last = size;
  }
  EXPECT_LE(this->merged(points, 0.02).size(), 16u);
}

TYPED_TEST(MergedHulls2, L21_take_coordinates_of_any_magnitude) {
  using T = typename TestFixture::Number;
  using Limits = std::numeric_limits<T>;
  const auto base = make_points<2, T>("rings", 100, 6);
  const Loop expected = this->merged(base, 1e-3);
  for (const int exponent : {Limits::min_exponent - 1, -60, 60, Limits::max_exponent - 2}) {
    auto points = base;
    for (auto& p : points) p = {std::ldexp(p[0], exponent), std::ldexp(p[1], exponent)};
    TypeParam builder(Merge::tolerance(1e-3));
    Hull2 hull;
    ASSERT_EQ(builder.build(points, hull), Status::ok);
    // The smallest lose their last bits.
    if (exponent >= -60) {
      EXPECT_EQ(loop_of(hull), expected) << exponent;
    }
    EXPECT_NEAR(double(hull.vertices().size()), double(expected.size()), 2) << exponent;
  }
  // Thinner than the tolerance, thinner than rounding: they span the plane still.
  const T most = Limits::max(), least = Limits::denorm_min();
  for (const auto& thin : {PointList<T>{{0, 0}, {1, 0}, {1, T(1e-6)}, {0, T(1e-6)}},
                           PointList<T>{{0, 0}, {1, 0}, {1, least}, {0, least}},
                           PointList<T>{{-most, 0}, {most, 0}, {most, least}, {0, 2 * least}}}) {
    TypeParam builder(Merge::tolerance(0.1));
    Hull2 hull;
    ASSERT_EQ(builder.build(thin, hull), Status::ok);
    EXPECT_EQ(hull.dimension(), 2);
    EXPECT_EQ(hull.vertices().size(), 3u);
  }
}

TYPED_TEST(MergedHulls2, refuse_invalid_tolerances_and_run_out_of_memory_cleanly) {
  using T = typename TestFixture::Number;
  const auto points = make_points<2, T>("rings", 300, 7);
  Hull2 hull;
  for (const double odd : {-1e-9, 0.2, std::numeric_limits<double>::quiet_NaN()}) {
    TypeParam builder(Merge::tolerance(odd));
    EXPECT_EQ(builder.build(points, hull), Status::out_of_range);
    EXPECT_EQ(hull.dimension(), -1);
  }
  FailingAllocator memory;
  bool failed = true;
  for (std::size_t fail_at = 1; failed; ++fail_at) {
    TypeParam builder(Merge::tolerance(1e-3), memory.allocator());
    Hull2 made(memory.allocator());
    memory.fail(fail_at, true);
    const Status status = builder.build(points, made);
    failed = memory.failures() != 0;
    EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok);
    EXPECT_EQ(made.dimension() == -1, failed);
    memory.fail(FailingAllocator::kNever);
    EXPECT_EQ(builder.build(points, made), Status::ok);
    if (!failed) {
      EXPECT_EQ(memory.calls(), 0u);
    }
    EXPECT_EQ(loop_of(made), this->merged(points, 1e-3));
  }
}

// All methods give one loop, so all thin it alike.
TEST(ThinnedLoops, L21_are_the_same_by_each_algorithm) {
  for (const auto family : kFamilies) {
    const auto points = make_points<2, double>(family, 400, 8);
    Hull2 hull[3];
    ASSERT_EQ(AndrewChain<double>(Merge::tolerance(1e-3)).build(points, hull[0]), Status::ok);
    ASSERT_EQ(Quickhull2<double>(Merge::tolerance(1e-3)).build(points, hull[1]), Status::ok);
    ASSERT_EQ(GiftWrapping2<double>(Merge::tolerance(1e-3)).build(points, hull[2]), Status::ok);
    EXPECT_EQ(loop_of(hull[0]), loop_of(hull[1])) << family;
    EXPECT_EQ(loop_of(hull[0]), loop_of(hull[2])) << family;
  }
}

// An inclined disc in 3D, exactly flat.
TEST(ThinnedLoops, L21_are_those_of_flat_points_in_3d_too) {
  Points<3, double> points;
  scenes::Pcg32 random(9);
  for (int i = 0; i < 400; ++i) {
    const auto d = direction<2>(random) * 4096.0;
    const double x = std::round(d[0]), y = std::round(d[1]);
    points.push_back({x, y, 5 * x + 3 * y});
  }
  Quickhull3<double> quickhull(Merge::tolerance(1e-3));
  Quickhull3<double> exactly;
  Hull3<double> hull;
  Hull3<double> exact;
  ASSERT_EQ(quickhull.build(points, hull), Status::ok);
  ASSERT_EQ(exactly.build(points, exact), Status::ok);
  ASSERT_EQ(hull.dimension(), 2);
  EXPECT_LT(hull.vertices().size(), exact.vertices().size() / 2);
  // The largest extent is z's. Distances in 2D, edge by edge.
  double low = 0;
  double high = 0;
  for (const auto& p : points) low = std::min(low, p[2]), high = std::max(high, p[2]);
  const auto loop = hull.face(0);
  for (const auto& q : points) {
    double least = INFINITY;
    bool inside = true;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const auto& a = points[hull.vertices()[loop[i]]];
      const auto& b = points[hull.vertices()[loop[(i + 1) % loop.size()]]];
      const auto along = b - a;
      const double share = std::clamp(dot(along, q - a) / dot(along, along), 0.0, 1.0);
      least = std::min(least, length(q - a - along * share));
      inside = inside && dot(cross(along, q - a), hull.plane(0).normal) >= 0;
    }
    EXPECT_TRUE(inside || least <= 1.0000001e-3 * (high - low));
  }
}

}  // namespace
}  // namespace masu::test
