// SPDX-License-Identifier: MIT
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/core/version.hpp>

#include "moving_method.hpp"

namespace masu_bench {
namespace {

template <int D, class T>
masu::BoxSpan<D, T> boxes_of(const Frame& frame) {
  const auto* const boxes = static_cast<const masu::Aabb<D, T>*>(frame.boxes(sizeof(T)));
  return {boxes->min.v, boxes->max.v, sizeof(*boxes), frame.n};
}

// Handles are looked up and boxes read in the timed part, one object at a time.
// `listed`: makes the array of all pairs too.
template <int D, class T, class Index, bool listed = false>
class Tracker final : public MovingMethod {
 public:
  bool prepare(const Frame& frame) override {
    const auto boxes = boxes_of<D, T>(frame);
    for (std::size_t i = 0; i < frame.n; ++i) {
      handles_.push_back(tracker_.insert(boxes[i]));
      if (!handles_.back()) return false;
    }
    return tracker_.update().status == masu::Status::ok;
  }
  std::optional<Changes> step(const Frame& frame) override {
    const auto boxes = boxes_of<D, T>(frame);
    if (frame.moved.size() == frame.n) {
      (void)tracker_.move_all(boxes);
    } else {
      for (const std::uint32_t i : frame.moved) (void)tracker_.move(handles_[i], boxes[i]);
    }
    result_ = tracker_.update();
    if (listed) pairs_ = tracker_.pairs().pairs;
    return Changes{tracker_.added().size(), tracker_.removed().size()};
  }
  void pairs(std::vector<masu_peer_pair>& list) override {
    list.clear();
    const auto add = [&](std::uint32_t a, std::uint32_t b) { list.push_back({a, b}); };
    if (listed) {
      for (const masu::Pair& p : pairs_) add(p.a, p.b);
    } else {
      (void)tracker_.for_each_pair(add);
    }
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }

 private:
  masu::PairTracker<D, T, Index> tracker_;
  std::vector<masu::Handle> handles_;
  std::span<const masu::Pair> pairs_;
  masu::SearchResult result_;
};

// Passes all boxes by move_all() and lists all pairs, for scenes in which everything moves.
template <int D, class T>
class TrackerList final : public MovingMethod {
 public:
  bool prepare(const Frame& frame) override {
    const auto boxes = boxes_of<D, T>(frame);
    for (std::size_t i = 0; i < frame.n; ++i) {
      if (tracker_.insert(boxes[i]).status != masu::Status::ok) return false;
    }
    return true;
  }
  std::optional<Changes> step(const Frame& frame) override {
    (void)tracker_.move_all(boxes_of<D, T>(frame));
    result_ = tracker_.find_pairs(list_);
    return std::nullopt;
  }
  void pairs(std::vector<masu_peer_pair>& list) override {
    list.clear();
    for (const auto& p : list_) list.push_back({p.a, p.b});
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }

 private:
  masu::PairTracker<D, T> tracker_;
  masu::PairList list_;
  masu::SearchResult result_;
};

template <int D, class T>
class IncrementalSweep final : public MovingMethod {
 public:
  bool prepare(const Frame& frame) override {
    const auto boxes = boxes_of<D, T>(frame);
    for (std::size_t i = 0; i < frame.n; ++i) handles_.push_back(sweep_.insert(boxes[i]));
    return sweep_.update().status == masu::Status::ok;
  }
  std::optional<Changes> step(const Frame& frame) override {
    const auto boxes = boxes_of<D, T>(frame);
    for (const std::uint32_t i : frame.moved) (void)sweep_.move(handles_[i], boxes[i]);
    result_ = sweep_.update();
    return Changes{sweep_.added().size(), sweep_.removed().size()};
  }
  void pairs(std::vector<masu_peer_pair>& list) override {
    list.clear();
    (void)sweep_.find_pairs([&](std::uint32_t a, std::uint32_t b) { list.push_back({a, b}); });
  }
  std::optional<std::uint64_t> tests() const override { return result_.stats.tests; }

 private:
  masu::IncrementalSweepAndPrune<D, T> sweep_;
  std::vector<masu::Handle> handles_;
  masu::SearchResult result_;
};

class WholeList final : public MovingMethod {
 public:
  WholeList(const MethodEntry& entry, int dim) : method_(entry.make(entry, dim, 1)) {}
  bool prepare(const Frame& frame) override { return method_->prepare(frame); }
  std::optional<Changes> step(const Frame& frame) override {
    found_ = method_->find(frame);
    return std::nullopt;
  }
  void pairs(std::vector<masu_peer_pair>& list) override {
    list.assign(found_.list.begin(), found_.list.end());
  }
  std::optional<std::uint64_t> tests() const override { return method_->tests(); }

 private:
  std::unique_ptr<Method> method_;
  FoundPairs found_;
};

template <class M, class T>
MovingEntry entry(const char* name) {
  MovingEntry e;
  e.name = name;
  e.version = masu::version();
  e.scalar_size = sizeof(T);
  e.make = [](const MovingEntry&, int) -> std::unique_ptr<MovingMethod> {
    return std::make_unique<M>();
  };
  return e;
}

MovingEntry only_all_moving(MovingEntry e) {
  e.only_all_moving = true;
  return e;
}
MovingEntry by_name_only(MovingEntry e) {
  e.by_name_only = true;
  return e;
}

}  // namespace

template <int D, class T>
std::vector<MovingEntry> our_moving_methods() {
  using OverTree = Tracker<D, T, masu::DynamicBvh<D, T>>;
  using OverOrthtree = Tracker<D, T, masu::RegisteredOrthtree<D, T>>;
  return {entry<Tracker<D, T, masu::HashGrid<D, T>>, T>(kTracker),
          by_name_only(entry<Tracker<D, T, masu::HashGrid<D, T>, true>, T>("masu:tracker:pairs")),
          only_all_moving(entry<TrackerList<D, T>, T>(kTrackerList)),
          by_name_only(entry<OverTree, T>("masu:tracker:dynamic_bvh")),
          by_name_only(entry<OverOrthtree, T>("masu:tracker:registered")),
          entry<IncrementalSweep<D, T>, T>("masu:sap:incremental")};
}
template std::vector<MovingEntry> our_moving_methods<2, float>();
template std::vector<MovingEntry> our_moving_methods<3, float>();
template std::vector<MovingEntry> our_moving_methods<2, double>();
template std::vector<MovingEntry> our_moving_methods<3, double>();

MovingEntry whole_list(const MethodEntry& peer) {
  MovingEntry e;
  e.name = peer.name;
  e.version = peer.version;
  e.scalar_size = peer.scalar_size;
  e.only_all_moving = peer.only_all_moving;
  e.peer = peer;
  e.make = [](const MovingEntry& self, int dim) -> std::unique_ptr<MovingMethod> {
    return std::make_unique<WholeList>(self.peer, dim);
  };
  return e;
}

}  // namespace masu_bench
