// SPDX-License-Identifier: MIT
// Movers under gravity: slopes that are walkable or not, steps up and down, ground that falls away.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/mesh/polyline.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/world/slide.hpp>

namespace masu::test {
namespace {

constexpr double kSteepest = 0.70710678118654752;

// A walker's foot is this far below the position of a `man`.
template <int D, class T>
double foot_of(const CapsuleMover<D, T>& m) {
  return double(m.position[1]) - double(m.radius) - std::fabs(double(m.half_axis[1]));
}

template <int D, class T>
CapsuleMover<D, T> man(T x, T foot) {
  CapsuleMover<D, T> m;
  m.radius = T(0.25);
  m.half_axis[1] = T(0.5);
  m.position[0] = x;
  m.position[1] = foot + T(0.75);
  return m;
}

// A line of ground in 2D, from left to right.
Polyline<double> ground_of(std::vector<Vec2d> p) {
  std::vector<std::uint32_t> c;
  for (std::uint32_t i = 0; i + 1 < p.size(); ++i) c.insert(c.end(), {i + 1, i});
  Polyline<double> line;
  EXPECT_EQ(line.build(p, c), Status::ok);
  return line;
}
// The same as a strip of triangles across z from -3 to 3.
TriangleMesh<double> strip_of(const std::vector<Vec2d>& p) {
  std::vector<Vec3d> v;
  std::vector<std::uint32_t> c;
  for (const Vec2d& q : p) v.insert(v.end(), {Vec3d{q[0], q[1], -3}, Vec3d{q[0], q[1], 3}});
  for (std::uint32_t i = 0; i + 1 < p.size(); ++i) {
    const std::uint32_t a = 2 * i;
    c.insert(c.end(), {a, a + 1, a + 2, a + 2, a + 1, a + 3});
  }
  TriangleMesh<double> mesh;
  EXPECT_EQ(mesh.build(v, c), Status::ok);
  return mesh;
}

// Calls walk(mover, source, options) in 2D and in 3D.
template <class Walk>
void in_plane_and_space(const std::vector<Vec2d>& ground, Walk&& walk) {
  const auto line = ground_of(ground);
  const auto mesh = strip_of(ground);
  {
    SCOPED_TRACE("plane");
    walk(man<2, double>(0, 0.01), OneBody<2, double>(line, {}));
  }
  {
    SCOPED_TRACE("space");
    walk(man<3, double>(0, 0.01), OneBody<3, double>(mesh, {}));
  }
}
template <int D>
Vec<D, double> forth(double x, double y) {
  Vec<D, double> v{};
  v[0] = x, v[1] = y;
  return v;
}
template <int D>
SlideOptions<D, double> walking(double step, double snap) {
  SlideOptions<D, double> o;
  o.up = forth<D>(0, 1);
  o.walkable_cosine = kSteepest;
  o.step_height = step;
  o.snap = snap;
  return o;
}

TEST(SlideSteps, slopes_are_walked_up_to_the_limit) {
  for (const double degrees : {0.0, 20.0, 40.0, 44.5, 45.5, 60.0, 80.0, 89.0, 90.0}) {
    SCOPED_TRACE(degrees);
    const double angle = degrees * 3.14159265358979 / 180;
    const double top = 20 * std::sin(angle);
    in_plane_and_space(
        {{-9, 0}, {2, 0}, {2 + 20 * std::cos(angle), top}, {60, top}},
        [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& ground) {
          bool stood = true;
          for (int i = 0; i < 100; ++i) {
            const double before = m.position[0];
            const auto r = slide(m, forth<D>(0.05, -0.05), ground, walking<D>(0, 0.1));
            ASSERT_EQ(r.status, Status::ok);
            stood = stood && r.on_ground;
            if (degrees < 45) {
              ASSERT_NEAR(m.position[0] - before, 0.05, 1e-4) << i;
            }
          }
          EXPECT_TRUE(stood);
          if (degrees < 45) {
            EXPECT_NEAR(m.position[0], 5, 1e-2);
            const double rises = 3 * std::tan(angle) + 0.25 * (1 / std::cos(angle) - 1);
            EXPECT_NEAR(foot_of(m), rises, 0.02);
          } else {
            EXPECT_LT(m.position[0], 2);
            EXPECT_LT(foot_of(m), 0.01);
          }
        });
  }
}

TEST(SlideSteps, movers_slide_down_steep_slopes_and_stand_on_others) {
  for (const double degrees : {30.0, 60.0}) {
    const double angle = degrees * 3.14159265358979 / 180;
    in_plane_and_space({{-20 * std::cos(angle), 20 * std::sin(angle)},
                        {20 * std::cos(angle), -20 * std::sin(angle)}},
                       [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& ground) {
                         m.position[1] += 0.5;
                         for (int i = 0; i < 40; ++i) {
                           const auto r = slide(m, forth<D>(0, -0.1), ground, walking<D>(0, 0));
                           if (i > 10) {
                             EXPECT_EQ(r.on_ground, degrees < 45);
                           }
                         }
                         if (degrees < 45) {
                           EXPECT_EQ(m.position[0], 0);
                         } else {
                           EXPECT_GT(m.position[0], 0.5);
                         }
                       });
  }
}

// Stairs of six steps, `rise` high and 0.75 deep, and back down.
std::vector<Vec2d> stairs(double rise) {
  std::vector<Vec2d> p{{-9, 0}, {1, 0}};
  for (int i = 0; i < 6; ++i) {
    const double x = 1 + 0.75 * i;
    p.push_back({x, rise * (i + 1)});
    p.push_back({x + 0.75, rise * (i + 1)});
  }
  for (int i = 5; i >= 0; --i) {
    p.push_back({p.back()[0], rise * i});
    p.push_back({p.back()[0] + 0.75, rise * i});
  }
  p.push_back({60, 0});
  return p;
}

TEST(SlideSteps, stairs_are_climbed_up_to_the_step_height_at_any_speed) {
  for (const double rise : {0.05, 0.2, 0.39, 0.41, 0.6, 1.0}) {
    for (const double speed : {0.01, 0.07, 0.3}) {
      SCOPED_TRACE(std::to_string(rise) + " at " + std::to_string(speed));
      in_plane_and_space(
          stairs(rise), [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& ground) {
            double highest = 0;
            bool stood = true;
            const int moves = int(12 / speed);
            for (int i = 0; i < moves; ++i) {
              const auto r = slide(m, forth<D>(speed, -0.05), ground, walking<D>(0.4, 0.4));
              ASSERT_EQ(r.status, Status::ok);
              ASSERT_EQ(r.overlap, 0);
              highest = std::max(highest, foot_of(m));
              stood = stood && r.on_ground;
            }
            EXPECT_TRUE(stood);
            if (rise < 0.4) {
              EXPECT_NEAR(m.position[0], speed * moves, 0.05);  // and no speed is lost
              EXPECT_NEAR(highest, 6 * rise, 0.03);
              EXPECT_NEAR(foot_of(m), 0, 0.01);
            } else {
              EXPECT_LT(m.position[0], 1 - 0.25);
              EXPECT_LT(highest, 0.02);
            }
          });
    }
  }
}

TEST(SlideSteps, without_a_step_height_a_step_is_a_wall) {
  in_plane_and_space(stairs(0.2),
                     [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& ground) {
                       for (int i = 0; i < 100; ++i) {
                         (void)slide(m, forth<D>(0.05, -0.05), ground, walking<D>(0, 0));
                       }
                       EXPECT_LT(m.position[0], 1);
                       EXPECT_LT(foot_of(m), 0.02);
                     });
}

TEST(SlideSteps, ground_that_falls_away_is_followed_only_within_the_snap) {
  const std::vector<Vec2d> ground{{-9, 0}, {1, 0}, {1, -0.3}, {60, -0.3}};
  for (const double snapping : {0.0, 0.2, 0.4}) {
    in_plane_and_space(ground,
                       [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& line) {
                         (void)slide(m, forth<D>(0, -0.1), line, walking<D>(0, 0));
                         const auto r = slide(m, forth<D>(2, 0), line, walking<D>(0, snapping));
                         EXPECT_EQ(r.on_ground, snapping == 0.4);
                         EXPECT_NEAR(foot_of(m), snapping == 0.4 ? -0.3 : 0, 0.01);
                       });
  }
}

// A mover that walks up a ramp with a cliff behind it goes on level from where the ramp ends.
TEST(SlideSteps, a_mover_that_walks_off_a_ramp_keeps_the_height_of_its_end) {
  const std::vector<Vec2d> ground{{-9, 0}, {0, 0}, {2, 1}, {2, -9}};
  in_plane_and_space(ground, [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& line) {
    m.position = forth<D>(1, 1.4);
    (void)slide(m, forth<D>(0, -1), line, walking<D>(0, 0));
    const auto r = slide(m, forth<D>(4, 0), line, walking<D>(0, 0));
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_FALSE(r.on_ground);
    EXPECT_NEAR(m.position[0], 5, 0.05);
    EXPECT_NEAR(foot_of(m), 1, 0.05);
  });
}

// Walks along a wall, and presses against it, to a step and beyond.
void climb_along_a_wall(double rise, double across, double lean) {
  const Box<3, double> floor{{20, 1, 20}};
  const Box<3, double> side{{20, 5, 1}};
  const PlacedBody<3, double> level[] = {{floor, {{0, -1, 0}, {}}},
                                         {floor, {{20, rise - 1, 0}, {}}},
                                         {side, {{0, 4, 1.5}, {lean, 0, 0, 1}}}};
  PlacedBodies<3, double> bodies;
  ASSERT_EQ(bodies.build(level), Status::ok);
  CapsuleMover<3, double> m{{-2, 1.01, 0}, 0.4, {0, 0.6, 0}};
  double fall = 0;
  for (int frame = 0; frame < 100; ++frame) {
    fall -= 0.005;
    const double x = m.position[0];
    const auto r = slide(m, {0.05, fall, across}, bodies, walking<3>(1, 0.3));
    ASSERT_EQ(r.status, Status::ok);
    if (r.on_ground) fall = 0;
    ASSERT_GT(m.position[0], x + 0.01) << frame;
  }
  EXPECT_NEAR(m.position[0], 3, 0.1);
  EXPECT_NEAR(foot_of(m), rise, 0.01);
}
TEST(SlideSteps, a_step_is_climbed_along_a_wall) {
  for (const double rise : {0.05, 0.1, 0.2, 0.4, 0.6, 0.8}) {
    for (const double across : {0.0, 0.001, 0.01, 0.025, 0.05, 0.15}) {
      for (const double lean : {0.0, 0.0025, -0.0025}) {
        SCOPED_TRACE(testing::Message() << rise << ", " << across << ", " << lean);
        ASSERT_NO_FATAL_FAILURE(climb_along_a_wall(rise, across, lean));
      }
    }
  }
}

// A drop of 1, most of it along a slope that is too steep to stand on: the snap counts downwards.
TEST(SlideSteps, the_snap_reaches_the_foot_of_a_steep_slope) {
  const std::vector<Vec2d> ground{{-9, 0}, {0, 0}, {0.5, -1}, {9, -1}};
  for (const double snapping : {0.95, 1.05}) {
    in_plane_and_space(ground,
                       [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& line) {
                         m.half_axis = {};
                         m.radius = 0.125;
                         m.position = forth<D>(-0.05, 0.126);
                         const auto r = slide(m, forth<D>(0.2, 0), line, walking<D>(0, snapping));
                         EXPECT_EQ(r.on_ground, snapping > 1) << snapping;
                         EXPECT_NEAR(foot_of(m), snapping > 1 ? -1 : 0, 0.01) << snapping;
                       });
  }
}

// Its height is not that of a mover that has just been put down, but it is near enough.
TEST(SlideSteps, a_mover_on_the_ground_keeps_its_height) {
  in_plane_and_space({{-9, 0}, {9, 0}},
                     [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& line) {
                       auto options = walking<D>(0, 0.5);
                       options.skin = 0.01;
                       m.position[1] += 0.014 - foot_of(m);
                       const double height = m.position[1];
                       EXPECT_TRUE(slide(m, forth<D>(2, 0), line, options).on_ground);
                       EXPECT_EQ(m.position[1], height);
                     });
}

TEST(SlideSteps, a_mover_that_jumps_is_not_snapped_to_the_ground) {
  in_plane_and_space({{-9, 0}, {60, 0}},
                     [&]<int D>(CapsuleMover<D, double> m, const OneBody<D, double>& ground) {
                       const auto r = slide(m, forth<D>(0.1, 0.2), ground, walking<D>(0.4, 0.4));
                       EXPECT_FALSE(r.on_ground);
                       EXPECT_NEAR(foot_of(m), 0.21, 0.01);
                     });
}

TEST(SlideSteps, a_low_ceiling_forbids_the_step) {
  const Box<3, float> step{{1, 0.125f, 3}};
  const Box<3, float> lid{{3, 0.5f, 3}};
  const HalfSpace<3, float> floor{{0, 1, 0}, 0};
  for (const float clearance : {1.6f, 1.8f}) {  // the man is 1.5 tall, the step 0.25
    const PlacedBody<3, float> bodies[] = {
        {floor}, {step, {{2, 0.125f, 0}, {}}}, {lid, {{2, clearance + 0.5f, 0}, {}}}};
    PlacedBodies<3, float> world;
    ASSERT_EQ(world.build(bodies), Status::ok);
    auto m = man<3, float>(0, 0.01f);
    SlideOptions<3, float> o;
    o.up = {0, 1, 0};
    o.step_height = 0.3f;
    for (int i = 0; i < 40; ++i) {
      const auto r = slide(m, {0.05f, -0.02f, 0}, world, o);
      ASSERT_EQ(r.overlap, 0);
    }
    if (clearance > 1.75f) {
      EXPECT_NEAR(m.position[0], 2, 0.05f);
      EXPECT_NEAR(foot_of(m), 0.25, 0.01);
    } else {
      EXPECT_LT(m.position[0], 0.8f);  // on the edge, and against the lid
      EXPECT_LT(foot_of(m), 0.12);
    }
  }
}

TEST(SlideSteps, slopes_and_steps_of_tiles) {
  const char* rows[] = {"              ", "        ####  ", "   /####      ", "##############"};
  TileGrid<2, float> level;
  ASSERT_EQ(level.build({14, 4}, {1, 1}), Status::ok);
  for (std::uint32_t y = 0; y < 4; ++y) {
    for (std::uint32_t x = 0; x < 14; ++x) {
      const char c = rows[3 - y][x];
      if (c == ' ') continue;
      ASSERT_EQ(level.set({x, y}, c == '#' ? Tile::solid : Tile::floor_rising), Status::ok);
    }
  }
  CapsuleMover<2, float> m{{1, 1.26f}, 0.25f};
  SlideOptions<2, float> o;
  o.up = {0, 1};
  o.walkable_cosine = 0.7f;
  o.snap = 0.1f;
  for (int i = 0; i < 60; ++i) {
    const auto r = slide(m, {0.1f, -0.02f}, OneBody<2, float>(level, {}), o);
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_TRUE(r.on_ground) << i;
    if (i < 59) {
      ASSERT_NEAR(m.position[0], 1.1f + 0.1f * float(i), 0.01f);
    }
  }
  EXPECT_NEAR(m.position[1], 2.25f, 0.01f);
  for (int i = 0; i < 20; ++i) (void)slide(m, {0.1f, -0.02f}, OneBody<2, float>(level, {}), o);
  EXPECT_NEAR(m.position[0], 7.75f, 0.01f);  // the wall
}

}  // namespace
}  // namespace masu::test
