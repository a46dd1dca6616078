// SPDX-License-Identifier: MIT
// Characters among moving obstacles: carried by what they stand on, pushed, crushed.
#include <masu/world/carry.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <masu/mesh/triangle_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>
#include <masu/world/world_obstacles.hpp>

namespace masu::test {
namespace {

template <int D, class T>
Vec<D, T> vec(double x, double y, double z = 0) {
  Vec<D, T> v{};
  v[0] = T(x), v[1] = T(y);
  if constexpr (D == 3) v[2] = T(z);
  return v;
}
template <int D, class T>
Box<D, T> slab(double x, double y) {
  Box<D, T> box{Vec<D, T>::all(T(3))};
  box.half_extents[0] = T(x), box.half_extents[1] = T(y);
  return box;
}
// About z, by cosine and sine of half the angle.
template <int D, class T>
Rotation<D, T> rotation_by(double cosine, double sine) {
  if constexpr (D == 2) {
    return {T(cosine * cosine - sine * sine), T(2 * cosine * sine)};
  } else {
    return {0, 0, T(sine), T(cosine)};
  }
}
template <int D, class T>
Rotation<D, T> rotation_by(double angle) {
  return rotation_by<D, T>(std::cos(angle / 2), std::sin(angle / 2));
}

template <int D_, class T_>
struct Kind {
  static constexpr int D = D_;
  using T = T_;
};

// A hero on a platform above a floor, in a world that has all three as objects.
template <class K>
class Carried : public ::testing::Test {
 protected:
  static constexpr int kD = K::D;
  using Real = typename K::T;
  using V = Vec<kD, Real>;
  static constexpr double kRadius = 0.25;
  static constexpr double kHalf = 0.5;

  Carried() {
    platform_ = add(slab<kD, Real>(3, 0.25), vec<kD, Real>(0, 0));
    (void)add(slab<kD, Real>(200, 1), vec<kD, Real>(0, -150));
    hero_.radius = Real(kRadius);
    hero_.half_axis[1] = Real(kHalf);
    hero_.position = vec<kD, Real>(0, 0.25 + kHalf + kRadius * 129 / 128);
    self_ = world_.add(Sphere<kD, Real>{Real(kRadius)}, {hero_.position, {}}).handle;
    options_.up[1] = 1;
    options_.step_height = options_.snap = Real(0.2);
  }
  Handle add(const Box<kD, Real>& box, const V& position) {
    const InsertResult r = world_.add(box, {position, {}});
    EXPECT_EQ(r.status, Status::ok);
    return r.handle;
  }
  Transform<kD, Real> pose_of(Handle h) const { return world_.find(h)->pose; }

  // One frame as the page shows it: `h` moves to `to`, the hero goes along, then walks.
  CarryResult<kD, Real> frame(Handle h, const Transform<kD, Real>& to, const V& walk) {
    const Transform<kD, Real> before = pose_of(h);
    EXPECT_EQ(world_.move(h, to), Status::ok);
    const WorldObstacles<kD, Real> obstacles(world_, {}, self_);
    const ObstacleMotion<kD, Real> moved[] = {obstacles.motion(h, before)};
    const auto carried = carry(hero_, moved, obstacles, options_);
    walked_ = slide(hero_, walk, obstacles, options_);
    EXPECT_EQ(walked_.status, Status::ok);
    return carried;
  }
  CarryResult<kD, Real> frame_by(Handle h, const V& by, const V& walk) {
    Transform<kD, Real> to = pose_of(h);
    to.translation = to.translation + by;
    return frame(h, to, walk);
  }
  double over(Handle h) const {
    return double(hero_.position[1]) - kHalf - kRadius - double(pose_of(h).translation[1]) - 0.25;
  }
  bool stands_on(Handle h) const { return walked_.on_ground && walked_.ground_body == h.index; }

  World<kD, Real> world_;
  Handle platform_, self_;
  CapsuleMover<kD, Real> hero_;
  SlideOptions<kD, Real> options_;
  SlideResult<kD, Real> walked_;
};
using Kinds = ::testing::Types<Kind<2, float>, Kind<3, float>, Kind<2, double>, Kind<3, double>>;
TYPED_TEST_SUITE(Carried, Kinds);

// At any speed, up and down and sideways, walking or not.
TYPED_TEST(Carried, rides_platforms_at_any_speed) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto still = vec<D, T>(0, -0.003);
  (void)this->frame_by(this->platform_, {}, still);
  ASSERT_TRUE(this->stands_on(this->platform_));
  for (const double y : {0.01, 0.2, 3.0, 50.0, -50.0, -3.0, -0.2, -0.01, 0.0}) {
    for (const double x : {0.0, 0.02, -0.5, 20.0}) {
      SCOPED_TRACE(std::to_string(x) + ' ' + std::to_string(y));
      for (int i = 0; i < 6; ++i) {
        const auto by = vec<D, T>(i % 2 == 0 ? x : -x, i % 2 == 0 ? y : -y, x / 2);
        const double walk = i % 3 * 0.03 - 0.03;
        const auto before = this->hero_.position;
        const auto r = this->frame_by(this->platform_, by, vec<D, T>(walk, -0.003));
        ASSERT_EQ(r.status, Status::ok);
        ASSERT_FALSE(r.crushed);
        ASSERT_EQ(r.ground_body, this->platform_.index);
        ASSERT_TRUE(this->stands_on(this->platform_));
        ASSERT_EQ(this->walked_.overlap, 0);
        ASSERT_NEAR(this->over(this->platform_), 0, this->kRadius / 32);
        ASSERT_NEAR(this->hero_.position[0] - before[0], walk + double(by[0]), 2e-3);
        ASSERT_NEAR(length(r.ground_displacement - by), 0, 1e-3) << "the ground's velocity";
      }
    }
  }
}

// A mover that jumps or walks off is no longer carried, and may take the ground's velocity along.
TYPED_TEST(Carried, leaves_with_the_velocity_of_the_ground) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto by = vec<D, T>(0.1, 0);
  (void)this->frame_by(this->platform_, {}, vec<D, T>(0, -0.003));
  const auto r = this->frame_by(this->platform_, by, vec<D, T>(0, 0.4));
  EXPECT_EQ(r.ground_body, this->platform_.index) << "the platform moved before the jump";
  auto velocity = r.ground_displacement + vec<D, T>(0, 0.3);
  EXPECT_NEAR(velocity[0], 0.1, 1e-5);
  for (int i = 0; i < 20; ++i) {
    const double before = this->hero_.position[0];
    const auto in_air = this->frame_by(this->platform_, by, velocity);
    ASSERT_EQ(in_air.ground_body, kNoSubShape);
    ASSERT_EQ(in_air.ground_displacement, (Vec<D, T>{}));
    ASSERT_NEAR(this->hero_.position[0] - before, 0.1, 1e-4) << "it keeps up with the platform";
    velocity[1] -= T(0.05);
    if (this->walked_.on_ground) break;
  }
  EXPECT_TRUE(this->stands_on(this->platform_));
}

// A seesaw in 2D, tilting about z in 3D: the hero follows the point below it.
TYPED_TEST(Carried, follows_platforms_that_rotate) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  this->hero_.position[0] = T(2);
  (void)this->frame_by(this->platform_, {}, vec<D, T>(0, -0.01));
  ASSERT_TRUE(this->stands_on(this->platform_));
  for (int i = 0; i < 200; ++i) {
    const double angle = 0.4 * std::sin(0.1 * (i + 1));
    const auto r =
        this->frame(this->platform_, {{}, rotation_by<D, T>(angle)}, vec<D, T>(0, -0.003));
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_FALSE(r.crushed);
    ASSERT_TRUE(this->stands_on(this->platform_)) << i;
    ASSERT_EQ(this->walked_.overlap, 0);
    const double along = double(this->hero_.position[0]) * std::cos(angle) +
                         double(this->hero_.position[1]) * std::sin(angle);
    ASSERT_NEAR(along, 2, 0.6) << i;
  }
}

TYPED_TEST(Carried, walls_push_along_the_floor) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  (void)this->frame_by(this->platform_, {}, vec<D, T>(0, -0.003));
  const Handle wall = this->add(slab<D, T>(0.05, 1), vec<D, T>(-1, 1.3));
  for (const double speed : {0.01, 0.1, 1.0, 2.5}) {
    const auto y = this->hero_.position[1];
    Transform<D, T> wall_at{vec<D, T>(-1 - this->kRadius, 1.3), {}};
    ASSERT_EQ(this->world_.move(wall, wall_at), Status::ok);
    this->hero_.position[0] = T(-1 + 0.2);
    double x = wall_at.translation[0];
    while (x + speed < 2.5) {
      x += speed;
      const auto r = this->frame_by(wall, vec<D, T>(speed, 0), vec<D, T>(0, -0.003));
      ASSERT_EQ(r.status, Status::ok);
      ASSERT_FALSE(r.crushed);
      ASSERT_EQ(r.ground_displacement, (Vec<D, T>{})) << "a wall is no ground";
      ASSERT_GE(this->hero_.position[0], T(x + 0.05 + this->kRadius));
      if (r.displacement[0] > 0) {
        ASSERT_NEAR(this->hero_.position[0], x + 0.05 + this->kRadius, this->kRadius / 32);
      }
      ASSERT_NEAR(this->hero_.position[1], y, 1e-3);
      ASSERT_TRUE(this->stands_on(this->platform_));
    }
    EXPECT_GT(this->hero_.position[0], 0) << speed;
  }
}

// Between a wall that stays and one that comes; the share until which it can come is known.
TYPED_TEST(Carried, is_crushed_where_there_is_no_space) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  (void)this->frame_by(this->platform_, {}, vec<D, T>(0, -0.003));
  (void)this->add(slab<D, T>(0.5, 1), vec<D, T>(1, 1.3));
  const Handle wall = this->add(slab<D, T>(0.5, 1), vec<D, T>(-1.1, 1.3));
  const double fits = 1.1 - 0.5 + 0.5 - 2 * this->kRadius;
  for (const double speed : {0.07, 0.4, 5.0, 60.0}) {
    this->hero_.position[0] = 0;
    Transform<D, T> from{vec<D, T>(-1.1, 1.3), {}};
    double x = 0;
    for (;;) {
      ASSERT_EQ(this->world_.move(wall, from), Status::ok);
      Transform<D, T> to = from;
      to.translation[0] += T(speed);
      ASSERT_EQ(this->world_.move(wall, to), Status::ok);
      const WorldObstacles<D, T> obstacles(this->world_, {}, this->self_);
      const ObstacleMotion<D, T> moved[] = {obstacles.motion(wall, from)};
      const auto before = this->hero_;
      const auto r = carry(this->hero_, moved, obstacles, this->options_);
      ASSERT_EQ(r.status, Status::ok);
      if (!r.crushed) {
        ASSERT_EQ(r.t, 1);
        ASSERT_EQ(r.overlap, 0);
        ASSERT_LT(x + speed, fits);
        x += speed, from = to;
        continue;
      }
      EXPECT_EQ(r.crushed_by, wall.index);
      EXPECT_GT(r.overlap, 0);
      EXPECT_LT(r.t, 1);
      const double reached = x + speed * double(r.t);
      EXPECT_LE(reached, fits);
      EXPECT_GT(reached, fits - 0.3 * this->kRadius) << "steps of a quarter of the radius";
      // Stopped there it does not overlap.
      ASSERT_EQ(this->world_.move(wall, moved[0].at(double(r.t))), Status::ok);
      CapsuleMover<D, T> still = this->hero_;
      const auto there = slide(still, {}, obstacles, this->options_);
      EXPECT_EQ(there.overlap, 0);
      EXPECT_LT(length(still.position - this->hero_.position), 0.01);
      EXPECT_GE(this->hero_.position[0], before.position[0]);
      break;
    }
  }
}

TYPED_TEST(Carried, is_crushed_by_a_lift_below_a_ceiling_and_by_two_walls) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const Handle ceiling = this->add(slab<D, T>(3, 0.5), vec<D, T>(0, 4));
  (void)this->frame_by(this->platform_, {}, vec<D, T>(0, -0.003));
  auto r = this->frame_by(this->platform_, vec<D, T>(0, 1), {});
  EXPECT_FALSE(r.crushed);
  EXPECT_NEAR(this->over(this->platform_), 0, 0.01);
  r = this->frame_by(this->platform_, vec<D, T>(0, 9), {});
  EXPECT_TRUE(r.crushed);
  EXPECT_EQ(r.crushed_by, this->platform_.index);
  EXPECT_GT(r.t, 0.05);
  EXPECT_LT(r.t, 0.15);

  ASSERT_EQ(this->world_.remove(ceiling), Status::ok);
  const Handle left = this->add(slab<D, T>(0.5, 1), vec<D, T>(-2, 30));
  const Handle right = this->add(slab<D, T>(0.5, 1), vec<D, T>(2, 30));
  for (const double speed : {0.5, 3.0}) {
    this->hero_.position = vec<D, T>(0.3, 30);
    const Transform<D, T> from[] = {{vec<D, T>(-2, 30), {}}, {vec<D, T>(2, 30), {}}};
    ASSERT_EQ(this->world_.move(left, {vec<D, T>(-2 + speed, 30), {}}), Status::ok);
    ASSERT_EQ(this->world_.move(right, {vec<D, T>(2 - speed, 30), {}}), Status::ok);
    const WorldObstacles<D, T> obstacles(this->world_, {}, this->self_);
    const ObstacleMotion<D, T> moved[] = {obstacles.motion(left, from[0]),
                                          obstacles.motion(right, from[1])};
    r = carry(this->hero_, moved, obstacles, this->options_);
    ASSERT_EQ(r.status, Status::ok);
    EXPECT_EQ(r.crushed, speed > 1);
    EXPECT_LE(this->hero_.position[0], T(0.3)) << "the nearer wall pushes";
  }
}

// A one-way platform carries a mover that stood on it, and lets one pass that was below.
TYPED_TEST(Carried, decides_which_obstacles_count_at_the_start_of_the_frame) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto go = [&](const CapsuleMover<D, T>& from, double by) {
    Box<D, T> thin = slab<D, T>(3, 0.05);
    const Transform<D, T> pose{vec<D, T>(0, by), {}};
    const OneBody<D, T> source(thin, pose);
    const ObstacleMotion<D, T> moved[] = {{0, world_shape(thin), {{}, pose}}};
    CapsuleMover<D, T> hero = from;
    const auto up = vec<D, T>(0, 1);
    const auto counts = [&](const SlideObstacle<D, T>& o) {
      EXPECT_EQ(o.mover().position, from.position);
      EXPECT_EQ(o.displacement(), (Vec<D, T>{}));
      return o.gap(up) >= 0;
    };
    const auto r = carry(hero, moved, source, this->options_, counts);
    EXPECT_EQ(r.status, Status::ok);
    EXPECT_FALSE(r.crushed);
    return double(hero.position[1] - from.position[1]);
  };
  CapsuleMover<D, T> hero{{}, T(0.25), {}};
  hero.position[1] = T(0.05 + 0.25 * 129 / 128);
  for (const double by : {0.1, 1.0, 30.0}) EXPECT_NEAR(go(hero, by), by, 0.01) << "carried";
  for (const double by : {-0.1, -1.0, -30.0}) EXPECT_NEAR(go(hero, by), by, 0.01) << "carried";
  hero.position[1] = T(-1);
  for (const double by : {-0.9, -1.0, -30.0}) EXPECT_EQ(go(hero, by), 0) << "passed from above";
  hero.position[1] = T(0);
  for (const double by : {0.1, 0.5, -0.5}) EXPECT_EQ(go(hero, by), 0) << "begun inside";
  hero.position[1] = T(2);
  EXPECT_NEAR(go(hero, 10), 10 + 0.05 + 0.25 - 2, 0.01) << "lifted";
}

TYPED_TEST(Carried, only_obstacles_move_the_mover) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  (void)this->frame_by(this->platform_, {}, vec<D, T>(0, -0.003));
  ASSERT_EQ(this->world_.set_user_data(this->platform_, 1), Status::ok);
  Transform<D, T> from = this->pose_of(this->platform_);
  Transform<D, T> to = from;
  to.translation[1] += T(1);
  ASSERT_EQ(this->world_.move(this->platform_, to), Status::ok);
  const WorldObstacles<D, T> none(this->world_, Filter{2, 2}, this->self_);
  EXPECT_EQ(none.motion(this->platform_, from).body, kNoSubShape) << "the filter";
  const WorldObstacles<D, T> obstacles(this->world_, {}, this->self_);
  EXPECT_EQ(obstacles.motion(this->self_, from).body, kNoSubShape) << "left out";
  EXPECT_EQ(obstacles.motion(this->platform_, from).body, this->platform_.index);
  ASSERT_EQ(this->world_.set_sensor(this->platform_, true), Status::ok);
  EXPECT_EQ(obstacles.motion(this->platform_, from).body, kNoSubShape) << "a sensor";
  ASSERT_EQ(this->world_.remove(this->platform_), Status::ok);
  const ObstacleMotion<D, T> moved[] = {obstacles.motion(this->platform_, from)};
  EXPECT_EQ(moved[0].body, kNoSubShape) << "stale";
  const auto before = this->hero_.position;
  const auto r = carry(this->hero_, moved, obstacles, this->options_);
  EXPECT_EQ(r.status, Status::ok);
  EXPECT_EQ(this->hero_.position, before);
  EXPECT_EQ(r.stats.tests, 0u);
}

TYPED_TEST(Carried, bad_input_is_refused) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using M = ObstacleMotion<D, T>;
  const Box<D, T> box{Vec<D, T>::all(1)};
  const Transform<D, T> here{}, there{vec<D, T>(3, 0), {}};
  const OneBody<D, T> source(box, there);
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const auto status = [&](CapsuleMover<D, T> m, M motion, SlideOptions<D, T> o = {}) {
    const CapsuleMover<D, T> before = m;
    const auto r = carry(m, {&motion, 1}, source, o);
    if (is_finite(before.position)) {
      EXPECT_EQ(m.position, before.position);
    }
    EXPECT_EQ(r.displacement, (Vec<D, T>{}));
    return r.status;
  };
  const CapsuleMover<D, T> mover{vec<D, T>(2, 0), T(0.5), {}};
  const M valid{0, world_shape(box), {here, there}};
  CapsuleMover<D, T> m = mover;
  EXPECT_NE(carry(m, {&valid, 1}, source).displacement[0], 0);
  m = mover, m.position[0] = nan;
  EXPECT_EQ(status(m, valid), Status::not_finite);
  m = mover, m.radius = 0;
  EXPECT_EQ(status(m, valid), Status::not_positive);
  M bad = valid;
  bad.sweep.begin.translation[1] = nan;
  EXPECT_EQ(status(mover, bad), Status::not_finite);
  bad = valid, bad.sweep.begin.rotation = rotation_by<D, T>(2, 0);
  EXPECT_EQ(status(mover, bad), Status::not_unit);
  const Box<D, T> negative{Vec<D, T>::all(-1)};
  bad = valid, bad.shape = world_shape(negative);
  EXPECT_EQ(status(mover, bad), Status::not_positive);
  SlideOptions<D, T> options;
  options.step_height = -1;
  EXPECT_EQ(status(mover, valid, options), Status::out_of_range);
  bad = valid, bad.sweep.begin.translation[0] = T(3 - 0.5 * 257);
  EXPECT_EQ(status(mover, bad), Status::out_of_range) << "too fast";
  bad.sweep.begin.translation = vec<D, T>(3, 1000), bad.sweep.end.translation[1] = T(100);
  EXPECT_EQ(status(mover, bad), Status::ok) << "and too far away";
}

// Interpolated poses: the ends exactly, halves of rotations, the shorter direction.
TYPED_TEST(Carried, motions_translate_straight_and_rotate_evenly) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for (const double angle : {0.5, 2.0, 3.14, -3.0, 3.141592653589793}) {
    const Sweep<D, T> sweep{{vec<D, T>(1, 2), rotation_by<D, T>(0.3)},
                            {vec<D, T>(5, -2), rotation_by<D, T>(0.3 + angle)}};
    const ObstacleMotion<D, T> m{0, {}, sweep};
    EXPECT_EQ(m.at(0), sweep.begin);
    EXPECT_EQ(m.at(1), sweep.end);
    const auto midway = m.at(0.5);
    EXPECT_NEAR(length(midway.translation - vec<D, T>(3, 0)), 0, 1e-6);
    if (angle > 3.1415) continue;  // either direction is right
    const auto expected = matrix_of(rotation_by<D, T>(0.3 + angle / 2));
    EXPECT_NEAR(length(matrix_of(midway.rotation).row[0] - expected.row[0]), 0, 2e-3) << angle;
    for (double t = 0; t < 1; t += 0.01) ASSERT_EQ(m.at(t).check(), Status::ok);
  }
}

// A turntable in 3D: after a full rotation the hero is where it was.
TEST(CarriedAround, a_turntable_brings_its_rider_back) {
  World<3, double> world;
  const Handle table = world.add(Box<3, double>{{4, 0.5, 4}}, {}).handle;
  CapsuleMover<3, double> hero{{3, 0.5 + 0.3 * 129 / 128, 0}, 0.3, {}};
  SlideOptions<3, double> options;
  options.up = {0, 1, 0};
  const WorldObstacles<3, double> obstacles(world);
  const int steps = 24;
  for (int i = 1; i <= steps; ++i) {
    const double half = 3.141592653589793 * i / steps;
    const Transform3d before = world.find(table)->pose;
    ASSERT_EQ(world.move(table, {{}, {0, std::sin(half), 0, std::cos(half)}}), Status::ok);
    const ObstacleMotion<3, double> moved[] = {obstacles.motion(table, before)};
    const auto r = carry(hero, moved, obstacles, options);
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_EQ(r.ground_body, table.index);
    ASSERT_NEAR(std::hypot(hero.position[0], hero.position[2]), 3, 1e-6);
    ASSERT_NEAR(hero.position[0], 3 * std::cos(2 * half), 1e-6);
    ASSERT_NEAR(hero.position[2], -3 * std::sin(2 * half), 1e-6);
  }
}

// A hero that begins deep in a wall is moved out before the first step is measured: what comes then
// does not pass through it.
TEST(CarriedAround, a_mover_in_a_wall_is_pushed_by_moving_objects) {
  World<2, double> world;
  (void)world.add(Box<2, double>{{6, 30}}, {{-4, 0}, {}}).expect_ok();
  const Handle wall = world.add(Box<2, double>{{0.05, 30}}, {{5, 0}, {}});
  CapsuleMover<2, double> hero{{0, 0}, 1, {}};
  const WorldObstacles<2, double> obstacles(world);
  const Transform2d before = world.find(wall)->pose;
  ASSERT_EQ(world.move(wall, {{-5, 0}, {}}), Status::ok);
  const ObstacleMotion<2, double> moved[] = {obstacles.motion(wall, before)};
  const auto r = carry(hero, moved, obstacles, SlideOptions<2, double>{});
  ASSERT_EQ(r.status, Status::ok);
  EXPECT_TRUE(r.crushed);
  EXPECT_EQ(obstacles.object(r.crushed_by), wall);
}

// Positions are kept within the period: a motion over its end is short all the same.
TEST(CarriedAround, across_a_periodic_boundary_as_anywhere) {
  World<2, double> world({.period = {10, 0}});
  const Handle lift = world.add(Box<2, double>{{1, 0.5}}, {{9.9, 0}, {}});
  const WorldObstacles<2, double> obstacles(world);
  CapsuleMover<2, double> hero{{0.1, 0.5 + 0.3 * 129 / 128}, 0.3, {}};
  SlideOptions<2, double> options;
  options.up = {0, 1};
  const Transform2d before = world.find(lift)->pose;
  ASSERT_EQ(world.move(lift, {{10.1, 0}, {}}), Status::ok);
  const auto motion = obstacles.motion(lift, before);
  EXPECT_NEAR(motion.sweep.begin.translation[0], -0.1, 1e-12);
  EXPECT_NEAR(motion.sweep.end.translation[0], 0.1, 1e-12);
  const auto r = carry(hero, std::span(&motion, 1), obstacles, options);
  ASSERT_EQ(r.status, Status::ok);
  EXPECT_EQ(r.ground_body, lift.index);
  EXPECT_NEAR(hero.position[0], 0.3, 1e-9);
}

}  // namespace
}  // namespace masu::test
