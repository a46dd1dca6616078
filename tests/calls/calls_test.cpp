// SPDX-License-Identifier: MIT
// Every function of the C interface, with arguments that a generator draws.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "tests/calls/story.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

constexpr std::uint32_t kCalls = 400;  // in a story

// Prints the figures of a run, which docs/reliability.md quotes.
void print(std::string_view what, std::uint64_t attempts, const Tallies& tallies) {
  std::uint64_t refused = 0;
  std::uint64_t threw = 0;
  for (const auto& [name, tally] : tallies) {
    refused += tally.refused_memory;
    threw += tally.threw;
  }
  std::cout << what << ": " << attempts << " calls of " << tallies.size() << " functions, "
            << refused << " without memory, " << threw << " with an exception\n";
  count_cases(attempts);
}

// All functions were called, and each succeeded at some time; but a volume needs two polytopes that
// overlap, in a world with volumes, which hardly ever comes about.
void expect_all_called(const Tallies& tallies) {
  std::size_t functions = calls_any().size() + calls_2f().size() + calls_3f().size() +
                          calls_2d().size() + calls_3d().size();
  EXPECT_EQ(tallies.size(), functions);
  for (const auto& [name, tally] : tallies) {
    // It returns a number, which C cannot tell from a status.
    if (name == "masu_convex_hull_dimension") continue;
    const bool rare = name.starts_with("masu_world_volume_");
    EXPECT_TRUE(tally.succeeded > 0 || rare) << name << ", called " << tally.calls << " times";
  }
}

// NaN, infinities, denormals, any bits; null, other objects; wrong counts: each call returns, and
// the worlds stay valid.
TEST(Calls, of_every_function_with_bad_arguments_return) {
  Tallies tallies;
  const std::uint64_t before = Story::attempts;
  for (std::uint64_t i = 0; i < by_tier(60u, 4000u); ++i) {
    const std::uint64_t seed = seed_of_piece(i);
    StoryOptions options;
    options.odd_arguments = options.callbacks_throw = true;
    Story story(seed, options, tallies);
    (void)story.run(kCalls);
    ASSERT_EQ(story.fault(), "");
  }
  print("bad arguments", Story::attempts - before, tallies);
}

// Each request for memory of each call is refused once, alone or with all that follow. The call
// then says so and changes nothing that can be seen; repeated, it returns the same bits as in a
// story that always had memory.
TEST(Calls, of_every_function_whose_memory_is_refused_can_be_repeated) {
  Tallies tallies;
  const std::uint64_t before = Story::attempts;
  for (std::uint64_t i = 0; i < by_tier(60u, 1000u); ++i) {
    const std::uint64_t seed = seed_of_piece(i);
    StoryOptions options;
    Story calm(seed, options, tallies);
    const auto expected = calm.run(kCalls);
    ASSERT_EQ(calm.fault(), "");
    options.refuse_memory = true;
    Story refused(seed, options, tallies);
    const auto digests = refused.run(kCalls);
    ASSERT_EQ(refused.fault(), "");
    const auto different = std::ranges::mismatch(digests, expected);
    const auto step = std::uint32_t(different.in1 - digests.begin());
    EXPECT_EQ(step, digests.size())
        << "seed " << seed << ", another answer: " << refused.name_of(step);
  }
  print("refused memory", Story::attempts - before, tallies);
  if (piece() == 0) expect_all_called(tallies);
}

// Each callback of each call throws once. The call then ends with MASU_THREW and changes nothing
// that can be seen, except calls that have done their work; repeated, it returns the same bits as
// in a story without exceptions.
TEST(Calls, of_every_function_whose_callbacks_throw_can_be_repeated) {
  Tallies tallies, thrown;
  const std::uint64_t before = Story::attempts;
  for (std::uint64_t i = 0; i < by_tier(24u, 1000u); ++i) {
    const std::uint64_t seed = seed_of_piece(i);
    StoryOptions options;
    options.throw_at_each = true;
    Story calm(seed, options, tallies);
    const auto expected = calm.run(kCalls);
    ASSERT_EQ(calm.fault(), "");
    options.callbacks_throw = true;
    Story shaken(seed, options, thrown);
    const auto digests = shaken.run(kCalls);
    ASSERT_EQ(shaken.fault(), "");
    const auto different = std::ranges::mismatch(digests, expected);
    const auto step = std::uint32_t(different.in1 - digests.begin());
    EXPECT_EQ(step, digests.size())
        << "seed " << seed << ", another answer: " << shaken.name_of(step);
  }
  print("callbacks that throw", Story::attempts - before, thrown);
  std::cout << std::ranges::count_if(thrown, [](const auto& of) { return of.second.threw > 0; })
            << " functions have thrown\n";
}

}  // namespace
}  // namespace masu::test
