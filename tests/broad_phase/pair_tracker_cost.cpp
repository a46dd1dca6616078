// SPDX-License-Identifier: MIT
// The cost of a frame of the pair tracker, by counters: best, typical and worst scenes.
#include <gtest/gtest.h>

#include <vector>

#include <masu/broad_phase/pair_tracker.hpp>

#include "scenes/generators/pcg32.hpp"
#include "scenes/generators/scene.hpp"

namespace masu::test {
namespace {

template <int D>
std::vector<Handle> insert_all(PairTracker<D>& tracker, const std::vector<Aabb<D, float>>& boxes) {
  std::vector<Handle> handles;
  for (const auto& box : boxes) handles.push_back(tracker.insert(box));
  EXPECT_EQ(tracker.update().status, Status::ok);
  return handles;
}
template <int D>
void shift(Aabb<D, float>& box, float by) {
  box.min[0] += by;
  box.max[0] += by;
}

// All small boxes move under one that lies over them all, which so has a long list of partners in
// another order each frame.
TEST(PairTrackerCost, many_partners_of_one_object_cost_linear_work_when_all_move) {
  for (const std::size_t n : {500, 8000}) {
    auto boxes = scenes::make_scene<2, float>("uniform", n, 1);
    boxes[0] = Aabb<2, float>::everything();
    PairTracker<2> tracker;
    const auto handles = insert_all(tracker, boxes);
    scenes::Pcg32 random(2);
    for (int frame = 0; frame < 3; ++frame) {
      for (std::size_t i = 1; i < n; ++i) shift(boxes[i], float(random.between(-0.3, 0.3)));
      ASSERT_EQ(tracker.move_many(handles, boxes), Status::ok);
      const SearchResult result = tracker.update();
      ASSERT_EQ(result.status, Status::ok);
      ASSERT_GE(tracker.pair_count(), n - 1);
      EXPECT_GT(result.stats.comparisons, n) << "its lists have been compared";
      EXPECT_LE(result.stats.comparisons, 8 * tracker.pair_count());
      ASSERT_TRUE(tracker.validate());
    }
    boxes[0] = {{-1e6f, -1e6f}, {-1e6f, -1e6f}};  // and it leaves them
    for (std::size_t i = 1; i < n; ++i) shift(boxes[i], 0.1f);
    ASSERT_EQ(tracker.move_many(handles, boxes), Status::ok);
    const SearchResult left = tracker.update();
    ASSERT_EQ(left.status, Status::ok);
    EXPECT_GE(tracker.removed().size(), n - 1);
    EXPECT_LE(left.stats.comparisons, 8 * n);
    EXPECT_TRUE(tracker.validate());
  }
}

// The worst case: each mover meets all.
TEST(PairTrackerCost, each_mover_among_coincident_boxes_tests_all_of_them) {
  auto boxes = scenes::make_scene<3, float>("equal", 600, 1);
  PairTracker<3> tracker;
  const auto handles = insert_all(tracker, boxes);
  ASSERT_EQ(tracker.pair_count(), 600u * 599 / 2);
  for (std::size_t i = 0; i < 6; ++i) {
    shift(boxes[i], 0.001f);
    ASSERT_EQ(tracker.move(handles[i], boxes[i]), Status::ok);
  }
  const SearchResult result = tracker.update();
  EXPECT_GE(result.stats.tests, 6u * 599);
  EXPECT_LE(result.stats.tests, 6u * 650) << "four boxes at a time, a bucket not full";
  EXPECT_EQ(result.stats.results, 0u);
  EXPECT_TRUE(tracker.validate());
}

// Engines pass the box of every body in every frame.
TEST(PairTrackerCost, moves_that_change_nothing_cost_no_search) {
  auto boxes = scenes::make_scene<3, float>("uniform", 5000, 1);
  PairTracker<3> tracker;
  const auto handles = insert_all(tracker, boxes);
  for (int frame = 0; frame < 3; ++frame) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      ASSERT_EQ(tracker.move(handles[i], boxes[i]), Status::ok);
    }
    EXPECT_EQ(tracker.update().stats, QueryStats{});
    ASSERT_EQ(tracker.move_many(handles, boxes), Status::ok);
    EXPECT_EQ(tracker.update().stats, QueryStats{});
    ASSERT_EQ(tracker.move_all(boxes), Status::ok);
    EXPECT_EQ(tracker.update().stats, QueryStats{});
    shift(boxes[frame], 0.1f);
    ASSERT_EQ(tracker.move_all(boxes), Status::ok);
    const SearchResult one = tracker.update();
    EXPECT_GT(one.stats.tests, 0u);
    EXPECT_LT(one.stats.tests, 200u) << "one has moved";
    ASSERT_TRUE(tracker.validate());
  }
}

// Asking the index brings it up to date; that all have moved is not forgotten over it.
TEST(PairTrackerCost, many_movers_are_searched_in_one_pass_even_after_a_query) {
  auto boxes = scenes::make_scene<3, float>("uniform", 3000, 1);
  std::uint64_t tests[2];
  for (const bool with_query : {false, true}) {
    PairTracker<3> tracker;
    const auto handles = insert_all(tracker, boxes);
    auto moved = boxes;
    for (auto& box : moved) shift(box, 0.5f);
    ASSERT_EQ(tracker.move_many(handles, moved), Status::ok);
    if (with_query) {
      ASSERT_EQ(tracker.bring_index_up_to_date(), Status::ok);
    }
    tests[with_query ? 1 : 0] = tracker.update().stats.tests;
    EXPECT_TRUE(tracker.validate());
  }
  EXPECT_EQ(tests[0], tests[1]);
}

}  // namespace
}  // namespace masu::test
