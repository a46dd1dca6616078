// SPDX-License-Identifier: MIT
// Objects that return to their positions in the index: after a frame with many moved objects the
// index is out of date, and what looks like no motion to it is one.
#include "tests/broad_phase/tracker_model.hpp"

namespace masu::test {
namespace {

template <class C>
class TrackerReturns : public testing::Test {};
using TrackerCases = testing::Types<TrackerCase<HashGrid<2, float>, 2, float>,
                                    TrackerCase<DynamicBvh<2, float>, 2, float>,
                                    TrackerCase<RegisteredOrthtree<2, float>, 2, float>>;
TYPED_TEST_SUITE(TrackerReturns, TrackerCases);

constexpr int kObjects = 100;

// A row of boxes that do not touch; object 1 lies on object 0 in the row beside it.
Aabb2f in_row(int i, int row) {
  const float x = row == 1 && i == 1 ? 0 : float(3 * i);
  return {{x, float(5 * row)}, {x + 1, float(5 * row + 1)}};
}

TYPED_TEST(TrackerReturns, one_of_many_objects_that_left_comes_back) {
  PairTracker<2, float, typename TypeParam::Index> tracker;
  std::vector<Handle> handles;
  for (int i = 0; i < kObjects; ++i) handles.push_back(tracker.insert(in_row(i, 0)));
  ASSERT_EQ(tracker.update().status, Status::ok);
  ASSERT_EQ(tracker.bring_index_up_to_date(), Status::ok);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < kObjects; ++i) {
      ASSERT_EQ(tracker.move(handles[std::size_t(i)], in_row(i, 1)), Status::ok);
    }
    ASSERT_EQ(tracker.update().status, Status::ok);
    ASSERT_EQ(tracker.pair_count(), 1u);
    ASSERT_EQ(tracker.move(handles[1], in_row(1, 0)), Status::ok);
    ASSERT_EQ(tracker.update().status, Status::ok);
    ASSERT_EQ(tracker.removed().size(), 1u);
    EXPECT_EQ(tracker.removed()[0], (Pair{0, 1}));
    EXPECT_EQ(tracker.pair_count(), 0u);
    EXPECT_TRUE(tracker.validate());
  }
}

TYPED_TEST(TrackerReturns, an_object_whose_box_was_empty_is_erased) {
  PairTracker<2, float, typename TypeParam::Index> tracker;
  std::vector<Handle> handles;
  for (int i = 0; i < kObjects; ++i) {
    handles.push_back(tracker.insert(i == 1 ? Aabb2f::nothing() : in_row(i, 0)));
  }
  ASSERT_EQ(tracker.update().status, Status::ok);
  for (int i = 0; i < kObjects; ++i) {
    ASSERT_EQ(tracker.move(handles[std::size_t(i)], in_row(i, 1)), Status::ok);
  }
  ASSERT_EQ(tracker.update().status, Status::ok);
  ASSERT_EQ(tracker.pair_count(), 1u);
  ASSERT_EQ(tracker.erase(handles[1]), Status::ok);
  ASSERT_EQ(tracker.update().status, Status::ok);
  ASSERT_EQ(tracker.removed().size(), 1u);
  EXPECT_EQ(tracker.pair_count(), 0u);
  EXPECT_TRUE(tracker.validate());
}

// Frames of many movers alternate with frames of few; of the few nearly all come back.
TYPED_TEST(TrackerReturns, many_objects_come_back_among_insertions_and_erasures) {
  TrackerModel<TypeParam> model(3);
  model.fill(scenes::make_scene<2, float>("pile", 150, 3));
  for (int frame = 0; frame < by_tier(150, 3000); ++frame) {
    if (frame % 2 == 0) {
      ASSERT_NO_FATAL_FAILURE(frame % 4 == 0 ? model.move_all() : model.move_some(100));
    } else {
      ASSERT_NO_FATAL_FAILURE(model.return_some(5));
      ASSERT_NO_FATAL_FAILURE(model.move_some(1));
      ASSERT_NO_FATAL_FAILURE(model.erase_some(2));
      ASSERT_NO_FATAL_FAILURE(
          model.fill(scenes::make_scene<2, float>("pile", 2, std::uint64_t(frame))));
    }
    ASSERT_NO_FATAL_FAILURE(model.update());
    ASSERT_NO_FATAL_FAILURE(model.expect_same());
    if (frame % 2 != 0) model.note_indexed();
  }
  const int returned = 5 * by_tier(75, 1500);
  EXPECT_GT(model.returns(), std::size_t(returned * 2 / 3)) << "most were elsewhere in between";
}

}  // namespace
}  // namespace masu::test
