// SPDX-License-Identifier: MIT
// Characters in C are carried and pushed like those of C++.
#include <gtest/gtest.h>

#include <masu/world/world_obstacles.hpp>

#include "tests/c/twin_worlds.hpp"

namespace masu::test {
namespace {

template <class K>
class CCarry : public TwinWorlds<K> {
 protected:
  using Twins = TwinWorlds<K>;
  using Twins::c_;
  using Twins::handles_;
  using Twins::kD;
  using Twins::poses_;
  using Twins::random_;
  using Twins::world_;
  using typename Twins::A;
  using typename Twins::T;

  CCarry() : Twins(19) {}

  void carry_once() {
    CapsuleMover<kD, T> mover{{}, T(random_.between(0.1, 0.4)), {}};
    for (int a = 0; a < kD; ++a) mover.position[a] = T(random_.between(-1, 7));
    SlideOptions<kD, T> options;
    auto c_options = A::slide_options_default();
    if (random_.below(2) == 0) options.up[1] = T(1);
    c_options.up = c_vec(options.up);
    const MaybeFilter filter = random_.below(2) == 0 ? MaybeFilter{} : MaybeFilter{Filter{1, 1}};
    const masu_filter c_filter{1, 1};
    const Handle left_out = handles_[random_.below(std::uint32_t(handles_.size()))];

    std::vector<Transform<kD, T>> from = poses_;
    std::vector<typename A::ObstacleMotion> c_moved;
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      if (random_.below(3) == 0) continue;
      for (int a = 0; a < kD; ++a) poses_[i].translation[a] += T(random_.between(-1, 1));
      const auto c_transform = c_pose(poses_[i]);
      ASSERT_EQ(world_.move(handles_[i], poses_[i]), Status::ok);
      ASSERT_EQ(A::move(c_, c_handle(handles_[i]), &c_transform), MASU_OK);
      c_moved.push_back({c_handle(handles_[i]), c_pose(from[i])});
    }
    const WorldObstacles<kD, T> obstacles(world_, filter, left_out);
    std::vector<ObstacleMotion<kD, T>> moved;
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      if (from[i] != poses_[i]) moved.push_back(obstacles.motion(handles_[i], from[i]));
    }
    ASSERT_EQ(moved.size(), c_moved.size());
    auto c_mover = std::bit_cast<typename A::CapsuleMover>(mover);
    const auto expected = carry(mover, moved, obstacles, options);
    typename A::CarryResult r;
    ASSERT_EQ(A::carry(c_, &c_mover, c_moved.data(), c_moved.size(), filter ? &c_filter : nullptr,
                       c_handle(left_out), &c_options, &r),
              masu_status(expected.status));
    ASSERT_EQ((std::bit_cast<Vec<kD, T>>(c_mover.position)), mover.position);
    ASSERT_EQ((std::bit_cast<Vec<kD, T>>(r.displacement)), expected.displacement);
    ASSERT_EQ((std::bit_cast<Vec<kD, T>>(r.ground_displacement)), expected.ground_displacement);
    ASSERT_EQ(r.crushed != 0, expected.crushed);
    ASSERT_EQ(r.crushed_by.index, expected.crushed_by);
    ASSERT_EQ(r.ground.index, expected.ground_body);
    ASSERT_EQ(r.t, expected.t);
    ASSERT_EQ(r.overlap, expected.overlap);
    ASSERT_EQ(r.stats.tests, expected.stats.tests);
    pushed_ += expected.displacement == Vec<kD, T>{} ? 0 : 1;
    crushed_ += expected.crushed ? 1 : 0;
  }

  int pushed_ = 0, crushed_ = 0;
};
TYPED_TEST_SUITE(CCarry, Kinds);

TYPED_TEST(CCarry, equals_that_of_cpp) {
  ASSERT_NO_FATAL_FAILURE(this->fill(40));
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(this->carry_once());
  }
  EXPECT_GT(this->pushed_, 5);
  EXPECT_LT(this->crushed_, 100);
}

using A2 = Api<2, float>;

TEST(CCarryPlatforms, a_lift_carries_and_a_door_stops_at_t) {
  CWorld<2, float> world;
  const masu_handle lift = world.add(A2::box({4, 0.5f}, {0, 0}), {0, 0});
  const masu_handle none = {MASU_NO_INDEX, 0};
  auto options = A2::slide_options_default();
  options.up = {0, 1};
  masu_capsule_mover_2f mover = {{0, 1.005f}, 0.5f, {0, 0}};
  const masu_obstacle_motion_2f moved = {lift, masu_pose_at_2f({0, 0})};
  masu_pose_2f to = masu_pose_at_2f({1, 2});
  ASSERT_EQ(A2::move(world, lift, &to), MASU_OK);
  masu_carry_result_2f r;
  ASSERT_EQ(A2::carry(world, &mover, &moved, 1, nullptr, none, &options, &r), MASU_OK);
  EXPECT_NEAR(mover.position.x, 1, 0.01f);
  EXPECT_NEAR(mover.position.y, 3.005f, 0.01f);
  EXPECT_EQ(r.ground.index, lift.index);
  EXPECT_FLOAT_EQ(r.ground_displacement.y, 2);
  EXPECT_EQ(r.crushed, 0);
  EXPECT_EQ(r.crushed_by.index, MASU_NO_INDEX);
  EXPECT_EQ(r.t, 1);

  world.add(A2::box({9, 0.5f}, {0, 0}), {1, 7});
  const masu_obstacle_motion_2f up = {lift, to};
  to = masu_pose_at_2f({1, 12});
  ASSERT_EQ(A2::move(world, lift, &to), MASU_OK);
  ASSERT_EQ(A2::carry(world, &mover, &up, 1, nullptr, none, &options, &r), MASU_OK);
  EXPECT_EQ(r.crushed, 1);
  EXPECT_EQ(r.crushed_by.index, lift.index);
  const masu_pose_2f there = A2::pose_between(&up.from, &to, double(r.t));
  EXPECT_GT(there.translation.y, 4.8f);
  EXPECT_LE(there.translation.y, 5);
}

TEST(CCarryFaults, do_not_move_the_mover) {
  CWorld<2, float> world;
  CWorld<3, float> space;
  const masu_handle floor = world.add(A2::box({9, 1}, {0, 0}), {});
  const masu_handle none = {MASU_NO_INDEX, 0};
  masu_capsule_mover_2f mover = {{0, 2}, 0.5f, {0, 0}};
  const masu_obstacle_motion_2f moved = {floor, masu_pose_at_2f({0, -3})};
  masu_carry_result_2f r;
  const auto carry = [&](const masu_world* w, masu_capsule_mover_2f* m,
                         const masu_obstacle_motion_2f* o, masu_carry_result_2f* to) {
    return A2::carry(w, m, o, 1, nullptr, none, nullptr, to);
  };
  EXPECT_EQ(carry(nullptr, &mover, &moved, &r), MASU_OUT_OF_RANGE);
  EXPECT_EQ(carry(space, &mover, &moved, &r), MASU_WRONG_FORMAT);
  EXPECT_EQ(carry(world, nullptr, &moved, &r), MASU_OUT_OF_RANGE);
  EXPECT_EQ(carry(world, &mover, nullptr, &r), MASU_OUT_OF_RANGE);
  EXPECT_EQ(carry(world, &mover, &moved, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::carry(world, &mover, nullptr, 0, nullptr, none, nullptr, &r), MASU_OK);
  auto options = A2::slide_options_default();
  --options.size;
  EXPECT_EQ(A2::carry(world, &mover, &moved, 1, nullptr, none, &options, &r), MASU_WRONG_FORMAT);
  EXPECT_EQ(mover.position.y, 2);
  EXPECT_EQ(A2::pose_between(nullptr, &moved.from, 0.5).rotation.cosine, 1);
  ASSERT_EQ(masu_world_remove(world, floor), MASU_OK);
  EXPECT_EQ(carry(world, &mover, &moved, &r), MASU_OK) << "stale: no obstacle";
  EXPECT_EQ(mover.position.y, 2);
}

TEST(CCarryFaults, an_obstacle_counts_if_its_callback_throws) {
  CWorld<2, float> world;
  const masu_handle floor = world.add(A2::box({9, 1}, {0, 0}), {});
  auto options = A2::slide_options_default();
  options.up = {0, 1};
  options.counts = [](void*, const masu_slide_obstacle_2f*) -> int { throw 1; };
  masu_capsule_mover_2f mover = {{0, 1}, 0.5f, {0, 0}};
  const masu_obstacle_motion_2f moved = {floor, masu_pose_at_2f({0, -1})};
  masu_carry_result_2f r;
  EXPECT_EQ(A2::carry(world, &mover, &moved, 1, nullptr, {MASU_NO_INDEX, 0}, &options, &r),
            MASU_THREW);
  EXPECT_EQ(r.status, MASU_OK);
  EXPECT_NEAR(mover.position.y, 1.5f, 0.01f);
}

}  // namespace
}  // namespace masu::test
