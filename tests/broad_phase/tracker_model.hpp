// SPDX-License-Identifier: MIT
// A pair tracker compared with a plain list of objects: what it reports must lead to the pairs of
// the list.
#pragma once

#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>

#include <map>
#include <set>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

template <class TrackedIndex, int Dimension, class Scalar>
struct TrackerCase {
  static constexpr int D = Dimension;
  using T = Scalar;
  using Index = TrackedIndex;
};

// A tracker and a list of objects side by side, with the pairs that the reports lead to.
template <class Case>
class TrackerModel {
 public:
  static constexpr int D = Case::D;
  using T = typename Case::T;
  using Bounds = Aabb<D, T>;
  using Tracker = PairTracker<D, T, typename Case::Index>;

  struct Entry {
    Handle handle;
    Bounds box;
    Filter filter;
    Bounds indexed;  // what the index held when it was last up to date
    bool fixed;
  };

  explicit TrackerModel(std::uint64_t seed) : random_(seed) {}

  void fill(const std::vector<Bounds>& boxes) {
    if (random_.below(2) == 0) return insert_many(boxes);
    for (const Bounds& box : boxes) insert(box);
  }
  void insert(const Bounds& box) {
    const Filter filter = random_filters(1, random_.next())[0];
    const bool fixed = random_.below(4) == 0;
    const InsertResult r = tracker_.insert(box, 0, filter, fixed);
    ASSERT_EQ(r.status, Status::ok);
    objects_[r.handle.index] = {r.handle, box, filter, box, fixed};
  }
  void insert_many(const std::vector<Bounds>& boxes) {
    const std::vector<Filter> filters = random_filters(boxes.size(), random_.next());
    std::vector<std::uint8_t> fixed(boxes.size());
    for (std::uint8_t& f : fixed) f = random_.below(4) == 0 ? 1 : 0;
    std::vector<Handle> handles(boxes.size());
    const InsertColumns columns{.user_data = {}, .filters = filters};
    const std::vector<std::uint8_t> long_flags(boxes.size() + 1);
    ASSERT_EQ(tracker_.insert_many(boxes, handles, columns, long_flags), Status::size_mismatch);
    ASSERT_EQ(tracker_.insert_many(boxes, handles, columns, fixed), Status::ok);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      objects_[handles[k].index] = {handles[k], boxes[k], filters[k], boxes[k], fixed[k] != 0};
    }
  }
  void erase_some(std::size_t count) {
    for (std::size_t k = 0; k < count && !objects_.empty(); ++k) {
      const auto it = any();
      ASSERT_EQ(tracker_.erase(it->second.handle), Status::ok);
      ASSERT_FALSE(tracker_.contains(it->second.handle));
      ASSERT_EQ(tracker_.move(it->second.handle, {}), Status::stale_handle);
      ASSERT_EQ(tracker_.erase(it->second.handle), Status::stale_handle);
      objects_.erase(it);
    }
    ASSERT_EQ(tracker_.size(), objects_.size());
  }
  void move_some(std::size_t count) {
    for (std::size_t k = 0; k < count && !objects_.empty(); ++k) {
      Entry& e = any()->second;
      for (int a = 0; a < D; ++a) {
        const T d = T(random_.between(-1, 1));
        e.box.min[a] += d, e.box.max[a] += d;
      }
      if (random_.below(50) == 0) e.box = with_odd_boxes<D, T>({e.box}, random_.next())[0];
      ASSERT_EQ(tracker_.move(e.handle, e.box), Status::ok);
    }
  }
  // Back to where the index still has them; counts those that it has elsewhere than they were.
  void return_some(std::size_t count) {
    for (std::size_t k = 0; k < count && !objects_.empty(); ++k) {
      Entry& e = any()->second;
      returns_ += e.box != e.indexed ? 1 : 0;
      e.box = e.indexed;
      ASSERT_EQ(tracker_.move(e.handle, e.box), Status::ok);
    }
  }
  void move_all() {
    std::vector<Bounds> boxes(tracker_.slots(), Bounds::nothing());
    for (auto& [slot, e] : objects_) {
      for (int a = 0; a < D; ++a) {
        const T d = T(random_.between(-0.3, 0.3));
        e.box.min[a] += d, e.box.max[a] += d;
      }
      boxes[slot] = e.box;
    }
    ASSERT_EQ(tracker_.move_all(boxes), Status::ok);
  }

  void update() {
    const SearchResult result = tracker_.update();
    ASSERT_EQ(result.status, Status::ok);
    ASSERT_EQ(result.stats.results, tracker_.added().size() + tracker_.removed().size());
    for (const Pair& p : tracker_.removed()) ASSERT_EQ(pairs_.erase(p), 1u) << p.a << ' ' << p.b;
    for (const Pair& p : tracker_.added()) {
      ASSERT_LT(p.a, p.b);
      ASSERT_TRUE(pairs_.insert(p).second) << p.a << ' ' << p.b;
    }
    events_ += result.stats.results;
  }
  // After an update() with so few reported moves that the index had to be queried.
  void note_indexed() {
    for (auto& [slot, e] : objects_) e.indexed = e.box;
  }
  // After update().
  void expect_same() {
    std::set<Pair> expected;
    for (auto i = objects_.begin(); i != objects_.end(); ++i) {
      for (auto j = std::next(i); j != objects_.end(); ++j) {
        const bool pair = overlaps(i->second.box, j->second.box) &&
                          accepts(i->second.filter, j->second.filter) &&
                          !(i->second.fixed && j->second.fixed);
        if (pair) expected.insert({i->first, j->first});
      }
    }
    ASSERT_EQ(pairs_, expected);
    ASSERT_EQ(tracker_.pair_count(), expected.size());
    ASSERT_TRUE(tracker_.validate());
    PairVector listed;
    ASSERT_EQ(tracker_.for_each_pair([&](std::uint32_t a, std::uint32_t b) {
      listed.push_back({a, b});
    }),
              Status::ok);
    ASSERT_TRUE(same_pairs(PairVector(expected.begin(), expected.end()), listed));
    // Not in each frame: the array must also notice that it missed changes.
    if (random_.below(4) != 0) expect_array(listed);
  }
  void expect_array(const PairVector& listed) {
    for (int k = 0; k < 2; ++k) {
      const PairsResult all = tracker_.pairs();
      ASSERT_EQ(all.status, Status::ok);
      ASSERT_TRUE(same_pairs(listed, PairVector(all.pairs.begin(), all.pairs.end())));
    }
  }
  void expect_partners() {
    for (const auto& [key, e] : objects_) {
      const std::uint32_t slot = key;  // clang 14 captures no structured bindings
      std::size_t partners = 0;
      ASSERT_EQ(
          tracker_.pairs_of(
              e.handle,
              [&](std::uint32_t other) {
                ++partners;
                ASSERT_TRUE(pairs_.contains(slot < other ? Pair{slot, other} : Pair{other, slot}));
              }),
          Status::ok);
      const auto mine = std::count_if(pairs_.begin(), pairs_.end(),
                                      [&](const Pair& p) { return p.a == slot || p.b == slot; });
      ASSERT_EQ(partners, std::size_t(mine));
    }
  }
  // The index catches up.
  void expect_index_answers() {
    note_indexed();
    for (const auto& [slot, e] : objects_) {
      std::size_t found = 0, expected = 0;
      ASSERT_EQ(tracker_.index().for_each_overlapping(e.box, [&](Handle) { ++found; }).status,
                Status::ok);
      for (const auto& [other, o] : objects_) expected += overlaps(e.box, o.box);
      ASSERT_EQ(found, expected);
    }
  }

  Tracker& tracker() { return tracker_; }
  std::size_t size() const { return objects_.size(); }
  std::size_t events() const { return events_; }
  std::size_t returns() const { return returns_; }
  scenes::Pcg32& random() { return random_; }

 private:
  auto any() {
    auto it = objects_.lower_bound(random_.below(objects_.rbegin()->first + 1));
    return it == objects_.end() ? objects_.begin() : it;
  }

  Tracker tracker_;
  scenes::Pcg32 random_;
  std::map<std::uint32_t, Entry> objects_;
  std::set<Pair> pairs_;
  std::size_t events_ = 0;
  std::size_t returns_ = 0;
};

}  // namespace masu::test
