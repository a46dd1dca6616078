// SPDX-License-Identifier: MIT
// 2D hulls: gift wrapping, Andrew's chain and quickhull compared with every pair of points as an
// edge, with each other on large sets, and the lecture's example step by step.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <masu/core/finite.hpp>
#include <masu/hull/andrew.hpp>
#include <masu/hull/edge_line.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/predicates.hpp>
#include <masu/hull/quickhull2.hpp>

#include "hull/hull2_access.hpp"
#include "tests/hull/point_families.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Loop = std::vector<std::uint32_t>;
using Wide = long double;

Loop loop_of(const Hull2& hull) {
  return {hull.vertices().begin(), hull.vertices().end()};
}

// i to j is an edge when no point lies to its right and none beyond its ends on its line.
template <class T>
bool is_edge(const Points<2, T>& p, std::uint32_t i, std::uint32_t j) {
  for (const auto& q : p) {
    const int side = orient2d(p[i], p[j], q);
    if (side < 0) return false;
    const auto low = min(p[i], p[j]);
    const auto high = max(p[i], p[j]);
    if (side == 0 && (min(q, low) != low || max(q, high) != high)) return false;
  }
  return true;
}

// Counterclockwise from the least point, the first of equal ones: O(n^3).
template <class T>
Loop brute_force(const Points<2, T>& p) {
  Loop firsts;
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    if (std::find(p.begin(), p.begin() + i, p[i]) == p.begin() + i) firsts.push_back(i);
  }
  if (firsts.size() < 2) return firsts;
  const std::uint32_t least = *std::min_element(
      firsts.begin(), firsts.end(),
      [&](std::uint32_t i, std::uint32_t j) { return detail::less_by_xy(p[i], p[j]); });
  Loop loop{least};
  do {
    const auto next = std::find_if(firsts.begin(), firsts.end(), [&](std::uint32_t j) {
      return p[j] != p[loop.back()] && is_edge(p, loop.back(), j);
    });
    loop.push_back(next == firsts.end() ? least : *next);
  } while (loop.back() != least && loop.size() <= p.size());
  loop.pop_back();
  return loop;
}

template <class Builder>
class Hulls2 : public testing::Test {};
using Builders = testing::Types<AndrewChain<float>, AndrewChain<double>, Quickhull2<float>,
                                Quickhull2<double>, GiftWrapping2<float>, GiftWrapping2<double>>;
TYPED_TEST_SUITE(Hulls2, Builders);

template <class T>
using PointList = std::vector<Vec<2, T>>;

template <class Builder>
using ScalarOf = typename std::remove_cvref_t<typename Builder::Points::value_type>::Scalar;

TYPED_TEST(Hulls2, L21_L22_are_those_of_brute_force_on_every_family) {
  using T = ScalarOf<TypeParam>;
  TypeParam builder;
  Hull2 hull;
  for (const auto family : kFamilies) {
    for (std::uint64_t seed = 0; seed < by_tier(6u, 60u); ++seed) {
      const std::size_t count = seed == 0 ? 1 + seed : 2 + 7 * seed % 37;
      const auto points = make_points<2, T>(family, count, seed);
      ASSERT_EQ(builder.build(points, hull), Status::ok);
      const Loop expected = brute_force(points);
      ASSERT_EQ(loop_of(hull), expected) << family << ' ' << seed;
      ASSERT_EQ(hull.dimension(), std::min<int>(2, int(expected.size()) - 1));
    }
  }
}

TYPED_TEST(Hulls2, L21_L22_agree_on_large_sets) {
  using T = ScalarOf<TypeParam>;
  TypeParam builder;
  AndrewChain<T> other;
  Hull2 hull;
  Hull2 expected;
  constexpr bool kWraps = std::is_same_v<TypeParam, GiftWrapping2<T>>;  // quadratic on circles
  for (const auto family : kFamilies) {
    const auto points = make_points<2, T>(family, by_tier(3000u, kWraps ? 10'000u : 300'000u), 3);
    ASSERT_EQ(builder.build(points, hull), Status::ok);
    ASSERT_EQ(other.build(points, expected), Status::ok);
    EXPECT_EQ(loop_of(hull), loop_of(expected)) << family;
  }
}

TYPED_TEST(Hulls2, report_the_dimension_that_points_span) {
  using T = ScalarOf<TypeParam>;
  TypeParam builder;
  Hull2 hull;
  const auto dimension = [&](const PointList<T>& points) {
    EXPECT_EQ(builder.build(points, hull), Status::ok);
    return hull.dimension();
  };
  EXPECT_EQ(dimension({}), -1);
  EXPECT_TRUE(hull.vertices().empty());
  EXPECT_EQ(dimension({{3, 4}, {3, 4}, {3, 4}}), 0);
  EXPECT_EQ(loop_of(hull), Loop({0}));
  EXPECT_EQ(dimension({{0, 0}, {-T(0), 0}}), 0);
  EXPECT_EQ(dimension({{2, 2}, {1, 1}, {3, 3}, {1, 1}}), 1);
  EXPECT_EQ(loop_of(hull), Loop({1, 2}));
  EXPECT_EQ(dimension({{1, 5}, {1, 2}, {1, 3}}), 1);
  EXPECT_EQ(loop_of(hull), Loop({1, 0}));
  EXPECT_EQ(dimension({{0, 0}, {2, 0}, {1, 0}, {0, 1}}), 2);
  EXPECT_EQ(loop_of(hull), Loop({0, 1, 3}));
}

TYPED_TEST(Hulls2, refuse_points_that_are_not_finite) {
  using T = ScalarOf<TypeParam>;
  TypeParam builder;
  Hull2 hull;
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
    ASSERT_EQ(builder.build(PointList<T>{{0, 0}, {1, 0}, {0, 1}}, hull), Status::ok);
    EXPECT_EQ(builder.build(PointList<T>{{0, 0}, {1, bad}, {0, 1}}, hull), Status::not_finite);
    EXPECT_EQ(hull.dimension(), -1);
    EXPECT_TRUE(hull.vertices().empty());
  }
}

TYPED_TEST(Hulls2, run_out_of_memory_cleanly_and_allocate_nothing_again) {
  using T = ScalarOf<TypeParam>;
  const auto points = make_points<2, T>("sphere", 200, 4);
  FailingAllocator memory;
  for (std::size_t fail_at = 1;; ++fail_at) {
    TypeParam builder(memory.allocator());
    Hull2 hull(memory.allocator());
    memory.fail(fail_at, true);
    const Status status = builder.build(points, hull);
    if (memory.failures() == 0) {
      EXPECT_EQ(status, Status::ok);
      memory.fail(FailingAllocator::kNever);
      EXPECT_EQ(builder.build(points, hull), Status::ok);
      EXPECT_EQ(memory.calls(), 0u);
      EXPECT_GT(fail_at, 2u);
      break;
    }
    EXPECT_EQ(status, Status::out_of_memory);
    EXPECT_EQ(hull.dimension(), -1);
    memory.fail(FailingAllocator::kNever);
    EXPECT_EQ(builder.build(points, hull), Status::ok);
  }
}

// All points behind each line, as near to it as rounding, its ends on it; sizes as they come.
TYPED_TEST(Hulls2, L21_have_edge_lines_with_all_points_behind_them) {
  using T = ScalarOf<TypeParam>;
  using Limits = std::numeric_limits<T>;
  TypeParam builder;
  Hull2 hull;
  const auto check = [&](const Points<2, T>& points) {
    ASSERT_EQ(builder.build(points, hull), Status::ok);
    const std::size_t edges = hull.dimension() < 1 ? 0 : hull.vertices().size();
    Wide most = 0;
    for (const auto& p : points) most = std::fmax(most, std::fmax(std::abs(p[0]), std::abs(p[1])));
    const Wide slack = 64 * Limits::epsilon() * most + 4 * Wide(Limits::denorm_min());
    for (std::size_t i = 0; i < edges; ++i) {
      const auto line = edge_line<T>(points, hull, i);
      const auto height = [&](const Vec<2, T>& p) {
        return Wide(line.normal[0]) * p[0] + Wide(line.normal[1]) * p[1] - line.offset;
      };
      ASSERT_NEAR(double(line.normal[0]) * line.normal[0] + double(line.normal[1]) * line.normal[1],
                  1, 4 * Limits::epsilon());
      for (const auto& p : points) ASSERT_LE(height(p), slack);
      for (const std::size_t end : {i, (i + 1) % edges}) {
        ASSERT_GE(height(points[hull.vertices()[end]]), -slack);
      }
    }
  };
  for (const auto family : kFamilies) {
    SCOPED_TRACE(family);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      auto points = make_points<2, T>(family, 1 + 20 * seed, seed);
      check(points);
      for (const int exponent : {Limits::min_exponent - 8, Limits::max_exponent - 20}) {
        for (auto& p : points) p = {std::ldexp(p[0], exponent), std::ldexp(p[1], exponent)};
        if (std::ranges::all_of(points, [](const auto& p) { return is_finite(p); })) check(points);
        points = make_points<2, T>(family, 1 + 20 * seed, seed);
      }
    }
    if (this->HasFatalFailure()) return;
  }
  const Points<2, T> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  ASSERT_EQ(builder.build(square, hull), Status::ok);
  EXPECT_EQ(edge_line<T>(square, hull, 1), (Hyperplane<2, T>{{1, 0}, 1}));
  EXPECT_EQ(edge_line<T>(square, hull, 3), (Hyperplane<2, T>{{-1, 0}, 0}));
}

// The chain after each push, and what was popped before it.
struct ChainLog : Trace {
  std::string chain;
  std::string popped;
  std::vector<std::string> steps;

  using Trace::on;
  static char name(std::uint32_t index) { return char('A' + index); }
  void on(const PhaseBegins& phase) {
    if (std::string_view(phase.name) == "lower chain") steps.push_back("right end");
  }
  void on(const ChainPops& e) {
    EXPECT_EQ(chain.back(), name(e.point));
    chain.pop_back();
    popped.insert(popped.begin(), name(e.point));
  }
  void on(const ChainPushes& e) {
    chain += name(e.point);
    steps.push_back(popped.empty() ? chain : chain + '|' + popped);
    popped.clear();
  }
};

// Page 68: A to H are named from left to right, C and H end up outermost.
TEST(AndrewChain, L22_pushes_and_pops_as_in_the_lecture) {
  const std::vector<Vec2f> points = {{0, 0},    {1, 0.5f}, {2, 4},    {3, 4.4f},
                                     {4, 4.1f}, {5, 2},    {6, 5.5f}, {7, 7.2f}};
  AndrewChain<float> andrew;
  Hull2 hull;
  ChainLog log;
  ASSERT_EQ(andrew.build(points, hull, log), Status::ok);
  const auto end = std::find(log.steps.begin(), log.steps.end(), "right end");
  EXPECT_EQ(
      std::vector<std::string>(log.steps.begin(), end),
      (std::vector<std::string>{"A", "AB", "AC|B", "ACD", "ACDE", "ACDEF", "ACDG|EF", "ACH|DG"}));
}

TEST(AndrewChain, L22_E15_tests_are_fewer_than_four_a_point) {
  AndrewChain<double> andrew;
  Hull2 hull;
  for (const auto family : kFamilies) {
    const auto points = make_points<2, double>(family, 2000, 1);
    ASSERT_EQ(andrew.build(points, hull), Status::ok);
    EXPECT_LE(andrew.stats().tests, 4 * points.size()) << family;
  }
}

TEST(Quickhull2, L21_E15_is_quadratic_only_in_the_worst_case) {
  Quickhull2<double> quickhull;
  Hull2 hull;
  const auto tests_of = [&](const Points<2, double>& points) {
    EXPECT_EQ(quickhull.build(points, hull), Status::ok);
    return quickhull.stats().tests;
  };
  // Bends that halve: the farthest point leaves all others to one side.
  Points<2, double> bends;
  for (int i = 0; i < 200; ++i) bends.push_back({std::ldexp(1, -i), std::ldexp(1, -2 * i)});
  EXPECT_GT(tests_of(bends), 200u * 200u / 2);
  const std::uint64_t on_circle = tests_of(make_points<2, double>("sphere", 16'384, 1));
  EXPECT_LT(on_circle, 3 * 16'384u * 14u);  // 3 n log n
}

// The thread rotates clockwise only, and rests once at each vertex, in their order.
struct ThreadLog : Trace {
  const Points<2, float>& points;
  std::uint32_t rotated_to = 0;
  bool rotated = false;
  Loop resting;
  explicit ThreadLog(const Points<2, float>& p) : points(p) {}
  using Trace::on;
  void on(const CandidateReplaced& e) {
    if (rotated) {
      EXPECT_EQ(orient2d(points[e.from], points[rotated_to], points[e.to]), -1);
    }
    rotated = true;
    rotated_to = e.to;
  }
  void on(const CandidateAccepted& e) {
    EXPECT_EQ(rotated_to, e.to);
    rotated = false;
    resting.push_back(e.from);
  }
};

TEST(GiftWrapping2, L21_E15_rotates_the_thread_about_each_vertex_past_all_points_once) {
  const auto points = make_points<2, float>("gaussian", 300, 2);
  GiftWrapping2<float> wrapping;
  Hull2 hull;
  ThreadLog log(points);
  ASSERT_EQ(wrapping.build(points, hull, log), Status::ok);
  EXPECT_EQ(log.resting, loop_of(hull));
  EXPECT_EQ(wrapping.stats().faces, hull.vertices().size());
  EXPECT_EQ(wrapping.stats().tests, (points.size() - 2) * hull.vertices().size());
}

struct SplitLog : Trace {
  int splits = 0;
  Loop standing;
  using Trace::on;
  void on(const EdgeSplits&) { ++splits; }
  void on(const EdgeAccepted& e) { standing.push_back(e.from); }
};

TEST(Quickhull2, L21_splits_once_for_each_vertex_except_the_ends) {
  const auto points = make_points<2, float>("sphere", 500, 2);
  Quickhull2<float> quickhull;
  Hull2 hull;
  SplitLog log;
  ASSERT_EQ(quickhull.build(points, hull, log), Status::ok);
  EXPECT_EQ(log.splits + 2, int(hull.vertices().size()));
  EXPECT_EQ(log.standing, loop_of(hull));
}

}  // namespace
}  // namespace masu::test
