// SPDX-License-Identifier: MIT
// Which objects and sub-shapes count for a query: sensors, predicates, filters. world_queries_test
// checks that all queries agree with a test of every object, including filters of all kinds.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include <masu/mesh/compound.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "tests/mesh/meshes.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

using Filter3 = QueryFilter<3, float>;
using Candidate3 = QueryCandidate<3, float>;

Transform3f pose_at(float x, float y = 0, float z = 0) {
  return {{x, y, z}, {}};
}

// --- Sensors -------------------------------------------------------------------------------------

// Every query of a world with one ball, a sensor: how many find it.
class OneSensor {
 public:
  OneSensor() {
    world_.add(ball_, pose_at(0), {.sensor = true}).expect_ok();
    rays_.push_back({{-5, 0, 0}, {1, 0, 0}});
  }

  // Queries along a path: rays and shape casts.
  int casts(const Filter3& filter) {
    Buffer<WorldRayHit<3, float>> hits;
    QueryBatch<WorldRayHit<3, float>> batch;
    WorldRayHit<3, float> hit[1];
    WorldCastHit<3, float> cast[1];
    int found = world_.ray_cast(rays_[0], filter).hit ? 1 : 0;
    found += int(world_
                     .for_each_on_ray(
                         rays_[0], [](const auto&) {}, filter)
                     .stats.results);
    found += int(world_.ray_cast_all(rays_[0], hits, filter).stats.results);
    EXPECT_EQ(world_.ray_cast_many(rays_, hit, filter), Status::ok);
    found += hit[0].hit ? 1 : 0;
    EXPECT_EQ(world_.ray_cast_all_many(rays_, batch, filter), Status::ok);
    found += int(batch.items.size());
    found += world_.shape_cast(ball_, pose_at(-5), {9, 0, 0}, filter).hit ? 1 : 0;
    EXPECT_EQ(world_.shape_cast_many(shapes_, away_, displacements_, cast, filter), Status::ok);
    return found + (cast[0].hit ? 1 : 0);
  }
  // Those that answer "what is there".
  int others(const Filter3& filter) {
    int found = 0;
    const auto count = [&](Handle) { ++found; };
    QueryBatch<Handle> batch;
    QueryBatch<Neighbor<float>> near;
    Neighbor<float> one[1];
    WorldNearest<3, float> closest[1];
    (void)world_.for_each_touching(ball_, pose_at(0.5f), count, filter);
    (void)world_.for_each_at({0, 0, 0}, count, filter);
    (void)world_.for_each_overlapping({{0, 0, 0}, {1, 1, 1}}, count, filter);
    (void)world_.for_each_image_overlapping(
        {{0, 0, 0}, {1, 1, 1}}, [&](Handle, const Vec3f&) { ++found; }, filter);
    found += int(world_.nearest({5, 0, 0}, one, filter).stats.results);
    (void)world_.for_each_within(
        {2, 0, 0}, 2, [&](Handle, const auto&) { ++found; }, filter);
    found += world_.closest_to(ball_, pose_at(5), filter).found() ? 1 : 0;
    const Vec3f points[] = {{0, 0, 0}};
    const Aabb3f boxes[] = {{{0, 0, 0}, {1, 1, 1}}};
    const Transform3f here[] = {pose_at(0.5f)};
    EXPECT_EQ(world_.touching_many(shapes_, here, batch, filter), Status::ok);
    found += int(batch.items.size());
    EXPECT_EQ(world_.at_many(points, batch, filter), Status::ok);
    found += int(batch.items.size());
    EXPECT_EQ(world_.overlapping_many(boxes, batch, filter), Status::ok);
    found += int(batch.items.size());
    EXPECT_EQ(world_.within_many(points, 1, near, filter), Status::ok);
    found += int(near.items.size());
    EXPECT_EQ(world_.nearest_many(points, 1, near, filter), Status::ok);
    found += int(near.items.size());
    EXPECT_EQ(world_.closest_to_many(shapes_, away_, closest, filter), Status::ok);
    return found + (closest[0].found() ? 1 : 0);
  }
  World<3>& world() { return world_; }

  static constexpr int kCasts = 7;
  static constexpr int kOthers = 13;

 private:
  World<3> world_;
  Sphere<3, float> ball_{1};
  std::vector<Ray<3, float>> rays_;
  std::vector<WorldShape<3, float>> shapes_{world_shape(ball_)};
  std::vector<Transform3f> away_{pose_at(-5)};
  std::vector<Vec3f> displacements_{{9, 0, 0}};
};

TEST(WorldQueryFilter, rays_and_casts_pass_through_sensors_and_other_queries_find_them) {
  OneSensor one;
  EXPECT_EQ(one.casts({}), 0);
  EXPECT_EQ(one.casts({.sensors = false}), 0);
  EXPECT_EQ(one.casts({.sensors = true}), OneSensor::kCasts);
  EXPECT_EQ(one.others({}), OneSensor::kOthers);
  EXPECT_EQ(one.others({.sensors = true}), OneSensor::kOthers);
  EXPECT_EQ(one.others({.sensors = false}), 0);
  // A filter alone changes nothing about sensors.
  EXPECT_EQ(one.casts(Filter{}), 0);
  EXPECT_EQ(one.others(Filter{}), OneSensor::kOthers);
  ASSERT_EQ(one.world().set_sensor(one.world().handle_in(0), false), Status::ok);
  EXPECT_EQ(one.casts({.sensors = false}), OneSensor::kCasts);
  EXPECT_EQ(one.others({.sensors = false}), OneSensor::kOthers);
}

TEST(WorldQueryFilter, a_ray_goes_on_behind_a_sensor) {
  World<3> world;
  for (int i = 0; i < 100; ++i) {
    (void)world.add(Sphere<3, float>{0.4f}, pose_at(float(i)), {.sensor = i != 70});
  }
  for (int update = 0; update < 2; ++update) {
    EXPECT_EQ(world.ray_cast({{-5, 0, 0}, {1, 0, 0}}).object.index, 70u);
    EXPECT_EQ(world.ray_cast({{-5, 0, 0}, {1, 0, 0}}, {.sensors = true}).object.index, 0u);
    ASSERT_EQ(world.update().status, Status::ok);
  }
}

// --- As before -----------------------------------------------------------------------------------

TEST(WorldQueryFilter, plain_filters_are_accepted) {
  World<3> world;
  (void)world.add(Sphere<3, float>{1}, pose_at(0), {.filter = {1, ~0ull}});
  const Handle b = world.add(Sphere<3, float>{1}, pose_at(5), {.filter = {2, ~0ull}});
  const Ray<3, float> ray{{-5, 0, 0}, {1, 0, 0}};
  const Filter filter{1, 2};
  const MaybeFilter maybe = filter;
  const std::optional<Filter> optional = filter;
  const LayerMatrix layers;
  EXPECT_EQ(world.ray_cast(ray, filter).object, b);
  EXPECT_EQ(world.ray_cast(ray, Filter{1, 2}).object, b);
  EXPECT_EQ(world.ray_cast(ray, maybe).object, b);
  EXPECT_EQ(world.ray_cast(ray, {.filter = optional}).object, b);
  EXPECT_EQ(world.ray_cast(ray, layers.filter(0, 2)).object, b);
  EXPECT_EQ(world.ray_cast(ray, MaybeFilter{}).object.index, 0u);
  EXPECT_EQ(world.ray_cast(ray, {}).object.index, 0u);
}

// --- Predicates ----------------------------------------------------------------------------------

TEST(WorldQueryFilter, all_queries_call_the_predicate) {
  OneSensor one;
  int calls = 0;
  const auto none = [&](const Candidate3& c) {
    EXPECT_EQ(c.object, one.world().handle_in(0));
    ++calls;
    return false;
  };
  EXPECT_EQ(one.casts({.sensors = true, .accept = none}), 0);
  EXPECT_EQ(calls, OneSensor::kCasts);
  EXPECT_EQ(one.others({.accept = none}), 0);
  EXPECT_GE(calls, OneSensor::kCasts + OneSensor::kOthers);
  const auto all = [](const Candidate3&) { return true; };
  EXPECT_EQ(one.casts({.sensors = true, .accept = all}), OneSensor::kCasts);
  EXPECT_EQ(one.others({.accept = all}), OneSensor::kOthers);
}

TEST(WorldQueryFilter, candidates_carry_the_members_of_the_result) {
  World<3> world;
  const Sphere<3, float> ball{1};
  for (int i = 0; i < 9; ++i) (void)world.add(ball, pose_at(3 * float(i), 0.1f * float(i)));
  Candidate3 last;
  const auto third = [&](const Candidate3& c) {
    last = c;
    return c.object.index == 3;
  };
  const auto hit = world.ray_cast({{-5, 0, 0}, {2, 0, 0}}, {.accept = third});
  ASSERT_EQ(hit.object.index, 3u);
  const auto seen_of = [&](Handle h, Candidate3& seen) {
    return [&seen, h](const Candidate3& c) {
      if (c.object == h) seen = c;
      return c.object == h;
    };
  };
  Candidate3 seen;
  (void)world.ray_cast({{-5, 0, 0}, {2, 0, 0}}, {.accept = seen_of(hit.object, seen)});
  EXPECT_EQ(seen.t, hit.t);
  EXPECT_EQ(seen.point, hit.point);
  EXPECT_EQ(seen.normal, hit.normal);
  EXPECT_EQ(seen.sub_shape, 0u);
  const auto cast =
      world.shape_cast(ball, pose_at(-5), {40, 0, 0}, {.accept = seen_of(hit.object, seen)});
  ASSERT_EQ(cast.object, hit.object);
  EXPECT_EQ(seen.t, cast.t);
  EXPECT_EQ(seen.point, cast.point_a);
  EXPECT_EQ(seen.normal, cast.normal);
  Neighbor<float> near[1];
  (void)world.nearest({9, 5, 0}, near, {.accept = seen_of(hit.object, seen)});
  EXPECT_EQ(near[0].id, hit.object);
  EXPECT_EQ(near[0].distance_squared, seen.t * seen.t);
  const auto closest = world.closest_to(ball, pose_at(9, 5), {.accept = seen_of(hit.object, seen)});
  ASSERT_EQ(closest.a, hit.object);
  EXPECT_EQ(seen.t, closest.distance);
  EXPECT_EQ(seen.point, closest.point_a);
  (void)world.for_each_touching(ball, pose_at(9), [](Handle) {},
                                {.accept = seen_of(hit.object, seen)});
  EXPECT_EQ(seen.t, 0);
  EXPECT_EQ(seen.sub_shape, kNoSubShape);
}

// A world with a mesh of which some triangles do not count, against one with a mesh without them.
class Holes {
 public:
  explicit Holes(std::uint64_t seed) : random_(seed), surface_(soup_of<float>(300, 0.4, seed)) {
    Surface<float> rest{surface_.vertices, {}};
    for (std::uint32_t i = 0; i < 300; ++i) {
      if (!counts(i)) continue;
      rest.corners.insert(rest.corners.end(), surface_.corners.begin() + 3 * i,
                          surface_.corners.begin() + 3 * i + 3);
      left_.push_back(i);
    }
    mesh_ = surface_.mesh();
    rest_ = rest.mesh();
    for (int k = 0; k < 3; ++k) {
      const Transform3f pose = random_pose<float>(random_, 2);
      (void)world_.add(mesh_, pose);
      (void)without_.add(rest_, pose);
    }
  }
  void run() {
    const auto accept = [](const Candidate3& c) { return counts(c.sub_shape); };
    const Filter3 filter{.accept = accept};
    const Capsule<3, float> capsule{{0, -0.2f, 0}, {0, 0.2f, 0}, 0.1f};
    int rejected = 0;
    for (int k = 0; k < 200; ++k) {
      const Vec3f from = random_point<float>(random_, 4);
      const Vec3f displacement = random_point<float>(random_, 2) - from;
      const auto hit = world_.ray_cast({from, displacement, 2}, filter);
      const auto expected = without_.ray_cast({from, displacement, 2});
      ASSERT_EQ(hit.hit, expected.hit);
      const auto any = world_.ray_cast({from, displacement, 2});
      rejected += any.hit && any.sub_shape != hit.sub_shape ? 1 : 0;
      if (hit.hit) {
        EXPECT_EQ(hit.object.index, expected.object.index);
        EXPECT_EQ(hit.sub_shape, left_[expected.sub_shape]);
        EXPECT_EQ(hit.t, expected.t);
        EXPECT_EQ(hit.point, expected.point);
      }
      Buffer<WorldRayHit<3, float>> all, all_expected;
      ASSERT_EQ(world_.ray_cast_all({from, displacement, 2}, all, filter).status, Status::ok);
      ASSERT_EQ(without_.ray_cast_all({from, displacement, 2}, all_expected).status, Status::ok);
      ASSERT_EQ(all.size(), all_expected.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].t, all_expected[i].t);
      }
      const Transform3f start{from, random_rotation<float>(random_)};
      const auto cast = world_.shape_cast(capsule, start, displacement, filter);
      const auto cast_expected = without_.shape_cast(capsule, start, displacement);
      ASSERT_EQ(cast.hit, cast_expected.hit);
      if (!cast.hit) continue;
      EXPECT_EQ(cast.sub_shape, left_[cast_expected.sub_shape]);
      EXPECT_EQ(cast.t, cast_expected.t);
      EXPECT_EQ(cast.normal, cast_expected.normal);
    }
    EXPECT_GT(rejected, 15);
  }

 private:
  static bool counts(std::uint32_t sub_shape) { return sub_shape % 3 != 1; }

  scenes::Pcg32 random_;
  Surface<float> surface_;
  std::vector<std::uint32_t> left_;
  TriangleMesh<float> mesh_, rest_;
  World<3> world_, without_;
};

TEST(WorldQueryFilter, rays_and_casts_pass_through_ignored_triangles) {
  for (std::uint64_t seed = 1; seed < 4; ++seed) ASSERT_NO_FATAL_FAILURE(Holes(seed).run());
}

// The asked shape has sub-shapes too, so that the two bodies may be taken in any order.
TEST(WorldQueryFilter, a_cast_compound_passes_through_ignored_children_and_tiles) {
  const Box<2, float> box{{0.4f, 0.4f}};
  std::vector<Child<2, float>> column, pair;
  for (int i = 0; i < 9; ++i) column.push_back(child(box, Transform2f{{2.f * float(i), 0}, {}}));
  for (int i = 0; i < 2; ++i) pair.push_back(child(box, Transform2f{{0, 0.5f * float(i)}, {}}));
  Compound<2, float> row, query_shape;
  ASSERT_EQ(row.build(column), Status::ok);
  ASSERT_EQ(query_shape.build(pair), Status::ok);
  TileGrid<2, float> grid;
  ASSERT_EQ(grid.build({9, 1}, {1, 1}, std::vector<Tile>(9, Tile::solid)), Status::ok);
  for (int flip = 0; flip < 2; ++flip) {
    World<2> world;
    (void)world.add(row, {{flip == 0 ? 0.f : -100.f, 0}, {}});
    (void)world.add(grid, {{0, 100}, {}});
    for (std::uint32_t first = 0; first < 9; ++first) {
      const auto from_first = [&](const QueryCandidate<2, float>& c) {
        return c.sub_shape >= first;
      };
      const auto cast = world.shape_cast(query_shape, {{flip == 0 ? -5.f : -105.f, 0}, {}}, {50, 0},
                                         {.accept = from_first});
      ASSERT_TRUE(cast.hit);
      EXPECT_EQ(cast.sub_shape, first);
      EXPECT_NEAR(cast.t * 50, 4.2f + 2 * float(first), 1e-4f);
      EXPECT_EQ(world.ray_cast({{-5, 100.5f}, {1, 0}}, {.accept = from_first}).sub_shape, first);
      EXPECT_EQ(world.ray_cast({{flip == 0 ? -5.f : -105.f, 0}, {1, 0}}, {.accept = from_first})
                    .sub_shape,
                first);
    }
  }
}

TEST(WorldQueryFilter, a_predicate_may_query_the_world_but_not_change_it) {
  World<3> world;
  const Sphere<3, float> ball{1};
  const Handle h = world.add(ball, pose_at(0), {.user_data = 7});
  int calls = 0;
  const auto accept = [&](const Candidate3& c) {
    ++calls;
    EXPECT_EQ(world.user_data(c.object), 7u);
    EXPECT_TRUE(world.ray_cast({{-5, 0, 0}, {1, 0, 0}}).hit);
    EXPECT_EQ(world.move(h, pose_at(1)), Status::busy);
    EXPECT_EQ(world.add(ball, pose_at(1)).status, Status::busy);
    return true;
  };
  const Filter3 filter{.accept = accept};
  Neighbor<float> near[1];
  EXPECT_TRUE(world.ray_cast({{-5, 0, 0}, {1, 0, 0}}, filter).hit);
  EXPECT_TRUE(world.shape_cast(ball, pose_at(-5), {9, 0, 0}, filter).hit);
  EXPECT_EQ(world.nearest({5, 0, 0}, near, filter).stats.results, 1u);
  EXPECT_TRUE(world.closest_to(ball, pose_at(-5), filter).found());
  EXPECT_EQ(world
                .for_each_at(
                    {0, 0, 0}, [](Handle) {}, filter)
                .stats.results,
            1u);
  EXPECT_EQ(calls, 5);
  const auto throws = [](const Candidate3&) -> bool { throw std::runtime_error("no"); };
  EXPECT_THROW((void)world.ray_cast({{-5, 0, 0}, {1, 0, 0}}, {.accept = throws}),
               std::runtime_error);
  EXPECT_EQ(world.move(h, pose_at(1)), Status::ok);
}

TEST(WorldQueryFilter, batches_on_threads_equal_single_queries) {
  World<3> world;
  for (int i = 0; i < 300; ++i) {
    (void)world.add(Sphere<3, float>{0.5f}, pose_at(float(i % 20), float(i / 20), 0.3f),
                    {.sensor = i % 3 == 0});
  }
  std::vector<Ray<3, float>> rays;
  for (int i = 0; i < 500; ++i) rays.push_back({{-3, 0.03f * float(i), 0.2f}, {1, 0.1f, 0}});
  const auto even = [](const Candidate3& c) { return c.object.index % 4 == 0 && c.t > 2; };
  Threads threads(4);
  std::vector<WorldRayHit<3, float>> hits(rays.size());
  QueryBatch<WorldRayHit<3, float>> all;
  for (const std::optional<bool> sensors : {std::optional<bool>{}, std::optional<bool>{true}}) {
    const Filter3 filter{.sensors = sensors, .accept = even};
    ASSERT_EQ(world.ray_cast_many(rays, hits, filter, threads.jobs()), Status::ok);
    ASSERT_EQ(world.ray_cast_all_many(rays, all, filter, threads.jobs()), Status::ok);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      EXPECT_EQ(hits[i].object, world.ray_cast(rays[i], filter).object);
      Buffer<WorldRayHit<3, float>> one;
      ASSERT_EQ(world.ray_cast_all(rays[i], one, filter).status, Status::ok);
      ASSERT_EQ(all[i].size(), one.size());
      for (std::size_t k = 0; k < one.size(); ++k) EXPECT_EQ(all[i][k].object, one[k].object);
    }
  }
}

}  // namespace
}  // namespace masu::test
