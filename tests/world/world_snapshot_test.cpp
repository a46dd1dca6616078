// SPDX-License-Identifier: MIT
// Worlds saved and restored continue as if nothing had happened; damaged snapshots change nothing.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include <masu/mesh/compound.hpp>

#include "broad_phase/index_header.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"
#include "tests/world/world_model.hpp"
#include "world/snapshot.hpp"

namespace masu::test {
namespace {

// The same things happen to it whenever a frame is the same: a function of the frame alone.
template <int D, class T>
class Story {
 public:
  explicit Story(const WorldOptions<T>& options, Allocator allocator = default_allocator())
      : world(options, allocator) {}

  void start() {
    for (int i = 0; i < 60; ++i) add(std::uint64_t(i));
    ASSERT_EQ(world.update().status, Status::ok);
  }
  void frame(std::uint64_t t) {
    scenes::Pcg32 random(t);
    RandomBodies<D, T> bodies{random, D == 2 ? 8.0 : 5.0};
    std::vector<Handle> all;
    ASSERT_EQ(world.for_each([&](Handle h) { all.push_back(h); }), Status::ok);
    for (std::size_t i = random.below(4); i < all.size();
         i += 1 + random.below(t % 4 == 0 ? 2 : 9)) {
      const auto pose = bodies.transform();
      ASSERT_EQ(world.move(all[i], pose), Status::ok);
    }
    if (t % 3 == 0) {
      ASSERT_EQ(world.remove(all[random.below(std::uint32_t(all.size()))]), Status::ok);
      add(t);
    }
    if (t % 5 == 0) {
      const Handle h = all[random.below(std::uint32_t(all.size()))];
      (void)world.set_filter(h, bodies.filter());  // of a removed object: refused
    }
    ASSERT_EQ(world.update().status, Status::ok);
  }
  World<D, T> world;

 private:
  void add(std::uint64_t seed) {
    scenes::Pcg32 random(seed, 1);
    RandomBodies<D, T> bodies{random, D == 2 ? 8.0 : 5.0};
    const auto shape = bodies.shape();
    const ObjectOptions options{.user_data = seed,
                                .filter = bodies.filter(),
                                .sensor = seed % 9 == 0,
                                .continuous = seed % 7 == 0};
    ASSERT_EQ(world.add(shape, bodies.transform(), options).status, Status::ok);
  }
};

template <int D, class T>
void continue_from_snapshots(ContactDetail detail) {
  Story<D, T> story({.detail = detail});
  ASSERT_NO_FATAL_FAILURE(story.start());
  std::uint64_t t = 1;
  for (; t < 40; ++t) ASSERT_NO_FATAL_FAILURE(story.frame(t));
  Buffer<std::byte> saved;
  ASSERT_EQ(story.world.save(saved), Status::ok);
  const std::uint64_t at_saving = story.world.hash();
  std::vector<std::uint64_t> hashes;
  const std::uint64_t end = t + std::uint64_t(by_tier(80, 1000));
  for (std::uint64_t f = t; f < end; ++f) {
    ASSERT_NO_FATAL_FAILURE(story.frame(f));
    hashes.push_back(story.world.hash());
  }
  ASSERT_NE(hashes.back(), at_saving);
  Story<D, T> other({.detail = detail});
  for (Story<D, T>* s : {&story, &other}) {
    SCOPED_TRACE(s == &story ? "back in time" : "in another world");
    ASSERT_EQ(s->world.restore({saved.data(), saved.size()}), Status::ok);
    ASSERT_TRUE(s->world.validate());
    ASSERT_EQ(s->world.hash(), at_saving);
    Buffer<std::byte> again;
    ASSERT_EQ(s->world.save(again), Status::ok);
    for (std::uint64_t f = t; f < end; ++f) {
      ASSERT_NO_FATAL_FAILURE(s->frame(f));
      ASSERT_EQ(s->world.hash(), hashes[f - t]) << f - t << " frames on";
    }
    ASSERT_TRUE(s->world.validate());
  }
}

TEST(WorldSnapshot, a_restored_world_continues_bit_for_bit) {
  ASSERT_NO_FATAL_FAILURE((continue_from_snapshots<2, float>(ContactDetail::areas)));
  ASSERT_NO_FATAL_FAILURE((continue_from_snapshots<3, float>(ContactDetail::areas)));
  ASSERT_NO_FATAL_FAILURE((continue_from_snapshots<2, double>(ContactDetail::touch)));
  ASSERT_NO_FATAL_FAILURE((continue_from_snapshots<3, double>(ContactDetail::points)));
  ASSERT_NO_FATAL_FAILURE((continue_from_snapshots<3, float>(ContactDetail::boxes)));
}

// The same on every compiler, at every level of optimisation, with every instruction set.
TEST(WorldSnapshot, hashes_equal_known_numbers) {
  const auto hash_of = [](auto story) {
    story.start();
    for (std::uint64_t t = 1; t < 100; ++t) story.frame(t);
    return story.world.hash();
  };
  const ContactDetail areas = ContactDetail::areas;
  EXPECT_EQ(hash_of(Story<2, float>({.detail = areas})), 2951599660907963679u);
  EXPECT_EQ(hash_of(Story<3, float>({.detail = areas})), 9570085843197746814u);
  EXPECT_EQ(hash_of(Story<2, double>({.detail = areas})), 14514796756433755015u);
  EXPECT_EQ(hash_of(Story<3, double>({.detail = areas})), 6768405610519528131u);
}

TEST(WorldSnapshot, hashes_with_shapes_of_other_data_equal_known_numbers) {
  Compound<2, float> ground;
  const Child<2, float> children[] = {child(Box<2, float>{{9, 1}})};
  ASSERT_EQ(ground.build(children), Status::ok);
  World<2> world({.detail = ContactDetail::areas});
  (void)world.add(ground, {{0, -1}, {}}, {.fixed = true});
  (void)world.add(Box<2, float>{{1, 1}}, {{0, 0.75f}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.hash(), 5044867950768921499u);
}

TEST(WorldSnapshot, is_taken_after_an_update) {
  World<2> world;
  Buffer<std::byte> saved;
  EXPECT_EQ(world.save(saved), Status::ok);
  const Handle h = world.add(Circle<float>{1}, {});
  EXPECT_EQ(world.save(saved), Status::not_updated);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.save(saved), Status::ok);
  ASSERT_EQ(world.remove(h), Status::ok);
  ASSERT_EQ(world.restore({saved.data(), saved.size()}), Status::ok);
  EXPECT_TRUE(world.contains(h));
}

TEST(WorldSnapshot, referenced_shapes_must_be_supplied) {
  Compound<2, float> ground;
  const Child<2, float> children[] = {child(Box<2, float>{{9, 1}})};
  ASSERT_EQ(ground.build(children), Status::ok);
  World<2> world;
  const Handle h = world.add(ground, {});
  const Handle ball = world.add(Circle<float>{1}, {{0, 1.5f}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(world.save(saved), Status::ok);
  const std::uint64_t hash = world.hash();
  ASSERT_EQ(world.move(ball, {{5, 5}, {}}), Status::ok);
  ASSERT_EQ(world.restore({saved.data(), saved.size()}), Status::ok);
  EXPECT_EQ(world.hash(), hash);
  EXPECT_EQ(world.find(h)->shape.body, &ground);
  ASSERT_EQ(world.move(ball, {{0, 1.6f}, {}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.stayed().size(), 1u);
  World<2> empty;
  EXPECT_EQ(empty.restore({saved.data(), saved.size()}), Status::stale_handle);
  EXPECT_EQ(empty.size(), 0u);
}

// Every cut, every changed byte: refused, and the world is as it was. With the checksum put right,
// what is in it is not known, but it is a world.
void expect_damage_refused_or_harmless(const WorldOptions<float>& options) {
  Story<2, float> story(options);
  ASSERT_NO_FATAL_FAILURE(story.start());
  for (std::uint64_t t = 1; t < 10; ++t) ASSERT_NO_FATAL_FAILURE(story.frame(t));
  Buffer<std::byte> saved;
  ASSERT_EQ(story.world.save(saved), Status::ok);
  const std::uint64_t hash = story.world.hash();
  const std::size_t step = std::size_t(by_tier(61, 1));
  for (std::size_t size = 0; size < saved.size(); size += step) {
    ASSERT_NE(story.world.restore({saved.data(), size}), Status::ok);
  }
  Buffer<std::byte> bytes;
  ASSERT_TRUE(bytes.resize(saved.size()));
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (std::size_t offset = 0; offset < saved.size(); offset += step) {
    std::memcpy(bytes.data(), saved.data(), saved.size());
    bytes[offset] ^= std::byte(1u << (offset % 8));
    ASSERT_NE(story.world.restore({bytes.data(), bytes.size()}), Status::ok);
    ASSERT_EQ(story.world.hash(), hash);
    const std::uint64_t sum =
        masu::detail::index_checksum(std::span<const std::byte>(bytes.data(), bytes.size()));
    std::memcpy(bytes.data() + offsetof(masu::detail::IndexHeader, checksum), &sum, sizeof(sum));
    World<2> other(options);
    if (other.restore({bytes.data(), bytes.size()}) != Status::ok) {
      ++refused;
      ASSERT_EQ(other.size(), 0u);
      continue;
    }
    ++taken;
    ASSERT_TRUE(other.validate());
    ASSERT_EQ(other.update().status, Status::ok);
    std::vector<Handle> all;
    ASSERT_EQ(other.for_each([&](Handle h) { all.push_back(h); }), Status::ok);
    for (const Handle h : all) {
      const Status moved = other.move(h, {{1, 1}, {}});
      if (moved == Status::out_of_range && options.period != Vec3f{}) continue;  // too large now
      ASSERT_EQ(moved, Status::ok);
    }
    ASSERT_EQ(other.update().status, Status::ok);
    ASSERT_TRUE(other.validate());
  }
  EXPECT_GT(taken, 100u);
  EXPECT_GT(refused, 100u);
}

TEST(WorldSnapshot, damage_is_refused_or_harmless) {
  ASSERT_NO_FATAL_FAILURE(expect_damage_refused_or_harmless({.detail = ContactDetail::areas}));
}
TEST(WorldSnapshot, damage_is_refused_or_harmless_with_volumes_and_periods) {
  ASSERT_NO_FATAL_FAILURE(
      expect_damage_refused_or_harmless({.detail = ContactDetail::volumes, .period = {16, 16}}));
}

// With the checksum put right.
TEST(WorldSnapshot, contents_that_no_world_saves_are_damage) {
  World<2> world;
  (void)world.add(Circle<float>{1}, {});
  (void)world.add(Circle<float>{1}, {{1, 0}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  Buffer<std::byte> saved;
  ASSERT_EQ(world.save(saved), Status::ok);
  alignas(64) std::byte bytes[1 << 13];
  ASSERT_LE(saved.size(), sizeof(bytes));
  const std::span<std::byte> copy(bytes, saved.size());
  std::memcpy(bytes, saved.data(), saved.size());
  std::span<const std::byte> sections[masu::detail::kSnapshotSections];
  ASSERT_EQ(read_index(copy, IndexKind::world, 2, sizeof(float), sections), Status::ok);
  const auto restored_with = [&](const std::byte* target, std::byte value) {
    const auto offset = static_cast<std::size_t>(target - bytes);
    std::memcpy(bytes, saved.data(), saved.size());
    bytes[offset] = value;
    const std::uint64_t sum = masu::detail::index_checksum(std::span<const std::byte>(copy));
    std::memcpy(bytes + offsetof(masu::detail::IndexHeader, checksum), &sum, sizeof(sum));
    World<2> other;
    return other.restore(copy);
  };
  ASSERT_EQ(sections[2].size(), sizeof(masu::detail::SnapshotNode));
  const std::byte* const status = sections[2].data() + offsetof(masu::detail::SnapshotNode, status);
  for (const Status s : {Status::ok, Status::unbounded, Status::out_of_range}) {
    EXPECT_EQ(restored_with(status, std::byte(s)), Status::ok) << describe(s);
  }
  for (const Status s : {Status::not_converged, Status::out_of_memory, Status(200)}) {
    EXPECT_EQ(restored_with(status, std::byte(s)), Status::damaged) << int(s);
  }
  // Layer 1 with layer 0, and not the reverse; one with itself is as good as any.
  const std::byte* const rows = sections[7].data();
  EXPECT_EQ(restored_with(rows, std::byte(0xfd)), Status::damaged);
  EXPECT_EQ(restored_with(rows, std::byte(0xfe)), Status::ok);
}

TEST(WorldSnapshot, failed_allocations_leave_the_world_unchanged) {
  FailingAllocator memory;
  Story<2, float> story({.detail = ContactDetail::areas}, memory.allocator());
  ASSERT_NO_FATAL_FAILURE(story.start());
  Buffer<std::byte> saved;
  ASSERT_EQ(story.world.save(saved), Status::ok);
  for (std::uint64_t t = 1; t < 10; ++t) ASSERT_NO_FATAL_FAILURE(story.frame(t));
  const std::uint64_t hash = story.world.hash();
  std::size_t failed = 0;
  for (std::size_t k = 1;; ++k) {
    memory.fail(k, true);
    const Status s = story.world.restore({saved.data(), saved.size()});
    if (s == Status::ok) break;
    ++failed;
    ASSERT_EQ(s, Status::out_of_memory);
    ASSERT_EQ(story.world.hash(), hash);
    memory.fail(FailingAllocator::kNever);
    Buffer<std::byte> now;
    ASSERT_EQ(story.world.save(now), Status::ok);
  }
  memory.fail(FailingAllocator::kNever);
  EXPECT_GT(failed, 20u);
  EXPECT_TRUE(story.world.validate());
}

}  // namespace
}  // namespace masu::test
