// SPDX-License-Identifier: MIT
// Batches of queries of a world: compared with single ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "tests/support/failing_allocator.hpp"
#include "tests/support/guarded_memory.hpp"
#include "tests/support/threads.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

TEST(WorldBatches, are_the_same_with_any_number_of_threads) {
  WorldModel<3, float> model(5, {.detail = ContactDetail::boxes});
  for (int i = 0; i < 300; ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  ASSERT_EQ(model.world().update().status, Status::ok);
  std::vector<Ray<3, float>> rays;
  std::vector<Aabb3f> boxes;
  std::vector<Vec3f> points;
  for (int i = 0; i < 1000; ++i) {
    points.push_back(model.bodies().random_point());
    rays.push_back({points.back(), model.bodies().random_point() - Vec3f{5, 5, 5}});
    boxes.push_back(aabb_of(model.bodies().shape(), model.bodies().transform()));
  }
  std::vector<WorldRayHit<3, float>> alone(rays.size()), together(rays.size());
  QueryBatch<Handle> overlapped, overlapped_together;
  QueryBatch<Neighbor<float>> near, near_together;
  Threads threads(4);
  const auto& world = model.world();
  ASSERT_EQ(world.ray_cast_many(rays, alone), Status::ok);
  ASSERT_EQ(world.ray_cast_many(rays, together, {}, threads.jobs()), Status::ok);
  ASSERT_EQ(world.overlapping_many(boxes, overlapped), Status::ok);
  ASSERT_EQ(world.overlapping_many(boxes, overlapped_together, {}, threads.jobs()), Status::ok);
  ASSERT_EQ(world.nearest_many(points, 7, near), Status::ok);
  ASSERT_EQ(world.nearest_many(points, 7, near_together, {}, threads.jobs()), Status::ok);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    ASSERT_EQ(alone[i].object, together[i].object);
    ASSERT_EQ(alone[i].t, together[i].t);
    hits += alone[i].hit ? 1 : 0;
    ASSERT_TRUE(std::equal(overlapped[i].begin(), overlapped[i].end(),
                           overlapped_together[i].begin(), overlapped_together[i].end()));
    ASSERT_EQ(near[i].size(), 7u);
    for (std::size_t k = 0; k < 7; ++k) ASSERT_EQ(near[i][k].id, near_together[i][k].id);
  }
  EXPECT_GT(hits, 300u);
  EXPECT_LT(hits, 1000u);
  EXPECT_EQ(world.ray_cast_many(rays, std::span(alone).first(3)), Status::size_mismatch);
}

// Each batch against its questions one by one, by one thread and by four.
void equal_single_queries(const Vec<3, float>& period) {
  using W = WorldShape<2, float>;
  WorldModel<2, float> model(8, {.period = period});
  WorldModel<2, float> second(9, {.period = period});
  for (int i = 0; i < 150; ++i) ASSERT_NO_FATAL_FAILURE(model.add());
  for (int i = 0; i < 40; ++i) ASSERT_NO_FATAL_FAILURE(second.add());
  ASSERT_NO_FATAL_FAILURE(second.remove());
  ASSERT_EQ(model.world().update().status, Status::ok);
  const auto& world = model.world();
  std::vector<Ray<2, float>> rays;
  std::vector<W> shapes;
  std::vector<Transform2f> poses;
  std::vector<Vec2f> points, displacements;
  for (int i = 0; i < 300; ++i) {
    shapes.push_back(world_shape(model.bodies().shape()));
    poses.push_back(model.bodies().transform());
    points.push_back(model.bodies().random_point());
    displacements.push_back(model.bodies().random_point() - Vec2f{5, 5});
    rays.push_back({points.back(), displacements.back(), 1.5f});
  }
  const MaybeFilter filter = Filter{1, 5};
  const auto slots = [](const auto& handles) {
    std::vector<std::uint32_t> list;
    for (const Handle h : handles) list.push_back(h.index);
    return list;
  };
  Threads threads(4);
  for (const JobSystem& jobs : {JobSystem{}, threads.jobs()}) {
    QueryBatch<WorldRayHit<2, float>> along_rays;
    QueryBatch<Handle> touched, held, between;
    QueryBatch<Neighbor<float>> near;
    std::vector<WorldCastHit<2, float>> casts(300);
    std::vector<WorldNearest<2, float>> closest(300);
    ASSERT_EQ(world.ray_cast_all_many(rays, along_rays, filter, jobs), Status::ok);
    ASSERT_EQ(world.touching_many(shapes, poses, touched, filter, jobs), Status::ok);
    ASSERT_EQ(world.at_many(points, held, filter, jobs), Status::ok);
    ASSERT_EQ(world.within_many(points, 1, near, filter, jobs), Status::ok);
    ASSERT_EQ(world.shape_cast_many(shapes, poses, displacements, casts, filter, jobs), Status::ok);
    ASSERT_EQ(world.closest_to_many(shapes, poses, closest, filter, jobs), Status::ok);
    ASSERT_EQ(along_rays.size(), 300u);
    for (std::size_t i = 0; i < 300; ++i) {
      Buffer<WorldRayHit<2, float>> all;
      ASSERT_EQ(world.ray_cast_all(rays[i], all, filter).status, Status::ok);
      ASSERT_EQ(along_rays[i].size(), all.size());
      for (std::size_t k = 0; k < all.size(); ++k) {
        ASSERT_EQ(along_rays[i][k].object, all[k].object);
        ASSERT_EQ(along_rays[i][k].t, all[k].t);
      }
      std::vector<std::uint32_t> list;
      const auto append = [&](Handle h) { list.push_back(h.index); };
      ASSERT_EQ(world.for_each_touching(shapes[i], poses[i], append, filter).status, Status::ok);
      std::sort(list.begin(), list.end());
      ASSERT_EQ(slots(touched[i]), list);
      list.clear();
      ASSERT_EQ(world.for_each_at(points[i], append, filter).status, Status::ok);
      std::sort(list.begin(), list.end());
      ASSERT_EQ(slots(held[i]), list);
      std::vector<std::pair<float, std::uint32_t>> within, reported;
      ASSERT_EQ(world
                    .for_each_within(
                        points[i], 1,
                        [&](Handle h, const SurfacePoint<2, float>& s) {
                          const float d = std::max(s.distance, 0.0f);
                          within.push_back({d * d, h.index});
                        },
                        filter)
                    .status,
                Status::ok);
      std::sort(within.begin(), within.end());
      for (const auto& n : near[i]) reported.push_back({n.distance_squared, n.id.index});
      ASSERT_EQ(reported, within);
      const auto cast = world.shape_cast(shapes[i], poses[i], displacements[i], filter);
      ASSERT_EQ(casts[i].object, cast.object);
      ASSERT_EQ(casts[i].t, cast.t);
      const auto one = world.closest_to(shapes[i], poses[i], filter);
      ASSERT_EQ(closest[i].a, one.a);
      ASSERT_EQ(closest[i].distance, one.distance);
    }
    EXPECT_GT(along_rays.items.size(), 100u);
    EXPECT_GT(touched.items.size(), 100u);
    EXPECT_GT(held.items.size(), 20u);
    EXPECT_GT(near.items.size(), 100u);
    ASSERT_EQ(second.world().touching_in_many(world, between, jobs), Status::ok);
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs, rows;
    const auto both = [&](Handle a, Handle b) { pairs.insert({a.index, b.index}); };
    ASSERT_EQ(second.world().for_each_touching_in(world, both).status, Status::ok);
    for (std::uint32_t i = 0; i < between.size(); ++i) {
      for (const Handle h : between[i]) rows.insert({i, h.index});
    }
    ASSERT_EQ(rows, pairs);
    EXPECT_GT(pairs.size(), 20u);
  }
}

TEST(WorldBatches, equal_single_queries) {
  ASSERT_NO_FATAL_FAILURE(equal_single_queries({}));
  ASSERT_NO_FATAL_FAILURE(equal_single_queries({8, 8, 0}));
}

TEST(WorldBatches, are_refused_with_the_status_of_their_first_bad_query) {
  World<2> world;
  (void)world.add(Circle<float>{1}, {});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<Vec2f> points(500);
  QueryBatch<Handle> held;
  QueryBatch<Neighbor<float>> near;
  Threads threads(4);
  ASSERT_EQ(world.at_many(points, held, {}, threads.jobs()), Status::ok);
  EXPECT_EQ(held.items.size(), 500u);
  points[300] = {nan, 0};
  EXPECT_EQ(world.at_many(points, held, {}, threads.jobs()), Status::not_finite);
  EXPECT_EQ(held.size(), 0u);
  EXPECT_EQ(world.within_many(points, 1, near), Status::not_finite);
  EXPECT_EQ(world.within_many(points, -1, near), Status::out_of_range) << "of the first point";
  QueryBatch<WorldRayHit<2, float>> along_rays;
  const Ray<2, float> rays[] = {{{0, 0}, {1, 0}}, {{0, 0}, {1, 0}, -1}, {{nan, 0}, {1, 0}}};
  EXPECT_EQ(world.ray_cast_all_many(rays, along_rays), Status::out_of_range);
  const WorldShape<2, float> shapes[] = {world_shape(Circle<float>{1}),
                                         world_shape(Circle<float>{-1})};
  const Transform2f poses[2] = {};
  const Vec2f displacements[2] = {{1, 0}, {1, 0}};
  EXPECT_EQ(world.touching_many(shapes, poses, held), Status::not_positive);
  EXPECT_EQ(world.touching_many(shapes, std::span(poses).first(1), held), Status::size_mismatch);
  WorldCastHit<2, float> casts[2];
  EXPECT_EQ(world.shape_cast_many(shapes, poses, displacements, casts), Status::ok);
  EXPECT_TRUE(casts[0].hit);
  EXPECT_EQ(casts[1].status, Status::not_positive) << "its own";
  EXPECT_EQ(world.shape_cast_many(shapes, poses, displacements, std::span(casts).first(1)),
            Status::size_mismatch);
  WorldNearest<2, float> nearest[2];
  EXPECT_EQ(world.closest_to_many(shapes, poses, nearest), Status::ok);
  EXPECT_EQ(nearest[1].status, Status::not_positive);
  EXPECT_EQ(world.closest_to_many(shapes, std::span(poses).first(1), nearest),
            Status::size_mismatch);
  World<2> other({.period = {8, 8}});
  EXPECT_EQ(world.touching_in_many(other, held), Status::out_of_range);
}

TEST(WorldBatches, are_empty_when_they_were_refused) {
  World<2, double> world;
  const WorldShape<2, double> shapes[] = {world_shape(Circle<double>{1})};
  const Transform2d poses[1] = {};
  world.add(shapes[0], poses[0]).expect_ok();
  ASSERT_EQ(world.update().status, Status::ok);
  const auto fill = [&](QueryBatch<Handle>& held) {
    ASSERT_EQ(world.touching_many(shapes, poses, held), Status::ok);
    ASSERT_EQ(held.items.size(), 1u);
  };
  QueryBatch<Handle> held;
  fill(held);
  EXPECT_EQ(world.touching_many(shapes, {}, held), Status::size_mismatch);
  EXPECT_EQ(held.size() + held.items.size(), 0u);
  World<2, double> other({.period = {8, 8}});
  fill(held);
  EXPECT_EQ(world.touching_in_many(other, held), Status::out_of_range);
  EXPECT_EQ(held.size() + held.items.size(), 0u);
  QueryBatch<Neighbor<double>> near;
  const Vec2d valid[] = {{0, 0}};
  const Vec2d far[] = {{0, 0}, {1e308, 0}};
  ASSERT_EQ(world.nearest_many(valid, 1, near), Status::ok);
  ASSERT_EQ(near.items.size(), 1u);
  EXPECT_EQ(world.nearest_many(far, 1, near), Status::out_of_range);
  EXPECT_EQ(near.size() + near.items.size(), 0u);
}

TEST(WorldBatches, report_out_of_memory) {
  World<2> world;
  (void)world.add(Circle<float>{1}, {});
  const std::vector<Vec2f> points(500);
  for (std::size_t k = 1; k <= 2; ++k) {
    FailingAllocator memory(k);
    QueryBatch<Handle> held(memory.allocator());
    EXPECT_EQ(world.at_many(points, held), Status::out_of_memory);
    EXPECT_EQ(held.size(), 0u);
    EXPECT_EQ(world.at_many(points, held), Status::ok);
    EXPECT_EQ(held.items.size(), 500u);
  }
}

// Batches are processed in another order than that of the input, and results are in input order;
// also in a world that was never queried before, and with more results than a block can hold.
TEST(WorldBatches, of_many_queries_equal_single_ones) {
  World<2> world;
  for (int i = 0; i < 900; ++i) {
    (void)world.add(Circle<float>{0.4f}, {{float(i % 30), float(i / 30)}, {}});
  }
  for (int i = 0; i < 40; ++i) (void)world.add(Circle<float>{float(i + 1)}, {{15, 15}, {}});
  std::vector<Vec2f> points;
  std::vector<Ray<2, float>> rays;
  for (int i = 0; i < 5000; ++i) {
    points.push_back({float(i * 7919 % 3001) * 0.01f, float(i * 104729 % 3001) * 0.01f});
    const float angle = float(i % 628) * 0.01f;
    rays.push_back({points.back() * 3.0f, {std::cos(angle), std::sin(angle)}, 20});
  }
  Threads threads(3);
  for (const JobSystem& jobs : {JobSystem{}, threads.jobs()}) {
    std::vector<WorldRayHit<2, float>> hits(rays.size());
    QueryBatch<Neighbor<float>> near;
    QueryBatch<Handle> held;
    ASSERT_EQ(world.ray_cast_many(rays, hits, {}, jobs), Status::ok);
    ASSERT_EQ(world.nearest_many(points, 3, near, {}, jobs), Status::ok);
    ASSERT_EQ(world.at_many(points, held, {}, jobs), Status::ok);
    std::size_t hit_count = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const auto hit = world.ray_cast(rays[i]);
      ASSERT_EQ(hits[i].object, hit.object);
      ASSERT_EQ(hits[i].hit, hit.hit);
      ASSERT_EQ(hits[i].t, hit.t);
      ASSERT_EQ(hits[i].normal, hit.normal);
      hit_count += hit.hit ? 1 : 0;
      Neighbor<float> one[3];
      ASSERT_EQ(world.nearest(points[i], one).stats.results, 3u);
      ASSERT_EQ(near[i].size(), 3u);
      for (std::size_t k = 0; k < 3; ++k) ASSERT_EQ(near[i][k].id, one[k].id);
      std::vector<Handle> list;
      (void)world.for_each_at(points[i], [&](Handle h) { list.push_back(h); });
      std::sort(list.begin(), list.end(), [](Handle x, Handle y) { return x.index < y.index; });
      ASSERT_TRUE(std::equal(held[i].begin(), held[i].end(), list.begin(), list.end()));
      most = std::max(most, list.size());
    }
    EXPECT_GT(hit_count, 1000u);
    EXPECT_GT(most, 30u);
  }
}

// One thread runs each query once. Several may run queries of the first blocks again, which show
// how much memory the results of the others take.
TEST(WorldBatches, run_queries_once) {
  World<2> world;
  for (int i = 0; i < 40; ++i) (void)world.add(Circle<float>{1}, {});
  std::atomic<std::size_t> asked = 0;
  const auto count = [&](const QueryCandidate<2, float>&) { return ++asked, true; };
  const std::vector<Vec2f> points(6000);
  (void)world.for_each_at(points[0], [](Handle) {}, {.accept = count});
  const std::size_t once = points.size() * asked.exchange(0);
  ASSERT_GE(once, 40 * points.size());
  QueryBatch<Handle> held;
  ASSERT_EQ(world.at_many(points, held, {.accept = count}), Status::ok);
  EXPECT_EQ(held.items.size(), 40 * points.size());
  EXPECT_EQ(asked.exchange(0), once);
  Threads threads(3);
  ASSERT_EQ(world.at_many(points, held, {.accept = count}, threads.jobs()), Status::ok);
  EXPECT_EQ(held.items.size(), 40 * points.size());
  EXPECT_EQ(asked, once / points.size() * (points.size() + 512));
}

// A shape of the user's that is a point far off, and later a disc.
struct Fickle {
  static constexpr int kDimension = 2;
  using Scalar = float;
  const bool* grown;
  Vec2f support(const Vec2f& d) const {
    if (!*grown) return {100, 100};
    const float size = length(d);
    return {d[0] / size, d[1] / size};
  }
  Aabb2f aabb(const Transform2f&) const { return {{-200, -200}, {200, 200}}; }
};

// If there are more results than a block can hold, the query is repeated: additional results of the
// second run are ignored.
TEST(WorldBatches, write_no_more_results_than_were_counted) {
  static bool grown = false;
  grown = false;
  JobSystem jobs;  // of which the second run finds more
  jobs.run = [](void*, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
    for (std::uint32_t i = 0; i < count; ++i) job(data, i);
    grown = true;
  };
  jobs.workers = 2;
  World<2> world({.detail = ContactDetail::boxes});
  const Fickle fickle{&grown};
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(world.add(Circle<float>{1}, {}).status, Status::ok);
    ASSERT_EQ(world.add(fickle, {}).status, Status::ok);
  }
  GuardedMemory memory;
  {
    QueryBatch<Handle> found(memory.allocator());
    const std::vector<Vec2f> points(100);
    ASSERT_EQ(world.at_many(points, found, {}, jobs), Status::ok);
    EXPECT_TRUE(grown);
    ASSERT_EQ(found.size(), points.size());
    EXPECT_EQ(found.items.size(), 10 * points.size());
    EXPECT_EQ(found[99].size(), 10u);
  }
  EXPECT_FALSE(memory.touched);
}

}  // namespace
}  // namespace masu::test
