// SPDX-License-Identifier: MIT
// A tracker with jobs reports the same as without, in the same order, and loses nothing if jobs
// throw.
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/world/frame_tracker.hpp>

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/faulty_jobs.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

using Box2 = Aabb<2, float>;
using PairSet = std::set<Pair>;
constexpr std::uint32_t kObjects = 10'000;  // several jobs of each kind

// Boxes that jump about; the first few lie over many others from time to time.
class Crowd {
 public:
  explicit Crowd(bool with_long_lists) : long_(with_long_lists), random_(5), boxes_(kObjects) {
    step(1);
  }
  const std::vector<Box2>& boxes() const { return boxes_; }
  // One in so many moves.
  void step(std::uint32_t share) {
    for (std::uint32_t i = 0; i < kObjects; ++i) {
      if (random_.below(share) != 0) continue;
      const bool is_long = long_ && i % 3000 == 7 && random_.below(2) == 0;
      const float edge = is_long ? 30.f : 1.f;
      const auto x = float(random_.between(0, 100));
      const auto y = float(random_.between(0, 100));
      boxes_[i] = {{x, y}, {x + edge, y + edge}};
    }
  }

 private:
  bool long_;
  scenes::Pcg32 random_;
  std::vector<Box2> boxes_;
};

SearchResult update(PairTracker<2>& tracker, const JobSystem& jobs) {
  return tracker.update(NoTrace{}, jobs);
}
template <class Finder>
SearchResult update(FrameTracker<2, float, Finder>& tracker, const JobSystem& jobs) {
  return tracker.update(jobs);
}

template <class Tracker>
struct TrackedScene {
  Tracker tracker;
  std::vector<Handle> handles;
  JobSystem jobs;

  explicit TrackedScene(const JobSystem& jobs_in, Allocator allocator = default_allocator())
      : tracker({}, allocator), jobs(jobs_in) {}
  void set_boxes(const std::vector<Box2>& boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (handles.size() == i) {
        handles.push_back(tracker.insert(boxes[i]).handle);
      } else {
        ASSERT_EQ(tracker.move(handles[i], boxes[i]), Status::ok);
      }
    }
  }
  SearchResult frame(const std::vector<Box2>& boxes) {
    set_boxes(boxes);
    return update(tracker, jobs);
  }
};

void expect_same(std::span<const Pair> a, std::span<const Pair> b) {
  ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

template <class Tracker>
class ThreadedTracker : public testing::Test {};
using Trackers = testing::Types<PairTracker<2>, FrameTracker<2, float, SortedOrthtree<2, float>>,
                                FrameTracker<2, float, SweepAndPrune<2, float>>>;
TYPED_TEST_SUITE(ThreadedTracker, Trackers);

TYPED_TEST(ThreadedTracker, reports_the_same_pairs_in_the_same_order) {
  for (const bool with_long_lists : {false, true}) {
    for (const std::uint32_t workers : {1u, 2u, 8u}) {
      SCOPED_TRACE(workers);
      Threads threads(workers);
      Crowd crowd(with_long_lists);
      TrackedScene<TypeParam> alone({});
      TrackedScene<TypeParam> together(threads.jobs());
      for (int frame = 0; frame < 6; ++frame) {
        crowd.step(frame % 3 == 2 ? 100 : 2);
        const SearchResult one = alone.frame(crowd.boxes());
        const SearchResult many = together.frame(crowd.boxes());
        ASSERT_EQ(one.status, Status::ok);
        ASSERT_EQ(many.status, Status::ok);
        ASSERT_EQ(one.stats, many.stats);
        ASSERT_GT(alone.tracker.added().size(), 50u);
        ASSERT_NO_FATAL_FAILURE(expect_same(alone.tracker.added(), together.tracker.added()));
        ASSERT_NO_FATAL_FAILURE(expect_same(alone.tracker.removed(), together.tracker.removed()));
      }
      EXPECT_EQ(threads.count() == 0, workers == 1);
    }
  }
}

TYPED_TEST(ThreadedTracker, allocates_nothing_after_warm_up) {
  Threads threads(3);
  FailingAllocator memory;
  Crowd crowd(false);
  std::vector<Crowd> frames;
  for (int k = 0; k < 4; ++k) crowd.step(1), frames.push_back(crowd);
  TrackedScene<TypeParam> tracked(threads.jobs(), memory.allocator());
  for (int k = 0; k < 8; ++k) {
    ASSERT_EQ(tracked.frame(frames[std::size_t(k % 4)].boxes()).status, Status::ok);
  }
  memory.fail(FailingAllocator::kNever);
  for (int k = 0; k < 40; ++k) {
    ASSERT_EQ(tracked.frame(frames[std::size_t(k % 4)].boxes()).status, Status::ok);
  }
  EXPECT_EQ(memory.calls(), 0u);
}

// What it reports until it is well again leads from set to set.
TYPED_TEST(ThreadedTracker, loses_nothing_to_a_job_that_throws) {
  FaultyJobs faulty;
  Crowd crowd(true);
  TrackedScene<TypeParam> tracked(faulty.jobs());
  TrackedScene<TypeParam> calm({});
  ASSERT_EQ(tracked.frame(crowd.boxes()).status, Status::ok);
  ASSERT_EQ(calm.frame(crowd.boxes()).status, Status::ok);
  bool threw = true;
  for (std::uint64_t k = 1; threw; ++k) {
    SCOPED_TRACE(k);
    ASSERT_LT(k, 50u);
    crowd.step(2);
    faulty.throw_at(k);
    threw = false;
    try {
      ASSERT_EQ(tracked.frame(crowd.boxes()).status, Status::ok);
    } catch (const std::runtime_error&) {
      threw = true;
    }
    faulty.throw_at(FaultyJobs::kNever);
    if (threw) {
      ASSERT_EQ(update(tracked.tracker, faulty.jobs()).status, Status::ok);
    }
    ASSERT_EQ(calm.frame(crowd.boxes()).status, Status::ok);
    ASSERT_NO_FATAL_FAILURE(expect_same(calm.tracker.added(), tracked.tracker.added()));
    ASSERT_NO_FATAL_FAILURE(expect_same(calm.tracker.removed(), tracked.tracker.removed()));
    EXPECT_TRUE(threw || k > 1) << "no job ran";
  }
}

TEST(PairTrackerMoves, in_jobs_are_those_of_single_calls) {
  Threads threads(2);
  Crowd crowd(false);
  TrackedScene<PairTracker<2>> one({});
  TrackedScene<PairTracker<2>> together({});
  ASSERT_EQ(one.frame(crowd.boxes()).status, Status::ok);
  ASSERT_EQ(together.frame(crowd.boxes()).status, Status::ok);
  for (const std::uint32_t share : {1u, 2u, 50u}) {
    crowd.step(share);
    ASSERT_EQ(one.frame(crowd.boxes()).status, Status::ok);
    const auto handle_of = [&](std::size_t k) { return together.handles[k]; };
    const auto box_of = [&](std::size_t k) { return crowd.boxes()[k]; };
    ASSERT_TRUE(together.tracker.move_each(kObjects, handle_of, box_of, threads.jobs()));
    ASSERT_EQ(together.tracker.update().status, Status::ok);
    ASSERT_GT(one.tracker.added().size(), 50u);
    const auto all = [](std::span<const Pair> pairs) {
      return PairSet(pairs.begin(), pairs.end());
    };
    EXPECT_EQ(all(one.tracker.added()), all(together.tracker.added()));
    EXPECT_EQ(all(one.tracker.removed()), all(together.tracker.removed()));
  }
}

}  // namespace
}  // namespace masu::test
