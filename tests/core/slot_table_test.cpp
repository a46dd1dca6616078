// SPDX-License-Identifier: MIT
// Slots are taken in the promised order, and handles of freed ones are stale.
#include <gtest/gtest.h>

#include <vector>

#include <masu/core/detail/rare_column.hpp>
#include <masu/core/detail/slot_table.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

struct Slot {
  std::uint32_t generation = 0;
  std::uint32_t next = 0;

  static std::uint32_t next_free(const Slot& slot) { return slot.next; }
  static void set_next_free(Slot& slot, std::uint32_t to) { slot.next = to; }
};
using Table = masu::detail::SlotTable<Slot>;

TEST(SlotTable, takes_the_slot_that_was_freed_last_and_refuses_old_handles) {
  Table table(default_allocator(), 8);
  ASSERT_TRUE(table.reserve(100));
  scenes::Pcg32 random(1, 2);
  std::vector<Handle> alive;
  std::vector<Handle> erased;
  std::vector<std::uint32_t> free;
  for (int step = 0; step < 2000; ++step) {
    if (alive.size() < 100 && (alive.empty() || random.below(2) == 0)) {
      const std::uint32_t expected = free.empty() ? table.size() : free.back();
      EXPECT_EQ(table.next(), expected);
      const std::uint32_t i = table.take(Slot{});
      EXPECT_EQ(i, expected);
      if (!free.empty()) free.pop_back();
      alive.push_back(table.handle(i));
      EXPECT_GT(alive.back().generation, 8u);
    } else {
      const std::size_t k = random.below(static_cast<std::uint32_t>(alive.size()));
      free.push_back(alive[k].index);
      table.free(alive[k].index);
      erased.push_back(alive[k]);
      alive[k] = alive.back();
      alive.pop_back();
    }
    ASSERT_EQ(table.taken(), alive.size());
    ASSERT_TRUE(table.validate());
  }
  for (const Handle h : alive) EXPECT_TRUE(table.contains(h));
  for (const Handle h : erased) EXPECT_FALSE(table.contains(h));
  EXPECT_FALSE(table.contains({100, 9}));
  EXPECT_FALSE(table.contains({Table::kNone - 1, 9}));
  ASSERT_FALSE(free.empty());
  table.free_all();
  EXPECT_EQ(table.taken(), 0u);
  for (const Handle h : alive) EXPECT_FALSE(table.contains(h));
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    EXPECT_FALSE(table.is_taken(i));
    EXPECT_EQ(table.take(Slot{}), i);
    EXPECT_TRUE(table.contains(table.handle(i)));
  }
  EXPECT_TRUE(table.validate());
}

TEST(SlotTable, a_damaged_list_of_free_slots_is_detected) {
  Table table{default_allocator()};
  ASSERT_TRUE(table.start_restore(3));
  for (const std::uint32_t i : {0u, 1u, 2u}) table[i] = {i == 1 ? 3u : 2u, Table::kNone};
  table[0].next = 2;
  table.restored(0);
  EXPECT_TRUE(table.validate());
  EXPECT_EQ(table.taken(), 1u);
  for (const std::uint32_t wrong : {1u, 3u, 0u, Table::kNone}) {
    table[0].next = wrong;
    EXPECT_FALSE(table.validate()) << wrong;
  }
  // One beyond the end, with what a free slot has in memory that was reserved.
  ASSERT_TRUE(table.reserve(4));
  (&table[2])[1] = {2, Table::kNone};
  table[0].next = 3;
  EXPECT_FALSE(table.validate());
}

TEST(RareColumn, takes_memory_for_values_other_than_the_default_alone) {
  FailingAllocator memory;
  detail::RareColumn<int> column{memory.allocator()};
  ASSERT_TRUE(column.reserve(8, false));
  column.set(0, 0), column.set(3, 0);
  EXPECT_TRUE(column.empty());
  EXPECT_EQ(memory.calls(), 0u);
  ASSERT_TRUE(column.reserve(8, true));
  column.set(3, 7), column.set(6, 9), column.set(7, 0);
  const int values[] = {0, 0, 0, 7, 0, 0, 9, 0, 0};
  for (std::uint32_t i = 0; i < 9; ++i) EXPECT_EQ(column[i], values[i]) << i;
  column.set(3, 0), column.set(0, 5);
  EXPECT_EQ(column[3], 0);
  EXPECT_EQ(column[0], 5);
}

}  // namespace
}  // namespace masu::test
