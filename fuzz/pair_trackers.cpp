// SPDX-License-Identifier: MIT
// Boxes of arbitrary numbers that are inserted, moved and erased: every pair tracker has the pairs
// of brute force.
#include <algorithm>
#include <set>
#include <vector>

#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/core/assert.hpp>

#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {
namespace {

template <int D, class T>
struct Entry {
  Handle handle;
  Aabb<D, T> box;
  Filter filter;
};

template <class Tracker, int D, class T>
class Model {
 public:
  using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

  void run(FuzzInput& bytes) {
    while (!bytes.empty()) {
      const std::uint8_t what = bytes.byte();
      if (entries_.size() < 40 && (entries_.empty() || what % 8 < 3)) {
        insert(bytes);
      } else if (what % 8 < 6) {
        move(bytes);
      } else if (what % 8 == 6) {
        erase(bytes);
      } else {
        compare(bytes);
      }
    }
    compare(bytes);
  }

 private:
  using Bounds = Aabb<D, T>;

  void insert(FuzzInput& bytes) {
    const Bounds box = bytes.box<D, T>();
    const Filter filter = bytes.filter();
    const InsertResult r = tracker_.insert(box, 0, filter);
    MASU_ASSERT(r.status == Status::ok);
    entries_.push_back({r.handle, box, filter});
  }
  void move(FuzzInput& bytes) {
    auto& e = entries_[bytes.below(std::uint32_t(entries_.size()))];
    e.box = bytes.box<D, T>();
    MASU_ASSERT(tracker_.move(e.handle, e.box) == Status::ok);
  }
  void erase(FuzzInput& bytes) {
    auto& e = entries_[bytes.below(std::uint32_t(entries_.size()))];
    MASU_ASSERT(tracker_.erase(e.handle) == Status::ok);
    MASU_ASSERT(tracker_.erase(e.handle) == Status::stale_handle);
    e = entries_.back();
    entries_.pop_back();
  }
  void compare(FuzzInput& bytes) {
    if constexpr (requires { tracker_.update(); }) {
      MASU_ASSERT(tracker_.update().status == Status::ok);
    }
    MASU_ASSERT(tracker_.validate() && tracker_.size() == entries_.size());
    Pairs found;
    std::size_t reported = 0;
    const auto add_pair = [&](std::uint32_t a, std::uint32_t b) {
      found.insert({std::min(a, b), std::max(a, b)});
      ++reported;
    };
    MASU_ASSERT(tracker_.find_pairs(add_pair).status == Status::ok);
    MASU_ASSERT(reported == found.size());
    Pairs expected;
    for (const auto& x : entries_) {
      for (const auto& y : entries_) {
        if (x.handle.index >= y.handle.index || !accepts(x.filter, y.filter)) continue;
        if (overlaps(x.box, y.box)) expected.insert({x.handle.index, y.handle.index});
      }
    }
    MASU_ASSERT(found == expected);
    const Bounds box = bytes.box<D, T>();
    if constexpr (requires { tracker_.for_each_overlapping(box, [](Handle) {}); }) ask(box);
  }
  void ask(const Bounds& box) {
    std::set<std::uint32_t> found, expected;
    (void)tracker_.for_each_overlapping(
        box, [&](Handle h) { MASU_ASSERT(found.insert(h.index).second); });
    for (const auto& e : entries_) {
      if (overlaps(box, e.box)) expected.insert(e.handle.index);
    }
    MASU_ASSERT(found == expected);
  }

  Tracker tracker_;
  std::vector<Entry<D, T>> entries_;
};

template <int D, class T>
void run_tracker(FuzzInput& bytes) {
  switch (bytes.byte() % 5) {
    case 0: Model<DynamicBvh<D, T>, D, T>().run(bytes); break;
    case 1: Model<HashGrid<D, T>, D, T>().run(bytes); break;
    case 2: Model<RegisteredOrthtree<D, T>, D, T>().run(bytes); break;
    case 3: Model<IncrementalSweepAndPrune<D, T>, D, T>().run(bytes); break;
    default: Model<PairTracker<D, T>, D, T>().run(bytes);
  }
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  bytes.flag() ? masu::fuzz::run_tracker<2, float>(bytes)
               : masu::fuzz::run_tracker<3, double>(bytes);
  return 0;
}
