// SPDX-License-Identifier: MIT
// Changes of objects while they are in a world, and which objects get events.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>

#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}

// --- What an object is ---------------------------------------------------------------------------

TEST(WorldChanges, an_object_becomes_a_sensor_and_back) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(1));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.contacts(world.pairs()[0]).size(), 1u);
  ASSERT_EQ(world.set_sensor(a, true), Status::ok);
  EXPECT_TRUE(world.find(a)->options.sensor);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.stayed().size(), 1u) << "the pair stays what it is";
  EXPECT_TRUE(world.contacts(world.pairs()[0]).empty());
  ASSERT_EQ(world.set_sensor(a, false), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.contacts(world.pairs()[0]).size(), 1u);
  EXPECT_EQ(world.set_sensor({}, true), Status::stale_handle);
  EXPECT_TRUE(world.validate());
}

TEST(WorldChanges, an_object_that_became_a_sensor_reports_crossings) {
  World<2> world;
  const Handle gate = world.add(Box<2, float>{{0.1f, 5}}, pose_at(5));
  const Handle ball = world.add(Circle2{0.5f}, pose_at(0));
  const auto pass = [&] {
    EXPECT_EQ(world.teleport(ball, pose_at(0)), Status::ok);
    EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.move(ball, pose_at(10)), Status::ok);
    EXPECT_EQ(world.update().status, Status::ok);
  };
  pass();
  EXPECT_EQ(world.crossed().size() + world.impacts().size(), 0u);
  ASSERT_EQ(world.set_sensor(gate, true), Status::ok);
  pass();
  EXPECT_EQ(world.crossed().size(), 1u);
  ASSERT_EQ(world.set_sensor(gate, false), Status::ok);
  ASSERT_EQ(world.set_continuous(ball, true), Status::ok);
  pass();
  EXPECT_EQ(world.crossed().size(), 0u);
  EXPECT_EQ(world.impacts().size(), 1u);
  ASSERT_EQ(world.set_continuous(ball, false), Status::ok);
  pass();
  EXPECT_EQ(world.impacts().size(), 0u);
}

TEST(WorldChanges, fixed_objects_have_no_pairs_with_each_other_any_more) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, pose_at(0), {.fixed = true});
  const Handle b = world.add(Circle2{1}, pose_at(1));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.set_fixed(b, true), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 1u);
  ASSERT_EQ(world.set_fixed(a, false), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.began().size(), 1u);
}

TEST(WorldChanges, another_filter_leaves_an_object_in_its_layer) {
  World<2> world;
  LayerMatrix layers;
  ASSERT_EQ(layers.set(1, 1, false), Status::ok);
  ASSERT_EQ(world.set_layers(layers), Status::ok);
  const Handle a = world.add(Circle2{1}, pose_at(0), {.layer = 1});
  (void)world.add(Circle2{1}, pose_at(1), {.layer = 1});
  ASSERT_EQ(world.set_filter(a, {}), Status::ok);
  EXPECT_EQ(world.find(a)->options.layer, 1);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
  ASSERT_EQ(world.set_layer(a, kNoLayer), Status::ok);
  EXPECT_EQ(world.find(a)->options.layer, kNoLayer);
  ASSERT_EQ(world.set_filter(a, {8, ~std::uint64_t(0)}), Status::ok);
  EXPECT_EQ(world.find(a)->options.filter, (Filter{8, ~std::uint64_t(0)}));
}

TEST(WorldChanges, a_world_is_cleared_and_filled_again) {
  World<2> world;
  std::vector<Handle> handles;
  for (int i = 0; i < 10; ++i) {
    handles.push_back(world.add(Circle2{1}, pose_at(float(i)), {.sensor = i == 3}));
  }
  ASSERT_EQ(world.update().status, Status::ok);
  const std::size_t pairs = world.pairs().size();
  ASSERT_EQ(world.clear(), Status::ok);
  EXPECT_EQ(world.size(), 0u);
  for (const Handle h : handles) EXPECT_FALSE(world.contains(h));
  EXPECT_FALSE(world.ray_cast({{-9, 0}, {1, 0}}).hit);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), pairs);
  EXPECT_EQ(world.pairs().size(), 0u);
  (void)world.add(Circle2{1}, pose_at(0));
  EXPECT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.size(), 1u);
  EXPECT_TRUE(world.validate());
}

// With every method: room for objects to be removed is made when they are added.
TEST(WorldChanges, objects_added_at_once_are_removed_at_once) {
  for (int method = -1; method < 6; ++method) {
    World<2> world;
    if (method >= 0) {
      ASSERT_EQ(world.broad_phase().use(BroadPhase(method)), Status::ok);
    }
    for (const std::size_t count : {1u, 100u, 3000u}) {
      std::vector<Transform2f> poses(count);
      for (std::size_t i = 0; i < count; ++i) poses[i].translation = {float(i), 0};
      std::vector<Handle> handles(count);
      ASSERT_EQ(world.add_many(Circle<float>{0.6f}, poses, handles), Status::ok);
      for (const Handle h : handles) ASSERT_EQ(world.remove(h), Status::ok);
      ASSERT_TRUE(world.validate());
      ASSERT_EQ(world.add_many(Circle<float>{0.6f}, poses, handles), Status::ok);
      ASSERT_EQ(world.update().status, Status::ok);
      EXPECT_EQ(world.pairs().size(), count - 1);
      for (const Handle h : handles) ASSERT_EQ(world.remove(h), Status::ok);
      ASSERT_EQ(world.update().status, Status::ok);
      EXPECT_EQ(world.pairs().size(), 0u);
      EXPECT_TRUE(world.validate());
    }
  }
}

TEST(WorldChanges, tables_of_objects_do_not_grow_within_reserved_capacity) {
  const auto calls = [](std::size_t capacity) {
    FailingAllocator memory;
    World<2> world({}, memory.allocator());
    EXPECT_EQ(world.reserve(capacity), Status::ok);
    memory.fail(FailingAllocator::kNever);  // restarts the count
    for (int i = 0; i < 1000; ++i) (void)world.add(Circle2{0.4f}, pose_at(float(i)));
    return memory.calls();
  };
  EXPECT_LT(calls(1000) + 50, calls(0));
  FailingAllocator memory;
  World<2> world({}, memory.allocator());
  memory.fail(1, true);
  EXPECT_EQ(world.reserve(1000), Status::out_of_memory);
  EXPECT_EQ(world.reserve((std::size_t(1) << 28) + 1), Status::too_many_objects);
  EXPECT_EQ(world.reserve(~std::size_t(0)), Status::too_many_objects);
}

// --- The broad phase -----------------------------------------------------------------------------

template <class Phase>
concept CanLosePairs = requires(Phase&& phase) {
  phase.update();
};

TEST(WorldChanges, only_the_method_of_the_broad_phase_can_be_changed) {
  World<2> world;
  static_assert(!CanLosePairs<decltype(world.broad_phase())>);
  (void)world.add(Circle2{1}, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(1));
  ASSERT_EQ(world.broad_phase().use(BroadPhase::bvh), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.broad_phase().method(), BroadPhase::bvh);
  ASSERT_EQ(world.for_each([&](Handle) {
    EXPECT_EQ(world.broad_phase().use(BroadPhase::all_pairs), Status::busy);
    EXPECT_EQ(world.broad_phase().use_automatic(), Status::busy);
  }),
            Status::ok);
  EXPECT_EQ(world.broad_phase().use_automatic(), Status::ok);
}

// --- Listeners -----------------------------------------------------------------------------------

struct CountImpacts {
  int impacts = 0;
  void on_impact(const WorldImpact<2, float>&) { ++impacts; }
};
struct ByValue {
  void on_begin(WorldPair) const {}
};
struct Generic final {
  int ends = 0;
  void on_end(const auto&) { ++ends; }
};
// Those that are refused: tests/compile/refused.
TEST(WorldChanges, listeners_may_be_const_generic_final_and_have_one_event) {
  World<2> world;
  const Handle ball = world.add(Circle2{0.5f}, pose_at(0), {.continuous = true});
  (void)world.add(Circle2{0.5f}, pose_at(5));
  CountImpacts counter;
  ASSERT_EQ(world.update(counter).status, Status::ok);
  ASSERT_EQ(world.move(ball, pose_at(10)), Status::ok);
  ASSERT_EQ(world.update(counter).status, Status::ok);
  EXPECT_EQ(counter.impacts, 1);
  const ByValue by_value;
  ASSERT_EQ(world.update(by_value).status, Status::ok);
  ASSERT_EQ(world.teleport(ball, pose_at(100)), Status::ok);
  Generic generic;
  ASSERT_EQ(world.update(generic).status, Status::ok);
  EXPECT_EQ(generic.ends, 0);
}

}  // namespace
}  // namespace masu::test
