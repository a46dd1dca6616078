// SPDX-License-Identifier: MIT
// Stairs and floors that once stopped a walker, launched it or lost it.
#include <gtest/gtest.h>

#include <cmath>

#include "scenes/generators/pcg32.hpp"
#include "support/tier.hpp"
#include "world/stairs.hpp"

namespace masu::test {
namespace {

// A staircase of equal steps, placed by `frame`, and a ball that walks up.
template <int D, class T>
struct Climb {
  double rise, tread;
  int steps;
  StairKind kind = StairKind::surface;
  Transform<D, T> frame{};
  double radius, step;            // step: also the snap
  double speed, across, gravity;  // a frame
  double half = 0;                // of an axis along the stairs

  // Returns how many of the starts, `apart` from each other, do not get up.
  int stuck(int starts, double apart) const {
    const Stairs stairs = even_stairs(steps, rise, tread, 8, 8);
    StairObstacles<D, T> obstacles;
    EXPECT_TRUE(obstacles.build(stairs, kind, 0.01, frame));
    const Matrix<D, double> axes = matrix_of(frame.rotation);
    const auto origin = vec_cast<double>(frame.translation);
    const auto rotated = [&](double x, double y, double z) {
      Vec<D, double> v{};
      v[0] = x, v[1] = y;
      if constexpr (D == 3) v[2] = z;
      return axes * v;
    };
    SlideOptions<D, T> options;
    options.up = vec_cast<T>(rotated(0, 1, 0));
    options.step_height = options.snap = T(step);
    const Vec<D, T> displacement = vec_cast<T>(rotated(speed, -gravity, across));
    int stopped = 0;
    for (int i = 0; i < starts; ++i) {
      const double start = -radius - half - 0.2 - apart * i;
      CapsuleMover<D, T> m;
      m.radius = T(radius);
      m.half_axis = vec_cast<T>(rotated(half, 0, 0));
      m.position = vec_cast<T>(rotated(start, radius * 1.03, 0) + origin);
      const auto travelled = [&](int axis) {
        return dot(vec_cast<double>(m.position) - origin, axes.column(axis));
      };
      for (int k = int(1.2 * (stairs.end() - start) / speed); k > 0; --k) {
        EXPECT_EQ(slide(m, displacement, obstacles.source(), options).status, Status::ok);
        if (travelled(0) >= stairs.end()) break;
        if (D == 3 && travelled(D - 1) > 35)
          m.position = vec_cast<T>(rotated(travelled(0), travelled(1), 0) + origin);
      }
      stopped += travelled(0) < stairs.end();
    }
    return stopped;
  }
};

template <class T>
Climb<2, T> twelve_steps(double speed, double gravity) {
  return {.rise = 0.17,
          .tread = 0.28,
          .steps = 12,
          .radius = 0.3,
          .step = 0.4,
          .speed = speed / 60,
          .across = 0,
          .gravity = gravity};
}

TEST(SlideStairs, twelve_steps_stop_no_mover_from_any_start) {
  for (const double speed : {0.5, 1.5}) {
    for (const double gravity : {0.02, 0.0}) {
      for (const double apart : {0.0137, 0.001}) {
        EXPECT_EQ(twelve_steps<float>(speed, gravity).stuck(by_tier(50, 150), apart), 0);
        EXPECT_EQ(twelve_steps<double>(speed, gravity).stuck(by_tier(50, 150), apart), 0);
      }
    }
  }
}

// Walks `climb` at angles all around, once each.
template <class T>
void expect_no_tilt_stops(Climb<2, T> climb, int angles) {
  for (int i = 1; i <= angles; ++i) {
    SCOPED_TRACE(i);
    const double angle = i * 0.0628;
    climb.frame.rotation = {T(std::cos(angle)), T(std::sin(angle))};
    EXPECT_EQ(climb.stuck(1, 0), 0);
  }
}

// Once, a level displacement and an `up` that was rounded to float made a jump, which climbs no
// step.
TEST(SlideStairs, tilted_steps_stop_no_mover_without_gravity) {
  expect_no_tilt_stops(twelve_steps<float>(1.5, 0), 100);
}

// Once, a point of contact that was computed in double lay off the riser by more than the rounding
// of coordinates, so that the edge above was a ceiling as well.
TEST(SlideStairs, tilted_steps_do_not_stop_horizontal_capsules) {
  const Climb<2, double> climb{.rise = 0.323596,
                               .tread = 2,
                               .steps = 1,
                               .radius = 0.199332,
                               .step = 0.358047,
                               .speed = 0.0012,
                               .across = 0,
                               .gravity = 0.03,
                               .half = 0.358765};
  expect_no_tilt_stops(climb, by_tier(60, 600));
}

// Once, the edge of the next tread was a ceiling for a mover that climbs along the riser below it:
// seen from there, the riser's highest corner lies 40 along the edge and hardly any higher.
TEST(SlideStairs, wide_steps_far_from_the_origin_stop_no_mover) {
  Climb<3, float> climb{.rise = 0.7,
                        .tread = 1.2,
                        .steps = 6,
                        .radius = 0.5,
                        .step = 0.8,
                        .speed = 0.04,
                        .across = 0.01,
                        .gravity = 0.05};
  climb.frame.translation = {113.491345f, 88.6540146f, 146.422759f};
  EXPECT_EQ(climb.stuck(1, 0), 0);
  scenes::Pcg32 random(150);
  for (const double far : {0.0, 50.0, 150.0, 400.0}) {
    for (int i = 0; i < by_tier(6, 60); ++i) {
      for (int a = 0; a < 3; ++a) climb.frame.translation[a] = float(random.between(-far, far));
      EXPECT_EQ(climb.stuck(1, 0), 0) << far;
    }
  }
}

// Once, a frame ended with an edge within the feeler that was not hit, and it was a wall from then.
TEST(SlideStairs, an_edge_that_is_only_touched_is_climbed) {
  const Stairs stairs = even_stairs(12, 0.147498, 0.382496, 8, 8);
  StairObstacles<2, double> obstacles;
  ASSERT_TRUE(obstacles.build(stairs, StairKind::surface, 0));
  CapsuleMover<2, double> m{{-2, 0.42}, 0.412556};
  const SlideOptions<2, double> options{.up = {0, 1}, .step_height = 0.446202, .snap = 0.446202};
  for (int k = 0; k < 200; ++k) (void)slide(m, {0.067276, -0.02}, obstacles.source(), options);
  EXPECT_NEAR(m.position[0], -2 + 200 * 0.067276, 0.01);
}

// Once, the last part of a fast move went on along the slope of the edge that it had met.
TEST(SlideStairs, fast_moves_are_not_launched_off_edges) {
  const Stairs stairs = even_stairs(12, 0.073, 1.108, 8, 8);
  StairObstacles<2, double> obstacles;
  ASSERT_TRUE(obstacles.build(stairs, StairKind::surface, 0));
  const SlideOptions<2, double> options{.up = {0, 1}, .step_height = 0.179, .snap = 0.179};
  for (int i = 0; i < 200; ++i) {
    CapsuleMover<2, double> m{{-2 - 0.01 * i, 0.2}, 0.192};
    while (m.position[0] < stairs.end() + 0.5) {
      const auto r = slide(m, {0.454, -0.02}, obstacles.source(), options);
      ASSERT_TRUE(r.on_ground);
      ASSERT_NEAR(m.position[1] - m.radius, stairs.foot_at(m.position[0], 0.192 * 129 / 128),
                  0.192 / 32);
    }
  }
}

// At x = -430 the skin of a float mover is 0.0034, and contacts are as far off as rounding takes
// them: a flat floor carries it all along, without a snap.
TEST(SlideStairs, a_flat_mesh_far_from_the_origin_holds_its_walkers) {
  constexpr std::uint32_t kSide = 25;
  scenes::Pcg32 random(430);
  for (std::uint32_t i = 0; i < by_tier(200u, 4000u); ++i) {
    const double cell = random.between(0.2, 3);
    const double x0 = -430 + random.between(-5, 5);
    const auto y = float(random.between(-20, 20));
    std::vector<Vec3f> vertices;
    std::vector<std::uint32_t> corners;
    for (std::uint32_t k = 0; k < kSide * kSide; ++k) {
      const double x = x0 + (double(k / kSide) - kSide / 2) * cell;
      vertices.push_back({float(x), y, float((double(k % kSide) - kSide / 2) * cell)});
      if (k % kSide == kSide - 1 || k / kSide == kSide - 1) continue;
      const std::uint32_t next = k + kSide;
      corners.insert(corners.end(), {k, k + 1, next, next, k + 1, next + 1});
    }
    SurfaceMesh<3, float> mesh;
    ASSERT_EQ(mesh.build(vertices, corners), Status::ok);
    const OneBody<3, float> floor(mesh, {});
    CapsuleMover<3, float> m;
    m.radius = float(random.between(0.02, 0.5));
    if (random.below(2) == 0) m.half_axis[1] = float(random.between(0.1, 1));
    const float foot = m.radius + m.half_axis[1];
    m.position = {float(x0), y + foot + m.radius / 64 + 0.004f, 0};
    SlideOptions<3, float> options{.up = {0, 1, 0}};
    if (random.below(2) == 0) options.step_height = 0.3f;
    const double gravity = random.below(3) == 0 ? 0 : random.between(1e-4, 0.1);
    (void)slide(m, {0, -0.05f, 0}, floor, options);
    for (int k = 0; k < 200; ++k) {
      const double x = random.below(4) == 0 ? 0 : random.between(-0.3, 0.3);
      const Vec3f displacement{float(x), float(-gravity), float(random.between(-0.3, 0.3))};
      const auto r = slide(m, displacement, floor, options);
      ASSERT_TRUE(r.on_ground) << i << ' ' << k;
      ASSERT_LT(m.position[1] - y - foot, 0.007f) << i << ' ' << k;
      if (std::fabs(m.position[0] - x0) > 8 * cell) m.position[0] = float(x0);
      if (std::fabs(m.position[2]) > 8 * cell) m.position[2] = 0;
    }
  }
}

}  // namespace
}  // namespace masu::test
