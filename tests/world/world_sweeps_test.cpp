// SPDX-License-Identifier: MIT
// What objects hit on their paths within a frame.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}

TEST(WorldSweeps, a_bullet_that_passes_a_wall_and_a_sensor_within_a_frame_is_reported) {
  World<2> world;
  const Handle sensor =
      world.add(Box<2, float>{{0.1f, 5}}, pose_at(5), {.sensor = true, .fixed = true});
  const Handle wall = world.add(Box<2, float>{{0.1f, 5}}, pose_at(10), {.fixed = true});
  const Handle bullet = world.add(Circle2{0.5f}, pose_at(0), {.continuous = true});
  const Handle slow = world.add(Circle2{0.5f}, pose_at(0, 3));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.move(bullet, pose_at(20)), Status::ok);
  ASSERT_EQ(world.move(slow, pose_at(20, 3)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
  ASSERT_EQ(world.crossed().size(), 2u) << "sensors see all that moves";
  EXPECT_EQ(world.crossed()[0].a, sensor);
  EXPECT_EQ(world.crossed()[0].b, bullet);
  EXPECT_NEAR(world.crossed()[0].t, 4.4f / 20, 1e-4f);
  ASSERT_EQ(world.impacts().size(), 1u);
  EXPECT_EQ(world.impacts()[0].a, wall);
  EXPECT_NEAR(world.impacts()[0].t, 9.4f / 20, 1e-4f);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.crossed().size() + world.impacts().size(), 0u);
  ASSERT_EQ(world.move(wall, pose_at(10.1f)), Status::ok);
  EXPECT_EQ(world.update().pairs_tested, 0u) << "that sweep has ended";
  ASSERT_EQ(world.teleport(bullet, pose_at(0)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.crossed().size() + world.impacts().size(), 0u) << "a teleport does not sweep";
}

TEST(WorldSweeps, bullets_hit_each_other_and_the_earliest_comes_first) {
  World<3> world;
  const Sphere<3, float> ball{0.1f};
  const ObjectOptions bullet{.continuous = true};
  std::vector<Handle> left, right;
  for (int i = 0; i < 5; ++i) {
    left.push_back(world.add(ball, {{0, float(i), 0}, {}}, bullet));
    right.push_back(world.add(ball, {{10.0f + float(5 - i), float(i), 0}, {}}, bullet));
  }
  ASSERT_EQ(world.update().status, Status::ok);
  for (std::size_t i = 0; i < 5; ++i) {
    ASSERT_EQ(world.move(left[i], {{20, float(i), 0}, {}}), Status::ok);
    ASSERT_EQ(world.move(right[i], {{-10, float(i), 0}, {}}), Status::ok);
  }
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.impacts().size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(world.impacts()[k].a, left[4 - k]);
}

// A stick that rotates by more than a third of a turn: its sweep is cut in two.
TEST(WorldSweeps, a_rotating_stick_hits_what_its_ends_do_not) {
  World<2> world;
  const Handle stick = world.add(Box<2, float>{{4, 0.1f}}, pose_at(0), {.continuous = true});
  const Handle post = world.add(Circle2{0.2f}, pose_at(0, 3));
  ASSERT_EQ(world.update().status, Status::ok);
  const float c = 0.99999f;
  ASSERT_EQ(world.move(stick, {{0, 0}, {-c, std::sqrt(1 - c * c)}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
  ASSERT_EQ(world.impacts().size(), 1u);
  EXPECT_EQ(world.impacts()[0].b, post);
  EXPECT_NEAR(world.impacts()[0].t, 0.5f, 0.1f);
}

}  // namespace
}  // namespace masu::test
