// SPDX-License-Identifier: MIT
// 2D Lin-Canny: the lecture's figure, brute force in long double, GJK.
#include <gtest/gtest.h>

#include <limits>

#include <masu/narrow_phase/distance.hpp>
#include <masu/textbook/lin_canny.hpp>

#include "narrow_phase/feature_path.hpp"
#include "narrow_phase/outline.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
ConvexPolygon<T> polygon(const std::vector<Vec<2, T>>& corners) {
  ConvexPolygon<T> made;
  EXPECT_EQ(made.build(corners), Status::ok);
  return made;
}

template <class T>
ConvexPolygon<T> regular(int n, double x, double y) {
  std::vector<Vec<2, T>> corners;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / n;
    corners.push_back({T(x * std::cos(angle)), T(y * std::sin(angle))});
  }
  return polygon<T>(corners);
}

// A box with corners on its sides, which lie on a line with others.
template <class T>
ConvexPolygon<T> notched_box(int parts) {
  std::vector<Vec<2, T>> corners;
  for (int i = 0; i < parts; ++i) corners.push_back({T(-1 + 2.0 * i / parts), -1});
  for (int i = 0; i < parts; ++i) corners.push_back({1, T(-1 + 2.0 * i / parts)});
  for (int i = 0; i < parts; ++i) corners.push_back({T(1 - 2.0 * i / parts), 1});
  for (int i = 0; i < parts; ++i) corners.push_back({-1, T(1 - 2.0 * i / parts)});
  return polygon<T>(corners);
}

template <class T>
std::vector<ConvexPolygon<T>> many_polygons() {
  std::vector<ConvexPolygon<T>> all;
  for (const int n : {3, 4, 5, 8, 31, 200}) all.push_back(regular<T>(n, 1, 1));
  all.push_back(regular<T>(6, 1, 0.2));
  all.push_back(regular<T>(4, 1, 1e-5));
  all.push_back(regular<T>(3, 1e-5, 1));
  all.push_back(notched_box<T>(1));
  all.push_back(notched_box<T>(6));
  return all;
}

template <class T>
Rotation<2, T> random_rotation2(scenes::Pcg32& random) {
  if (random.below(4) == 0) return {};
  double c = 0, s = 0, squared = 0;
  do {
    c = random.between(-1, 1), s = random.between(-1, 1), squared = c * c + s * s;
  } while (squared > 1 || squared < 0.01);
  return {T(c / std::sqrt(squared)), T(s / std::sqrt(squared))};
}

template <class T>
struct Posed2 {
  const ConvexPolygon<T>& shape;
  Transform<2, T> pose;
};

struct Tally {
  int count = 0;
  int overlapping = 0;
  int fell_back = 0;
};

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 1e-6 : 1e-12;

// The answer, its bounds, its normal, its points, its flip.
template <class T>
void check_pair(const Posed2<T>& a, const Posed2<T>& b, double size, ClosestFeatures& cache,
                Tally& tally) {
  const Outline x = placed_outline(a.shape, a.pose);
  const Outline y = placed_outline(b.shape, b.pose);
  const long double exact = separation_of(x, y);
  const long double apart = std::max(exact, 0.0L);
  const auto got = lin_canny(a.shape, a.pose, b.shape, b.pose, cache);
  const Separation<2, T>& s = got.separation;
  ASSERT_EQ(s.status, Status::ok);
  EXPECT_NEAR(double(s.distance), double(apart), kAccuracy<T> * size);
  EXPECT_LE((long double)(s.lower), apart) << double(s.lower - apart);
  EXPECT_GE((long double)(s.upper), apart) << double(s.upper - apart);
  const bool clear = std::fabs(double(exact)) > 1e-14 * size;
  EXPECT_TRUE(!clear || s.overlapping() == (exact <= 0)) << double(exact);
  if (clear && exact > 0) {
    const Point2 n = {s.normal[0], s.normal[1]};
    const double direction_slack = 4e-16 * size * size / double(exact);
    EXPECT_NEAR(double(gap_along(x, y, n)), double(exact),
                4 * kAccuracy<T> * size + direction_slack);
    for (int k = 0; k < 2; ++k) {
      EXPECT_NEAR(s.point_b[k] - s.point_a[k], s.normal[k] * s.distance, 2 * kAccuracy<T> * size);
    }
  }
  ClosestFeatures none;
  const auto other = lin_canny(b.shape, b.pose, a.shape, a.pose, none).separation;
  EXPECT_NEAR(other.distance, s.distance, kAccuracy<T> * size);
  ++tally.count;
  tally.overlapping += exact <= 0;
  tally.fell_back += got.outcome == FeatureOutcome::fell_back;
}

template <class T>
class LinCanny2 : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LinCanny2, Scalars);

// Pentagon and triangle: the nearest points lie on an edge of the one and a vertex of the other.
struct Figure {
  ConvexPolygon<double> pentagon = polygon<double>({{0, 0}, {4, 0}, {4, 4}, {2, 6}, {0, 4}});
  ConvexPolygon<double> triangle = polygon<double>({{6, 1}, {10, 0}, {10, 4}});
};

TEST(LinCannyFigure, L15_walks_to_the_neighbour_whose_region_is_violated_as_in_the_lecture) {
  const Figure f;
  ClosestFeatures features{{FeatureKind::vertex, 3}, {FeatureKind::vertex, 2}};
  FeaturePath path;
  const auto got = lin_canny(f.pentagon, {}, f.triangle, {}, features, path);
  const std::vector<std::string> expected = {
      "v3 v2", "a: v3 -> e2",  // (10, 4) - (2, 6) points along the edge to (4, 4)
      "e2 v2", "a: e2 -> v2",  // and beyond its end
      "v2 v2", "b: v2 -> e2",  // (4, 4) - (10, 4) points along the edge to (6, 1)
      "v2 e2", "a: v2 -> e1",  // the foot on it, (6.16, 1.12), lies beside the edge x = 4
      "e1 e2", "b: e2 -> v0",  // whose nearest point (4, 1) lies before the end (6, 1)
      "e1 v0"};
  EXPECT_EQ(path.lines, expected);
  EXPECT_EQ(got.outcome, FeatureOutcome::apart);
  EXPECT_EQ(got.steps, 5u);
  EXPECT_EQ(got.separation.distance, 2);
  EXPECT_EQ(got.separation.normal, (Vec2d{1, 0}));
  EXPECT_EQ(got.separation.point_a, (Vec2d{4, 1}));
  EXPECT_EQ(got.separation.point_b, (Vec2d{6, 1}));
  EXPECT_EQ(features, (ClosestFeatures{{FeatureKind::edge, 1}, {FeatureKind::vertex, 0}}));
}

TEST(LinCannyFigure, L15_starts_from_the_features_of_the_last_call) {
  const Figure f;
  ClosestFeatures features{{FeatureKind::vertex, 1}, {FeatureKind::vertex, 0}};
  FeaturePath path;
  (void)lin_canny(f.pentagon, {}, f.triangle, {}, features, path);
  EXPECT_EQ(path.lines, (std::vector<std::string>{"v1 v0", "a: v1 -> e1", "e1 v0"}));
  FeaturePath again;
  (void)lin_canny(f.pentagon, {}, f.triangle, {}, features, again);
  EXPECT_EQ(again.lines, (std::vector<std::string>{"e1 v0"}));
  // Up by 4: past the edge's end (4, 4), into the region of that vertex.
  Transform2d up;
  up.translation[1] = 4;
  const auto moved = lin_canny(f.pentagon, {}, f.triangle, up, features);
  EXPECT_EQ(features, (ClosestFeatures{{FeatureKind::vertex, 2}, {FeatureKind::vertex, 0}}));
  EXPECT_EQ(moved.steps, 1u);
  EXPECT_EQ(moved.separation.distance, std::sqrt(5.0));
}

TEST(LinCannyFigure, L15_overlap_is_reported) {
  const Figure f;
  Transform2d left;
  left.translation[0] = -3;
  ClosestFeatures features;
  const auto got = lin_canny(f.pentagon, {}, f.triangle, left, features);
  EXPECT_EQ(got.outcome, FeatureOutcome::overlapping);
  EXPECT_TRUE(got.separation.overlapping());
  EXPECT_EQ(got.separation.distance, 0);
  EXPECT_EQ(got.separation.point_a, got.separation.point_b);
}

TYPED_TEST(LinCanny2, L15_equals_the_distance_of_all_edges_on_random_pairs) {
  using T = TypeParam;
  const auto all = many_polygons<T>();
  scenes::Pcg32 random(21);
  Tally tally;
  for (const double scale : {1.0, 0x1p-13, 0x1p13}) {
    const auto any_point = [&](double reach) {
      return Vec<2, T>{T(scale * random.between(-reach, reach)),
                       T(scale * random.between(-reach, reach))};
    };
    std::vector<ConvexPolygon<T>> scaled;
    for (const auto& p : all) {
      std::vector<Vec<2, T>> corners;
      for (std::size_t i = 0; i < p.size(); ++i) corners.push_back(p.vertex(i) * T(scale));
      scaled.push_back(polygon<T>(corners));
    }
    for (int i = 0; i < by_tier(3000, 100000); ++i) {
      const auto& a = scaled[random.below(static_cast<std::uint32_t>(scaled.size()))];
      const auto& b = scaled[random.below(static_cast<std::uint32_t>(scaled.size()))];
      const Transform<2, T> pose_a{any_point(1), random_rotation2<T>(random)};
      const Transform<2, T> pose_b{pose_a.translation + any_point(1.6),
                                   random_rotation2<T>(random)};
      // Sometimes from features of some other pair, which these may not have.
      ClosestFeatures cache;
      if (random.below(2) == 0) {
        cache.a = {FeatureKind(random.below(3)), random.below(8)};
        cache.b = {FeatureKind(random.below(3)), random.below(8)};
      }
      check_pair<T>({a, pose_a}, {b, pose_b}, 2 * scale, cache, tally);
      if (this->HasFailure()) return;
    }
  }
  EXPECT_GT(tally.overlapping, tally.count / 5);
  EXPECT_LT(tally.overlapping, tally.count * 4 / 5);
  EXPECT_LT(tally.fell_back, tally.count / 50);
}

// b is moved along the normal until the gap is what it is to be, zero among them.
TYPED_TEST(LinCanny2, L15_small_gaps_and_touching) {
  using T = TypeParam;
  const auto all = many_polygons<T>();
  scenes::Pcg32 random(22);
  Tally tally;
  for (int i = 0; i < by_tier(4000, 100000); ++i) {
    const auto& a = all[random.below(static_cast<std::uint32_t>(all.size()))];
    const auto& b = all[random.below(static_cast<std::uint32_t>(all.size()))];
    const Transform<2, T> pose_a{{}, random_rotation2<T>(random)};
    Transform<2, T> pose_b{{T(random.between(-3, 3)), T(random.between(-3, 3))},
                           random.below(2) == 0 ? pose_a.rotation : random_rotation2<T>(random)};
    const auto now = penetration(a, pose_a, b, pose_b);
    constexpr double kGaps[] = {0, 1e-15, 1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    const double gap = (random.below(2) == 0 ? 1 : -1) * kGaps[random.below(8)];
    for (int k = 0; k < 2; ++k) {
      pose_b.translation[k] = T(pose_b.translation[k] + now.normal[k] * (gap - now.distance));
    }
    ClosestFeatures cache;
    check_pair<T>({a, pose_a}, {b, pose_b}, 2, cache, tally);
    if (this->HasFailure()) return;
  }
  EXPECT_GT(tally.overlapping, tally.count / 5);
  EXPECT_LT(tally.overlapping, tally.count * 4 / 5);
}

// One orbits the other and rotates: from frame to frame few steps are needed.
TYPED_TEST(LinCanny2, L15_steps_are_few_from_frame_to_frame) {
  using T = TypeParam;
  for (const int n : {8, 32, 128, 1000}) {
    const auto a = regular<T>(n, 1, 0.7);
    const auto b = regular<T>(n, 0.8, 1);
    ClosestFeatures cache;
    std::uint64_t steps = 0;
    const int frames = 2000;
    for (int i = 0; i < frames; ++i) {
      const double angle = 5e-4 * i;
      const Transform<2, T> pose_b{{T(2.5 * std::cos(angle)), T(2.5 * std::sin(angle))},
                                   {T(std::cos(-2 * angle)), T(std::sin(-2 * angle))}};
      const auto warm = lin_canny(a, {}, b, pose_b, cache);
      ClosestFeatures none;
      const auto cold = lin_canny(a, {}, b, pose_b, none);
      ASSERT_EQ(warm.outcome, FeatureOutcome::apart);
      ASSERT_NEAR(warm.separation.distance, cold.separation.distance, kAccuracy<T>);
      steps += i == 0 ? 0 : warm.steps;
    }
    EXPECT_LT(double(steps) / frames, 3) << n;
    EXPECT_GT(steps, 10u) << n;
  }
}

TYPED_TEST(LinCanny2, L15_bad_input_is_refused) {
  using T = TypeParam;
  const auto valid = regular<T>(5, 1, 1);
  const ConvexPolygon<T> empty;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  Transform<2, T> broken;
  Transform<2, T> sheared;
  broken.translation[1] = nan;
  sheared.rotation.cosine = 2;
  ClosestFeatures cache{{FeatureKind::face, 7}, {FeatureKind::edge, 1000}};
  EXPECT_EQ(lin_canny(valid, {}, empty, {}, cache).separation.status, Status::no_points);
  EXPECT_EQ(lin_canny(empty, {}, valid, {}, cache).separation.status, Status::no_points);
  EXPECT_EQ(lin_canny(valid, broken, valid, {}, cache).separation.status, Status::not_finite);
  EXPECT_EQ(lin_canny(valid, {}, valid, sheared, cache).separation.status, Status::not_unit);
  EXPECT_EQ(cache, (ClosestFeatures{{FeatureKind::face, 7}, {FeatureKind::edge, 1000}}));
  Transform<2, T> away;
  away.translation[0] = 5;
  EXPECT_EQ(lin_canny(valid, {}, valid, away, cache).separation.status, Status::ok);
  EXPECT_TRUE(cache.a.valid() && cache.b.valid());
}

}  // namespace
}  // namespace masu::test
