// SPDX-License-Identifier: MIT
// Lifetimes: handles of other worlds, pairs that have ended, moved-from worlds.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <masu/mesh/compound.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/placed_bodies.hpp>

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}

// --- Handles -------------------------------------------------------------------------------------

TEST(WorldLifetime, salts_distinguish_worlds_whose_slots_are_reused) {
  std::vector<std::vector<Handle>> handles;
  for (std::uint32_t salt = 0; salt < 8; ++salt) {
    World<2> world({.handle_salt = salt});
    handles.emplace_back();
    for (int use = 0; use < 20; ++use) {
      const Handle h = world.add(Circle2{1}, pose_at(0));
      ASSERT_EQ(h.index, 0u);
      for (std::uint32_t other = 0; other < salt; ++other) {
        for (const Handle foreign : handles[other]) ASSERT_FALSE(world.contains(foreign));
      }
      handles.back().push_back(h);
      ASSERT_EQ(world.remove(h), Status::ok);
      ASSERT_EQ(world.update().status, Status::ok);
    }
  }
}

// --- Shapes --------------------------------------------------------------------------------------

struct OwnDisc {
  static constexpr int kDimension = 2;
  using Scalar = float;
  Vec2f support(const Vec2f& d) const { return d; }
  Aabb2f aabb(const Pose2&) const { return {}; }
};

template <class S>
concept CanBeAdded = requires(World<2>& world, S&& shape) {
  world.add(static_cast<S&&>(shape), Pose2{});
};
template <class S>
concept CanBeSet = requires(World<2>& world, S&& shape) {
  world.set_shape(Handle{}, static_cast<S&&>(shape));
};
template <class S>
concept CanBePlaced = requires(S&& shape) {
  PlacedBody<2, float>(static_cast<S&&>(shape), Pose2{});
  OneBody<2, float>(static_cast<S&&>(shape), Pose2{});
  world_shape(static_cast<S&&>(shape));
};
template <class S>
constexpr bool kAllTake = CanBeAdded<S>&& CanBeSet<S>&& CanBePlaced<S>;

// The world refers to polytopes, bodies and shapes of others, and copies the rest. What it says of
// temporaries itself: tests/compile/refused.cpp.
TEST(WorldLifetime, temporaries_that_would_dangle_do_not_compile) {
  static_assert(kAllTake<Circle2> && kAllTake<const Box<2, float>&>);
  static_assert(kAllTake<const ConvexPolygon<float>&> && kAllTake<ConvexPolygon<float>&>);
  static_assert(kAllTake<const Compound<2, float>&> && kAllTake<const OwnDisc&>);
  static_assert(!CanBePlaced<ConvexPolygon<float>> && !CanBePlaced<const ConvexPolygon<float>>);
  static_assert(!CanBePlaced<Compound<2, float>> && !CanBePlaced<OwnDisc>);
  static_assert(kAllTake<RoundedBox<2, float>> && kAllTake<const Rounded<OwnDisc>&>);
  static_assert(!CanBePlaced<Rounded<OwnDisc>> && !CanBePlaced<Rounded<Rounded<OwnDisc>>>);
  static_assert(kAllTake<WorldShape<2, float>> && kAllTake<ShapeView<2, float>>);
}

// --- Pairs ---------------------------------------------------------------------------------------

TEST(WorldLifetime, pairs_that_ended_or_belong_to_another_world_have_no_contacts) {
  World<2> world({.detail = ContactDetail::areas});
  const Box<2, float> crate{{1, 1}};
  const Handle a = world.add(crate, pose_at(0));
  const Handle b = world.add(crate, pose_at(1.5f));
  ASSERT_EQ(world.update().status, Status::ok);
  const WorldPair pair = world.pairs()[0];
  ASSERT_EQ(world.contacts(pair).size(), 1u);
  const auto contact = world.contacts(pair)[0];
  ASSERT_EQ(world.corners(pair, contact).size(), 2u);
  EXPECT_EQ(world.find_pair(pair), world.pairs().data());

  const World<2> empty({.detail = ContactDetail::areas});
  EXPECT_TRUE(empty.contacts(pair).empty());
  EXPECT_TRUE(empty.corners(pair, contact).empty());
  EXPECT_EQ(empty.find_pair(pair), nullptr);
  WorldPair far = pair;
  far.id = 12345678;
  EXPECT_TRUE(world.contacts(far).empty());
  auto wrong = contact;
  wrong.first_corner = 1;
  EXPECT_TRUE(world.corners(pair, wrong).empty());

  ASSERT_EQ(world.remove(b), Status::ok);
  EXPECT_EQ(world.contacts(pair).size(), 1u) << "until the next update";
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.contacts(pair).empty());
  (void)world.add(crate, pose_at(-1.5f));
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs()[0].id, pair.id) << "of another pair now";
  EXPECT_EQ(world.pairs()[0].a, a);
  EXPECT_TRUE(world.contacts(pair).empty());
  EXPECT_TRUE(world.corners(pair, contact).empty());
  EXPECT_EQ(world.find_pair(pair), nullptr);
}

// --- Worlds --------------------------------------------------------------------------------------

template <int D>
void expect_empty_and_of_use(World<D>& world) {
  EXPECT_EQ(world.size(), 0u);
  EXPECT_TRUE(world.pairs().empty());
  EXPECT_TRUE(world.began().empty());
  EXPECT_TRUE(world.ended().empty());
  EXPECT_TRUE(world.validate());
  Buffer<std::byte> saved;
  EXPECT_EQ(world.save(saved), Status::ok);
  std::vector<Handle> handles;
  for (int i = 0; i < 30; ++i) {
    Transform<D, float> pose;
    pose.translation[0] = float(i);
    handles.push_back(world.add(Sphere<D, float>{0.6f}, pose));
    ASSERT_TRUE(handles.back());
  }
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 29u);
  ASSERT_EQ(world.remove(handles[3]), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 2u);
  EXPECT_TRUE(world.ray_cast({{-9}, {1}}).hit);
  EXPECT_TRUE(world.validate());
}

template <int D>
void move_and_use() {
  World<D> first({.margin = 0.0f, .handle_salt = 3});
  std::vector<Handle> handles;
  for (int i = 0; i < 20; ++i) {
    Transform<D, float> pose;
    pose.translation[0] = float(i);
    handles.push_back(first.add(Sphere<D, float>{0.6f}, pose, {.sensor = i == 7}));
  }
  ASSERT_EQ(first.update().status, Status::ok);
  ASSERT_EQ(first.remove(handles[5]), Status::ok);
  ASSERT_EQ(first.update().status, Status::ok);
  World<D> second = std::move(first);
  EXPECT_FALSE(first.contains(handles[0]));
  EXPECT_EQ(first.options().handle_salt, 3u);
  ASSERT_NO_FATAL_FAILURE(expect_empty_and_of_use(first));
  EXPECT_EQ(second.size(), 19u);
  EXPECT_EQ(second.pairs().size(), 17u);
  EXPECT_TRUE(second.validate());
  World<D> third;
  (void)third.add(Sphere<D, float>{1}, {});
  third = std::move(second);
  ASSERT_NO_FATAL_FAILURE(expect_empty_and_of_use(second));
  EXPECT_EQ(third.size(), 19u);
  ASSERT_EQ(third.remove(handles[0]), Status::ok);
  ASSERT_EQ(third.update().status, Status::ok);
  EXPECT_EQ(third.ended().size(), 1u);
  EXPECT_TRUE(third.validate());
}

TEST(WorldLifetime, a_moved_from_world_is_empty) {
  ASSERT_NO_FATAL_FAILURE(move_and_use<2>());
  ASSERT_NO_FATAL_FAILURE(move_and_use<3>());
}

}  // namespace
}  // namespace masu::test
