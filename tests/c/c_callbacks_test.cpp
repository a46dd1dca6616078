// SPDX-License-Identifier: MIT
// What callbacks, jobs and allocators may do to a world from C: throw, stop, query, refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <vector>

#include "tests/c/memory.hpp"

namespace masu::test {
namespace {

using A = Api<2, float>;

// A world in which each callback has something to report.
struct Busy {
  Busy() {
    const auto circle = A::sphere(1, {0, 0});
    masu_object_options sensor = masu_object_options_default();
    sensor.sensor = 1;
    a = world.add(circle, {0, 0});
    b = world.add(circle, {1, 0});
    c = world.add(circle, {0, 1});
    fast = world.add(circle, {-20, 0});
    world.add(circle, {-10, 0}, &sensor);
    EXPECT_EQ(masu_world_update(world, nullptr), MASU_OK);
    EXPECT_EQ(world.move(a, {9, 9}), MASU_OK);
    EXPECT_EQ(world.move(fast, {2, 0}), MASU_OK);
  }
  // Checks that it can be changed and updated: no flag of a running call remains.
  void expect_idle() {
    EXPECT_EQ(world.move(b, {1.25f, 0}), MASU_OK);
    EXPECT_EQ(masu_world_update(world, nullptr), MASU_OK);
    EXPECT_EQ(masu_world_validate(world), 1);
  }

  CWorld<2, float> world;
  masu_handle a, b, c, fast;
};

TEST(CCallbacks, exceptions_become_statuses) {
  const auto throws = []() -> int { throw std::runtime_error("from a callback"); };
  for (int which = 0; which < 4; ++which) {
    SCOPED_TRACE(which);
    Busy busy;
    static int calls;
    calls = 0;
    typename A::Listener listener{};
    const auto end = [](void*, const masu_ended_pair*) { ++calls, throw 1; };
    const auto cross = [](void*, const typename A::PairImpact*) { ++calls, throw 2; };
    const auto pair = [](void*, const masu_pair*) { ++calls, throw 3; };
    if (which == 0) listener.on_end = end;
    if (which == 1) listener.on_cross = cross;
    if (which == 2) listener.on_begin = pair;
    if (which == 3) listener.on_stay = pair;
    EXPECT_EQ(A::update_with_listener(busy.world, &listener, nullptr), MASU_THREW);
    EXPECT_EQ(calls, 1);
    busy.expect_idle();
  }
  Busy busy;
  ASSERT_EQ(masu_world_update(busy.world, nullptr), MASU_OK);
  const masu_visit_object object = [](void* f, masu_handle) {
    return (**static_cast<int (**)()>(f))();
  };
  int (*f)() = throws;
  void* context = &f;
  const auto circle = A::sphere(3, {0, 0});
  const auto pose = A::pose_at({0, 0});
  const typename A::Vec origin = {1, 0};
  const typename A::Aabb box = {{-5, -5}, {5, 5}};
  const typename A::Ray ray = {{1, 5}, {0, -1}, 9};
  EXPECT_EQ(masu_world_for_each(busy.world, object, context), MASU_THREW);
  EXPECT_EQ(masu_world_pairs_of(
                busy.world, busy.b, [](void*, const masu_pair*) -> int { throw 1; }, nullptr),
            MASU_THREW);
  EXPECT_EQ(A::touching(busy.world, &circle, &pose, nullptr, object, context), MASU_THREW);
  EXPECT_EQ(A::at(busy.world, &origin, nullptr, object, context), MASU_THREW);
  EXPECT_EQ(A::overlapping(busy.world, &box, nullptr, object, context), MASU_THREW);
  EXPECT_EQ(
      A::within(
          busy.world, &origin, 5, nullptr,
          [](void*, masu_handle, const typename A::SurfacePoint*) -> int { throw 1; }, nullptr),
      MASU_THREW);
  EXPECT_EQ(A::for_each_on_ray(
                busy.world, &ray, nullptr, [](void*, const typename A::RayHit*) -> int { throw 1; },
                nullptr),
            MASU_THREW);
  EXPECT_EQ(
      A::touching_in(
          busy.world, busy.world, [](void*, masu_handle, masu_handle) -> int { throw 1; }, nullptr),
      MASU_THREW);
  typename A::Draw draw{};
  draw.box = [](void*, const typename A::Aabb*, std::uint32_t) { throw 1; };
  EXPECT_EQ(A::draw(busy.world, &draw), MASU_THREW);
  draw.box = nullptr;
  draw.line = [](void*, const typename A::Vec*, const typename A::Vec*, std::uint32_t) { throw 1; };
  EXPECT_EQ(A::draw(busy.world, &draw), MASU_THREW);
  busy.expect_idle();
}

TEST(CCallbacks, may_stop_and_query_but_not_change) {
  static Busy* busy;
  Busy all;
  busy = &all;
  static int calls;
  const auto tries = [](void*, masu_handle h) {
    ++calls;
    EXPECT_EQ(busy->world.move(h, {3, 3}), MASU_BUSY);
    EXPECT_EQ(masu_world_remove(busy->world, h), MASU_BUSY);
    EXPECT_EQ(masu_world_update(busy->world, nullptr), MASU_BUSY);
    EXPECT_EQ(masu_world_clear(busy->world), MASU_BUSY);
    EXPECT_EQ(masu_world_reserve(busy->world, 9), MASU_BUSY);
    EXPECT_EQ(masu_world_use_broad_phase(busy->world, MASU_BVH), MASU_BUSY);
    EXPECT_EQ(masu_world_destroy(busy->world), MASU_BUSY);
    EXPECT_EQ(masu_world_contains(busy->world, h), 1);
    return calls < 2 ? 1 : 0;
  };
  calls = 0;
  EXPECT_EQ(masu_world_for_each(busy->world, tries, nullptr), MASU_STOPPED);
  EXPECT_EQ(calls, 2);
  typename A::Listener listener{};
  calls = 0;
  listener.on_begin = [](void*, const masu_pair* p) {
    ++calls;
    EXPECT_EQ(masu_world_remove(busy->world, p->a), MASU_BUSY);
  };
  EXPECT_EQ(A::update_with_listener(busy->world, &listener, nullptr), MASU_OK);
  EXPECT_GT(calls, 0);
  typename A::Draw draw{};
  draw.context = &calls;
  calls = 0;
  draw.box = [](void* context, const typename A::Aabb* box, std::uint32_t kind) {
    EXPECT_LE(box->min.x, box->max.x);
    EXPECT_LE(kind, std::uint32_t(MASU_DRAW_NODE));
    ++*static_cast<int*>(context);
    EXPECT_EQ(masu_world_remove(busy->world, busy->a), MASU_BUSY);
  };
  EXPECT_EQ(A::draw(busy->world, &draw), MASU_OK);
  EXPECT_GE(calls, 5);
  all.expect_idle();
}

TEST(CJobs, run_narrow_phase_tests_and_batches) {
  masu_jobs jobs = {
      [](void* context, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
        *static_cast<std::uint32_t*>(context) += count;
        for (std::uint32_t i = count; i-- > 0;) job(data, i);
      },
      nullptr, 4};
  std::uint32_t seen = 0;
  jobs.context = &seen;
  masu_world_options options = masu_world_options_default(2, MASU_FLOAT);
  std::uint64_t hash[2];
  for (int threaded = 0; threaded < 2; ++threaded) {
    if (threaded) options.jobs = jobs;
    masu_world* world = nullptr;
    ASSERT_EQ(masu_world_create(&options, nullptr, &world), MASU_OK);
    const auto circle = A::sphere(1, {0, 0});
    for (int i = 0; i < 600; ++i) {
      const auto pose = A::pose_at({float(i % 25), float(i / 25)});
      masu_handle made;
      ASSERT_EQ(A::add(world, &circle, &pose, nullptr, &made), MASU_OK);
    }
    ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
    hash[threaded] = masu_world_hash(world);
    std::vector<typename A::Ray> rays(500, {{3, 50}, {0, -1}, 90});
    std::vector<typename A::RayHit> hits(500);
    const std::uint32_t before = seen;
    ASSERT_EQ(A::ray_cast_many(world, rays.data(), 500, nullptr, &jobs, hits.data()), MASU_OK);
    EXPECT_GT(seen, before);
    EXPECT_EQ(hits[499].cast.t, hits[0].cast.t);
    EXPECT_EQ(hits[0].cast.hit, 1);
    ASSERT_EQ(masu_world_destroy(world), MASU_OK);
    EXPECT_EQ(before > 8, threaded == 1) << before;
    seen = 0;
  }
  EXPECT_EQ(hash[0], hash[1]);
}

// All calls for many that answer in lists, or need memory for their shapes.
masu_status many_stories(masu_world* world, masu_results* results) {
  const auto shape = A::sphere(1, {0, 0});
  const auto pose = A::pose_at({1, 1});
  const typename A::Vec point = {1, 1};
  const typename A::Ray ray = {{1, 5}, {0, -1}, 9};
  typename A::CastHit hit;
  typename A::Nearest nearest;
  FirstFault ok;
  (void)(ok(A::ray_cast_all_many(world, &ray, 1, nullptr, nullptr, results)) &&
         ok(A::shape_cast_many(world, &shape, &pose, &point, 1, nullptr, nullptr, results, &hit)) &&
         ok(A::closest_to_many(world, &shape, &pose, 1, nullptr, nullptr, results, &nearest)) &&
         ok(A::touching_many(world, &shape, &pose, 1, nullptr, nullptr, results)) &&
         ok(A::at_many(world, &point, 1, nullptr, nullptr, results)) &&
         ok(A::within_many(world, &point, 1, 2, nullptr, nullptr, results)) &&
         ok(A::touching_in_many(world, world, nullptr, results)));
  return ok.first();
}

// Everything that takes memory, once; whether all of it was well.
masu_status whole_story(const masu_allocator& allocator) {
  masu_world* world = nullptr;
  masu_results* results = nullptr;
  masu_body* bodies[6] = {};
  FirstFault ok;
  const typename A::Vec points[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  const std::uint32_t corners[6] = {0, 1, 1, 2, 2, 3};
  const std::uint32_t size[2] = {3, 3};
  const float heights[3] = {0, 1, 0};
  const float spacing = 1;
  masu_world_options options = masu_world_options_default(2, MASU_FLOAT);
  options.detail = MASU_AREAS;
  (void)(ok(masu_world_create(&options, &allocator, &world)) &&
         ok(masu_results_create(&allocator, &results)) &&
         ok(A::hull_create(points, 4, &allocator, &bodies[0])) &&
         ok(A::polygon_create(points, 4, &allocator, &bodies[1])) &&
         ok(A::mesh_create(points, 4, corners, 6, &allocator, &bodies[2])) &&
         ok(A::height_field_create(size, &spacing, heights, 3, &allocator, &bodies[3])) &&
         ok(A::tile_grid_create(size, {1, 1}, nullptr, 0, &allocator, &bodies[4])) &&
         ok(A::tile_grid_set(bodies[4], corners, MASU_TILE_FLOOR_RISING)));
  if (ok.first() == MASU_OK) {
    const typename A::Child child = {A::shape_of(bodies[0]), A::pose_at({1, 1})};
    (void)ok(A::compound_create(&child, 1, &allocator, &bodies[5]));
  }
  for (masu_body* body : bodies) {
    if (ok.first() != MASU_OK) break;
    const auto shape = A::shape_of(body);
    const auto pose = A::pose_at({0.5f, 0.25f});
    masu_handle made;
    (void)ok(A::add(world, &shape, &pose, nullptr, &made));
  }
  if (ok.first() == MASU_OK) {
    const typename A::Ray ray = {{1, 5}, {0, -1}, 9};
    const typename A::Aabb box = {{0, 0}, {1, 1}};
    const void* bytes = nullptr;
    std::size_t length = 0;
    (void)(ok(masu_world_use_broad_phase(world, MASU_SORTED_ORTHTREE)) &&
           ok(masu_world_update(world, nullptr)) &&
           ok(A::ray_cast_all(world, &ray, nullptr, results)) &&
           ok(A::overlapping_many(world, &box, 1, nullptr, nullptr, results)) &&
           ok(A::nearest_many(world, points, 4, 3, nullptr, nullptr, results)) &&
           ok(many_stories(world, results)) && ok(masu_world_save(world, &bytes, &length)) &&
           ok(masu_world_restore(world, bytes, length)));
  }
  if (world != nullptr) {
    EXPECT_EQ(masu_world_validate(world), 1);
  }
  for (masu_body* body : bodies) EXPECT_EQ(masu_body_release(body), MASU_OK);
  EXPECT_EQ(masu_world_destroy(world), MASU_OK);
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
  return ok.first();
}

TEST(CMemory, any_allocation_may_fail) {
  expect_any_allocation_may_fail(whole_story, 50);
}

TEST(CMemory, allocators_that_throw_count_as_out_of_memory) {
  static int left;
  const masu_allocator allocator = {[](void*, std::size_t size, std::size_t alignment) -> void* {
                                      if (left-- <= 0) throw std::bad_alloc();
                                      return ::operator new(size, std::align_val_t(alignment));
                                    },
                                    [](void*, void* block, std::size_t, std::size_t alignment) {
                                      ::operator delete(block, std::align_val_t(alignment));
                                    },
                                    nullptr};
  for (int k = 0; k < 50; ++k) {
    left = k;
    EXPECT_EQ(whole_story(allocator), MASU_OUT_OF_MEMORY);
  }
}

}  // namespace
}  // namespace masu::test
