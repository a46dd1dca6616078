// SPDX-License-Identifier: MIT
// Operations of trackers of pairs, in 2D.
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/world/auto_pairs.hpp>
#include <masu/world/frame_tracker.hpp>
#include <masu/world/tracked_pairs.hpp>

#include "tests/callbacks/operation.hpp"

namespace masu::test {
namespace {

using enum UserCode;
using Boxes = std::vector<Aabb<2, float>>;
using Frames = FrameTracker<2, float, SortedOrthtree<2, float>>;
using Slots = std::vector<std::uint32_t>;

// Objects that have moved since an update.
template <class Tracker>
struct Tracked {
  Tracker tracker;
  std::vector<Handle> handles;
  Boxes moved;
  explicit Tracked(std::size_t count) : handles(count), moved(random_boxes<2>(count, 2)) {
    EXPECT_EQ(tracker.insert_many(random_boxes<2>(count), handles), Status::ok);
    EXPECT_EQ(tracker.update().status, Status::ok);
  }
  void move() {
    for (std::size_t k = 0; k < moved.size(); ++k) {
      EXPECT_EQ(tracker.move(handles[k], moved[k]), Status::ok);
    }
  }
  bool validate() {
    if constexpr (requires { tracker.validate(); }) return tracker.validate();
    return true;
  }
};
// The set of all pairs.
template <class Tracker>
void add_pairs(Digest& d, const Tracker& tracker) {
  std::uint64_t sum = 0;
  (void)tracker.for_each_pair([&](std::uint32_t a, std::uint32_t b) {
    sum += (a + 1) * std::uint64_t(0x9e3779b97f4a7c15) ^ b * std::uint64_t(0xc2b2ae3d27d4eb4f);
  });
  d << sum;
}

void add_pair_tracker(std::vector<Operation>& list) {
  using Tracker = PairTracker<2>;
  list.push_back({"PairTracker::update",
                  {trace, jobs},
                  [](Probe& p) {
                    Tracked<Tracker> x(p.size(40, 6000));
                    x.move();
                    p.attempt(p, [&](Digest& d) {
                      const Status status = p.with_trace()
                                                ? x.tracker.update(p.watcher(), p.jobs()).status
                                                : x.tracker.update(NoTrace{}, p.jobs()).status;
                      d << status << x.tracker.added() << x.tracker.removed();
                      add_pairs(d, x.tracker);
                    });
                    EXPECT_TRUE(x.tracker.validate());
                  },
                  true,
                  false});
  // Some objects may have moved: the repeated call moves all of them.
  list.push_back({"PairTracker::move_each", {jobs}, [](Probe& p) {
                    Tracked<Tracker> x(6000);
                    p.attempt(p, [&](Digest& d) {
                      d << x.tracker.move_each(
                          x.moved.size(), [&](std::size_t k) { return x.handles[k]; },
                          [&](std::size_t k) { return x.moved[k]; }, p.jobs());
                    });
                    Digest d;
                    d << x.tracker.update().status << x.tracker.added() << x.tracker.removed();
                    p.add_consequences(d);
                    EXPECT_TRUE(x.tracker.validate());
                  }});
  list.push_back({"PairTracker::find_pairs", {visitor, trace, jobs}, [](Probe& p) {
                    Tracked<Tracker> x(p.size(40, 6000));
                    x.move();
                    p.attempt(p, [&](Digest& d) {
                      const auto sink = [&](std::uint32_t a, std::uint32_t b) {
                        p.visit();
                        d << a << b;
                      };
                      d << (p.with_trace() ? x.tracker.find_pairs(sink, p.watcher(), p.jobs())
                                           : x.tracker.find_pairs(sink, NoTrace{}, p.jobs()));
                    });
                    EXPECT_EQ(x.tracker.update().status, Status::ok);
                    EXPECT_TRUE(x.tracker.validate());
                  }});
  list.push_back({"PairTracker::pairs_of", {visitor}, [](Probe& p) {
                    Tracked<Tracker> x(40);
                    p.attempt(x, [&](Digest& d) {
                      for (const Handle h : x.handles) {
                        d << x.tracker.pairs_of(h, [&](std::uint32_t i) { p.visit(), d << i; });
                      }
                    });
                  }});
}

template <class Tracker>
void add_for_each_pair(std::vector<Operation>& list, const char* name) {
  list.push_back({name, {visitor}, [](Probe& p) {
                    Tracked<Tracker> x(40);
                    p.attempt(x, [&](Digest& d) {
                      (void)x.tracker.for_each_pair(
                          [&](std::uint32_t a, std::uint32_t b) { p.visit(), d << a << b; });
                    });
                  }});
}

// --- Broad phases of a world
// -----------------------------------------------------------------------

template <class Pairs>
struct Placed {
  Pairs pairs;
  Slots slots;
  Boxes moved;
  explicit Placed(std::size_t count) : moved(random_boxes<2>(count, 2)) {
    for (std::uint32_t i = 0; i < count; ++i) slots.push_back(i);
    EXPECT_EQ(pairs.insert_many(slots, random_boxes<2>(count), {}, {}), Status::ok);
    EXPECT_EQ(pairs.update().status, Status::ok);
  }
};
template <class Pairs>
void add_slot_pairs(std::vector<Operation>& list, const std::string& of) {
  const auto add_visit = [&](const char* name, auto&& visit) {
    list.push_back({of + "::" + name, {visitor}, [visit](Probe& p) {
                      Placed<Pairs> x(40);
                      for (std::size_t i = 0; i < 40; ++i) {
                        x.pairs.move(std::uint32_t(i), x.moved[i]);
                      }
                      EXPECT_EQ(x.pairs.update().status, Status::ok);
                      p.attempt(x, [&](Digest& d) {
                        visit(x.pairs,
                              [&](std::uint32_t a, std::uint32_t b) { p.visit(), d << a << b; });
                      });
                    }});
  };
  add_visit("for_each_added", [](auto& pairs, auto&& f) { pairs.for_each_added(f); });
  add_visit("for_each_removed", [](auto& pairs, auto&& f) { pairs.for_each_removed(f); });
  add_visit("for_each_pair", [](auto& pairs, auto&& f) { pairs.for_each_pair(f); });
  list.push_back({of + "::move_many", {jobs}, [](Probe& p) {
                    Placed<Pairs> x(6000);
                    p.attempt(p, [&](Digest&) { x.pairs.move_many(x.slots, x.moved, p.jobs()); });
                    Digest d;
                    d << x.pairs.update().status;
                    add_pairs(d, x.pairs);
                    p.add_consequences(d);
                  }});
  list.push_back({of + "::update", {jobs}, [](Probe& p) {
                    Placed<Pairs> x(6000);
                    x.pairs.move_many(x.slots, x.moved, {});
                    p.attempt(p, [&](Digest& d) {
                      d << x.pairs.update(p.jobs()).status;
                      add_pairs(d, x.pairs);
                    });
                  }});
}

}  // namespace

void add_tracker_operations(std::vector<Operation>& list) {
  add_pair_tracker(list);
  add_for_each_pair<PairTracker<2>>(list, "PairTracker::for_each_pair");
  add_for_each_pair<Frames>(list, "FrameTracker::for_each_pair");
  list.push_back({"FrameTracker::update", {jobs}, [](Probe& p) {
                    Tracked<Frames> x(6000);
                    x.move();
                    p.attempt(x, [&](Digest& d) {
                      d << x.tracker.update(p.jobs()).status;
                      d << x.tracker.added() << x.tracker.removed();
                    });
                  }});
  add_slot_pairs<AutoPairs<2, float>>(list, "AutoPairs");
  add_slot_pairs<TrackedPairs<PairTracker<2>>>(list, "TrackedPairs");
}

}  // namespace masu::test
