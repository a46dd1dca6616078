// SPDX-License-Identifier: MIT
// A broad phase is updated with objects that leave their fat AABBs, and queried only after such
// updates.
#include <gtest/gtest.h>

#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/shapes/box.hpp>
#include <masu/world/tracked_pairs.hpp>
#include <masu/world/world.hpp>

namespace masu::test {
namespace {

// Counts its updates and queries.
class Counting : public TrackedPairs<PairTracker<2, float>> {
  using Base = TrackedPairs<PairTracker<2, float>>;

 public:
  using Base::Base;
  void move(std::uint32_t slot, const Aabb2f& box) {
    ++moves;
    Base::move(slot, box);
  }
  SearchResult update() {
    ++updates;
    return Base::update();
  }
  int moves = 0;
  int updates = 0;
};

using Counted = World<2, float, Counting>;

const Counting& counts(const Counted& world) {
  return world.broad_phase();
}

Transform2f pose_at(float x) {
  return {{x, 0}, {}};
}

// Fat AABBs of boxes with an edge of 1 reach 0.25 farther.
TEST(WorldFatAabbs, small_moves_skip_the_broad_phase_and_pairs_still_begin_and_end) {
  Counted world({.detail = ContactDetail::boxes});
  const Box<2, float> box{{0.5f, 0.5f}};
  const Handle a = world.add(box, pose_at(0)).handle;
  (void)world.add(box, pose_at(1.1f));
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 0u) << "fat AABBs overlap, boxes do not";
  const int updates = counts(world).updates;
  for (const float x : {0.05f, 0.15f, 0.2f}) {
    ASSERT_EQ(world.move(a, pose_at(x)), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.pairs().size(), x < 0.1f ? 0u : 1u) << x;
    EXPECT_EQ(world.began().size(), x == 0.15f ? 1u : 0u) << x;
  }
  ASSERT_EQ(world.move(a, pose_at(0)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 1u);
  EXPECT_EQ(counts(world).moves, 0);
  EXPECT_EQ(counts(world).updates, updates);
  ASSERT_EQ(world.move(a, pose_at(-0.5f)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(counts(world).moves, 1);
  EXPECT_EQ(counts(world).updates, updates + 1);
  EXPECT_TRUE(world.validate());
}

TEST(WorldFatAabbs, fixed_and_jumping_objects_have_none) {
  Counted world({.detail = ContactDetail::boxes});
  const Box<2, float> box{{0.5f, 0.5f}};
  const Handle wall = world.add(box, pose_at(0), {.fixed = true}).handle;
  const Handle jumper = world.add(box, pose_at(10)).handle;
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.move(wall, pose_at(0.1f)), Status::ok);
  ASSERT_EQ(world.move(jumper, pose_at(20)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(counts(world).moves, 2);
  ASSERT_EQ(world.move(jumper, pose_at(20.1f)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(counts(world).moves, 3);
  ASSERT_EQ(world.move(jumper, pose_at(20.2f)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(counts(world).moves, 3) << "it had a fat AABB by then";
}

// The fat AABB of the old shape would keep candidates for ever.
TEST(WorldFatAabbs, another_shape_has_another_fat_aabb) {
  Counted world({.detail = ContactDetail::boxes});
  const Handle a = world.add(Box<2, float>{{50, 50}}, pose_at(0)).handle;
  for (int i = 0; i < 9; ++i)
    (void)world.add(Box<2, float>{{0.5f, 0.5f}}, pose_at(3 * float(i) + 3));
  ASSERT_EQ(world.update().pairs_tested, 9u);
  ASSERT_EQ(world.set_shape(a, Box<2, float>{{0.5f, 0.5f}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 9u);
  ASSERT_EQ(world.move(a, pose_at(0.1f)), Status::ok);
  EXPECT_EQ(world.update().pairs_tested, 0u);
}

}  // namespace
}  // namespace masu::test
