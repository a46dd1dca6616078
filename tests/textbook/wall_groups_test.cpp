// SPDX-License-Identifier: MIT
// Groups of k walls: no gaps between them, and none across the end of a chain.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <masu/textbook/wall_groups.hpp>

#include "scenes/generators/wall_scene.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

WallChain chain_of(std::uint32_t first, std::uint32_t walls, bool loop) {
  return {first, walls + 1, loop ? ChainKind::outline : ChainKind::open, 0};
}

std::vector<std::uint32_t> walls_in(const std::vector<WallChain>& chains, const WallGroup& group) {
  std::vector<std::uint32_t> slots;
  WallGroups::for_each_wall(chains, group, [&](std::uint32_t s) { slots.push_back(s); });
  return slots;
}

TEST(WallGroups, S2_the_last_wall_of_a_group_is_the_first_of_the_next) {
  const std::vector<WallChain> chains = {chain_of(0, 10, false), chain_of(11, 9, true)};
  WallGroups groups;
  ASSERT_EQ(groups.build(chains, 4), Status::ok);
  using Slots = std::vector<std::uint32_t>;
  std::vector<Slots> found;
  for (const WallGroup& g : groups.groups()) found.push_back(walls_in(chains, g));
  EXPECT_EQ(found, (std::vector<Slots>{{0, 1, 2, 3},
                                       {3, 4, 5, 6},
                                       {6, 7, 8, 9},
                                       {11, 12, 13, 14},
                                       {14, 15, 16, 17},
                                       {17, 18, 19, 11}}));
}

// Every wall is in a group, every two that share a vertex in one together, and no group is larger
// than k, has a wall twice, or lies inside another.
TEST(WallGroups, S2_there_are_no_cracks) {
  for (std::uint32_t k = 2; k < 9; ++k) {
    for (std::uint32_t walls = 1; walls < 30; ++walls) {
      for (const bool loop : {false, true}) {
        if (loop && walls < 3) continue;
        const std::vector<WallChain> chains = {chain_of(0, 5, false), chain_of(6, walls, loop),
                                               chain_of(7 + walls, 3, true)};
        WallGroups groups;
        ASSERT_EQ(groups.build(chains, k), Status::ok);
        std::set<std::uint32_t> covered;
        std::set<std::pair<std::uint32_t, std::uint32_t>> together;
        std::uint32_t own = 0;
        for (const WallGroup& g : groups.groups()) {
          const auto slots = walls_in(chains, g);
          EXPECT_LE(slots.size(), k);
          EXPECT_EQ(std::set<std::uint32_t>(slots.begin(), slots.end()).size(), slots.size());
          if (g.chain != 1) continue;
          ++own;
          for (std::size_t i = 0; i < slots.size(); ++i) {
            EXPECT_TRUE(slots[i] >= 6 && slots[i] < 6 + walls);
            covered.insert(slots[i] - 6);
            for (const std::uint32_t other : slots) together.insert({slots[i] - 6, other - 6});
          }
        }
        EXPECT_EQ(covered.size(), walls);
        for (std::uint32_t i = 0; i + 1 < walls + loop; ++i) {
          EXPECT_EQ(together.count({i, (i + 1) % walls}), 1u) << k << ' ' << walls << ' ' << loop;
        }
        // No fewer would do: each further group adds k - 1 pairs.
        const std::uint32_t pairs = walls - 1 + loop;
        EXPECT_EQ(own, walls <= k ? 1 : (pairs + k - 2) / (k - 1));
      }
    }
  }
}

TEST(WallGroups, S2_groups_of_maps_cover_every_wall_and_no_gap) {
  for (const std::string_view name : scenes::wall_scene_names()) {
    WallChains<double> built;
    ASSERT_EQ(built.build(scenes::make_wall_scene(name, 3000, 2).walls), Status::ok);
    WallGroups groups;
    ASSERT_EQ(groups.build(built.chains(), 8), Status::ok);
    std::vector<int> times(built.vertices().size());
    for (const WallGroup& g : groups.groups()) {
      WallGroups::for_each_wall(built.chains(), g, [&](std::uint32_t s) {
        EXPECT_TRUE(built.has_wall(s));
        EXPECT_EQ(built.chain_of(s), g.chain);
        ++times[s];
      });
    }
    for (std::uint32_t s = 0; s < times.size(); ++s) {
      EXPECT_TRUE(built.has_wall(s) ? times[s] == 1 || times[s] == 2 : times[s] == 0) << s;
    }
  }
}

TEST(WallGroups, groups_must_have_at_least_two_walls) {
  const std::vector<WallChain> chains = {chain_of(0, 10, false)};
  WallGroups groups;
  ASSERT_EQ(groups.build(chains, 3), Status::ok);
  const std::size_t before = groups.groups().size();
  EXPECT_EQ(groups.build(chains, 1), Status::out_of_range);
  EXPECT_EQ(groups.build(chains, 0), Status::out_of_range);
  EXPECT_EQ(groups.groups().size(), before);
  EXPECT_EQ(groups.build({}, 2), Status::ok);
  EXPECT_TRUE(groups.groups().empty());
}

TEST(WallGroups, out_of_memory_leaves_the_groups_unchanged) {
  FailingAllocator memory;
  const std::vector<WallChain> chains = {chain_of(0, 10, false)};
  WallGroups groups(memory.allocator());
  ASSERT_EQ(groups.build(chains, 3), Status::ok);
  const std::size_t before = groups.groups().size();
  memory.fail(1);
  EXPECT_EQ(groups.build(chains, 2), Status::out_of_memory);
  EXPECT_EQ(groups.groups().size(), before);
}

}  // namespace
}  // namespace masu::test
