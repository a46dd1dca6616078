// SPDX-License-Identifier: MIT
// The broad phase of a world that looks at its objects and picks one of the others, or is told.
#pragma once

#include <variant>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/choose.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/world/frame_tracker.hpp>
#include <masu/world/kept_by.hpp>

namespace masu {

// SlotPairs, kept as choose() advises, which asks for changes: by PairTracker or by
// IncrementalSweepAndPrune; so few objects that they are soon compared are. A change costs what
// putting all objects in again does. Pairs do not depend on any of this.
//
// It samples the objects, O(n), when their number has changed by half, and after kFrames updates.
// It changes the method when two samples in turn give the same advice. While the advice is the
// method in use, the interval doubles up to kMostFrames. A sample comes early when twice or half as
// many objects change within kFrames updates, by more than one in kOtherMotion objects an update;
// when twice or half as many leap to boxes apart from those they had, by as much; and when a search
// takes twice as many steps (QueryStats), by more than one for each object.
template <int D, class T>
class AutoPairs {
 public:
  using Box = Aabb<D, T>;
  static constexpr std::uint32_t kFrames = 60;
  static constexpr std::uint32_t kMostFrames = 64 * kFrames;
  static constexpr std::size_t kOtherMotion = 64;
  static constexpr std::size_t kTiny = 16;  // up to so many objects nothing is worth choosing

  explicit AutoPairs(Allocator allocator = default_allocator())
      : AutoPairs(Period<D, T>{}, allocator) {}
  // In a world that wraps around. IncrementalSweepAndPrune knows of no such: PairTracker takes its
  // place.
  AutoPairs(const Period<D, T>& period, Allocator allocator);
  ~AutoPairs();
  AutoPairs(AutoPairs&&) noexcept;
  AutoPairs& operator=(AutoPairs&&) noexcept;

  // SlotPairs.
  Status put(std::uint32_t slot, const Box& box, const Filter& filter, bool fixed = false);
  void move(std::uint32_t slot, const Box& box);
  // The same for many, each once. A job that throws leaves some where they were.
  void move_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                 const JobSystem& jobs);
  void drop(std::uint32_t slot);
  Status put_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                  std::span<const Filter> filters, std::span<const std::uint8_t> fixed = {});
  Status reserve(std::size_t objects);
  SearchResult update(const JobSystem& jobs = {});
  // Hints that it will move, the second one for when the first has come.
  void prefetch(std::uint32_t slot) const {
    prefetch_for_write(&boxes_[slot]);
    std::visit([&](const auto& k) { k.prefetch(slot); }, kept_);
  }
  void prefetch_place(std::uint32_t slot) const {
    std::visit([&](const auto& k) { k.prefetch_place(slot); }, kept_);
  }
  template <class Visit>
  void for_each_removed(Visit&& visit) const {
    std::visit([&](const auto& k) { k.for_each_removed(visit); }, kept_);
  }
  template <class Visit>
  void for_each_added(Visit&& visit) const {
    std::visit([&](const auto& k) { k.for_each_added(visit); }, kept_);
  }
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    std::visit([&](const auto& k) { k.for_each_pair(visit); }, kept_);
  }
  // Since the last update() the way was changed: it is to be updated to have its pairs.
  bool changed() const { return changed_; }
  // Before the last update() the way was changed: for_each_pair() tells the pairs, reports do not.
  bool anew() const { return anew_; }

  BroadPhase method() const { return static_cast<BroadPhase>(kept_.index()); }
  // From now on in this way, whatever choose() says. out_of_memory, and out_of_range
  // (incremental_sweep in a world that wraps around): nothing has changed.
  Status use(BroadPhase method);
  void use_automatic() { automatic_ = true; }
  // As another was told to, before anything is put.
  Status start_like(const AutoPairs& other) {
    return other.automatic_ ? Status::ok : use(other.method());
  }
  // The advice of the last sample.
  const Choice& choice() const { return choice_; }
  // How often it has sampled the objects.
  std::uint64_t samples() const { return samples_; }

 private:
  template <class Finder>
  using ByFrame = KeptBy<FrameTracker<D, T, Finder>>;
  // In the order of BroadPhase.
  using Kept = std::variant<ByFrame<AllPairs<D, T>>, ByFrame<SweepAndPrune<D, T>>,
                            ByFrame<SortedOrthtree<D, T>>, ByFrame<Bvh<D, T>>,
                            KeptBy<PairTracker<D, T>>, KeptBy<IncrementalSweepAndPrune<D, T>>>;

  // What was counted in these kFrames updates, and in those before the last sample.
  struct Tally {
    std::size_t now = 0;
    std::size_t at_sample = 0;

    bool doubled(std::size_t least) const { return now > 2 * at_sample + least; }
    bool halved(std::size_t least) const { return at_sample > 2 * now + least; }
  };

  bool make_room(std::size_t slots);
  void note_move(std::uint32_t slot, const Box& box) {
    leaps_.now += overlaps(boxes_[slot], box) ? 0 : 1;
    boxes_[slot] = box;
  }
  void grow_to(std::size_t slots);
  // Counts an update; true when it is time for a sample.
  bool is_sample_due();
  bool moves_otherwise();
  bool has_other_size() const {
    return objects_ > sampled_ + sampled_ / 2 || objects_ < sampled_ / 2;
  }
  void take_advice();
  Status change_to(BroadPhase method);
  Kept make(BroadPhase method) const;
  bool knows_period(BroadPhase method) const {
    return !period_.any() || method != BroadPhase::incremental_sweep;
  }

  Allocator allocator_;
  Period<D, T> period_;
  Kept kept_;
  Buffer<Box> boxes_;  // by slot, as last told; empty where there is no object
  Buffer<Filter> filters_;
  // Of a slot.
  enum There : std::uint8_t { kEmpty, kMovable, kFixed };
  Buffer<There> there_;
  Buffer<Box> before_;  // of the update before a sample
  Choice choice_;
  BroadPhase advised_ = BroadPhase::pair_tracker;
  std::size_t objects_ = 0;
  std::uint64_t samples_ = 0;
  std::size_t sampled_ = 0;           // objects there were at the last sample
  std::uint32_t frames_ = 0;          // updates since the last sample
  std::uint32_t interval_ = kFrames;  // of samples
  std::uint32_t due_ = kFrames;       // the interval, or less
  Tally changes_;                     // objects put, moved or dropped
  Tally leaps_;                       // those that moved to a box apart from the old one
  Tally work_;                        // steps of searches, without the first after a sample
  bool automatic_ = true;
  bool changed_ = false;  // since the last update()
  bool anew_ = false;
};

extern template class AutoPairs<2, float>;
extern template class AutoPairs<3, float>;
extern template class AutoPairs<2, double>;
extern template class AutoPairs<3, double>;

}  // namespace masu
