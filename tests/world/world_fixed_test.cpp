// SPDX-License-Identifier: MIT
// Fixed objects make no candidates with each other, with any broad phase and in any position.
#include <gtest/gtest.h>

#include <vector>

#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/tracked_pairs.hpp>
#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Tile = Box<2, float>;
constexpr Tile kTile{{0.5f, 0.5f}};

Transform2f pose_at(int x, int y) {
  return {{float(x), float(y)}, {}};
}

// Touching tiles: each meets up to eight others.
TEST(WorldFixed, tiles_make_no_candidates_by_any_broad_phase) {
  for (int method = -1; method < 6; ++method) {
    SCOPED_TRACE(method);
    World<2> world({.detail = ContactDetail::boxes});
    if (method >= 0) {
      ASSERT_EQ(world.broad_phase().use(BroadPhase(method)), Status::ok);
    }
    for (int i = 0; i < 40 * 40; ++i)
      (void)world.add(kTile, pose_at(i % 40, i / 40), {.fixed = true});
    ASSERT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.pair_ids(), 0u);
    const Handle ball = world.add(Circle<float>{0.4f}, {{20.3f, 20.2f}, {}}).handle;
    ASSERT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.pairs().size(), 4u);
    EXPECT_LE(world.pair_ids(), 9u);
    ASSERT_EQ(world.move(ball, {{10.3f, 10.2f}, {}}), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.began().size(), 4u);
    EXPECT_EQ(world.ended().size(), 4u);
    EXPECT_TRUE(world.validate());
  }
}

// Static geometry costs memory for each object, and none for pairs of its own. The page of World
// has the number.
TEST(WorldFixed, of_160_000_tiles_only_those_near_a_ball_make_candidates) {
  FailingAllocator memory;
  World<2> world({.detail = ContactDetail::boxes}, memory.allocator());
  constexpr int kSide = 400;
  std::vector<Transform2f> poses;
  for (int i = 0; i < kSide * kSide; ++i) poses.push_back(pose_at(i % kSide, i / kSide));
  std::vector<Handle> tiles(poses.size());
  ASSERT_EQ(world.add_many(kTile, poses, tiles, {.fixed = true}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pair_ids(), 0u);
  (void)world.add(Circle<float>{0.4f}, {{200.3f, 200.2f}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 4u);
  EXPECT_LE(world.pair_ids(), 9u);
  EXPECT_LE(memory.bytes(), std::size_t(135) << 20);
  RecordProperty("MiB", int(memory.bytes() >> 20));
}

// Neither memory nor the search for pairs grows by the square of their number.
TEST(WorldFixed, at_one_point_cost_the_same_as_elsewhere) {
  FailingAllocator memory;
  World<2> world({}, memory.allocator());
  for (int i = 0; i < 4000; ++i) (void)world.add(kTile, pose_at(1, 1), {.fixed = true});
  const UpdateResult r = world.update();
  ASSERT_EQ(r.status, Status::ok);
  EXPECT_EQ(r.pairs_tested, 0u);
  EXPECT_LT(memory.bytes(), 4000u * 2000u);
  (void)world.add(Circle<float>{0.4f}, pose_at(30, 1));
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_LT(memory.bytes(), 4000u * 2000u);
}

// Does not know which objects are fixed.
class Unknowing {
 public:
  explicit Unknowing(Allocator allocator) : tracker_(allocator) {}
  Status insert(std::uint32_t slot, const Aabb2f& box, const Filter& filter) {
    return tracker_.insert(slot, box, filter);
  }
  void move(std::uint32_t slot, const Aabb2f& box) { tracker_.move(slot, box); }
  void erase(std::uint32_t slot) { tracker_.erase(slot); }
  SearchResult update() { return tracker_.update(); }
  template <class Visit>
  void for_each_removed(Visit&& visit) const {
    tracker_.for_each_removed(visit);
  }
  template <class Visit>
  void for_each_added(Visit&& visit) const {
    tracker_.for_each_added(visit);
  }
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    tracker_.for_each_pair(visit);
  }

 private:
  TrackedPairs<PairTracker<2, float>> tracker_;
};

// Boxes that are fixed and freed from time to time, in worlds with all kinds of broad phases.
template <class Pairs>
std::vector<std::uint64_t> story(std::uint64_t seed, int method) {
  World<2, float, Pairs> world({.detail = ContactDetail::touch});
  if constexpr (requires { world.broad_phase().use(BroadPhase(method)); }) {
    EXPECT_EQ(world.broad_phase().use(BroadPhase(method)), Status::ok);
  }
  scenes::Pcg32 random(seed, 3);
  std::vector<Handle> handles;
  std::vector<bool> fixed;
  const auto random_pose = [&] {
    return Transform2f{{float(random.between(0, 9)), float(random.between(0, 9))}, {}};
  };
  for (int i = 0; i < 60; ++i) {
    fixed.push_back(random.below(2) == 0);
    handles.push_back(world.add(kTile, random_pose(), {.fixed = fixed.back()}).handle);
  }
  std::vector<std::uint64_t> hashes;
  for (int frame = 0; frame < 40; ++frame) {
    for (std::uint32_t k = 0; k < (frame % 4 == 0 ? 40u : 2u); ++k) {
      const std::size_t i = random.below(60);
      const bool moves = random.below(2) == 0;
      if (!moves) fixed[i] = !fixed[i];
      EXPECT_EQ(
          moves ? world.move(handles[i], random_pose()) : world.set_fixed(handles[i], fixed[i]),
          Status::ok);
    }
    EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_TRUE(world.validate());
    for (const WorldPair& p : world.pairs()) {
      EXPECT_FALSE(world.find(p.a)->options.fixed && world.find(p.b)->options.fixed);
    }
    hashes.push_back(world.hash());
  }
  return hashes;
}

TEST(WorldFixed, fixed_and_freed_objects_have_the_same_bits_with_every_broad_phase) {
  for (std::uint64_t seed = 0; seed < std::uint64_t(by_tier(6, 300)); ++seed) {
    SCOPED_TRACE(seed);
    const auto expected = story<TrackedPairs<PairTracker<2, float>>>(seed, 0);
    for (int method = 0; method < 6; ++method) {
      SCOPED_TRACE(method);
      ASSERT_TRUE((story<AutoPairs<2, float>>(seed, method) == expected));
    }
    ASSERT_EQ(story<Unknowing>(seed, 0), expected);
  }
}

}  // namespace
}  // namespace masu::test
