// SPDX-License-Identifier: MIT
// A world with jobs is, bit for bit, the world without, with any broad phase; jobs that throw lose
// nothing.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/tracked_pairs.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/faulty_jobs.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

constexpr std::size_t kObjects = 10'000;  // several jobs of each kind

// Objects on a torus or in the open that jump about, some of them with swept paths.
template <int D>
class Swarm {
 public:
  using Pose = Transform<D, float>;

  explicit Swarm(const WorldOptions<float>& options, Allocator allocator = default_allocator(),
                 std::uint32_t watched = 0)
      : world_(options, allocator), random_(9), watched_(watched) {
    for (std::size_t i = 0; i < kObjects; ++i) {
      const bool watch = watched != 0 && i % watched == 0;
      const ObjectOptions object{
          .user_data = i, .sensor = watch, .continuous = watch && i % 2 == 0};
      poses_.push_back(anywhere());
      handles_.push_back(i % 2 == 0
                             ? world_.add(Sphere<D, float>{0.5f}, poses_.back(), object).handle
                             : world_.add(Box<D, float>{half()}, poses_.back(), object).handle);
    }
  }

  // One in so many moves, most of them a little.
  void step(std::uint32_t share) {
    for (std::size_t i = 0; i < kObjects; ++i) {
      if (random_.below(share) != 0) continue;
      // No leaps where paths are swept: each would hit all objects across the whole world.
      if (watched_ == 0 && random_.below(20) == 0) poses_[i] = anywhere();
      for (int a = 0; a < D; ++a) poses_[i].translation[a] += float(random_.between(-0.3, 0.3));
      ASSERT_EQ(world_.move(handles_[i], poses_[i]), Status::ok);
    }
    if (random_.below(2) != 0) return;
    const std::size_t k = random_.below(kObjects);
    ASSERT_EQ(world_.remove(handles_[k]), Status::ok);
    poses_[k] = anywhere();
    handles_[k] = world_.add(Sphere<D, float>{0.5f}, poses_[k]).handle;
  }
  // The poses of frame t, for one in so many.
  void swing(int t, std::size_t share) {
    for (std::size_t i = std::size_t(t) % share; i < kObjects; i += share) {
      Pose pose = poses_[i];
      const int off = int(i % 7) * t % 6;
      for (int a = 0; a < D; ++a) pose.translation[a] += 0.15f * float(off);
      ASSERT_EQ(world_.move(handles_[i], pose), Status::ok);
    }
  }
  World<D, float>& world() { return world_; }

 private:
  static float side() { return D == 2 ? 110.f : 22.f; }
  static Vec<D, float> half() {
    Vec<D, float> h;
    for (int a = 0; a < D; ++a) h[a] = 0.4f + 0.1f * float(a);
    return h;
  }
  Pose anywhere() {
    Pose pose;
    for (int a = 0; a < D; ++a) pose.translation[a] = float(random_.between(0, double(side())));
    return pose;
  }

  World<D, float> world_;
  scenes::Pcg32 random_;
  std::uint32_t watched_;
  std::vector<Handle> handles_;
  std::vector<Pose> poses_;
};

template <class Impacts>
void expect_same_impacts(const Impacts& x, const Impacts& y) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    ASSERT_EQ(x[k].a, y[k].a);
    ASSERT_EQ(x[k].b, y[k].b);
    ASSERT_EQ(x[k].t, y[k].t);
  }
}

// Of frames that may have been processed in another order: as sets.
template <class World>
void expect_same_events(World& x, World& y) {
  const auto pairs_of = [](const auto& list) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const auto& p : list) pairs.emplace_back(p.a.index, p.b.index);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  };
  ASSERT_EQ(pairs_of(x.pairs()), pairs_of(y.pairs()));
  ASSERT_EQ(pairs_of(x.began()), pairs_of(y.began()));
  ASSERT_EQ(pairs_of(x.ended()), pairs_of(y.ended()));
  ASSERT_NO_FATAL_FAILURE(expect_same_impacts(x.crossed(), y.crossed()));
  ASSERT_NO_FATAL_FAILURE(expect_same_impacts(x.impacts(), y.impacts()));
}

// Objects in some boxes, sorted.
template <int D, class T>
std::vector<std::uint32_t> answers(const World<D, T>& world) {
  std::vector<std::uint32_t> found;
  for (float x = 0.5f; x < 110; x += 7) {
    Aabb<D, T> box = Aabb<D, T>::everything();
    box.min[0] = x, box.max[0] = x + 1;
    const std::size_t first = found.size();
    (void)world.for_each_overlapping(box, [&](Handle h) { found.push_back(h.index); });
    std::sort(found.begin() + std::ptrdiff_t(first), found.end());
  }
  return found;
}
template <class World>
void expect_same_answers(const World& x, const World& y) {
  ASSERT_EQ(answers(x), answers(y));
  ASSERT_GT(answers(x).size(), 100u);
}

// Everything that a world reports, in order.
template <class World>
void expect_same(World& x, World& y) {
  ASSERT_EQ(x.hash(), y.hash());
  ASSERT_EQ(x.began().size(), y.began().size());
  ASSERT_EQ(x.ended().size(), y.ended().size());
  for (std::size_t k = 0; k < x.ended().size(); ++k) {
    ASSERT_EQ(x.ended()[k].a, y.ended()[k].a);
    ASSERT_EQ(x.ended()[k].b, y.ended()[k].b);
  }
  ASSERT_NO_FATAL_FAILURE(expect_same_impacts(x.crossed(), y.crossed()));
  ASSERT_NO_FATAL_FAILURE(expect_same_impacts(x.impacts(), y.impacts()));
  ASSERT_EQ(x.broad_phase().method(), y.broad_phase().method());
  ASSERT_TRUE(y.validate());
}

template <int D>
void expect_same_by_all_methods(std::uint32_t workers) {
  for (int method = -1; method < 6; ++method) {
    // Tens of millions of comparisons a frame, and no jobs but those that all have.
    if (BroadPhase(method) == BroadPhase::all_pairs) continue;
    SCOPED_TRACE(method < 0 ? "automatic" : name(BroadPhase(method)));
    Threads threads(workers);
    Swarm<D> alone({.detail = ContactDetail::boxes});
    Swarm<D> together({.detail = ContactDetail::boxes, .jobs = threads.jobs()});
    for (Swarm<D>* s : {&alone, &together}) {
      if (method < 0) continue;
      ASSERT_EQ(s->world().broad_phase().use(BroadPhase(method)), Status::ok);
    }
    for (int frame = 0; frame < 5; ++frame) {
      ASSERT_NO_FATAL_FAILURE(alone.step(frame == 3 ? 50 : 1));
      ASSERT_NO_FATAL_FAILURE(together.step(frame == 3 ? 50 : 1));
      ASSERT_EQ(alone.world().update().status, Status::ok);
      ASSERT_EQ(together.world().update().status, Status::ok);
      ASSERT_NO_FATAL_FAILURE(expect_same(alone.world(), together.world()));
    }
    EXPECT_GT(together.world().began().size(), 100u);
    EXPECT_EQ(threads.count() == 0, workers == 1);
  }
}

class WorldThreadCount : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Of, WorldThreadCount, testing::Values(1, 2, 8));

TEST_P(WorldThreadCount, changes_no_bit_in_2D) {
  expect_same_by_all_methods<2>(GetParam());
}
TEST_P(WorldThreadCount, changes_no_bit_in_3D) {
  expect_same_by_all_methods<3>(GetParam());
}

TEST_P(WorldThreadCount, changes_no_bit_of_sweeps_contacts_and_on_a_torus) {
  Threads threads(GetParam());
  const WorldOptions<float> of_kinds[] = {{.detail = ContactDetail::boxes, .period = {110, 110}},
                                          {.detail = ContactDetail::points},
                                          {.detail = ContactDetail::areas}};
  for (WorldOptions<float> options : of_kinds) {
    Swarm<2> alone(options, default_allocator(), 97);
    options.jobs = threads.jobs();
    Swarm<2> together(options, default_allocator(), 97);
    std::size_t crossed = 0;
    for (int frame = 0; frame < 2; ++frame) {
      ASSERT_NO_FATAL_FAILURE(alone.step(1));
      ASSERT_NO_FATAL_FAILURE(together.step(1));
      ASSERT_EQ(alone.world().update().status, Status::ok);
      ASSERT_EQ(together.world().update().status, Status::ok);
      ASSERT_NO_FATAL_FAILURE(expect_same(alone.world(), together.world()));
      crossed += together.world().crossed().size();
    }
    EXPECT_GT(crossed, 3u);
  }
}

// Answers of queries, which ask the tree that jobs may have brought up to date.
TEST_P(WorldThreadCount, changes_no_query_result) {
  Threads threads(GetParam());
  Swarm<3> alone({.detail = ContactDetail::boxes});
  Swarm<3> together({.detail = ContactDetail::boxes, .jobs = threads.jobs()});
  for (int frame = 0; frame < 4; ++frame) {
    ASSERT_NO_FATAL_FAILURE(alone.step(1));
    ASSERT_NO_FATAL_FAILURE(together.step(1));
    ASSERT_EQ(alone.world().update().status, Status::ok);
    ASSERT_EQ(together.world().update().status, Status::ok);
    for (float x = 0.5f; x < 22; x += 3) {
      const Aabb<3, float> box{{x, x, 0}, {x + 2, x + 2, 22}};
      std::vector<Handle> by_one, by_many;
      const auto into = [](std::vector<Handle>& list) {
        return [&list](Handle h) { list.push_back(h); };
      };
      ASSERT_EQ(alone.world().for_each_overlapping(box, into(by_one)).status, Status::ok);
      ASSERT_EQ(together.world().for_each_overlapping(box, into(by_many)).status, Status::ok);
      ASSERT_EQ(by_one, by_many) << "also their order";
      ASSERT_GT(by_one.size(), 10u);
    }
  }
}

TEST(WorldJobs, allocate_nothing_in_a_frame_once_it_is_warm) {
  Threads threads(3);
  for (const BroadPhase method : {BroadPhase::pair_tracker, BroadPhase::sorted_orthtree}) {
    FailingAllocator memory;
    Swarm<2> swarm({.detail = ContactDetail::points, .jobs = threads.jobs()}, memory.allocator());
    ASSERT_EQ(swarm.world().broad_phase().use(method), Status::ok);
    const auto frame = [&](int t) {
      ASSERT_NO_FATAL_FAILURE(swarm.swing(t % 6, t % 5 == 4 ? 50 : 1));
      ASSERT_EQ(swarm.world().update().status, Status::ok);
    };
    int t = 0;
    for (; t < 60; ++t) ASSERT_NO_FATAL_FAILURE(frame(t));
    memory.fail(FailingAllocator::kNever);
    for (; t < 90; ++t) {
      ASSERT_NO_FATAL_FAILURE(frame(t));
      ASSERT_GT(swarm.world().pairs().size(), 1000u);
    }
    EXPECT_EQ(memory.calls(), 0u);
  }
}

// The k-th run of jobs throws in one frame, for each k.
template <int D>
void expect_nothing_lost(const WorldOptions<float>& options) {
  FaultyJobs faulty;
  Swarm<D> calm(options);
  WorldOptions<float> with_jobs = options;
  with_jobs.jobs = faulty.jobs();
  Swarm<D> shaken(with_jobs);
  bool threw = true;
  std::uint64_t k = 1;
  for (; threw; ++k) {
    SCOPED_TRACE(k);
    ASSERT_LT(k, 300u);
    ASSERT_NO_FATAL_FAILURE(calm.step(1));
    ASSERT_NO_FATAL_FAILURE(shaken.step(1));
    ASSERT_EQ(calm.world().update().status, Status::ok);
    faulty.throw_at(k);
    threw = false;
    try {
      ASSERT_EQ(shaken.world().update().status, Status::ok);
    } catch (const std::runtime_error&) {
      threw = true;
      ASSERT_TRUE(shaken.world().validate());
    }
    faulty.throw_at(FaultyJobs::kNever);
    if (threw) {
      ASSERT_NO_FATAL_FAILURE(expect_same_answers(calm.world(), shaken.world()));
      ASSERT_EQ(shaken.world().update().status, Status::ok);
    }
    ASSERT_NO_FATAL_FAILURE(expect_same_events(calm.world(), shaken.world()));
    ASSERT_NO_FATAL_FAILURE(expect_same_answers(calm.world(), shaken.world()));
    ASSERT_TRUE(shaken.world().validate());
    ASSERT_EQ(shaken.world().hash(), calm.world().hash());
  }
  EXPECT_GT(k, 6u) << "some runs of jobs";
}
TEST(WorldJobs, that_throw_lose_no_pair_and_change_no_bit) {
  ASSERT_NO_FATAL_FAILURE(expect_nothing_lost<2>({.detail = ContactDetail::boxes}));
  ASSERT_NO_FATAL_FAILURE(expect_nothing_lost<3>({.detail = ContactDetail::boxes}));
}

// --- Custom broad phases -------------------------------------------------------------------------

// Counts how it was updated, and hands on to another.
template <bool kTakesJobs>
struct OwnTracker : TrackedPairs<PairTracker<2>> {
  using Base = TrackedPairs<PairTracker<2>>;
  using Base::Base;
  std::uint64_t without = 0;
  std::uint64_t with = 0;

  SearchResult update() { return ++without, Base::update(); }
  SearchResult update(const JobSystem& jobs) requires kTakesJobs {
    with += jobs.workers;
    return Base::update(jobs);
  }
};

TEST(WorldJobs, are_passed_to_trackers_that_accept_them) {
  static_assert(SlotPairs<OwnTracker<false>, 2, float>);
  Threads threads(2);
  World<2, float, OwnTracker<false>> plain({.jobs = threads.jobs()});
  World<2, float, OwnTracker<true>> threaded({.jobs = threads.jobs()});
  plain.add(Sphere<2, float>{1}, {}).expect_ok();
  threaded.add(Sphere<2, float>{1}, {}).expect_ok();
  (void)plain.update();
  (void)threaded.update();
  EXPECT_EQ(std::as_const(plain).broad_phase().without, 1u);
  EXPECT_EQ(std::as_const(threaded).broad_phase().without, 0u);
  EXPECT_EQ(std::as_const(threaded).broad_phase().with, 2u);
}

}  // namespace
}  // namespace masu::test
