// SPDX-License-Identifier: MIT
// The lists of pairs that begin and end: all their memory can be given back.
#include <gtest/gtest.h>

#include <masu/world/auto_pairs.hpp>

#include "tests/support/failing_allocator.hpp"
#include "world/match_pairs.hpp"

namespace masu::test {
namespace {

using Store = masu::detail::ObjectStore<2, float>;

TEST(MatchPairs, release_gives_back_the_lists_of_pairs_that_began_and_ended) {
  constexpr std::uint32_t kObjects = 40;
  Store objects(0, default_allocator());
  ASSERT_TRUE(objects.reserve(kObjects, false));
  AutoPairs<2, float> broad_phase;
  const auto box_at = [](float x) { return Aabb2f{{x, 0}, {x + 1, 1}}; };
  for (std::uint32_t i = 0; i < kObjects; ++i) {
    (void)objects.add({}, box_at(0), {}, 0, 0, 0, kNoLayer);
    ASSERT_EQ(broad_phase.insert(i, box_at(0), Filter{}), Status::ok);
  }
  masu::detail::PairBook book(default_allocator());
  ASSERT_TRUE(book.reserve_slots(kObjects));
  book.add_slots(kObjects);
  masu::detail::ContactStore<2, float> contacts(default_allocator());
  const WorldOptions<float> options{.detail = ContactDetail::boxes};
  const masu::detail::Torus<2, float> torus;
  FailingAllocator memory;
  masu::detail::MatchPairs<2, float> match(memory.allocator());
  const auto run = [&] {
    ASSERT_EQ(broad_phase.update().status, Status::ok);
    ASSERT_EQ(match.run({&broad_phase, &AutoPairs<2, float>::kFunctions}, objects, {options, torus},
                        false, book, contacts),
              Status::ok);
  };
  constexpr std::size_t kPairs = kObjects * (kObjects - 1) / 2;
  ASSERT_NO_FATAL_FAILURE(run());
  ASSERT_EQ(match.added().size(), kPairs);
  for (std::uint32_t i = 0; i < kObjects; ++i) broad_phase.move(i, box_at(2 * float(i)));
  ASSERT_NO_FATAL_FAILURE(run());
  ASSERT_EQ(match.removed().size(), kPairs);
  EXPECT_GT(memory.bytes(), 0u);
  match.release();
  EXPECT_EQ(memory.bytes(), 0u);
}

}  // namespace
}  // namespace masu::test
