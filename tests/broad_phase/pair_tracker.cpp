// SPDX-License-Identifier: MIT
// Tracked pairs: the added and removed pairs lead from one frame's set to the next one's, whatever
// happened in between.
#include "tests/broad_phase/tracker_model.hpp"

namespace masu::test {
namespace {

// An index that has no more than PairTracker asks for: it moves objects one by one.
template <int D, class T>
struct PlainIndex : HashGrid<D, T> {
  using HashGrid<D, T>::HashGrid;
  void move_slots() = delete;
};

template <class C>
class Tracker : public testing::Test {};
using TrackerCases = testing::Types<
    TrackerCase<HashGrid<2, float>, 2, float>, TrackerCase<HashGrid<3, double>, 3, double>,
    TrackerCase<HashGrid<1, float>, 1, float>, TrackerCase<HashGrid<4, float>, 4, float>,
    TrackerCase<PlainIndex<2, float>, 2, float>, TrackerCase<DynamicBvh<3, float>, 3, float>,
    TrackerCase<RegisteredOrthtree<2, double>, 2, double>>;
TYPED_TEST_SUITE(Tracker, TrackerCases);

// Frames in which nothing, little, or all moves, in any order: both methods to find the changes,
// and the changes of method.
TYPED_TEST(Tracker, reported_changes_lead_from_one_frame_to_the_next) {
  TrackerModel<TypeParam> model(1);
  model.fill(scenes::make_scene<TypeParam::D, typename TypeParam::T>("pile", 150, 1));
  for (int frame = 0; frame < by_tier(150, 3000); ++frame) {
    switch (model.random().below(6)) {
      case 0: break;
      case 1:
        ASSERT_NO_FATAL_FAILURE(model.move_all());
        if (frame % 2 == 0) {
          ASSERT_NO_FATAL_FAILURE(model.expect_index_answers());  // between move and update, too
        }
        break;
      case 2: ASSERT_NO_FATAL_FAILURE(model.move_some(100)); break;
      default: ASSERT_NO_FATAL_FAILURE(model.move_some(4)); break;
    }
    if (frame % 3 == 0) {
      ASSERT_NO_FATAL_FAILURE(model.erase_some(2));
    }
    if (frame % 4 == 0) {
      ASSERT_NO_FATAL_FAILURE(model.fill(scenes::make_scene<TypeParam::D, typename TypeParam::T>(
          "pile", 3, std::uint64_t(frame))));
    }
    ASSERT_NO_FATAL_FAILURE(model.update());
    ASSERT_NO_FATAL_FAILURE(model.expect_same());
    if (frame % 7 == 0) {
      ASSERT_NO_FATAL_FAILURE(model.expect_partners());
    }
    if (frame % 11 == 0) {
      ASSERT_NO_FATAL_FAILURE(model.expect_index_answers());
    }
  }
  EXPECT_GT(model.events(), 1000u);
}

// More partners than a record holds, and their sets come and go.
TYPED_TEST(Tracker, an_object_over_everything_has_many_partners) {
  TrackerModel<TypeParam> model(2);
  model.fill(scenes::make_scene<TypeParam::D, typename TypeParam::T>("uniform", 300, 2));
  for (int i = 0; i < 3; ++i) model.insert(Aabb<TypeParam::D, typename TypeParam::T>::everything());
  for (int frame = 0; frame < 20; ++frame) {
    ASSERT_NO_FATAL_FAILURE(model.move_some(5));
    ASSERT_NO_FATAL_FAILURE(model.erase_some(14));
    ASSERT_NO_FATAL_FAILURE(model.update());
    ASSERT_NO_FATAL_FAILURE(model.expect_same());
    ASSERT_NO_FATAL_FAILURE(model.expect_partners());
  }
  ASSERT_NO_FATAL_FAILURE(model.erase_some(1000));
  ASSERT_NO_FATAL_FAILURE(model.update());
  ASSERT_NO_FATAL_FAILURE(model.expect_same());
  EXPECT_EQ(model.tracker().pair_count(), 0u);
}

// A slot that is used again in the frame in which its object went.
TEST(PairTracker, a_new_object_in_a_reused_slot_is_not_taken_for_the_erased_one) {
  PairTracker<2> tracker;
  const auto box = Aabb<2, float>::of_point({});
  const Handle a = tracker.insert(box);
  (void)tracker.insert(box);
  ASSERT_EQ(tracker.update().status, Status::ok);
  ASSERT_EQ(tracker.erase(a), Status::ok);
  const Handle c = tracker.insert(box);
  EXPECT_NE(c.index, a.index);
  ASSERT_EQ(tracker.update().status, Status::ok);
  ASSERT_EQ(tracker.removed().size(), 1u);
  EXPECT_EQ(tracker.removed()[0], (Pair{0, 1}));
  ASSERT_EQ(tracker.added().size(), 1u);
  EXPECT_EQ(tracker.added()[0], (Pair{1, 2}));
  EXPECT_EQ(tracker.insert(box).handle.index, a.index) << "free again";
}

// What is paid for is what moved: the same number of tests whether a thousand or many thousands of
// others rest.
TEST(PairTracker, work_depends_on_the_movers_and_not_on_all_objects) {
  std::uint64_t tests[2];
  for (const int k : {0, 1}) {
    const std::size_t n = k == 0 ? 2000 : 50'000;
    PairTracker<3> tracker;
    std::vector<Handle> handles;
    auto boxes = scenes::make_scene<3, float>("uniform", n, 1);
    for (const auto& box : boxes) handles.push_back(tracker.insert(box));
    ASSERT_EQ(tracker.update().status, Status::ok);
    std::uint64_t all = 0;
    for (int frame = 0; frame < 50; ++frame) {
      for (std::size_t i = 0; i < 20; ++i) {
        boxes[i].min[0] += 0.1f, boxes[i].max[0] += 0.1f;
        ASSERT_EQ(tracker.move(handles[i], boxes[i]), Status::ok);
      }
      const SearchResult result = tracker.update();
      ASSERT_EQ(result.status, Status::ok);
      if (frame != 0) all += result.stats.tests;
    }
    tests[k] = all / (49 * 20);
  }
  EXPECT_LT(tests[1], 2 * tests[0]);
  EXPECT_LT(tests[1], 100u);
}

// It starts empty: what a filled index holds would have slots that the tracker knows nothing of.
TEST(PairTracker, cannot_be_constructed_from_an_index_with_objects) {
  EXPECT_FALSE((std::is_constructible_v<PairTracker<2>, HashGrid<2>>));
  EXPECT_TRUE((std::is_constructible_v<PairTracker<2>, HashGridOptions<2, float>, Allocator>));
}

TEST(PairTracker, respects_filters_and_the_torus) {
  const Filter walls{.category = 1, .mask = 2};
  const Filter balls{.category = 2, .mask = 3};
  PairTracker<2> tracker({.cell_edge = 0, .period = {{10, 0}}});
  const auto box_at = [](float x) { return Aabb<2, float>{{x, 0}, {x + 1, 1}}; };
  (void)tracker.insert(box_at(9.5f), 0, walls);
  (void)tracker.insert(box_at(0.25f), 0, walls);
  const Handle ball = tracker.insert(box_at(5), 0, balls);
  ASSERT_EQ(tracker.update().status, Status::ok);
  EXPECT_EQ(tracker.pair_count(), 0u);
  ASSERT_EQ(tracker.move(ball, box_at(20)), Status::ok);  // twice around
  ASSERT_EQ(tracker.update().status, Status::ok);
  EXPECT_EQ(tracker.pair_count(), 2u);
  EXPECT_TRUE(tracker.validate());
}

// Failures anywhere: what was reported stands, and the next update() goes on.
TEST(PairTracker, lack_of_memory_is_reported_and_loses_nothing) {
  auto boxes = scenes::make_scene<2, float>("pile", 120, 1);
  for (std::size_t i = 1; i < 60; ++i) boxes[0] = merge(boxes[0], boxes[i]);  // long lists too
  for (std::size_t k = 1; k < 60; ++k) {
    FailingAllocator memory;
    PairTracker<2> tracker({}, memory.allocator());
    memory.fail(k, true);
    std::vector<Handle> handles;
    for (const auto& box : boxes) {
      InsertResult r = tracker.insert(box);
      if (r.status != Status::ok) {
        ASSERT_EQ(r.status, Status::out_of_memory);
        memory.fail(FailingAllocator::kNever);
        r = tracker.insert(box);
        ASSERT_EQ(r.status, Status::ok);
        memory.fail(2, true);
      }
      handles.push_back(r.handle);
    }
    std::set<Pair> pairs;
    const auto read = [&] {
      for (const Pair& p : tracker.removed()) ASSERT_EQ(pairs.erase(p), 1u);
      for (const Pair& p : tracker.added()) ASSERT_TRUE(pairs.insert(p).second);
    };
    for (int frame = 0; frame < 12; ++frame) {
      memory.fail(frame % 4 + 1, true);
      for (std::size_t i = 0; i < (frame % 2 == 0 ? 3u : boxes.size()); ++i) {
        auto box = boxes[i];
        for (int a = 0; a < 2; ++a) box.min[a] += float(frame), box.max[a] += float(frame);
        ASSERT_EQ(tracker.move(handles[i], box), Status::ok);
      }
      if (tracker.update().status != Status::ok) {
        memory.fail(FailingAllocator::kNever);
        ASSERT_EQ(tracker.update().status, Status::ok);
      }
      ASSERT_NO_FATAL_FAILURE(read());
      memory.fail(FailingAllocator::kNever);
      ASSERT_TRUE(tracker.validate());
      ASSERT_EQ(pairs.size(), tracker.pair_count());
      memory.fail(std::size_t(frame) % 3 + 1, true);
      PairsResult all = tracker.pairs();
      memory.fail(FailingAllocator::kNever);
      if (all.status != Status::ok) {
        ASSERT_EQ(all.status, Status::out_of_memory);
        ASSERT_TRUE(all.pairs.empty());
        all = tracker.pairs();
        ASSERT_EQ(all.status, Status::ok);
      }
      ASSERT_EQ(all.pairs.size(), pairs.size());
      ASSERT_EQ(std::set<Pair>(all.pairs.begin(), all.pairs.end()), pairs);
    }
  }
}

// Pairs that stay, stay where they are in the array, except the last ones, which fill gaps.
TEST(PairTracker, the_array_of_all_pairs_changes_in_place) {
  PairTracker<2> tracker;
  EXPECT_EQ(tracker.pairs().status, Status::ok);
  EXPECT_TRUE(tracker.pairs().pairs.empty());
  std::vector<Handle> handles;
  for (int i = 0; i < 100; ++i) {
    handles.push_back(tracker.insert({{float(i), 0}, {float(i) + 1, 1}}));  // each touches the next
  }
  ASSERT_EQ(tracker.update().status, Status::ok);
  const auto all = [&] {
    const PairsResult r = tracker.pairs();
    EXPECT_EQ(r.status, Status::ok);
    return std::vector<Pair>(r.pairs.begin(), r.pairs.end());
  };
  std::vector<Pair> before = all();
  ASSERT_EQ(before.size(), 99u);
  ASSERT_EQ(tracker.move(handles[0], {{0, 9}, {1, 10}}), Status::ok);
  ASSERT_EQ(tracker.update().status, Status::ok);
  std::replace(before.begin(), before.end(), Pair{0, 1}, before.back());
  before.pop_back();
  EXPECT_EQ(all(), before);
  ASSERT_EQ(tracker.move(handles[0], {{50.5f, 0}, {50.75f, 1}}), Status::ok);
  ASSERT_EQ(tracker.update().status, Status::ok);
  before.push_back({0, 50});
  EXPECT_EQ(all(), before);
  // After an update() whose changes it has not seen it is made again.
  ASSERT_EQ(tracker.move(handles[0], {{0, 9}, {1, 10}}), Status::ok);
  ASSERT_EQ(tracker.update().status, Status::ok);
  ASSERT_EQ(tracker.update().status, Status::ok);
  EXPECT_EQ(all().size(), 98u);
}

TEST(PairTracker, nothing_is_allocated_after_warm_up) {
  FailingAllocator memory;
  PairTracker<3> tracker({}, memory.allocator());
  scenes::Scene<3, float> scene("brownian", 1000, 1);
  std::vector<Handle> handles;
  for (const auto& box : scene.boxes()) handles.push_back(tracker.insert(box));
  const auto start = scene.boxes();
  const auto frames = [&] {
    for (int frame = 0; frame < 30; ++frame) {
      const std::size_t moved = frame % 10 == 0 ? handles.size() : 20;
      for (std::size_t i = 0; i < moved; ++i) {
        auto box = start[i];
        box.min[0] += 0.1f * float(frame), box.max[0] += 0.1f * float(frame);
        ASSERT_EQ(tracker.move(handles[i], box), Status::ok);
      }
      ASSERT_EQ(tracker.update().status, Status::ok);
      ASSERT_EQ(tracker.pairs().status, Status::ok);
    }
  };
  frames();
  frames();
  memory.fail(1, true);
  frames();
  EXPECT_EQ(memory.calls(), 0u);
}

}  // namespace
}  // namespace masu::test
