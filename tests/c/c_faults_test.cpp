// SPDX-License-Identifier: MIT
// Invalid calls from C: they return a status, nothing is thrown, and the world is unchanged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <masu/core/version.hpp>

#include "tests/c/memory.hpp"

namespace masu::test {
namespace {

using A = Api<2, float>;

TEST(CStatus, names_equal_those_of_cpp) {
  for (int s = 0; s <= int(Status::not_updated); ++s) {
    EXPECT_STREQ(masu_status_name(s), name(Status(s)));
    EXPECT_STREQ(masu_status_text(s), describe(Status(s)));
  }
  EXPECT_STREQ(masu_status_name(MASU_THREW), "threw");
  EXPECT_STREQ(masu_status_text(MASU_THREW), "a callback threw");
  EXPECT_STREQ(masu_status_name(-1), "unknown");
  EXPECT_STREQ(masu_status_text(24), "unknown status");
  EXPECT_STREQ(masu_version(), version());
  EXPECT_STREQ(masu_version(), MASU_VERSION_STRING);
  EXPECT_EQ(masu_c_abi(), MASU_C_ABI);
}

TEST(CWorldOptions, a_world_takes_only_options_of_its_own_kind) {
  const masu_world_options flat = masu_world_options_default(2, MASU_FLOAT);
  const auto status = [](auto create, const masu_world_options& o) {
    masu_world* world = nullptr;
    const masu_status s = create(&o, nullptr, &world);
    EXPECT_EQ(world != nullptr, s == MASU_OK);
    masu_world_options described{};
    EXPECT_EQ(masu_world_describe(world, &described), s == MASU_OK ? MASU_OK : MASU_OUT_OF_RANGE);
    EXPECT_EQ(described.dimension * 2 + described.scalar,
              s == MASU_OK ? o.dimension * 2 + o.scalar : 0);
    EXPECT_EQ(masu_world_destroy(world), MASU_OK);
    return s;
  };
  EXPECT_EQ(status(masu_world_create_2f, flat), MASU_OK);
  EXPECT_EQ(status(masu_world_create_3f, flat), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status(masu_world_create_2d, flat), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status(masu_world_create_3d, flat), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status(masu_world_create_3f, masu_world_options_default(3, MASU_FLOAT)), MASU_OK);
  EXPECT_EQ(status(masu_world_create_2d, masu_world_options_default(2, MASU_DOUBLE)), MASU_OK);
  EXPECT_EQ(status(masu_world_create_3d, masu_world_options_default(3, MASU_DOUBLE)), MASU_OK);
  EXPECT_EQ(status(masu_world_create_3d, masu_world_options_default(4, MASU_DOUBLE)),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_create_3f(nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
}

TEST(CWorldOptions, are_checked) {
  const masu_world_options valid = masu_world_options_default(2, MASU_FLOAT);
  const auto status = [&](auto&& change) {
    masu_world_options o = valid;
    change(o);
    masu_world* world = nullptr;
    const masu_status s = masu_world_create(&o, nullptr, &world);
    EXPECT_EQ(world != nullptr, s == MASU_OK);
    EXPECT_EQ(masu_world_destroy(world), MASU_OK);
    return s;
  };
  EXPECT_EQ(status([](auto&) {}), MASU_OK);
  EXPECT_EQ(status([](auto& o) { o.dimension = 3; }), MASU_OK);
  EXPECT_EQ(status([](auto& o) { --o.size; }), MASU_WRONG_FORMAT);
  EXPECT_EQ(status([](auto& o) { ++o.size; }), MASU_WRONG_FORMAT);
  EXPECT_EQ(status([](auto& o) { ++o.abi; }), MASU_WRONG_FORMAT);
  EXPECT_EQ(status([](auto& o) { o.dimension = 4; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.scalar = 2; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.detail = MASU_VOLUMES; }), MASU_OK);
  EXPECT_EQ(status([](auto& o) { o.detail = 5; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.margin = -1; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.margin = NAN; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.margin = INFINITY; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.period[1] = 8; }), MASU_OK);
  EXPECT_EQ(status([](auto& o) { o.period[0] = -1; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.period[1] = NAN; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.skip_internal_edges = 2; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(status([](auto& o) { o.reserved[5] = 1; }), MASU_OUT_OF_RANGE);
  masu_world* world = nullptr;
  EXPECT_EQ(masu_world_create(nullptr, nullptr, &world), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_create(&valid, nullptr, nullptr), MASU_OUT_OF_RANGE);
  const masu_allocator half = {nullptr, [](void*, void*, std::size_t, std::size_t) {}, nullptr};
  EXPECT_EQ(masu_world_create(&valid, &half, &world), MASU_OUT_OF_RANGE);
}

TEST(CWorldOptions, can_be_read_back) {
  masu_world_options options = masu_world_options_default(3, MASU_DOUBLE);
  options.detail = MASU_AREAS;
  options.margin = 0.25;
  options.period[2] = 64;
  options.handle_salt = 7;
  options.queries = 0;
  options.jobs = {[](void*, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
                    for (std::uint32_t i = 0; i < count; ++i) job(data, i);
                  },
                  &options, 3};
  masu_world* world = nullptr;
  ASSERT_EQ(masu_world_create(&options, nullptr, &world), MASU_OK);
  masu_world_options now;
  ASSERT_EQ(masu_world_describe(world, &now), MASU_OK);
  EXPECT_EQ(now.size, sizeof(now));
  EXPECT_EQ(now.abi, MASU_C_ABI);
  EXPECT_EQ(now.dimension, 3u);
  EXPECT_EQ(now.scalar, std::uint32_t(MASU_DOUBLE));
  EXPECT_EQ(now.detail, std::uint32_t(MASU_AREAS));
  EXPECT_EQ(now.handle_salt, 7u);
  EXPECT_EQ(now.margin, 0.25);
  EXPECT_EQ(now.period[0], 0);
  EXPECT_EQ(now.period[2], 64);
  EXPECT_EQ(now.skip_internal_edges, 1);
  EXPECT_EQ(now.queries, 0);
  EXPECT_EQ(now.jobs.run, options.jobs.run);
  EXPECT_EQ(now.jobs.context, &options);
  EXPECT_EQ(now.jobs.workers, 3u);
  EXPECT_EQ(masu_world_describe(world, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_describe(nullptr, &now), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_destroy(world), MASU_OK);
}

TEST(CPointers, null_or_of_another_object_are_refused) {
  CWorld<2, float> world;
  CWorld<3, float> space;
  masu_results* results = nullptr;
  ASSERT_EQ(masu_results_create(nullptr, &results), MASU_OK);
  const auto circle = A::sphere(1, {0, 0});
  const auto pose = A::pose_at({0, 0});
  const masu_handle h = world.add(circle, {});
  masu_handle made;
  EXPECT_EQ(A::add(nullptr, &circle, &pose, nullptr, &made), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add(world, nullptr, &pose, nullptr, &made), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add(world, &circle, nullptr, nullptr, &made), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add(world, &circle, &pose, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add(space, &circle, &pose, nullptr, &made), MASU_WRONG_FORMAT);
  EXPECT_EQ(made.index, MASU_NO_INDEX);
  auto* alien = reinterpret_cast<masu_world*>(results);
  EXPECT_EQ(A::move(alien, h, &pose), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_world_update(alien, nullptr), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_world_destroy(alien), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_body_release(reinterpret_cast<masu_body*>(results)), MASU_WRONG_FORMAT);
  auto* not_results = reinterpret_cast<masu_results*>(static_cast<masu_world*>(world));
  EXPECT_EQ(masu_results_destroy(not_results), MASU_WRONG_FORMAT);
  const typename A::Ray ray = {{0, 5}, {0, -1}, 9};
  EXPECT_EQ(A::ray_cast_all(world, &ray, nullptr, not_results), MASU_WRONG_FORMAT);
  EXPECT_EQ(A::ray_cast_all(world, &ray, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::ray_cast_all_many(world, nullptr, 1, nullptr, nullptr, results), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::ray_cast_all_many(world, &ray, 1, nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::ray_cast_all_many(space, &ray, 1, nullptr, nullptr, results), MASU_WRONG_FORMAT);
  const typename A::Vec point = {0, 0};
  typename A::CastHit cast;
  typename A::Nearest nearest;
  const auto cast_many = [&](const typename A::Shape* s, const typename A::Pose* p,
                             const typename A::Vec* displacement, masu_results* r,
                             typename A::CastHit* to) {
    return A::shape_cast_many(world, s, p, displacement, 1, nullptr, nullptr, r, to);
  };
  EXPECT_EQ(cast_many(nullptr, &pose, &point, results, &cast), MASU_OUT_OF_RANGE);
  EXPECT_EQ(cast_many(&circle, nullptr, &point, results, &cast), MASU_OUT_OF_RANGE);
  EXPECT_EQ(cast_many(&circle, &pose, nullptr, results, &cast), MASU_OUT_OF_RANGE);
  EXPECT_EQ(cast_many(&circle, &pose, &point, nullptr, &cast), MASU_OUT_OF_RANGE);
  EXPECT_EQ(cast_many(&circle, &pose, &point, not_results, &cast), MASU_WRONG_FORMAT);
  EXPECT_EQ(cast_many(&circle, &pose, &point, results, nullptr), MASU_OUT_OF_RANGE);
  auto unknown = circle;
  unknown.kind = 77;
  EXPECT_EQ(cast_many(&unknown, &pose, &point, results, &cast), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::closest_to_many(world, &circle, nullptr, 1, nullptr, nullptr, results, &nearest),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::closest_to_many(world, &circle, &pose, 1, nullptr, nullptr, results, nullptr),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::touching_many(world, nullptr, &pose, 1, nullptr, nullptr, results),
            MASU_OUT_OF_RANGE);
  ASSERT_EQ(A::touching_many(world, &circle, &pose, 1, nullptr, nullptr, results), MASU_OK);
  std::size_t count = 0;
  (void)masu_results_handles(results, &count);
  ASSERT_GT(count, 0u);
  EXPECT_EQ(A::touching_many(world, &unknown, &pose, 1, nullptr, nullptr, results),
            MASU_OUT_OF_RANGE);
  (void)masu_results_handles(results, &count);
  EXPECT_EQ(count, 0u) << "the answers before";
  EXPECT_EQ(A::touching_many(world, nullptr, nullptr, 0, nullptr, nullptr, results), MASU_OK);
  EXPECT_EQ(A::at_many(world, nullptr, 1, nullptr, nullptr, results), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::within_many(world, &point, 1, -1, nullptr, nullptr, results), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::within_many(world, nullptr, 1, 1, nullptr, nullptr, results), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::touching_in_many(world, nullptr, nullptr, results), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::touching_in_many(world, space, nullptr, results), MASU_WRONG_FORMAT);
  EXPECT_EQ(A::touching_in_many(world, world, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::hits(nullptr, nullptr, nullptr), nullptr);
  const masu_object_options odd[] = {masu_object_options_default(), {}};
  masu_handle added[2] = {h, h};
  EXPECT_EQ(A::add_many(world, &circle, 1, &pose, nullptr, 0, 1, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add_many(world, nullptr, 1, &pose, nullptr, 0, 1, added), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add_many(world, &circle, 1, &pose, nullptr, 1, 1, added), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add_many(world, &circle, 1, nullptr, nullptr, 0, 1, added), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add_many(world, nullptr, 0, &pose, nullptr, 0, 1, added), MASU_SIZE_MISMATCH);
  EXPECT_EQ(A::add_many(world, &circle, 1, &pose, odd, 2, 1, added), MASU_SIZE_MISMATCH);
  EXPECT_EQ(A::add_many(world, &unknown, 1, &pose, nullptr, 0, 1, added), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::add_many(world, &circle, 1, &pose, odd + 1, 1, 1, added), MASU_WRONG_FORMAT);
  EXPECT_EQ(A::add_many(space, &circle, 1, &pose, nullptr, 0, 1, added), MASU_WRONG_FORMAT);
  EXPECT_EQ(added[0].index, MASU_NO_INDEX);
  EXPECT_EQ(A::add_many(world, &circle, 1, nullptr, nullptr, 0, 0, nullptr), MASU_OK);
  // None is read where none is added.
  EXPECT_EQ(A::add_many(world, &unknown, 1, nullptr, odd + 1, 1, 0, nullptr), MASU_OK);
  EXPECT_EQ(A::move_many(world, &h, nullptr, 1), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::move_many(world, nullptr, nullptr, 0), MASU_OK);
  EXPECT_EQ(masu_world_for_each(world, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_update(nullptr, nullptr), MASU_OUT_OF_RANGE);
  count = 7;
  EXPECT_EQ(masu_world_pairs(nullptr, &count), nullptr);
  EXPECT_EQ(count, 0u);
  count = 7;
  EXPECT_EQ(A::crossed(space, &count), nullptr);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(A::contacts(world, nullptr, &count), nullptr);
  const masu_pair none = {h, {9, 9}, 1000, 0};
  EXPECT_EQ(A::contacts(world, &none, &count), nullptr);
  EXPECT_EQ(masu_world_find_pair(world, &none), nullptr);
  EXPECT_EQ(masu_world_find_pair(world, nullptr), nullptr);
  EXPECT_EQ(masu_world_find_pair(nullptr, &none), nullptr);
  typename A::Volume volume;
  typename A::Vec shift;
  EXPECT_EQ(A::volume(world, &none, 0, &volume), MASU_STALE_HANDLE);
  EXPECT_EQ(A::volume(world, nullptr, 0, &volume), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::volume(world, &none, 0, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::shift(world, &none, &shift), MASU_STALE_HANDLE);
  EXPECT_EQ(A::shift(world, nullptr, &shift), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::shift(space, &none, &shift), MASU_WRONG_FORMAT);
  EXPECT_EQ(A::shift(world, &none, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_size(nullptr), 0u);
  EXPECT_EQ(masu_world_contains(nullptr, h), 0);
  EXPECT_EQ(masu_world_hash(nullptr), 0u);
  EXPECT_EQ(masu_world_validate(nullptr), 0);
  EXPECT_EQ(masu_world_destroy(nullptr), MASU_OK);
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
}

TEST(CObjects, bad_input_changes_nothing) {
  CWorld<2, float> world;
  masu_handle made;
  const auto pose = A::pose_at({0, 0});
  auto shape = A::sphere(0, {0, 0});
  EXPECT_EQ(A::add(world, &shape, &pose, nullptr, &made), MASU_NOT_POSITIVE);
  shape = A::sphere(1, {NAN, 0});
  EXPECT_EQ(A::add(world, &shape, &pose, nullptr, &made), MASU_NOT_FINITE);
  for (const std::uint32_t kind : {7u, 8u, 9u, 11u, 254u}) {
    shape = A::sphere(1, {0, 0});
    shape.kind = kind;
    EXPECT_EQ(A::add(world, &shape, &pose, nullptr, &made), MASU_OUT_OF_RANGE);
  }
  shape = A::shape_of(nullptr);
  EXPECT_EQ(A::add(world, &shape, &pose, nullptr, &made), MASU_OUT_OF_RANGE);
  masu_body* solid = nullptr;
  const masu_vec_3f corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  ASSERT_EQ(masu_hull_create_3f(corners, 4, nullptr, &solid), MASU_OK);
  shape = A::shape_of(solid);
  EXPECT_EQ(A::add(world, &shape, &pose, nullptr, &made), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_mesh_set_vertices_3f(solid, corners, 4), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_mesh_set_vertices_2f(solid, nullptr, 0), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_body_release(solid), MASU_OK);

  shape = A::sphere(1, {0, 0});
  const auto bad_option = [&](auto&& change) {
    masu_object_options o = masu_object_options_default();
    change(o);
    return A::add(world, &shape, &pose, &o, &made);
  };
  EXPECT_EQ(bad_option([](auto& o) { ++o.size; }), MASU_WRONG_FORMAT);
  EXPECT_EQ(bad_option([](auto& o) { o.sensor = 2; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(bad_option([](auto& o) { o.layer = 63; }), MASU_OUT_OF_RANGE);
  masu_pose_2f not_unit = pose;
  not_unit.rotation.cosine = 2;
  EXPECT_EQ(A::add(world, &shape, &not_unit, nullptr, &made), MASU_NOT_UNIT);
  EXPECT_EQ(masu_world_size(world), 0u);

  const masu_handle h = world.add(shape, {});
  EXPECT_EQ(masu_world_handle_in(world, h.index).generation, h.generation);
  EXPECT_EQ(masu_world_handle_in(world, 1).index, MASU_NO_INDEX);
  EXPECT_EQ(masu_world_handle_in(nullptr, 0).index, MASU_NO_INDEX);
  EXPECT_EQ(A::move(world, h, &not_unit), MASU_NOT_UNIT);
  EXPECT_EQ(world.move(h, {NAN, 0}), MASU_NOT_FINITE);
  EXPECT_EQ(masu_world_set_layer(world, h, 63, 1), MASU_OUT_OF_RANGE);
  std::uint64_t rows[MASU_LAYERS];
  ASSERT_EQ(masu_world_layers(world, rows), MASU_OK);
  rows[3] ^= 4;
  EXPECT_EQ(masu_world_set_layers(world, rows), MASU_OUT_OF_RANGE);
  rows[2] ^= 8;
  EXPECT_EQ(masu_world_set_layers(world, rows), MASU_OK);
  std::uint64_t now[MASU_LAYERS];
  ASSERT_EQ(masu_world_layers(world, now), MASU_OK);
  EXPECT_TRUE(std::equal(rows, rows + MASU_LAYERS, now));
  for (const std::uint32_t none : {6U, 254U, 256U, 256U + MASU_BVH}) {
    EXPECT_EQ(masu_world_use_broad_phase(world, none), MASU_OUT_OF_RANGE);
  }
  ASSERT_EQ(masu_world_use_broad_phase(world, MASU_BVH), MASU_OK);
  std::uint32_t method = 0;
  ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
  ASSERT_EQ(masu_world_broad_phase(world, &method), MASU_OK);
  EXPECT_EQ(method, std::uint32_t(MASU_BVH));
  EXPECT_EQ(masu_world_use_broad_phase(world, MASU_AUTOMATIC), MASU_OK);
  EXPECT_NE(masu_world_advice(world), nullptr);
  EXPECT_EQ(masu_world_remove(world, h), MASU_OK);
  EXPECT_EQ(masu_world_remove(world, h), MASU_STALE_HANDLE);
  masu_object_2f found;
  EXPECT_EQ(A::find(world, h, &found), MASU_STALE_HANDLE);
  EXPECT_EQ(masu_world_set_user_data(world, {77, 1}, 0), MASU_STALE_HANDLE);
  EXPECT_EQ(masu_world_validate(world), 1);
}

TEST(CObjects, flags_bounds_and_clear) {
  CWorld<2, float> world;
  const auto circle = A::sphere(1, {0, 0});
  EXPECT_EQ(masu_world_reserve(world, 100), MASU_OK);
  masu_body* body = nullptr;
  const typename A::Vec corners[3] = {{-1, -1}, {1, -1}, {0, 1}};
  ASSERT_EQ(A::hull_create(corners, 3, nullptr, &body), MASU_OK);
  const masu_handle a = world.add(circle, {0, 0});
  const masu_handle b = world.add(A::shape_of(body), {1, 0});
  EXPECT_EQ(masu_body_release(body), MASU_OK);
  EXPECT_EQ(masu_world_set_sensor(world, a, 1), MASU_OK);
  EXPECT_EQ(masu_world_set_continuous(world, a, 1), MASU_OK);
  EXPECT_EQ(masu_world_set_fixed(world, b, 1), MASU_OK);
  masu_object_2f found;
  ASSERT_EQ(A::find(world, a, &found), MASU_OK);
  EXPECT_EQ(found.options.sensor, 1);
  EXPECT_EQ(found.options.continuous, 1);
  EXPECT_EQ(found.options.fixed, 0);
  ASSERT_EQ(A::find(world, b, &found), MASU_OK);
  EXPECT_EQ(found.options.fixed, 1);

  const typename A::Aabb bounds = {{-5, -5}, {5, 5}};
  const typename A::Aabb empty = {{5, 5}, {-5, -5}};
  typename A::Aabb now;
  EXPECT_EQ(A::set_bounds(world, &empty), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::set_bounds(world, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::set_bounds(world, &bounds), MASU_OK);
  ASSERT_EQ(A::bounds(world, &now), MASU_OK);
  EXPECT_EQ(now.max.y, 5);
  EXPECT_EQ(A::bounds(world, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(world.move(a, {50, 0}), MASU_OK);
  ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
  std::size_t count = 0;
  const masu_handle* left = masu_world_left(world, &count);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(left[0].index, a.index);

  EXPECT_EQ(masu_world_clear(world), MASU_OK);
  EXPECT_EQ(masu_world_size(world), 0u);
  EXPECT_EQ(masu_world_set_sensor(world, a, 0), MASU_STALE_HANDLE);
  EXPECT_EQ(masu_world_set_continuous(world, a, 0), MASU_STALE_HANDLE);
  EXPECT_EQ(masu_world_set_fixed(world, b, 0), MASU_STALE_HANDLE);
  EXPECT_EQ(masu_world_clear(nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_reserve(nullptr, 1), MASU_OUT_OF_RANGE);
  ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
  EXPECT_EQ(masu_world_validate(world), 1);
}

}  // namespace
}  // namespace masu::test
