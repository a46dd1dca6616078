// SPDX-License-Identifier: MIT
// Pair filters of a world: when they are asked, what they may do, what they throw, and what is left
// of their answers in snapshots.
#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/world/three_discs.hpp"

namespace masu::test {
namespace {

TEST(WorldPairFilters, are_called_once_and_again_only_where_necessary) {
  Three t;
  for (std::uint64_t i = 0; i < 3; ++i) ASSERT_EQ(t.world.set_user_data(t.h[i], i), Status::ok);
  EvenSums even;
  ASSERT_EQ(t.world.set_pair_filter(even), Status::ok);
  EXPECT_EQ(even.calls, 0);
  Buffer<std::byte> saved;
  EXPECT_EQ(t.world.save(saved), Status::not_updated);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(even.calls, 3) << "all pairs that there were";
  EXPECT_EQ(pairs_of(t.world), (Words{{0, 2}}));
  ASSERT_EQ(t.world.move(t.h[1], pose_at(0.6f)), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(even.calls, 3) << "it is still near them";
  ASSERT_EQ(t.world.set_user_data(t.h[1], 2), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(even.calls, 3);
  ASSERT_EQ(t.world.refilter(t.h[1]), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(even.calls, 5);
  EXPECT_EQ(pairs_of(t.world), (Words{{0, 1}, {0, 2}, {1, 2}}));
  ASSERT_EQ(t.world.exclude_pair(t.h[0], t.h[1]), Status::ok);
  ASSERT_EQ(t.world.refilter(t.h[0]), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(even.calls, 6) << "not about what is excluded";
  ASSERT_EQ(t.world.move(t.h[2], pose_at(40)), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  ASSERT_EQ(t.world.set_user_data(t.h[2], 3), Status::ok);
  ASSERT_EQ(t.world.move(t.h[2], pose_at(1)), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(even.calls, 8) << "two come near again";
  EXPECT_TRUE(t.world.pairs().empty());
  ASSERT_EQ(t.world.clear_pair_filter(), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(even.calls, 8);
  EXPECT_EQ(pairs_of(t.world), (Words{{0, 2}, {1, 2}}));
  EXPECT_TRUE(t.world.validate());
}

// What is referred to must live on: no temporaries.
template <class F>
concept IsPairFilter = requires(World<2>& w, F&& f) {
  w.set_pair_filter(std::forward<F>(f));
};
static_assert(IsPairFilter<EvenSums&> && !IsPairFilter<EvenSums> && !IsPairFilter<const EvenSums>);

bool refuse_all(const PairCandidate&) {
  return false;
}
TEST(WorldPairFilters, may_be_functions) {
  Three t;
  ASSERT_EQ(t.world.set_pair_filter(refuse_all), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_TRUE(t.world.pairs().empty());
  World<2> moved(std::move(t.world));
  (void)moved.add(Circle2{1}, pose_at(0));
  ASSERT_EQ(moved.update().status, Status::ok);
  EXPECT_TRUE(moved.pairs().empty()) << "it goes with the world";
}

TEST(WorldPairFilters, may_query_the_world_but_not_change_it) {
  Three t;
  int calls = 0;
  const auto curious = [&](const PairCandidate& c) {
    ++calls;
    EXPECT_TRUE(t.world.find(c.a) && t.world.find(c.b));
    EXPECT_TRUE(t.world.ray_cast({{-9, 0}, {1, 0}, 20}).hit);
    EXPECT_EQ(t.world.pairs().size(), 3u);
    EXPECT_EQ(t.world.remove(c.a), Status::busy);
    EXPECT_EQ(t.world.exclude_pair(c.a, c.b), Status::busy);
    EXPECT_EQ(t.world.include_pair(c.a, c.b), Status::busy);
    EXPECT_EQ(t.world.set_group(c.a, 1), Status::busy);
    EXPECT_EQ(t.world.refilter(c.a), Status::busy);
    EXPECT_EQ(t.world.clear_pair_filter(), Status::busy);
    EXPECT_EQ(t.world.set_pair_filter(refuse_all), Status::busy);
    EXPECT_EQ(t.world.update().status, Status::busy);
    return true;
  };
  ASSERT_EQ(t.world.set_pair_filter(curious), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(t.world.pairs().size(), 3u);
}

// The k-th question of a story throws, for each k: the world is in the end what it is without.
TEST(WorldPairFilters, lose_nothing_when_they_throw) {
  int left = 0;
  const auto thrower = [&](const PairCandidate& c) {
    if (left > 0 && --left == 0) throw std::runtime_error("no");
    return (c.a.index + c.b.index) % 3 != 0;
  };
  const auto story = [&](int k, int& thrown) {
    left = k;
    World<2> world({.detail = ContactDetail::areas});
    std::vector<std::uint64_t> hashes;
    std::vector<Handle> h;
    EXPECT_EQ(world.set_pair_filter(thrower), Status::ok);
    for (int i = 0; i < 12; ++i) h.push_back(world.add(Circle2{1}, pose_at(0.7f * float(i))));
    for (int frame = 0; frame < 6; ++frame) {
      for (std::size_t i = std::size_t(frame) % 3; i < h.size(); i += 3) {
        const float x = 0.7f * float((i * 5 + std::size_t(frame)) % 12);
        EXPECT_EQ(world.move(h[i], pose_at(x, 0.3f * float(frame % 2))), Status::ok);
      }
      if (frame == 2) {
        EXPECT_EQ(world.refilter(h[3]), Status::ok);
      }
      if (frame == 3) {
        EXPECT_EQ(world.exclude_pair(h[2], h[3]), Status::ok);
      }
      if (frame == 4) {
        EXPECT_EQ(world.remove(h.back()), Status::ok);
        h.pop_back();
      }
      const std::size_t before = world.pairs().size();
      try {
        EXPECT_EQ(world.update().status, Status::ok);
      } catch (const std::runtime_error&) {
        ++thrown;
        EXPECT_TRUE(world.validate());
        EXPECT_EQ(world.pairs().size(), before) << "nothing that users see has changed";
        Buffer<std::byte> saved;
        EXPECT_EQ(world.save(saved), Status::not_updated);
        EXPECT_EQ(world.update().status, Status::ok);
      }
      EXPECT_TRUE(world.validate());
      Words words = pairs_of(world);
      std::uint64_t sum = world.began().size() * 1000 + world.ended().size();
      for (const auto& [a, b] : words) sum = sum * 31 + a * 64 + b;
      hashes.push_back(sum);
    }
    return hashes;
  };
  int thrown = 0;
  const auto expected = story(0, thrown);
  ASSERT_EQ(thrown, 0);
  int k = 1;
  for (; thrown == k - 1; ++k) ASSERT_EQ(story(k, thrown), expected) << k;
  EXPECT_GT(k, 20);
}

// Answers are the world's, the filter is its user's.
TEST(WorldPairFilters, store_their_results_in_snapshots) {
  Three t;
  ASSERT_EQ(t.world.set_pair_filter(refuse_all), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(t.world.save(saved), Status::ok);
  World<2> other;
  ASSERT_EQ(other.restore({saved.data(), saved.size()}), Status::ok);
  EXPECT_EQ(other.hash(), t.world.hash());
  ASSERT_EQ(other.move(t.h[0], pose_at(0.2f)), Status::ok);
  ASSERT_EQ(other.update().status, Status::ok);
  EXPECT_TRUE(other.pairs().empty());
  ASSERT_EQ(other.set_filter(t.h[0], {1, ~0ull}), Status::ok);
  ASSERT_EQ(other.update().status, Status::ok);
  EXPECT_EQ(pairs_of(other), (Words{{0, 1}, {0, 2}})) << "asked again; there is no filter";
  ASSERT_EQ(other.refilter(t.h[1]), Status::ok);
  ASSERT_EQ(other.update().status, Status::ok);
  EXPECT_EQ(other.pairs().size(), 3u);
  EXPECT_TRUE(other.validate());
}

}  // namespace
}  // namespace masu::test
