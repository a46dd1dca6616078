// SPDX-License-Identifier: MIT
// User data is available where a world reports an object, and that of its sub-shapes too.
#include <gtest/gtest.h>

#include <vector>

#include <masu/mesh/compound.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "tests/mesh/meshes.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

Transform3f pose_at(float x, float y = 0, float z = 0) {
  return {{x, y, z}, {}};
}
std::vector<std::uint64_t> numbers(std::size_t count, std::uint64_t factor) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t i = 0; i < count; ++i) all.push_back(~(i * factor));
  return all;
}

TEST(WorldUserData, is_found_by_the_handles_of_pairs_events_and_hits) {
  World<3> world;
  const Sphere<3, float> ball{1};
  const Handle a = world.add(ball, pose_at(0), {.user_data = ~0ull});
  const Handle b = world.add(ball, pose_at(1.5f), {.user_data = 7, .continuous = true});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.began().size(), 1u);
  EXPECT_EQ(world.user_data(world.began()[0].a), ~0ull);
  EXPECT_EQ(world.user_data(world.began()[0].b), 7u);
  EXPECT_EQ(world.user_data(world.ray_cast({{-5, 0, 0}, {1, 0, 0}}).object), ~0ull);
  EXPECT_EQ(world.user_data(world.shape_cast(ball, pose_at(9), {-9, 0, 0}).object), 7u);
  ASSERT_EQ(world.set_user_data(b, 8), Status::ok);
  EXPECT_EQ(world.user_data(b), 8u);
  EXPECT_EQ(world.user_data(a, 0), 0u);  // a convex shape has no sub-shapes with numbers
  Buffer<std::byte> saved;
  ASSERT_EQ(world.save(saved), Status::ok);
  ASSERT_EQ(world.remove(b), Status::ok);
  EXPECT_EQ(world.user_data(b), 0u);
  EXPECT_EQ(world.user_data(Handle{}), 0u);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended()[0].user_data_b, 8u);
  ASSERT_EQ(world.restore({saved.data(), saved.size()}), Status::ok);
  EXPECT_EQ(world.user_data(b), 8u);
}

TEST(WorldUserData, of_the_triangle_hit_by_a_ray_a_cast_and_a_contact) {
  const Surface<float> surface = bent_sphere<float>(9, 12, [](double, double) { return 2.0; });
  const std::vector<std::uint64_t> ids = numbers(surface.corners.size() / 3, 0x1234'5678'9abcu);
  TriangleMesh<float> mesh;
  ASSERT_EQ(mesh.build(surface.vertices, surface.corners, {.user_data = ids}), Status::ok);
  for (std::uint32_t i = 0; i < ids.size(); ++i) ASSERT_EQ(mesh.user_data(i), ids[i]);
  EXPECT_EQ(mesh.user_data(ids.size()), 0u);
  World<3> world;
  const Handle h = world.add(mesh, pose_at(3), {.user_data = 5});
  const Sphere<3, float> ball{0.25f};
  for (int k = 0; k < 60; ++k) {
    const Vec3f d{std::cos(0.7f * float(k)), std::sin(0.7f * float(k)), std::sin(0.3f * float(k))};
    const auto ray = world.ray_cast({Vec3f{3, 0, 0} - d * 5.f, d});
    ASSERT_TRUE(ray.hit);
    EXPECT_EQ(world.user_data(ray.object, ray.sub_shape), ids[ray.sub_shape]);
    const auto cast = world.shape_cast(ball, {Vec3f{3, 0, 0} - d * 5.f, {}}, d * 5.f);
    ASSERT_TRUE(cast.hit);
    EXPECT_EQ(world.user_data(cast.object, cast.sub_shape), ids[cast.sub_shape]);
  }
  EXPECT_EQ(world.user_data(h), 5u);
  EXPECT_EQ(world.user_data(h, kNoSubShape), 0u);
  const Handle on_top = world.add(ball, pose_at(3, 0, 2.2f));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  for (const auto& c : world.contacts(world.pairs()[0])) {
    EXPECT_EQ(world.user_data(h, c.sub_shape_a), ids[c.sub_shape_a]);
    EXPECT_EQ(world.user_data(on_top, c.sub_shape_b), 0u);
  }
}

TEST(WorldUserData, of_a_compounds_children_and_a_polylines_segments) {
  const Circle<float> disc{1};
  std::vector<Child<2, float>> children;
  for (int i = 0; i < 20; ++i) {
    children.push_back(child(disc, Transform2f{{3.f * float(i), 0}, {}}));
  }
  const std::vector<std::uint64_t> ids = numbers(20, 3);
  Compound<2, float> compound;
  ASSERT_EQ(compound.build(children, {.user_data = ids}), Status::ok);
  World<2> world;
  const Handle row = world.add(compound, {});
  for (std::uint32_t i = 0; i < 20; ++i) {
    const auto hit = world.ray_cast({{3.f * float(i), 9}, {0, -1}});
    ASSERT_EQ(hit.sub_shape, i);
    EXPECT_EQ(world.user_data(hit.object, hit.sub_shape), ids[i]);
  }
  ASSERT_EQ(compound.move(3, {{9, 1}, {}}), Status::ok);
  EXPECT_EQ(world.user_data(row, 3), ids[3]);
  const std::vector<Vec2f> points{{0, 5}, {1, 5}, {2, 5}};
  const std::vector<std::uint32_t> corners{0, 1, 1, 2};
  const std::vector<std::uint64_t> two{11, 12};
  Polyline<float> line;
  ASSERT_EQ(line.build(points, corners, {.user_data = two}), Status::ok);
  const Handle wall = world.add(line, {});
  EXPECT_EQ(world.user_data(wall, world.ray_cast({{1.5f, 9}, {0, -1}}).sub_shape), 12u);
}

TEST(WorldUserData, of_sub_shapes_is_one_number_each_or_none_and_lasts_until_the_next_build) {
  const Surface<float> surface = bent_sphere<float>(3, 5, [](double, double) { return 1.0; });
  const std::size_t count = surface.corners.size() / 3;
  const std::vector<std::uint64_t> ids = numbers(count, 5);
  const std::vector<std::uint64_t> few(ids.begin(), ids.end() - 1);
  TriangleMesh<float> mesh;
  ASSERT_EQ(mesh.build(surface.vertices, surface.corners, {.user_data = ids}), Status::ok);
  EXPECT_EQ(mesh.build(surface.vertices, surface.corners, {.user_data = few}),
            Status::size_mismatch);
  EXPECT_EQ(mesh.set_user_data(few), Status::size_mismatch);
  ASSERT_EQ(mesh.set_vertices(surface.vertices), Status::ok);
  EXPECT_EQ(mesh.user_data(2), ids[2]);
  TriangleMesh<float> moved = std::move(mesh);
  EXPECT_EQ(moved.user_data(2), ids[2]);
  ASSERT_EQ(moved.set_user_data({}), Status::ok);
  EXPECT_EQ(moved.user_data(2), 0u);
  ASSERT_EQ(moved.set_user_data(ids), Status::ok);
  ASSERT_EQ(moved.build(surface.vertices, surface.corners), Status::ok);
  EXPECT_EQ(moved.user_data(2), 0u);
  Compound<2, float> compound;
  const Circle<float> disc{1};
  const Child<2, float> one[] = {child(disc)};
  EXPECT_EQ(compound.build(one, {.user_data = ids}), Status::size_mismatch);
  ASSERT_EQ(compound.build(one, {.user_data = std::span(ids).first(1)}), Status::ok);
  EXPECT_EQ(compound.user_data(0), ids[0]);
  EXPECT_EQ(compound.set_user_data(few), Status::size_mismatch);
}

TEST(WorldUserData, of_sub_shapes_takes_8_bytes_each_where_it_is_given_and_fails_whole) {
  const Surface<float> surface = bent_sphere<float>(9, 12, [](double, double) { return 1.0; });
  const std::size_t count = surface.corners.size() / 3;
  const std::vector<std::uint64_t> ids = numbers(count, 5);
  FailingAllocator memory;
  TriangleMesh<float> plain(memory.allocator());
  ASSERT_EQ(plain.build(surface.vertices, surface.corners), Status::ok);
  const std::size_t bytes = memory.bytes();
  ASSERT_EQ(plain.set_user_data(ids), Status::ok);
  EXPECT_EQ(memory.bytes() - bytes, 8 * count);
  ASSERT_EQ(plain.set_user_data({}), Status::ok);
  EXPECT_EQ(memory.bytes(), bytes);
  ASSERT_EQ(plain.set_user_data(ids), Status::ok);
  for (std::size_t k = 1;; ++k) {
    memory.fail(k);
    const Status status = plain.build(surface.vertices, surface.corners, {.user_data = ids});
    if (status == Status::ok && memory.failures() == 0) break;
    EXPECT_EQ(status, Status::out_of_memory);
    ASSERT_EQ(plain.user_data(7), ids[7]);
    memory.fail(1);
    EXPECT_EQ(plain.set_user_data(ids), Status::out_of_memory);
    ASSERT_EQ(plain.user_data(7), ids[7]);
  }
}

}  // namespace
}  // namespace masu::test
