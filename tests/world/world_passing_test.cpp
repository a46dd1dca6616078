// SPDX-License-Identifier: MIT
// Objects that pass through each other within a frame are reported if one of them is continuous or
// a sensor, and none is silently left out.
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/threads.hpp"
#include "tests/support/tier.hpp"
#include "world/shape_queries.hpp"

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}

// --- Either object moves -------------------------------------------------------------------------

TEST(WorldPassing, a_continuous_object_is_hit_by_objects_that_sweep_over_it) {
  for (const float creeps : {0.0f, 0.1f}) {
    World<2> world;
    const Handle ball = world.add(Circle2{0.5f}, pose_at(0), {.continuous = true});
    const Handle wall = world.add(Box<2, float>{{0.1f, 5}}, pose_at(-5));
    ASSERT_EQ(world.update().status, Status::ok);
    ASSERT_EQ(world.move(ball, pose_at(creeps)), Status::ok);
    ASSERT_EQ(world.move(wall, pose_at(5)), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    ASSERT_EQ(world.impacts().size(), 1u) << creeps;
    EXPECT_TRUE(world.impacts()[0].hit);
    EXPECT_NEAR(world.impacts()[0].t, 4.4f / (10 - creeps), 1e-3f);
    // After its removal no sweeps are needed any more.
    ASSERT_EQ(world.remove(ball), Status::ok);
    (void)world.add(Circle2{0.5f}, pose_at(0));
    ASSERT_EQ(world.move(wall, pose_at(-5)), Status::ok);
    EXPECT_EQ(world.update().pairs_tested, 0u);
  }
}

TEST(WorldPassing, a_half_turn_is_swept) {
  World<2> world;
  (void)world.add(Box<2, float>{{0.1f, 5}}, pose_at(5), {.sensor = true, .fixed = true});
  (void)world.add(Circle2{0.1f}, pose_at(5, 3), {.continuous = true});
  const Handle character = world.add(Box<2, float>{{4, 0.5f}}, pose_at(0));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.move(character, {{10, 0}, {-1, 0}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.crossed().size(), 1u) << "a sensor, by a thing that faces about";
  EXPECT_TRUE(world.crossed()[0].hit);
  ASSERT_EQ(world.impacts().size(), 1u);
  EXPECT_TRUE(world.impacts()[0].hit);
}

TEST(WorldPassing, times_of_impact_run_as_jobs_and_are_the_same_with_any_number_of_threads) {
  Threads threads(4);
  World<3> alone;
  World<3> together({.jobs = threads.jobs()});
  std::size_t without = 0;
  for (const bool continuous : {false, true}) {
    const std::size_t before = threads.count();
    for (World<3>* world : {&alone, &together}) {
      ASSERT_EQ(world->clear(), Status::ok);
      std::vector<Handle> balls;
      for (int i = 0; i < 400; ++i) {
        const Transform3f pose{{float(i % 20), float(i / 20), i % 2 == 0 ? 0.0f : 4.0f}, {}};
        balls.push_back(
            world->add(Sphere<3, float>{0.6f}, pose, {.continuous = continuous && i % 3 == 0}));
      }
      ASSERT_EQ(world->update().status, Status::ok);
      for (int i = 0; i < 400; ++i) {
        const float z = i % 2 == 0 ? 4.0f : 0.0f;
        ASSERT_EQ(world->move(balls[std::size_t(i)], {{float(i % 20), float(i / 20), z}, {}}),
                  Status::ok);
      }
      ASSERT_EQ(world->update().status, Status::ok);
    }
    const auto x = alone.impacts();
    const auto y = together.impacts();
    ASSERT_EQ(x.size(), y.size());
    EXPECT_EQ(x.empty(), !continuous);
    for (std::size_t k = 0; k < x.size(); ++k) {
      ASSERT_EQ(x[k].a.index, y[k].a.index);
      ASSERT_EQ(x[k].b.index, y[k].b.index);
      ASSERT_EQ(x[k].t, y[k].t);
    }
    if (!continuous) without = threads.count() - before;
    if (continuous) {
      EXPECT_GT(threads.count() - before, without + 50);
    }
  }
}

// --- Against the sampled sweep -------------------------------------------------------------------

template <int D, class T>
class RandomSweeps {
 public:
  explicit RandomSweeps(std::uint64_t seed) : random_(seed) {}

  ShapeView<D, T> shape() {
    Vec<D, T> half = Vec<D, T>::all(T(0.1));
    half[0] = T(random_.between(0.1, 2));
    switch (random_.below(3)) {
      case 0: return Sphere<D, T>{T(random_.between(0.1, 0.5))}.view();
      case 1: return Box<D, T>{half}.view();
      default: return Capsule<D, T>{{}, half, T(0.1)}.view();
    }
  }
  // Angles around one axis, so that the pose at each time is known without interpolation.
  struct RandomSweep {
    Vec<D, double> from, to;
    double start = 0, rotation = 0;
    Transform<D, T> pose_at(double t) const {
      Transform<D, T> pose;
      pose.translation = vec_cast<T>(from * (1 - t) + to * t);
      const double angle = start + rotation * t;
      if constexpr (D == 2) {
        pose.rotation = {T(std::cos(angle)), T(std::sin(angle))};
      } else {
        pose.rotation = {0, T(std::sin(angle / 2)), 0, T(std::cos(angle / 2))};
      }
      return pose;
    }
    Sweep<D, T> sweep() const { return {pose_at(0), pose_at(1)}; }
  };
  RandomSweep random_sweep() {
    RandomSweep w;
    for (int a = 0; a < D; ++a)
      w.from[a] = random_.between(-3, 3), w.to[a] = random_.between(-3, 3);
    w.start = random_.between(-3, 3);
    if (random_.below(3) != 0) w.rotation = random_.between(-3.1, 3.1);
    return w;
  }

 private:
  scenes::Pcg32 random_;
};

// An interpolated rotation differs by some degrees from one of constant speed: only deep overlaps
// must be reported, and not much later than they are seen.
template <int D, class T>
void expect_reported(std::uint64_t seed, int count) {
  using Queries = masu::detail::ShapeQueries<D, T>;
  RandomSweeps<D, T> sweeps(seed);
  int deep = 0;
  for (int n = 0; n < count; ++n) {
    const auto a = world_shape(sweeps.shape());
    const auto b = world_shape(sweeps.shape());
    const auto of_a = sweeps.random_sweep();
    const auto of_b = sweeps.random_sweep();
    const auto reported = Queries::impact(a, of_a.sweep(), b, of_b.sweep()).impact();
    for (double t = 0; t <= 1; t += 0x1p-6) {
      const auto s = penetration(a.convex, of_a.pose_at(t), b.convex, of_b.pose_at(t));
      if (s.depth() < T(0.15)) continue;
      ++deep;
      ASSERT_TRUE(reported.hit) << n << ", " << name(reported.status) << ", seen at " << t;
      ASSERT_LE(double(reported.t), t + 0.04) << n;
      break;
    }
  }
  EXPECT_GT(deep, count / 50);
}

// When a rotating rod hits a ball after a quarter of its rotation.
template <int D, class T>
T impact_time(double degrees) {
  typename RandomSweeps<D, T>::RandomSweep sweep{}, rest{};
  sweep.rotation = degrees * 3.14159265358979 / 180;
  const double angle = 0.25 * sweep.rotation;
  rest.from[0] = rest.to[0] = 1.8 * std::cos(angle);
  rest.from[D - 1] = rest.to[D - 1] = (D == 2 ? 1.8 : -1.8) * std::sin(angle);
  Vec<D, T> end{};
  end[0] = 2;
  const auto rod = world_shape(Capsule<D, T>{{}, end, T(0.1)}.view());
  const auto ball = world_shape(Sphere<D, T>{T(0.1)}.view());
  using Queries = masu::detail::ShapeQueries<D, T>;
  const auto reported = Queries::impact(rod, sweep.sweep(), ball, rest.sweep()).impact();
  return reported.hit ? reported.t : T(2);
}

TEST(WorldPassing, rotations_have_nearly_constant_speed) {
  for (const double degrees : {30.0, 55.0, 65.0, 110.0, 125.0, 170.0}) {
    SCOPED_TRACE(degrees);
    const double expected = 0.25 - std::asin(0.2 / 1.8) * 180 / 3.14159265358979 / degrees;
    EXPECT_NEAR((double(impact_time<2, float>(degrees))), expected, 0.02);
    EXPECT_NEAR((impact_time<2, double>(degrees)), expected, 0.02);
    EXPECT_NEAR((double(impact_time<3, float>(degrees))), expected, 0.02);
    EXPECT_NEAR((impact_time<3, double>(degrees)), expected, 0.02);
  }
}

TEST(WorldPassing, fast_rotating_objects_do_not_tunnel_through_each_other) {
  ASSERT_NO_FATAL_FAILURE((expect_reported<2, float>(1, by_tier(4000, 100'000))));
  ASSERT_NO_FATAL_FAILURE((expect_reported<2, double>(2, by_tier(4000, 100'000))));
  ASSERT_NO_FATAL_FAILURE((expect_reported<3, float>(3, by_tier(1000, 30'000))));
}

}  // namespace
}  // namespace masu::test
