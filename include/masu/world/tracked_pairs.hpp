// SPDX-License-Identifier: MIT
// TrackedPairs: a pair tracker as the broad phase of a World.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/core/period.hpp>
#include <masu/core/platform.hpp>
#include <masu/core/trace.hpp>
#include <masu/world/slot_pairs.hpp>

namespace masu {

namespace detail {
template <class Tracker, class P>
concept TakesPeriod = requires(typename Tracker::Options& options, const P& period) {
  options.period = period;
};
template <class Tracker>
concept HasTrackerOptions = requires {
  typename Tracker::TrackerOptions;
};
template <class Tracker>
concept TrackerInsertsMany = requires(
    Tracker& tracker, std::span<const Aabb<Tracker::kDimension, typename Tracker::Scalar>> boxes,
    std::span<Handle> handles, const InsertColumns& columns, std::span<const std::uint8_t> fixed) {
  { tracker.insert_many(boxes, handles, columns, fixed) } -> std::same_as<Status>;
  { tracker.reserve(boxes.size()) } -> std::same_as<Status>;
};
}  // namespace detail

// A SlotPairs that uses a pair tracker with handles of its own, PairTracker or
// IncrementalSweepAndPrune. Use it where you know the best method for a World; AutoPairs chooses.
//
//    using Pairs = masu::TrackedPairs<masu::PairTracker<3>>;
//    masu::World<3, float, Pairs> fixed_method;
//
// Cost: that of the tracker, and O(1) per call. Threads: as the tracker: one thread changes it.
template <class Tracker>
class TrackedPairs {
 public:
  static constexpr int kDimension = Tracker::kDimension;
  using Scalar = typename Tracker::Scalar;

  // Creates a broad phase without objects.
  explicit TrackedPairs(Allocator allocator = default_allocator())
      : TrackedPairs(typename Tracker::Options{}, allocator) {}
  // For a periodic world. Only for trackers that support periods.
  template <int D, class T>
  requires detail::TakesPeriod<Tracker, Period<D, T>> TrackedPairs(const Period<D, T>& period,
                                                                   Allocator allocator)
      : TrackedPairs(with_period(period), allocator) {}

  // Inserts an object into a slot, or replaces box, filter and `fixed` of the one there. Unchanged
  // if it fails: out_of_memory, or the status of the tracker.
  Status insert(std::uint32_t slot, const Aabb<kDimension, Scalar>& box, const Filter& filter,
                bool fixed = false) {
    const std::size_t old_size = handles_.size();
    const std::size_t needed = old_size > slot ? old_size : std::size_t(slot) + 1;
    if (!handles_.grow(needed) || !retired_.grow(tracker_.size() + 1)) return Status::out_of_memory;
    const InsertResult r = insert_into_tracker(box, filter, fixed);
    if (r.status != Status::ok) return r.status;
    if (r.handle.index >= slots_.size() && !slots_.resize(r.handle.index + std::size_t(1))) {
      (void)tracker_.erase(r.handle);
      return Status::out_of_memory;
    }
    add_slots(needed);
    if (handles_[slot] != Handle::kNone) erase(slot);
    slots_[r.handle.index] = slot;
    handles_[slot] = r.handle.index;
    return Status::ok;
  }
  // Inserts new objects into slots without one. `filters` may be empty (Filter{} for all), and so
  // may `fixed` (none is). Statuses as insert(); unchanged if it fails.
  Status insert_many(
      std::span<const std::uint32_t> slots, std::span<const Aabb<kDimension, Scalar>> boxes,
      std::span<const Filter> filters,
      std::span<const std::uint8_t> fixed) requires detail::TrackerInsertsMany<Tracker> {
    std::size_t needed = handles_.size();
    for (const std::uint32_t slot : slots) needed = slot < needed ? needed : slot + std::size_t(1);
    Buffer<Handle> added(handles_.allocator());
    if (!handles_.grow(needed) || !retired_.grow(tracker_.size() + slots.size()) ||
        !slots_.grow(slots_.size() + slots.size()) || !added.resize(slots.size())) {
      return Status::out_of_memory;
    }
    const Status status = tracker_.insert_many(boxes, {added.data(), added.size()},
                                               {.user_data = {}, .filters = filters}, fixed);
    if (status != Status::ok) return status;
    std::size_t end = slots_.size();
    for (const Handle h : added) end = h.index < end ? end : h.index + std::size_t(1);
    if (!slots_.resize(end)) {
      for (const Handle h : added) (void)tracker_.erase(h);
      return Status::out_of_memory;
    }
    add_slots(needed);
    for (std::size_t k = 0; k < slots.size(); ++k) {
      slots_[added[k].index] = slots[k];
      handles_[slots[k]] = added[k].index;
    }
    return Status::ok;
  }
  // Reserves memory for so many objects, in slots below that number. Statuses as insert().
  Status reserve(std::size_t objects) requires detail::TrackerInsertsMany<Tracker> {
    const bool ok = handles_.grow(objects) && slots_.grow(objects) && retired_.grow(objects);
    return ok ? tracker_.reserve(objects) : Status::out_of_memory;
  }
  // Moves the object in a slot.
  void move(std::uint32_t slot, const Aabb<kDimension, Scalar>& box) {
    (void)tracker_.move(handle_of(slot), box);
  }
  // Moves many objects, each slot once. If a job throws, some objects have not moved.
  void move_many(std::span<const std::uint32_t> slots,
                 std::span<const Aabb<kDimension, Scalar>> boxes, const JobSystem& jobs) {
    const auto handle_at = [&](std::size_t k) { return handle_of(slots[k]); };
    const auto box_of = [&](std::size_t k) -> const Aabb<kDimension, Scalar>& { return boxes[k]; };
    if constexpr (requires { tracker_.move_each(slots.size(), handle_at, box_of, jobs); }) {
      if (tracker_.move_each(slots.size(), handle_at, box_of, jobs)) return;
    }
    for (std::size_t k = 0; k < slots.size(); ++k) move(slots[k], boxes[k]);
  }
  // Prefetches the slot's handle. Call prefetch_slot() some objects later. Any slot is allowed:
  // those of removed objects may be unknown here.
  void prefetch(std::uint32_t slot) const { masu::prefetch(handles_.data() + slot); }
  // Prefetches the tracker's entry of the object in a slot. Call prefetch() first.
  void prefetch_slot(std::uint32_t slot) const {
    if constexpr (requires { tracker_.prefetch(slot); }) {
      if (slot < handles_.size()) tracker_.prefetch(handles_[slot]);
    }
  }
  // Erases an object. Its slot in the tracker is kept until its pairs are reported as removed.
  void erase(std::uint32_t slot) {
    move(slot, Aabb<kDimension, Scalar>::nothing());
    retired_.append_unchecked(handles_[slot]);
    handles_[slot] = Handle::kNone;
  }

  // Updates the pairs, with these jobs if the tracker takes jobs. Statuses are the tracker's.
  SearchResult update(const JobSystem& jobs = {}) {
    const SearchResult r = update_tracker(jobs);
    if (r.status != Status::ok) return r;
    for (const std::uint32_t i : retired_) (void)tracker_.erase(tracker_.handle(i));
    retired_.clear();
    return r;
  }
  // Calls visit(slot, slot) for each pair that ended at the last update().
  template <class Visit>
  void for_each_removed(Visit&& visit) const {
    report_all(tracker_.removed(), visit);
  }
  // Calls visit(slot, slot) for each pair that began at the last update().
  template <class Visit>
  void for_each_added(Visit&& visit) const {
    report_all(tracker_.added(), visit);
  }
  // Calls visit(slot, slot) for each pair as of the last update().
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    const auto report = [&](std::uint32_t a, std::uint32_t b) {
      return goes_on(visit, slots_[a], slots_[b]);
    };
    if constexpr (requires { tracker_.for_each_pair(report); }) {
      (void)tracker_.for_each_pair(report);
    } else {
      (void)tracker_.find_pairs(report);
    }
  }

 private:
  TrackedPairs(const typename Tracker::Options& options, Allocator allocator)
      : tracker_(make_tracker(options, allocator)),
        handles_(allocator),
        slots_(allocator),
        retired_(allocator) {}

  // Only objects that left their fat AABBs move here, and nearly all change pairs; the world also
  // uses the cache between two updates. So rebuilding pays off sooner.
  template <class Options>
  static Tracker make_tracker(const Options& options, Allocator allocator) {
    if constexpr (detail::HasTrackerOptions<Tracker>) {
      return Tracker(options, typename Tracker::TrackerOptions{.rebuild_share = 20}, allocator);
    } else {
      return Tracker(options, allocator);
    }
  }
  Handle handle_of(std::uint32_t slot) const { return tracker_.handle(handles_[slot]); }
  void add_slots(std::size_t slots) {
    while (handles_.size() < slots) handles_.append_unchecked(Handle::kNone);
  }
  template <class Visit>
  void report_all(std::span<const Pair> pairs, Visit& visit) const {
    for (const Pair& p : pairs) {
      if (!goes_on(visit, slots_[p.a], slots_[p.b])) return;
    }
  }
  InsertResult insert_into_tracker(const Aabb<kDimension, Scalar>& box, const Filter& filter,
                                   bool fixed) {
    if constexpr (requires { tracker_.insert(box, 0, filter, fixed); }) {
      return tracker_.insert(box, 0, filter, fixed);
    } else {
      return tracker_.insert(box, 0, filter);
    }
  }
  template <class P>
  static auto with_period(const P& period) {
    typename Tracker::Options options{};
    options.period = period;
    return options;
  }
  SearchResult update_tracker(const JobSystem& jobs) {
    constexpr bool kTraced = requires(NoTrace trace) {
      tracker_.update(trace);
    };
    if constexpr (requires(NoTrace trace) { tracker_.update(trace, jobs); }) {
      return tracker_.update(NoTrace{}, jobs);
    } else if constexpr (!kTraced && requires { tracker_.update(jobs); }) {  // not as its trace
      return tracker_.update(jobs);
    } else {
      return tracker_.update();
    }
  }

  Tracker tracker_;
  Buffer<std::uint32_t> handles_;  // tracker slot of the object in each slot; kNone: no object
  Buffer<std::uint32_t> slots_;    // the world's slot for each tracker slot
  Buffer<std::uint32_t> retired_;  // tracker slots that update() frees
};

}  // namespace masu
