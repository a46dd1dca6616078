// SPDX-License-Identifier: MIT
// Groups of a world: what they decide, with what else, and in snapshots.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "broad_phase/index_header.hpp"
#include "tests/world/three_discs.hpp"
#include "world/snapshot.hpp"

namespace masu::test {
namespace {

// The broad phase lets an object in a positive group meet all; its own filter still counts.
TEST(WorldGroups, one_object_alone_in_its_group_meets_what_its_filter_accepts) {
  for (const std::uint64_t mask : {0u, 1u}) {
    World<2> world;
    (void)world.add(Circle2{1}, pose_at(0), {.filter = {1, mask}, .group = 2});
    (void)world.add(Circle2{1}, pose_at(1), {.filter = {1, 1}});
    ASSERT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.pairs().size(), mask);
    EXPECT_TRUE(world.validate());
  }
}

// Nothing is left to do for the next update(), as save() says.
TEST(WorldGroups, the_filter_that_an_object_has_changes_nothing) {
  Three three;
  ASSERT_EQ(three.world.set_group(three.h[0], 1), Status::ok);
  ASSERT_EQ(three.world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(three.world.set_filter(three.h[1], Filter{}), Status::ok);
  EXPECT_EQ(three.world.save(saved), Status::ok);
  ASSERT_EQ(three.world.set_filter(three.h[1], {1, 1}), Status::ok);
  EXPECT_EQ(three.world.save(saved), Status::not_updated);
}

// If there are none, pairs are not compared with them.
TEST(WorldGroups, are_counted) {
  masu::detail::ObjectStore<2, float> objects(0, default_allocator());
  ASSERT_TRUE(objects.reserve(2, false) && objects.reserve_groups(true));
  for (int i = 0; i < 2; ++i) (void)objects.add({}, {}, {}, 0, 0, 0, kNoLayer);
  objects.set_group(0, 3);
  objects.set_group(1, -1);
  EXPECT_EQ(objects.grouped(), 2u);
  objects.set_group(0, 5);
  EXPECT_EQ(objects.grouped(), 2u);
  objects.set_group(0, 0);
  EXPECT_EQ(objects.grouped(), 1u);
  objects.remove(1);
  EXPECT_EQ(objects.grouped(), 0u);
}

TEST(WorldGroups, decide_as_in_box2d) {
  // All groups of two objects, with masks that agree and that do not.
  for (const std::int32_t a : {-2, -1, 0, 1, 2}) {
    for (const std::int32_t b : {-2, -1, 0, 1, 2}) {
      for (const bool masks : {false, true}) {
        World<2> world;
        const Filter f{1, masks ? 1u : 0u};
        (void)world.add(Circle2{1}, pose_at(0), {.filter = f, .group = a});
        const Handle second = world.add(Circle2{1}, pose_at(1), {.filter = f, .group = b});
        ASSERT_EQ(world.update().status, Status::ok);
        const bool expected = a == b && a != 0 ? a > 0 : masks;
        EXPECT_EQ(world.pairs().size(), expected ? 1u : 0u) << a << " " << b << masks;
        EXPECT_EQ(world.find(second)->options.group, b);
        EXPECT_EQ(world.find(second)->options.filter, f);
        EXPECT_TRUE(world.validate());
        // Changed, to each of the others.
        for (const std::int32_t c : {1, -1, 0, -2, 2, 1, 0, -1}) {
          ASSERT_EQ(world.set_group(second, c), Status::ok);
          ASSERT_EQ(world.update().status, Status::ok);
          const bool now = a == c && a != 0 ? a > 0 : masks;
          ASSERT_EQ(world.pairs().size(), now ? 1u : 0u) << a << " " << c << masks;
          ASSERT_TRUE(world.validate());
        }
      }
    }
  }
}

TEST(WorldGroups, do_not_override_fixed_objects_and_exclusions) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, pose_at(0), {.fixed = true, .group = 4});
  const Handle b = world.add(Circle2{1}, pose_at(1), {.fixed = true, .group = 4});
  const Handle c = world.add(Circle2{1}, pose_at(0.5f), {.group = 4});
  ASSERT_EQ(world.exclude_pair(c, b), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(pairs_of(world), (Words{{a.index, c.index}}));
}

TEST(WorldGroups, of_removed_objects_leave_a_valid_world) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, pose_at(0), {.filter = {1, 0}, .group = 5});
  (void)world.add(Circle2{1}, pose_at(1), {.filter = {1, 0}, .group = 5}).expect_ok();
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.remove(a), Status::ok);
  EXPECT_TRUE(world.validate());
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.pairs().empty() && world.validate());
}

TEST(WorldGroups, are_in_snapshots_and_hashes) {
  World<2> grouped;
  for (const std::int32_t g : {-3, -3, 5}) (void)grouped.add(Circle2{1}, pose_at(0), {.group = g});
  ASSERT_EQ(grouped.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(grouped.save(saved), Status::ok);
  Three t;  // what it has is replaced, exclusions too
  ASSERT_EQ(t.world.exclude_pair(t.h[0], t.h[1]), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  World<2>& restored = t.world;
  ASSERT_EQ(restored.restore({saved.data(), saved.size()}), Status::ok);
  EXPECT_EQ(restored.hash(), grouped.hash());
  EXPECT_EQ(restored.find(restored.handle_in(2))->options.group, 5);
  ASSERT_EQ(restored.set_group(restored.handle_in(0), 1), Status::ok);
  EXPECT_NE(restored.hash(), grouped.hash());
  ASSERT_EQ(restored.update().status, Status::ok);
  EXPECT_EQ(pairs_of(restored), (Words{{0, 1}, {0, 2}, {1, 2}}));
}

// A pair of two objects that masks keep apart, one of them of a positive group.
TEST(WorldGroups, that_are_damaged_are_refused) {
  Three t;
  Buffer<std::byte> saved, out;
  ASSERT_EQ(t.world.save(saved), Status::ok);
  std::span<const std::byte> sections[masu::detail::kSnapshotSections];
  ASSERT_EQ(read_index({saved.data(), saved.size()}, IndexKind::world, 2, 4, sections), Status::ok);
  using Object = masu::detail::SnapshotObject<2, float>;
  for (const std::int32_t group : {0, 1}) {
    std::vector<std::byte> objects(sections[1].begin(), sections[1].end());
    const Filter none{kDefaultCategory, group == 0 ? ~std::uint64_t(0) : 0};
    std::memcpy(objects.data() + offsetof(Object, filter), &none, sizeof(none));
    std::memcpy(objects.data() + offsetof(Object, user_filter), &none, sizeof(none));
    std::memcpy(objects.data() + offsetof(Object, group), &group, sizeof(group));
    IndexSection written[masu::detail::kSnapshotSections];
    for (std::size_t k = 0; k < masu::detail::kSnapshotSections; ++k) {
      written[k] = index_section(sections[k].data(), sections[k].size());
    }
    written[1] = index_section(objects.data(), objects.size());
    ASSERT_TRUE(out.resize(index_size(written)));
    ASSERT_EQ(write_index({out.data(), out.size()}, IndexKind::world, 2, 4, written), Status::ok);
    World<2> other;
    EXPECT_EQ(other.restore({out.data(), out.size()}), group == 0 ? Status::ok : Status::damaged);
  }
}

}  // namespace
}  // namespace masu::test
