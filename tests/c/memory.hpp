// SPDX-License-Identifier: MIT
// Scenarios in C in which any allocation may fail.
#pragma once

#include <gtest/gtest.h>

#include "tests/c/api.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {

// What went wrong first in a story, if anything.
class FirstFault {
 public:
  bool operator()(masu_status s) {
    if (s != MASU_OK && first_ == MASU_OK) first_ = s;
    return first_ == MASU_OK;
  }
  masu_status first() const { return first_; }

 private:
  masu_status first_ = MASU_OK;
};

// story(allocator) does everything that takes memory once, gives all of it back, and says what went
// wrong first. `least`: it allocates more often than this.
template <class Story>
void expect_any_allocation_may_fail(Story&& story, std::size_t least) {
  FailingAllocator memory;
  const masu_allocator allocator = c_allocator(memory.allocator());
  memory.fail(FailingAllocator::kNever);
  ASSERT_EQ(story(allocator), MASU_OK);
  const std::size_t calls = memory.calls();
  ASSERT_GT(calls, least);
  for (std::size_t k = 1; k <= calls; ++k) {
    SCOPED_TRACE(k);
    memory.fail(k, true);  // one that asks for less the second time gets none either
    ASSERT_EQ(story(allocator), MASU_OUT_OF_MEMORY);
    ASSERT_EQ(memory.blocks(), 0u);
    memory.fail(k);  // buffers that want more than they need try again
    const masu_status once = story(allocator);
    ASSERT_TRUE(once == MASU_OK || once == MASU_OUT_OF_MEMORY) << once;
    ASSERT_EQ(memory.blocks(), 0u);
  }
}

}  // namespace masu::test
