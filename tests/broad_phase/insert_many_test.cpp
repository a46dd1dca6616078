// SPDX-License-Identifier: MIT
// insert_many() of every index and tracker compared with insert() one by one, and without memory.
#include <gtest/gtest.h>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/world/frame_tracker.hpp>

#include "scenes/generators/scene.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/pair_set.hpp"

namespace masu::test {
namespace {

using Boxes = BoxSpan<2, float>;

template <class Index>
class InsertMany : public testing::Test {
 protected:
  // Brings the index up to date; pairs as of then.
  static PairVector pairs(Index& index) {
    PairVector all;
    const auto add = [&](std::uint32_t a, std::uint32_t b) { all.push_back({a, b}); };
    if constexpr (requires { index.update(); }) {
      EXPECT_EQ(index.update().status, Status::ok);
    }
    if constexpr (requires { index.for_each_pair(add); }) {
      EXPECT_EQ(index.for_each_pair(add), Status::ok);
    } else {
      EXPECT_EQ(index.find_pairs(add).status, Status::ok);
    }
    return sorted(std::move(all));
  }
  // An index without objects, with periodic axes if it supports them.
  static Index make(float period) {
    if constexpr (requires(typename Index::Options options) { options.period; }) {
      typename Index::Options options{};
      options.period.length = {period, period};
      return Index(options);
    } else {
      return Index();
    }
  }
  // Not every index that has the option takes it.
  static bool takes(float period) {
    Index index = make(period);
    return index.insert(Aabb2f{{0, 0}, {1, 1}}).status == Status::ok;
  }
  static bool is_sound(Index& index) {
    if constexpr (requires { index.validate(); }) return index.validate();
    return true;
  }

  std::vector<Aabb2f> boxes_ = scenes::make_scene<2, float>("pile", 100, 1);
};
using Indices =
    testing::Types<HashGrid<2>, RegisteredOrthtree<2>, DynamicBvh<2>, IncrementalSweepAndPrune<2>,
                   PairTracker<2>, PairTracker<2, float, DynamicBvh<2>>,
                   FrameTracker<2, float, AllPairs<2, float>>>;
TYPED_TEST_SUITE(InsertMany, Indices);

// Into an empty index, and among objects, more and fewer than there come.
TYPED_TEST(InsertMany, gives_the_same_objects_as_single_insertions) {
  std::vector<Filter> filters(this->boxes_.size());
  std::vector<std::uint64_t> user_data(this->boxes_.size());
  for (std::size_t i = 0; i < filters.size(); ++i) {
    filters[i] = {1u << i % 3, i % 5 == 0 ? 3u : ~0u};
    user_data[i] = 1000 + i;
  }
  for (const float period : {0.f, 2.f, 5.f, 13.f}) {
    SCOPED_TRACE(period);
    if (!this->takes(period)) continue;
    TypeParam many = this->make(period);
    TypeParam one_by_one = this->make(period);
    std::size_t begin = 0;
    for (const std::size_t count : {30u, 5u, 0u, 60u, 5u}) {
      SCOPED_TRACE(begin);
      const Boxes boxes(std::span(this->boxes_).subspan(begin, count));
      const InsertColumns columns{.user_data = std::span(user_data).subspan(begin, count),
                                  .filters = std::span(filters).subspan(begin, count)};
      std::vector<Handle> handles(count);
      ASSERT_EQ(many.insert_many(boxes, handles, columns), Status::ok);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(one_by_one.insert(boxes[i], user_data[begin + i], filters[begin + i]).handle,
                  handles[i]);
        if constexpr (requires { many[handles[i].index].user_data; }) {
          EXPECT_EQ(many[handles[i].index].user_data, user_data[begin + i]);
          EXPECT_EQ(many[handles[i].index].filter, filters[begin + i]);
        }
      }
      EXPECT_EQ(this->pairs(many), this->pairs(one_by_one));
      EXPECT_TRUE(this->is_sound(many));
      begin += count;
      // A slot becomes free, and an object moves.
      for (auto* const index : {&many, &one_by_one}) {
        if (count < 2) continue;
        ASSERT_EQ(index->erase(handles[1]), Status::ok);
        ASSERT_EQ(index->move(handles[0], boxes[1]), Status::ok);
        (void)this->pairs(*index);
      }
    }
    EXPECT_GT(this->pairs(many).size(), 20u);
  }
}

// Two boxes, one of which extends past the end of the period, are a pair in either order.
TYPED_TEST(InsertMany, finds_pairs_across_the_end_of_a_period) {
  const std::vector<Aabb2f> boxes{{{9.5f, 1}, {10.3f, 2}}, {{0.1f, 1}, {0.6f, 2}}};
  for (const bool swapped : {false, true}) {
    if constexpr (!requires(typename TypeParam::Options options) { options.period; }) return;
    if (!this->takes(10)) return;
    TypeParam index = this->make(10);
    const std::vector<Aabb2f> in_order{boxes[swapped ? 1 : 0], boxes[swapped ? 0 : 1]};
    std::vector<Handle> handles(2);
    ASSERT_EQ(index.insert_many(in_order, handles), Status::ok);
    EXPECT_EQ(this->pairs(index).size(), 1u);
    // Only movers are searched from now on.
    for (const std::size_t i : {0u, 1u}) {
      ASSERT_EQ(index.move(handles[i], {{4, 4}, {5, 5}}), Status::ok);
      EXPECT_EQ(this->pairs(index).size(), 0u);
      ASSERT_EQ(index.move(handles[i], in_order[i]), Status::ok);
      EXPECT_EQ(this->pairs(index).size(), 1u);
    }
  }
}

TYPED_TEST(InsertMany, lists_of_different_lengths_are_refused) {
  TypeParam index{};
  const Boxes boxes(std::span(this->boxes_).first(4));
  std::vector<Handle> handles(5);
  const std::vector<Filter> filters(3);
  const std::vector<std::uint64_t> user_data(5);
  EXPECT_EQ(index.insert_many(boxes, handles), Status::size_mismatch);
  handles.pop_back();
  EXPECT_EQ(index.insert_many(boxes, handles, {.user_data = user_data, .filters = {}}),
            Status::size_mismatch);
  EXPECT_EQ(index.insert_many(boxes, handles, {.user_data = {}, .filters = filters}),
            Status::size_mismatch);
  EXPECT_EQ(index.size(), 0u);
}

// Refused at any allocation: all is as it was.
TYPED_TEST(InsertMany, changes_nothing_when_out_of_memory) {
  const Boxes few(std::span(this->boxes_).first(20));
  for (const std::size_t before : {0u, 10u, 40u}) {
    bool failed = true;
    std::size_t k = 1;
    for (; failed; ++k) {
      ASSERT_LT(k, 200u);
      SCOPED_TRACE(k);
      FailingAllocator memory;
      TypeParam index({}, memory.allocator());
      TypeParam other{};
      for (std::size_t i = 0; i < before; ++i) {
        for (auto* const into : {&index, &other}) {
          const Handle h = into->insert(this->boxes_[20 + i]);
          if (i % 3 != 0) continue;
          ASSERT_EQ(into->erase(h), Status::ok);
        }
      }
      ASSERT_EQ(this->pairs(index), this->pairs(other));
      std::vector<Handle> handles(few.size());
      memory.fail(k);
      const Status status = index.insert_many(few, handles);
      failed = memory.failures() != 0;
      memory.fail(FailingAllocator::kNever);
      ASSERT_TRUE(this->is_sound(index) || status == Status::ok);
      if (status != Status::ok) {
        ASSERT_EQ(status, Status::out_of_memory);
        ASSERT_EQ(index.size(), other.size());
        ASSERT_EQ(this->pairs(index), this->pairs(other));
        ASSERT_EQ(index.insert_many(few, handles), Status::ok);
      }
      for (std::size_t i = 0; i < few.size(); ++i) {
        ASSERT_EQ(handles[i].index, other.insert(few[i]).handle.index);
      }
      ASSERT_EQ(this->pairs(index), this->pairs(other));
      ASSERT_TRUE(this->is_sound(index));
    }
    EXPECT_GT(k, 2u);
  }
}

// Cells are chosen for the objects that are there, not for those that were refused.
TEST(InsertManyIntoHashGrid, cells_suit_the_objects_inserted_after_a_refusal) {
  auto boxes = scenes::make_scene<2, float>("uniform", 3000, 1);
  for (Aabb2f& box : boxes) {
    for (int a = 0; a < 2; ++a) box.min[a] *= 0x1p-10f, box.max[a] *= 0x1p-10f;
  }
  const auto few = std::span<const Aabb2f>(boxes).first(1000);
  std::vector<Handle> handles(boxes.size());
  HashGrid<2> other;
  for (const Aabb2f& box : few) ASSERT_EQ(other.insert(box).status, Status::ok);
  ASSERT_LT(other.cell_edge(), 0.1f);
  std::size_t k = 1;
  for (;; ++k) {
    ASSERT_LT(k, 100u);
    SCOPED_TRACE(k);
    FailingAllocator memory(k);
    HashGrid<2> grid({}, memory.allocator());
    const Status status = grid.insert_many(boxes, handles);
    memory.fail(FailingAllocator::kNever);
    if (status == Status::ok) break;
    for (const Aabb2f& box : few) ASSERT_EQ(grid.insert(box).status, Status::ok);
    EXPECT_LE(grid.cell_edge(), 4 * other.cell_edge());
  }
  EXPECT_GT(k, 5u);
}

TYPED_TEST(InsertMany, allocates_once) {
  const auto boxes = scenes::make_scene<2, float>("uniform", 3000, 1);
  FailingAllocator memory;
  TypeParam index({}, memory.allocator());
  memory.fail(FailingAllocator::kNever);
  std::vector<Handle> handles(boxes.size());
  ASSERT_EQ(index.insert_many(boxes, handles), Status::ok);
  EXPECT_LE(memory.calls(), 20u);
  ASSERT_EQ(index.reserve(boxes.size() + 100), Status::ok);
  memory.fail(FailingAllocator::kNever);
  for (std::size_t i = 0; i < 100; ++i) ASSERT_EQ(index.insert(boxes[i]).status, Status::ok);
  EXPECT_EQ(memory.calls(), 0u);
}

}  // namespace
}  // namespace masu::test
