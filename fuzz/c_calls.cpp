// SPDX-License-Identifier: MIT
// Calls of every function of the C interface, in an order that the fuzzer chooses: valid and odd
// arguments, callbacks that throw, memory that is refused. Worlds stay valid, nothing leaks.
#include <cstdio>

#include <masu/core/assert.hpp>

#include "tests/calls/story.hpp"

#include "fuzz/fuzz_input.hpp"

// Six bytes choose a call. Its arguments are drawn by the generator of tests/calls, from a seed in
// these bytes: arrays would take hundreds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace masu::test;
  testing::GTEST_FLAG(throw_on_failure) = true;
  masu::fuzz::FuzzInput bytes(data, size);
  Tallies tallies;
  Story story(bytes.byte() % 64, {}, tallies);
  story.begin();
  for (int calls = 0; calls < 60 && !bytes.empty(); ++calls) {
    const auto function = std::uint32_t(bytes.bits(2));
    const std::uint8_t settings = bytes.byte();
    Manner manner;
    manner.mood = Mood(settings % 4);
    manner.throws = settings / 4 % 4 == 1;
    manner.refuse_memory = settings / 16 % 4 == 1;
    manner.forever = settings / 64 % 2 == 1;
    story.call(function, bytes.bits(3), manner);
    if (!story.fault().empty()) std::fputs(story.fault().c_str(), stderr);
    MASU_ASSERT(story.fault().empty());
  }
  return 0;
}
