// SPDX-License-Identifier: MIT
// Times of impact with one wall: properties that hold for every implementation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <masu/corridor/wall_cast.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

struct Case {
  Vec2d p, half, d, a, b;
  double radius;
};

// Walls of all lengths, sweeps at, past and along them, capsules and circles.
Case some_case(scenes::Pcg32& random) {
  const auto random_vector = [&](double reach) {
    return Vec2d{random.between(-reach, reach), random.between(-reach, reach)};
  };
  Case c{random_vector(10),   {}, random_vector(20), random_vector(5), random_vector(5),
         random.between(0, 2)};
  if (random.below(2) == 0) c.half = random_vector(2);
  switch (random.below(8)) {
    case 0: c.b = c.a; break;
    case 1: c.d = c.a - c.p; break;
    case 2: c.d = c.b - c.a; break;
    case 3: c.half = (c.b - c.a) * 0.3; break;
    case 4: c.b = c.a + random_vector(1e-9); break;
    case 5: c.radius = 0; break;
    default: break;
  }
  return c;
}

double distance_at(const Case& c, double t) {
  return std::sqrt(capsule_offset(c.a, c.b, c.p + t * c.d, c.half).distance_squared);
}

// The distance between convex sets, one of them moving, is a convex function of the time, so its
// minimum is found by ternary search: a check independent of the formulas.
double nearest_on_path(const Case& c) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 200; ++i) {
    const double x = low + (high - low) / 3;
    const double y = high - (high - low) / 3;
    (distance_at(c, x) < distance_at(c, y) ? high : low) =
        distance_at(c, x) < distance_at(c, y) ? y : x;
  }
  return std::min({distance_at(c, low), distance_at(c, 0), distance_at(c, 1)});
}

TEST(WallCast, S5_the_first_touch_is_where_the_distance_first_is_the_radius) {
  scenes::Pcg32 random(55);
  int hits = 0;
  int misses = 0;
  for (std::uint32_t i = 0; i < by_tier(30000u, 1000000u); ++i) {
    const Case c = some_case(random);
    const double start = distance_at(c, 0);
    const auto impact = capsule_impact(c.p, c.half, c.d, c.radius, c.a, c.b, 1.0);
    if (start <= c.radius) {
      if (impact) {
        ASSERT_EQ(impact->t, 0) << i;
        ASSERT_LE(dot(impact->normal, c.d), 1e-15 * length(c.d)) << i;
      }
      continue;
    }
    if (!impact) {
      ++misses;
      ASSERT_GT(nearest_on_path(c), c.radius - 1e-9) << i;
      continue;
    }
    ++hits;
    ASSERT_GE(impact->t, 0);
    ASSERT_LE(impact->t, 1);
    ASSERT_NEAR(distance_at(c, impact->t), c.radius, 1e-9) << i;
    ASSERT_GT(distance_at(c, impact->t * 0.999), c.radius - 1e-12) << i;
    ASSERT_NEAR(length(impact->normal), 1, 1e-12) << i;
    ASSERT_LE(dot(impact->normal, c.d), 1e-6) << i;
    if (c.radius > 1e-3 && length(c.b - c.a) > 1e-3) {
      const Vec2d out = capsule_offset(c.a, c.b, c.p + impact->t * c.d, c.half).from_wall;
      ASSERT_NEAR(dot(out, impact->normal), c.radius, 1e-6) << i;
    }
  }
  EXPECT_GT(hits, 3000);
  EXPECT_GT(misses, 3000);
}

TEST(WallCast, a_circle_that_touches_and_moves_away_hits_nothing) {
  for (const double away : {0.0, 1e-9, 1.0}) {
    EXPECT_FALSE(circle_impact({0, 1}, {1, away}, 1, {-5, 0}, {5, 0}, 1.0)) << away;
    EXPECT_FALSE(capsule_impact({0, 1}, {1, 0}, {1, away}, 1, {-5, 0}, {5, 0}, 1.0)) << away;
  }
  const auto held = circle_impact({0, 1}, {1, -1e-9}, 1, {-5, 0}, {5, 0}, 1.0);
  ASSERT_TRUE(held);
  EXPECT_EQ(held->t, 0);
  EXPECT_EQ(held->normal, (Vec2d{0, 1}));
  EXPECT_EQ(held->part, WallPart::side);
}

TEST(WallCast, a_capsule_across_a_wall_is_on_the_side_of_its_center) {
  const auto move = [](double y, double d) {
    return capsule_impact({0, y}, {0, 1}, {0, d}, 0.1, {-5, 0}, {5, 0}, 1.0);
  };
  for (const double y : {0.5, -0.5}) {
    const auto held = move(y, -y);
    ASSERT_TRUE(held);
    EXPECT_EQ(held->t, 0);
    EXPECT_EQ(held->normal, (Vec2d{0, y > 0 ? 1.0 : -1.0}));
    EXPECT_FALSE(move(y, y));
  }
}

TEST(WallCast, a_side_is_hit_only_between_the_perpendiculars_at_its_ends) {
  // Too low when it comes beside the wall: met at once. Its own end would have stopped it before.
  const auto late = circle_side_impact({-3, 0.5}, {6, -0.1}, 1, {0, 0}, {5, 0}, 1.0);
  ASSERT_TRUE(late);
  EXPECT_DOUBLE_EQ(late->t, 0.5);
  EXPECT_EQ(late->part, WallPart::side);
  EXPECT_FALSE(circle_side_impact({-3, 0.5}, {6, 0.1}, 1, {0, 0}, {5, 0}, 1.0));
  EXPECT_FALSE(circle_side_impact({-3, 0.5}, {-6, -1}, 1, {0, 0}, {5, 0}, 1.0));
}

TEST(WallCast, a_ray_hits_a_wall_at_its_ends_too) {
  const auto at = [](Vec2d p, Vec2d d) { return ray_impact(p, d, {0, 0}, {4, 0}, 10); };
  EXPECT_TRUE(at({0, 1}, {0, -1}));
  EXPECT_TRUE(at({4, 1}, {0, -1}));
  EXPECT_FALSE(at({4.001, 1}, {0, -1}));
  EXPECT_FALSE(at({2, 1}, {0, 1}));
  EXPECT_DOUBLE_EQ(at({2, 1}, {0, -0.5})->t, 2);
  EXPECT_EQ(at({2, 1}, {0, -0.5})->normal, (Vec2d{0, 1}));
  for (const auto& [x, d] : {std::pair{-3.0, 0.5}, std::pair{6.0, -2.0}}) {  // along the wall
    const auto end = at({x, 0}, {d, 0});
    ASSERT_TRUE(end);
    EXPECT_EQ(end->t, (d > 0 ? 0 - x : 4 - x) / d);
    EXPECT_EQ(end->normal, (Vec2d{d > 0 ? -1.0 : 1.0, 0}));
    EXPECT_EQ(end->part, d > 0 ? WallPart::a : WallPart::b);
  }
  EXPECT_EQ(at({2, -1}, {0, 0.5})->normal, (Vec2d{0, -1}));
  // Along it: the nearer end; from inside: at once.
  EXPECT_DOUBLE_EQ(at({-2, 0}, {1, 0})->t, 2);
  EXPECT_DOUBLE_EQ(at({7, 0}, {-1, 0})->t, 3);
  EXPECT_DOUBLE_EQ(at({1, 0}, {-1, 0})->t, 0);
  EXPECT_FALSE(at({-2, 0}, {-1, 0}));
}

// The side of a capsule lies at the end of a wall, much nearer than it is long: the line between
// them says little about the direction of the side.
TEST(WallCast, a_side_at_an_end_is_normal_to_the_capsule) {
  const Vec2d half{3, 1};
  const Vec2d out = Vec2d{-1, 3} * (1 / std::sqrt(10.0));
  const Vec2d end = half * 0.3 - out * 1e-8;
  const Vec2d far = half * 5 - out * 7;
  for (const bool begins : {true, false}) {
    const auto held =
        capsule_impact({0, 0}, half, out * -1, 1e-7, begins ? end : far, begins ? far : end, 1.0);
    ASSERT_TRUE(held);
    EXPECT_EQ(held->t, 0);
    EXPECT_EQ(held->part, begins ? WallPart::a : WallPart::b);
    EXPECT_NEAR(held->normal[0], out[0], 1e-14);
    EXPECT_NEAR(held->normal[1], out[1], 1e-14);
  }
}

}  // namespace
}  // namespace masu::test
