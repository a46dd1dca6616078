// SPDX-License-Identifier: MIT
// The tree of a world for queries: results are correct however long it was not queried.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include <masu/narrow_phase/point_query.hpp>
#include <masu/shapes/half_space.hpp>

#include "tests/support/failing_allocator.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

using Slots = std::set<std::uint32_t>;

// Against brute force over all objects.
template <int D, class T>
void expect_right(WorldModel<D, T>& model) {
  auto& world = model.world();
  const auto box = aabb_of(model.bodies().shape(), model.bodies().transform());
  const MaybeFilter filter = model.bodies().filter();
  Slots expected, found;
  std::vector<std::pair<T, std::uint32_t>> nearest;
  const auto p = model.bodies().random_point();
  for (const auto& [slot, e] : model.entries()) {
    if (!accepts(*filter, e.filter)) continue;
    if (overlaps(aabb_of(e.shape, e.pose), box)) expected.insert(slot);
    const T d = closest_point(e.shape, e.pose, p).distance;
    nearest.push_back({d > 0 ? d * d : T(0), slot});
  }
  std::sort(nearest.begin(), nearest.end());
  const auto insert = [&](Handle h) {
    EXPECT_TRUE(found.insert(h.index).second) << "reported twice";
  };
  ASSERT_EQ(world.for_each_overlapping(box, insert, filter).status, Status::ok);
  ASSERT_EQ(found, expected);
  Neighbor<T> near[4];
  const auto r = world.nearest(p, near, filter);
  ASSERT_EQ(r.stats.results, std::min<std::size_t>(4, nearest.size()));
  for (std::size_t k = 0; k < r.stats.results; ++k) {
    ASSERT_EQ(near[k].id.index, nearest[k].second);
    ASSERT_EQ(near[k].distance_squared, nearest[k].first);
    ASSERT_TRUE(world.contains(near[k].id));
  }
}

template <int D, class T>
void query_now_and_then(std::uint64_t seed) {
  WorldModel<D, T> model(seed, {.detail = ContactDetail::boxes});
  for (int i = 0; i < 80; ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  // So many updates without a question, with so many changes each.
  for (const int quiet : {0, 1, 5, 30, 2, 0, 12}) {
    for (const int steps : {1, 10, 60}) {
      for (int k = 0; k < quiet; ++k) {
        for (int s = 0; s < steps; ++s) ASSERT_NO_FATAL_FAILURE(model.step());
        ASSERT_EQ(model.world().update().status, Status::ok);
      }
      ASSERT_TRUE(model.world().validate());
      for (int k = 0; k < 3; ++k) {
        ASSERT_NO_FATAL_FAILURE(expect_right(model));
        ASSERT_TRUE(model.world().validate());
        for (int s = 0; s < steps; ++s) ASSERT_NO_FATAL_FAILURE(model.step());
        ASSERT_NO_FATAL_FAILURE(expect_right(model)) << "before the update";
        if (k != 1) {
          ASSERT_EQ(model.world().update().status, Status::ok);
        }
      }
    }
  }
}

TEST(WorldQueryTree, results_are_correct_after_any_number_of_updates_without_queries) {
  for_each_target([&](SimdTarget) {
    ASSERT_NO_FATAL_FAILURE((query_now_and_then<2, float>(1)));
    ASSERT_NO_FATAL_FAILURE((query_now_and_then<3, float>(2)));
  });
  ASSERT_NO_FATAL_FAILURE((query_now_and_then<2, double>(3)));
  ASSERT_NO_FATAL_FAILURE((query_now_and_then<3, double>(4)));
}

// A grid of balls, of which some come, go and move by a step.
World<2> balls(int side, std::vector<Handle>& handles) {
  World<2> world;
  for (int i = 0; i < side * side; ++i) {
    const Vec2f position{float(i % side), float(i / side)};
    handles.push_back(world.add(Circle<float>{0.25f}, {position, {}}).handle);
  }
  return world;
}

TEST(WorldQueryTree, threads_may_run_the_first_queries_at_the_same_time) {
  std::vector<Handle> handles;
  World<2> world = balls(60, handles);
  for (int round = 0; round < 20; ++round) {
    const float step = float(round % 5);
    for (std::size_t i = std::size_t(round) % 3; i < handles.size(); i += 3) {
      const Vec2f position{float(i % 60) + step * 0.1f, float(i / 60)};
      ASSERT_EQ(world.move(handles[i], {position, {}}), Status::ok);
    }
    if (round % 2 == 0) {
      ASSERT_EQ(world.update().status, Status::ok);
    }
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&world, &handles, &wrong, t] {
        for (std::size_t k = 0; k < 50; ++k) {
          const Handle h = handles[(std::size_t(t) * 977 + k * 131) % handles.size()];
          const Vec2f position = world.find(h)->pose.translation;
          Neighbor<float> one[1];
          const auto r = world.nearest(position, one);
          if (r.stats.results != 1 || one[0].id != h) ++wrong;
          const auto hit = world.ray_cast({position + Vec2f{0, -0.5f}, {0, 1}, 0.5f});
          if (!hit.hit || hit.object != h) ++wrong;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(wrong, 0);
    ASSERT_TRUE(world.validate());
  }
}

TEST(WorldQueryTree, a_query_allocates_nothing) {
  FailingAllocator memory;
  World<2> world({}, memory.allocator());
  std::vector<Handle> handles;
  for (int i = 0; i < 2000; ++i) {
    handles.push_back(world.add(Circle<float>{0.25f}, {{float(i % 50), float(i / 50)}, {}}).handle);
  }
  const auto ask = [&] {
    const std::size_t before = memory.calls();
    EXPECT_TRUE(world.ray_cast({{-1, 3}, {1, 0}}).hit);
    EXPECT_EQ(memory.calls(), before);
  };
  ask();
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < handles.size(); i += round % 2 == 0 ? 1 : 7) {
      const float far = round % 3 == 0 ? 30.0f : 0.1f;
      ASSERT_EQ(world.move(handles[i], {{float(i % 50) + far * float(i % 7), float(i / 50)}, {}}),
                Status::ok);
    }
    for (std::size_t i = 0; i < 20; ++i) {
      Handle& h = handles[(std::size_t(round) * 37 + i * 11) % handles.size()];
      ASSERT_EQ(world.remove(h), Status::ok);
      h = world.add(Circle<float>{0.25f}, {{float(i), 3}, {}}).handle;
    }
    ask();
    ASSERT_EQ(world.update().status, Status::ok);
    ask();
  }
}

// A world that is queried every frame tests few objects; one that is not does too, from the first
// query on. Objects on a ray are tested in blocks: a stop within one ends all, and none is reported
// twice.
TEST(WorldQueryTree, a_visitor_of_a_ray_may_stop_at_any_object) {
  constexpr std::uint32_t kRow = 300;
  World<2, float> world;
  for (std::uint32_t i = 0; i < kRow; ++i) {
    ASSERT_TRUE(world.add(Box<2, float>{{0.4f, 0.4f}}, {.translation = {float(i), 0}}).status ==
                Status::ok);
  }
  ASSERT_EQ(world.update().status, Status::ok);
  for (const bool some_late : {false, true}) {
    if (some_late) {
      ASSERT_EQ(world.add(Box<2, float>{{0.4f, 0.4f}}, {.translation = {-5, 0}}).status,
                Status::ok);
    }
    for (std::uint32_t most = 1; most <= kRow; ++most) {
      Slots reported;
      const auto stop_at = [&](const WorldRayHit<2, float>& hit) {
        EXPECT_TRUE(reported.insert(hit.object.index).second) << "reported twice";
        return reported.size() < most;
      };
      const auto r = world.for_each_on_ray({{-10, 0}, {1, 0}}, stop_at);
      ASSERT_EQ(r.status, Status::stopped);
      ASSERT_EQ(reported.size(), most);
      ASSERT_EQ(r.stats.results, most);
    }
  }
}

TEST(WorldQueryTree, queries_test_few_objects) {
  std::vector<Handle> handles;
  World<2> world = balls(100, handles);
  for (int round = 0; round < 6; ++round) {
    for (std::size_t i = 0; i < handles.size(); i += 2) {
      const Vec2f position{float(i % 100) + 0.01f * float(round), float(i / 100)};
      ASSERT_EQ(world.move(handles[i], {position, {}}), Status::ok);
    }
    EXPECT_LT(world.ray_cast({{-1, 50.1f}, {1, 0}}).stats.tests, 60u) << "before the update";
    for (int quiet = 0; quiet < round; ++quiet) {
      ASSERT_EQ(world.move(handles[7], {{7, 0.1f * float(quiet)}, {}}), Status::ok);
      ASSERT_EQ(world.update().status, Status::ok);
    }
    EXPECT_LT(world.ray_cast({{-1, 50.1f}, {1, 0}}).stats.tests, 60u);
  }
}

// Squares of such distances are no floats any more.
TEST(WorldQueryTree, far_objects_are_within_a_far_distance_with_and_without_a_tree) {
  for (const bool queries : {true, false}) {
    World<2> world({.queries = queries});
    const auto count = [&] {
      int found = 0;
      const auto see = [&](Handle, const auto&) { ++found; };
      EXPECT_EQ(world.for_each_within({0, 0}, 1e20f, see).status, Status::ok);
      return found;
    };
    ASSERT_EQ(world.add(Circle<float>{1}, {{3e19f, 0}, {}}).status, Status::ok);
    EXPECT_EQ(count(), 1) << "before the update";
    ASSERT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(count(), 1);
  }
}

// Whatever the ground is: it lies in the tree as all others do.
TEST(WorldQueryTree, queries_visit_few_nodes_above_an_infinite_ground) {
  World<2> world({.detail = ContactDetail::boxes});
  ASSERT_EQ(world.add(HalfSpace<2, float>{{0, 1}, 0}, {{0, -1}, {}}, {.fixed = true}).status,
            Status::ok);
  std::vector<Handle> handles;
  std::vector<Vec2f> positions, velocities;
  for (int i = 0; i < 2500; ++i) {
    positions.push_back({float(2 * (i % 50)), float(2 * (i / 50))});
    velocities.push_back({float(i * 7919 % 101 - 50) * 0.01f, float(i * 6007 % 97 - 48) * 0.01f});
    handles.push_back(world.add(Circle<float>{0.25f}, {positions.back(), {}}).handle);
  }
  for (int round = 0; round < 100; ++round) {
    for (std::size_t i = 0; i < handles.size(); ++i) {
      positions[i] = positions[i] + velocities[i];
      for (int a = 0; a < 2; ++a)
        velocities[i][a] *= positions[i][a] < 0 || positions[i][a] > 100 ? -1.0f : 1.0f;
      ASSERT_EQ(world.move(handles[i], {positions[i], {}}), Status::ok);
    }
    ASSERT_EQ(world.update().status, Status::ok);
    std::uint64_t nodes = 0;
    for (float x = 5; x < 100; x += 10) {
      const auto ignore = [](Handle) {};
      nodes += world.for_each_overlapping({{x, 50}, {x + 1, 51}}, ignore).stats.nodes;
    }
    ASSERT_LT(nodes, 200u) << "in frame " << round;
  }
}

}  // namespace
}  // namespace masu::test
