// SPDX-License-Identifier: MIT
// Snapshots and the shapes, options and bytes around them: what is not in a snapshot is requested
// or checked, and only its contents decide how the world continues.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <vector>

#include <masu/mesh/compound.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;
using Bytes = std::span<const std::byte>;

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}
Bytes of(const Buffer<std::byte>& saved) {
  return {saved.data(), saved.size()};
}
ConvexPolygon<float> triangle(float size) {
  ConvexPolygon<float> polygon;
  const Vec2f corners[] = {{-size, -size}, {size, -size}, {0, size}};
  EXPECT_EQ(polygon.build(corners), Status::ok);
  return polygon;
}

// --- Shapes --------------------------------------------------------------------------------------

TEST(WorldRollback, another_shape_than_the_saved_one_is_refused) {
  const ConvexPolygon<float> small = triangle(1);
  const ConvexPolygon<float> large = triangle(3);
  World<2> world;
  const Handle h = world.add(small, pose_at(0));
  (void)world.add(Circle2{0.5f}, pose_at(2));
  ASSERT_EQ(world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(world.save(saved), Status::ok);
  const std::uint64_t hash = world.hash();
  ASSERT_EQ(world.set_shape(h, large), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_EQ(world.restore(of(saved)), Status::stale_handle);
  EXPECT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.set_shape(h, small), Status::ok);
  ASSERT_EQ(world.restore(of(saved)), Status::ok);
  EXPECT_EQ(world.hash(), hash);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u);
}

// Crates that have died since come back; a new process finds the shapes by what users call them.
TEST(WorldRollback, shapes_are_found_by_user_data) {
  const ConvexPolygon<float> crate = triangle(1);
  Compound<2, float> ground;
  const Child<2, float> children[] = {child(Box<2, float>{{9, 1}})};
  ASSERT_EQ(ground.build(children), Status::ok);
  World<2> world;
  const Handle floor = world.add(ground, pose_at(0, -2), {.user_data = 1, .fixed = true});
  const Handle first = world.add(crate, pose_at(0), {.user_data = 2});
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  Buffer<std::byte> saved;
  ASSERT_EQ(world.save(saved), Status::ok);
  const std::uint64_t hash = world.hash();
  ASSERT_EQ(world.remove(first), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.restore(of(saved)), Status::stale_handle);
  World<2> other;
  std::map<std::uint64_t, Handle> asked;
  const auto find = [&](Handle h, std::uint64_t user_data) {
    asked[user_data] = h;
    EXPECT_EQ(world.remove(floor), Status::busy) << "while it is restored";
    return user_data == 1 ? world_shape(ground) : world_shape(crate);
  };
  ASSERT_EQ(world.restore(of(saved), find), Status::ok);
  EXPECT_EQ(asked, (std::map<std::uint64_t, Handle>{{1, floor}, {2, first}}));
  EXPECT_EQ(world.hash(), hash);
  EXPECT_TRUE(world.contains(first));
  const auto ask_other = [&](Handle, std::uint64_t user_data) {
    return user_data == 1 ? world_shape(ground) : world_shape(crate);
  };
  ASSERT_EQ(other.restore(of(saved), ask_other), Status::ok);
  EXPECT_EQ(other.hash(), hash);
  for (World<2>* w : {&world, &other}) {
    ASSERT_EQ(w->move(first, pose_at(0, 0.1f)), Status::ok);
    ASSERT_EQ(w->update().status, Status::ok);
    EXPECT_EQ(w->ended().size(), 1u);
    EXPECT_TRUE(w->validate());
  }
  const auto none = [](Handle, std::uint64_t) { return WorldShape<2, float>{}; };
  EXPECT_EQ(other.restore(of(saved), none), Status::stale_handle);
}

// --- Options -------------------------------------------------------------------------------------

TEST(WorldRollback, worlds_that_would_continue_differently_refuse) {
  const WorldOptions<float> options{.margin = 0.5f, .handle_salt = 4};
  World<2> world(options);
  (void)world.add(Circle2{1}, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(2.25f));
  ASSERT_EQ(world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(world.save(saved), Status::ok);
  const auto answer = [&](auto change) {
    WorldOptions<float> other = options;
    change(other);
    World<2> to(other);
    return to.restore(of(saved));
  };
  EXPECT_EQ(answer([](auto&) {}), Status::ok);
  EXPECT_EQ(answer([](auto& o) { o.queries = false; }), Status::ok);
  EXPECT_EQ(answer([](auto& o) { o.margin = 0; }), Status::wrong_format);
  EXPECT_EQ(answer([](auto& o) { o.skip_internal_edges = false; }), Status::wrong_format);
  EXPECT_EQ(answer([](auto& o) { o.handle_salt = 5; }), Status::wrong_format);
  EXPECT_EQ(answer([](auto& o) { o.period = {100, 0, 0}; }), Status::wrong_format);
  EXPECT_EQ(answer([](auto& o) { o.detail = ContactDetail::areas; }), Status::wrong_format);
}

// --- Bytes ---------------------------------------------------------------------------------------

TEST(WorldRollback, bytes_may_have_any_alignment) {
  World<2> world;
  (void)world.add(Circle2{1}, pose_at(0));
  ASSERT_EQ(world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(world.save(saved), Status::ok);
  const std::uint64_t hash = world.hash();
  for (const std::size_t off : {0u, 1u, 8u, 16u, 63u}) {
    std::vector<std::byte> file(saved.size() + off);
    std::memcpy(file.data() + off, saved.data(), saved.size());
    World<2> other;
    ASSERT_EQ(other.restore(Bytes(file).subspan(off)), Status::ok) << off;
    EXPECT_EQ(other.hash(), hash);
  }
  EXPECT_EQ(world.restore({}), Status::damaged);
}

// In memory that was something else before.
void* allocate_dirty(void* context, std::size_t size, std::size_t alignment) {
  const Allocator plain = default_allocator();
  void* block = plain.allocate(plain.context, size, alignment);
  if (block != nullptr) std::memset(block, *static_cast<unsigned char*>(context), size);
  return block;
}

TEST(WorldRollback, the_same_story_is_the_same_bytes) {
  const auto story = [](unsigned char dirt) {
    const Allocator plain = default_allocator();
    EXPECT_EQ(plain.context, nullptr);
    const Allocator allocator{&allocate_dirty, plain.deallocate, &dirt};
    World<3> world({.detail = ContactDetail::areas}, allocator);
    std::vector<Handle> handles;
    for (int i = 0; i < 40; ++i) {
      const Transform3f pose{{float(i % 5), float(i / 5) * 0.9f, 0.1f * float(i % 3)}, {}};
      handles.push_back(i % 4 == 0 ? world.add(Sphere<3, float>{0.6f}, pose).handle
                                   : world.add(Box<3, float>{{0.6f, 0.5f, 0.4f}}, pose).handle);
    }
    EXPECT_EQ(world.update().status, Status::ok);
    for (std::size_t i = 0; i < 40; i += 3) {
      EXPECT_EQ(world.move(handles[i], {{float(i % 5) + 0.2f, float(i / 5), 0}, {}}), Status::ok);
    }
    EXPECT_EQ(world.remove(handles[7]), Status::ok);
    EXPECT_EQ(world.update().status, Status::ok);
    Buffer<std::byte> saved;
    EXPECT_EQ(world.save(saved), Status::ok);
    return std::vector<std::byte>(saved.data(), saved.data() + saved.size());
  };
  EXPECT_EQ(story(0x5a), story(0xa5));
}

// The test of two half-spaces is refused. The pair is excluded before that test, or after it.
TEST(WorldRollback, an_excluded_pair_keeps_nothing_of_its_last_test) {
  const auto saved = [](bool tested) {
    World<2> world;
    const Handle a = world.add(HalfSpace<2, float>{{0, 1}, 0}, pose_at(0));
    const Handle b = world.add(HalfSpace<2, float>{{1, 0}, 0}, pose_at(0));
    if (tested) {
      EXPECT_EQ(world.update().status, Status::ok);
      EXPECT_EQ(world.pairs().size(), 1u);
      EXPECT_NE(world.pairs()[0].status, Status::ok);
    }
    EXPECT_EQ(world.exclude_pair(a, b), Status::ok);
    for (int k = 0; k < 2; ++k) EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.pairs().size(), 0u);
    Buffer<std::byte> bytes;
    EXPECT_EQ(world.save(bytes), Status::ok);
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  EXPECT_EQ(saved(false), saved(true));
}

// A world at rest has nothing to update, until a snapshot brings back pairs that have just begun.
TEST(WorldRollback, the_update_after_a_restoration_ends_the_events) {
  World<2> world;
  (void)world.add(Circle2{1}, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(1));
  ASSERT_EQ(world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(world.save(saved), Status::ok);
  for (int k = 0; k < 2; ++k) ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.began().size(), 0u);
  ASSERT_EQ(world.restore(of(saved)), Status::ok);
  EXPECT_EQ(world.began().size(), 1u);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.began().size(), 0u);
  EXPECT_EQ(world.stayed().size(), 1u);
}

// --- The hash ------------------------------------------------------------------------------------

TEST(WorldRollback, worlds_that_will_differ_have_different_hashes) {
  const auto removed = [](int first, int second) {
    World<2> world;
    Handle handles[3];
    for (Handle& h : handles) h = world.add(Circle2{1}, pose_at(0));
    EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.remove(handles[first]), Status::ok);
    EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.remove(handles[second]), Status::ok);
    EXPECT_EQ(world.update().status, Status::ok);
    return world.hash();
  };
  EXPECT_EQ(removed(0, 1), removed(0, 1));
  EXPECT_NE(removed(0, 1), removed(1, 0)) << "the next object gets another handle";
  const auto layers = [](bool collide) {
    World<2> world;
    LayerMatrix matrix;
    EXPECT_EQ(matrix.set(1, 1, collide), Status::ok);
    EXPECT_EQ(world.set_layers(matrix), Status::ok);
    (void)world.add(Circle2{1}, pose_at(0));
    EXPECT_EQ(world.update().status, Status::ok);
    return world.hash();
  };
  EXPECT_NE(layers(true), layers(false));
  const auto masked = [](std::uint64_t mask) {
    World<2> world;
    LayerMatrix matrix;
    EXPECT_EQ(matrix.set(1, 2, false), Status::ok);
    EXPECT_EQ(world.set_layers(matrix), Status::ok);
    (void)world.add(Circle2{1}, pose_at(0), {.filter = {1, mask}, .layer = 1});
    EXPECT_EQ(world.update().status, Status::ok);
    return world.hash();
  };
  EXPECT_NE(masked(0b1011), masked(0b1111)) << "once the layers meet";
  // A square, with and without a corner, which a small rotation brings to the lower side of the
  // box: the fat AABB stays.
  const auto rotated = [](bool square) {
    const Vec2f whole[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const Vec2f cut[] = {{-1, 0}, {0, -1}, {1, -1}, {1, 1}, {-1, 1}};
    ConvexPolygon<float> polygon;
    EXPECT_EQ(square ? polygon.build(whole) : polygon.build(cut), Status::ok);
    World<2> world;
    const Handle h = world.add(polygon, pose_at(0));
    EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.move(h, {{}, {0.9987503f, 0.0499792f}}), Status::ok);
    EXPECT_EQ(world.update().status, Status::ok);
    return world.hash();
  };
  EXPECT_NE(rotated(true), rotated(false)) << "only min of the box is different";
}

}  // namespace
}  // namespace masu::test
