// SPDX-License-Identifier: MIT
// Exclusions of a world: when they apply, how queries treat them, and what remains of them in
// snapshots and memory.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "broad_phase/index_header.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/world/three_discs.hpp"
#include "world/snapshot.hpp"

namespace masu::test {
namespace {

TEST(WorldExclusions, end_a_pair_at_the_next_update_and_let_it_begin_again) {
  for (const ContactDetail detail :
       {ContactDetail::boxes, ContactDetail::touch, ContactDetail::areas, ContactDetail::volumes}) {
    Three t({.detail = detail});
    ASSERT_EQ(t.world.pairs().size(), 3u);
    ASSERT_EQ(t.world.exclude_pair(t.h[2], t.h[0]), Status::ok);
    EXPECT_TRUE(t.world.is_excluded(t.h[0], t.h[2]));
    EXPECT_FALSE(t.world.is_excluded(t.h[0], t.h[1]));
    EXPECT_EQ(t.world.pairs().size(), 3u) << "until the next update";
    EXPECT_TRUE(t.world.validate());
    const UpdateResult r = t.world.update();
    ASSERT_EQ(r.status, Status::ok);
    EXPECT_EQ(r.pairs_tested, 0u) << "no shape is tested for that";
    ASSERT_EQ(t.world.ended().size(), 1u);
    EXPECT_EQ(t.world.ended()[0].a, t.h[0]);
    EXPECT_EQ(t.world.ended()[0].b, t.h[2]);
    EXPECT_EQ(pairs_of(t.world), (Words{{0, 1}, {1, 2}}));
    EXPECT_TRUE(t.world.validate());
    // It moves, and leaves and comes back: still nothing.
    for (const float x : {0.1f, 50.f, 0.f}) {
      ASSERT_EQ(t.world.move(t.h[0], pose_at(x)), Status::ok);
      ASSERT_EQ(t.world.update().status, Status::ok);
      EXPECT_EQ(pairs_of(t.world).contains({0, 2}), false);
    }
    ASSERT_EQ(t.world.include_pair(t.h[0], t.h[2]), Status::ok);
    EXPECT_FALSE(t.world.is_excluded(t.h[2], t.h[0]));
    ASSERT_EQ(t.world.update().status, Status::ok);
    ASSERT_EQ(t.world.began().size(), 1u);
    EXPECT_EQ(pairs_of(t.world), (Words{{0, 1}, {0, 2}, {1, 2}}));
    EXPECT_EQ(t.world.contacts(t.world.began()[0]).size(),
              detail < ContactDetail::points ? 0u : 1u);
    EXPECT_TRUE(t.world.validate());
  }
}

TEST(WorldExclusions, made_and_lifted_between_two_updates_change_nothing) {
  Three t;
  const std::uint64_t hash = t.world.hash();
  ASSERT_EQ(t.world.exclude_pair(t.h[0], t.h[1]), Status::ok);
  EXPECT_NE(t.world.hash(), hash);
  ASSERT_EQ(t.world.include_pair(t.h[0], t.h[1]), Status::ok);
  EXPECT_EQ(t.world.hash(), hash);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_TRUE(t.world.began().empty() && t.world.ended().empty());
  EXPECT_EQ(t.world.pairs().size(), 3u);
}

TEST(WorldExclusions, refuse_stale_handles_and_one_object_twice) {
  Three t;
  const Handle removed = t.h[1];
  ASSERT_EQ(t.world.exclude_pair(t.h[0], removed), Status::ok);
  ASSERT_EQ(t.world.remove(removed), Status::ok);
  EXPECT_FALSE(t.world.is_excluded(t.h[0], removed));
  EXPECT_EQ(t.world.exclude_pair(t.h[0], removed), Status::stale_handle);
  EXPECT_EQ(t.world.include_pair(removed, t.h[0]), Status::stale_handle);
  EXPECT_EQ(t.world.exclude_pair({}, t.h[0]), Status::stale_handle);
  EXPECT_EQ(t.world.exclude_pair(t.h[0], t.h[0]), Status::out_of_range);
  EXPECT_EQ(t.world.set_group(removed, 1), Status::stale_handle);
  EXPECT_EQ(t.world.refilter(removed), Status::stale_handle);
  EXPECT_TRUE(t.world.validate());
}

// The next object in the slot is another.
TEST(WorldExclusions, vanish_with_their_objects) {
  Three t;
  for (const Handle h : {t.h[1], t.h[2]}) {
    ASSERT_EQ(t.world.exclude_pair(t.h[0], h), Status::ok);
  }
  ASSERT_EQ(t.world.update().status, Status::ok);
  ASSERT_EQ(t.world.remove(t.h[0]), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  const Handle again = t.world.add(Circle2{1}, pose_at(0));
  ASSERT_EQ(again.index, t.h[0].index);
  EXPECT_FALSE(t.world.is_excluded(again, t.h[1]));
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(pairs_of(t.world), (Words{{0, 1}, {0, 2}, {1, 2}}));
  // Removed before an update() knows.
  ASSERT_EQ(t.world.exclude_pair(again, t.h[1]), Status::ok);
  ASSERT_EQ(t.world.remove(again), Status::ok);
  EXPECT_TRUE(t.world.validate());
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_EQ(t.world.ended().size(), 2u);
  EXPECT_TRUE(t.world.validate());
  ASSERT_EQ(t.world.exclude_pair(t.h[1], t.h[2]), Status::ok);
  ASSERT_EQ(t.world.clear(), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  EXPECT_TRUE(t.world.validate());
}

// A set of pairs, by random words.
TEST(WorldExclusions, are_a_set_of_pairs) {
  World<2> world;
  std::vector<Handle> h;
  for (int i = 0; i < 40; ++i) h.push_back(world.add(Circle2{1}, pose_at(9.f * float(i))));
  scenes::Pcg32 random(3);
  Words expected;
  for (int step = 0; step < 4000; ++step) {
    // One that is excluded from many, too.
    const std::uint32_t i = random.below(4) == 0 ? 7 : random.below(40);
    const std::uint32_t j = random.below(40);
    if (i == j) continue;
    const std::pair<std::uint32_t, std::uint32_t> word{std::min(i, j), std::max(i, j)};
    ASSERT_EQ(world.is_excluded(h[i], h[j]), expected.contains(word));
    if (random.below(2) == 0) {
      ASSERT_EQ(world.exclude_pair(h[i], h[j]), Status::ok);
      expected.insert(word);
    } else {
      ASSERT_EQ(world.include_pair(h[i], h[j]), Status::ok);
      expected.erase(word);
    }
    if (step % 100 == 0) {
      ASSERT_EQ(world.remove(h[j]), Status::ok);
      ASSERT_EQ(world.update().status, Status::ok);
      std::erase_if(expected, [&](const auto& w) { return w.first == j || w.second == j; });
      h[j] = world.add(Circle2{1}, pose_at(9.f * float(j)));
      ASSERT_EQ(h[j].index, j);
    }
  }
  for (std::uint32_t i = 0; i < 40; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) {
      ASSERT_EQ(world.is_excluded(h[i], h[j]), expected.contains({j, i}));
    }
  }
}

TEST(WorldExclusions, count_in_queries_for_pairs_of_one_world) {
  World<2> world;
  const Handle a = world.add(Circle2{1}, pose_at(0));
  const Handle b = world.add(Circle2{1}, pose_at(1));
  const Handle c = world.add(Circle2{1}, pose_at(4), {.group = -1});
  const Handle d = world.add(Circle2{1}, pose_at(6.5f), {.group = -1});
  const Handle e = world.add(Circle2{1}, pose_at(9.25f), {.filter = {1, 0}, .group = 3});
  const Handle f = world.add(Circle2{1}, pose_at(12.25f), {.filter = {1, 0}, .group = 3});
  const auto closest = [&] {
    const auto r = world.closest_pair();
    return r.found() ? std::pair(r.a.index, r.b.index) : std::pair(99u, 99u);
  };
  const auto touching = [&] {
    Words found;
    const auto r = world.for_each_touching_in(world, [&](Handle x, Handle y) {
      if (x.index < y.index) found.insert({x.index, y.index});
    });
    EXPECT_EQ(r.status, Status::ok);
    Words many;
    QueryBatch<Handle> batch;
    EXPECT_EQ(world.touching_in_many(world, batch), Status::ok);
    EXPECT_EQ(r.stats.results, batch.items.size());
    for (std::uint32_t i = 0; i < batch.size(); ++i) {
      for (const Handle y : batch[i]) {
        if (i < y.index) many.insert({i, y.index});
      }
    }
    EXPECT_EQ(many, found);
    return found;
  };
  EXPECT_EQ(closest(), std::pair(a.index, b.index));
  EXPECT_EQ(touching(), (Words{{a.index, b.index}}));
  ASSERT_EQ(world.exclude_pair(a, b), Status::ok);
  EXPECT_EQ(closest(), std::pair(b.index, c.index)) << "0.5 of c and d are of one group";
  EXPECT_EQ(touching(), Words{});
  ASSERT_EQ(world.exclude_pair(b, c), Status::ok);
  EXPECT_EQ(closest(), std::pair(e.index, f.index)) << "masks that agree with nothing";
  ASSERT_EQ(world.move(f, pose_at(10)), Status::ok);
  EXPECT_EQ(touching(), (Words{{e.index, f.index}}));
  ASSERT_EQ(world.exclude_pair(e, f), Status::ok);
  EXPECT_EQ(closest(), std::pair(a.index, c.index));
  EXPECT_EQ(touching(), Words{});
  ASSERT_EQ(world.set_group(d, 0), Status::ok);
  EXPECT_EQ(closest(), std::pair(c.index, d.index));
  // Of two worlds filters alone count; and so they do where one shape is asked for.
  World<2> other;
  (void)other.add(Circle2{1}, pose_at(4.25f), {.group = -1});
  std::size_t count = 0;
  EXPECT_EQ(world.for_each_touching_in(other, [&](Handle, Handle) { ++count; }).status, Status::ok);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(world.closest_pair(other).a, c);
  std::size_t hits = 0;
  EXPECT_EQ(world.for_each_touching(Circle2{9}, pose_at(0), [&](Handle) { ++hits; }).status,
            Status::ok);
  EXPECT_EQ(hits, 6u);
}

TEST(WorldExclusions, are_in_snapshots_and_hashes) {
  const auto made = [](bool other_order) {
    Three t;
    const auto [x, y] = other_order ? std::pair(2, 1) : std::pair(1, 2);
    EXPECT_EQ(t.world.exclude_pair(t.h[0], t.h[x]), Status::ok);
    EXPECT_EQ(t.world.exclude_pair(t.h[y], t.h[0]), Status::ok);
    EXPECT_EQ(t.world.update().status, Status::ok);
    return t;
  };
  Three one = made(false);
  Three two = made(true);
  Three none;
  EXPECT_EQ(one.world.hash(), two.world.hash()) << "the order in which they were made is nothing";
  EXPECT_NE(one.world.hash(), none.world.hash());
  Buffer<std::byte> a, b;
  ASSERT_EQ(one.world.save(a), Status::ok);
  ASSERT_EQ(two.world.save(b), Status::ok);
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size()), 0);
  World<2> restored;
  ASSERT_EQ(restored.restore({a.data(), a.size()}), Status::ok);
  EXPECT_TRUE(restored.validate());
  EXPECT_EQ(restored.hash(), one.world.hash());
  EXPECT_TRUE(restored.is_excluded(one.h[0], one.h[1]));
  ASSERT_EQ(restored.move(one.h[0], pose_at(0.1f)), Status::ok);
  ASSERT_EQ(restored.update().status, Status::ok);
  EXPECT_EQ(pairs_of(restored), (Words{{1, 2}}));
  ASSERT_EQ(restored.include_pair(one.h[0], one.h[2]), Status::ok);
  ASSERT_EQ(restored.update().status, Status::ok);
  EXPECT_EQ(pairs_of(restored), (Words{{0, 2}, {1, 2}}));
  ASSERT_EQ(none.world.restore({a.data(), a.size()}), Status::ok);
  EXPECT_EQ(none.world.hash(), one.world.hash());
}

TEST(WorldExclusions, that_are_damaged_are_refused) {
  Three t;
  ASSERT_EQ(t.world.exclude_pair(t.h[0], t.h[1]), Status::ok);
  ASSERT_EQ(t.world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(t.world.save(saved), Status::ok);
  std::span<const std::byte> sections[masu::detail::kSnapshotSections];
  ASSERT_EQ(read_index({saved.data(), saved.size()}, IndexKind::world, 2, 4, sections), Status::ok);
  const auto* rules = reinterpret_cast<const std::uint64_t*>(sections[7].data());
  const std::vector<std::uint64_t> valid(rules, rules + sections[7].size() / 8);
  ASSERT_EQ(valid.size(), 64u);
  EXPECT_EQ(valid[63], 1u) << "slots 0 and 1";
  const auto restored_with = [&](std::vector<std::uint64_t> words) {
    IndexSection written[masu::detail::kSnapshotSections];
    for (std::size_t k = 0; k < masu::detail::kSnapshotSections; ++k) {
      written[k] = index_section(sections[k].data(), sections[k].size());
    }
    written[7] = index_section(words.data(), words.size());
    Buffer<std::byte> out;
    EXPECT_TRUE(out.resize(index_size(written)));
    EXPECT_EQ(write_index({out.data(), out.size()}, IndexKind::world, 2, 4, written), Status::ok);
    World<2> other;
    return other.restore({out.data(), out.size()});
  };
  const auto with = [&](std::vector<std::uint64_t> pairs) {
    std::vector<std::uint64_t> words(valid.begin(), valid.end() - 1);
    words.insert(words.end(), pairs.begin(), pairs.end());
    return restored_with(words);
  };
  constexpr std::uint64_t k01 = 1, k02 = 2, k12 = (1ull << 32) + 2;
  EXPECT_EQ(with({k01}), Status::ok);
  EXPECT_EQ(with({}), Status::ok) << "the pair filter may have refused it";
  EXPECT_EQ(with({k01, k12}), Status::damaged) << "a pair of a row is not excluded";
  EXPECT_EQ(with({k01, k01}), Status::damaged);
  EXPECT_EQ(with({k02, k01}), Status::damaged);
  EXPECT_EQ(with({1ull << 32}), Status::damaged) << "the larger first";
  EXPECT_EQ(with({k01, 3}), Status::damaged) << "no such slot";
  EXPECT_EQ(with({0}), Status::damaged);
  EXPECT_EQ(restored_with({valid.begin(), valid.begin() + 62}), Status::damaged);
}

TEST(WorldExclusions, without_memory_nothing_changes) {
  FailingAllocator memory;
  World<2> world({}, memory.allocator());
  std::vector<Handle> h;
  for (int i = 0; i < 8; ++i) h.push_back(world.add(Circle2{1}, pose_at(0.1f * float(i))));
  ASSERT_EQ(world.update().status, Status::ok);
  std::size_t failed = 0;
  // Contacts may be newer after an update that failed.
  const auto again = [&](auto&& call, bool updates = false) {
    for (std::size_t k = 1;; ++k) {
      const std::uint64_t hash = world.hash();
      memory.fail(k, true);
      const Status s = call();
      memory.fail(FailingAllocator::kNever);
      ASSERT_TRUE(world.validate());
      if (s == Status::ok) return;
      ASSERT_EQ(s, Status::out_of_memory);
      if (!updates) {
        ASSERT_EQ(world.hash(), hash);
      }
      ++failed;
    }
  };
  EvenSums even;
  for (std::size_t i = 0; i + 1 < h.size(); ++i) {
    ASSERT_NO_FATAL_FAILURE(again([&] { return world.exclude_pair(h[i], h[i + 1]); }));
    ASSERT_NO_FATAL_FAILURE(again([&] { return world.set_group(h[i], i % 2 == 0 ? -1 : 2); }));
    ASSERT_NO_FATAL_FAILURE(again([&] { return world.refilter(h[i]); }));
    if (i == 3) {
      ASSERT_NO_FATAL_FAILURE(again([&] { return world.set_pair_filter(even); }));
    }
    if (i % 2 == 1) continue;
    ASSERT_NO_FATAL_FAILURE(again([&] { return world.update().status; }, true));
    ASSERT_NO_FATAL_FAILURE(again([&] { return world.include_pair(h[i], h[i + 1]); }));
  }
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_GT(failed, 5u);
  // Objects that are added with a group.
  const std::vector<Pose2> poses(20, pose_at(3));
  std::vector<Handle> many(20);
  ASSERT_NO_FATAL_FAILURE(
      again([&] { return world.add_many(Circle2{1}, poses, many, {.group = -7}); }));
  ASSERT_EQ(world.update().status, Status::ok);
  for (const WorldPair& p : world.pairs()) EXPECT_LT(p.a.index, 8u);
}

// A world without exclusions and filters uses no memory for them.
TEST(WorldExclusions, take_memory_only_where_they_are_used) {
  const auto bytes = [](bool used) {
    FailingAllocator memory;
    World<2> world({}, memory.allocator());
    std::vector<Handle> h;
    for (int i = 0; i < 1000; ++i) h.push_back(world.add(Circle2{1}, pose_at(float(i))));
    EXPECT_EQ(world.include_pair(h[998], h[999]), Status::ok);
    EXPECT_EQ(world.set_group(h[999], 0), Status::ok);
    if (used) {
      EXPECT_EQ(world.exclude_pair(h[998], h[999]), Status::ok);
    }
    EXPECT_EQ(world.update().status, Status::ok);
    return memory.bytes();
  };
  const std::size_t without = bytes(false);
  EXPECT_GT(bytes(true), without + 8 * 1000 - 1);
}

}  // namespace
}  // namespace masu::test
