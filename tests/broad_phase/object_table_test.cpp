// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include <masu/broad_phase/detail/object_table.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

using Table = masu::detail::ObjectTable<3, float>;

Aabb3f box_of(std::uint32_t x) {
  return Aabb3f::of_point(Vec<3, float>::all(float(x)));
}

static_assert(sizeof(Aabb3f) == 24);

TEST(ObjectTable, agrees_with_a_map_over_many_operations) {
  Table table(default_allocator());
  std::map<std::uint32_t, std::pair<Handle, std::uint32_t>> model;  // by slot: handle, value
  std::vector<Handle> stale;
  scenes::Pcg32 random(1);
  for (std::uint32_t step = 1; step < 20000; ++step) {
    const std::uint32_t what = random.below(10);
    if (what < 5 || model.empty()) {
      const Filter filter{.category = 1, .mask = random.below(3) == 0 ? 3ull : ~0ull};
      const InsertResult r = table.insert(box_of(step), step, filter);
      ASSERT_EQ(r.status, Status::ok);
      ASSERT_FALSE(model.contains(r.handle.index));
      ASSERT_EQ(table.link(r.handle.index), Table::kNoLink);
      model[r.handle.index] = {r.handle, step};
    } else if (what < 9) {
      auto it = model.lower_bound(random.below(table.slots()));
      if (it == model.end()) it = model.begin();
      stale.push_back(it->second.first);
      table.erase(it->first);
      model.erase(it);
    } else if (random.below(400) == 0) {
      for (const auto& [slot, entry] : model) stale.push_back(entry.first);
      table.clear();
      model.clear();
    }
    ASSERT_EQ(table.size(), model.size());
    if (!stale.empty()) {
      ASSERT_FALSE(table.contains(stale[random.below(std::uint32_t(stale.size()))]));
    }
  }
  bool filters = false;
  for (const auto& [slot, entry] : model) {
    ASSERT_TRUE(table.contains(entry.first));
    ASSERT_EQ(table.object(slot).user_data, entry.second);
    ASSERT_EQ(table.box(slot), box_of(entry.second));
    filters |= table.filter(slot) != Filter{};
  }
  ASSERT_EQ(table.has_filters(), filters);
}

TEST(ObjectTable, notes_each_moved_slot_once) {
  Table table(default_allocator());
  for (std::uint32_t i = 0; i < 10; ++i) (void)table.insert(box_of(i), i, {});
  EXPECT_EQ(table.moved().size(), 10u);
  table.forget_moved();
  EXPECT_TRUE(table.moved().empty());
  table.mark_moved(3);
  table.mark_moved(7);
  table.mark_moved(3);
  ASSERT_EQ(table.moved().size(), 2u);
  EXPECT_TRUE(table.is_moved(3) && table.is_moved(7) && !table.is_moved(0));
  table.erase(3);
  EXPECT_EQ(table.insert(box_of(42), 42, {}).handle.index, 3u) << "the last one first";
  EXPECT_EQ(table.moved().size(), 2u) << "it is on the list already";
}

TEST(ObjectTable, a_failed_insertion_changes_nothing) {
  for (std::size_t k = 1; k <= 3; ++k) {
    FailingAllocator memory;
    Table table(memory.allocator());
    memory.fail(k, true);
    EXPECT_EQ(table.insert(box_of(1), 1, {}).status, Status::out_of_memory);
    EXPECT_EQ(table.size(), 0u);
    EXPECT_EQ(table.slots(), 0u);
    memory.fail(FailingAllocator::kNever);
    EXPECT_EQ(table.insert(box_of(1), 1, {}).status, Status::ok);
  }
}

}  // namespace
}  // namespace masu::test
