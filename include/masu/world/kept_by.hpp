// SPDX-License-Identifier: MIT
// KeptBy: a pair tracker as the broad phase of a World.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/core/period.hpp>
#include <masu/core/platform.hpp>
#include <masu/core/trace.hpp>
#include <masu/world/slot_pairs.hpp>

namespace masu {

namespace detail {
template <class Keeper, class P>
concept TakesPeriod = requires(typename Keeper::Options& options, const P& period) {
  options.period = period;
};
template <class Keeper>
concept HasTrackerOptions = requires {
  typename Keeper::TrackerOptions;
};
template <class Keeper>
concept InsertsMany = requires(Keeper& keeper, std::span<const typename Keeper::Box> boxes,
                               std::span<Handle> handles, const InsertColumns& columns,
                               std::span<const std::uint8_t> fixed) {
  { keeper.insert_many(boxes, handles, columns, fixed) } -> std::same_as<Status>;
  { keeper.reserve(boxes.size()) } -> std::same_as<Status>;
};
}  // namespace detail

// A SlotPairs that uses a pair tracker with handles of its own, PairTracker or
// IncrementalSweepAndPrune.
template <class Keeper>
class KeptBy {
 public:
  using Box = typename Keeper::Box;  // type of boxes

  // Creates a broad phase without objects.
  explicit KeptBy(Allocator allocator = default_allocator())
      : KeptBy(typename Keeper::Options{}, allocator) {}
  // For a periodic world. Only for trackers that support periods.
  template <int D, class T>
  requires detail::TakesPeriod<Keeper, Period<D, T>> KeptBy(const Period<D, T>& period,
                                                            Allocator allocator)
      : KeptBy(with_period(period), allocator) {}

  // Puts an object into a slot, or replaces box, filter and `fixed` of the one there. Unchanged if
  // it fails.
  Status put(std::uint32_t slot, const Box& box, const Filter& filter, bool fixed = false) {
    const std::size_t known = kept_.size();
    const std::size_t needed = known > slot ? known : std::size_t(slot) + 1;
    if (!kept_.grow(needed) || !retired_.grow(keeper_.size() + 1)) return Status::out_of_memory;
    const InsertResult r = insert(box, filter, fixed);
    if (r.status != Status::ok) return r.status;
    if (r.handle.index >= slots_.size() && !slots_.resize(r.handle.index + std::size_t(1))) {
      (void)keeper_.erase(r.handle);
      return Status::out_of_memory;
    }
    add_slots(needed);
    if (kept_[slot] != Handle::kNone) drop(slot);
    slots_[r.handle.index] = slot;
    kept_[slot] = r.handle.index;
    return Status::ok;
  }
  // Puts new objects into slots without one. `filters` may be empty (Filter{} for all), and so may
  // `fixed` (none is). Unchanged if it fails.
  Status put_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                  std::span<const Filter> filters,
                  std::span<const std::uint8_t> fixed) requires detail::InsertsMany<Keeper> {
    std::size_t needed = kept_.size();
    for (const std::uint32_t slot : slots) needed = slot < needed ? needed : slot + std::size_t(1);
    Buffer<Handle> added(kept_.allocator());
    if (!kept_.grow(needed) || !retired_.grow(keeper_.size() + slots.size()) ||
        !slots_.grow(slots_.size() + slots.size()) || !added.resize(slots.size())) {
      return Status::out_of_memory;
    }
    const Status good = keeper_.insert_many(boxes, {added.data(), added.size()},
                                            {.user_data = {}, .filters = filters}, fixed);
    if (good != Status::ok) return good;
    std::size_t end = slots_.size();
    for (const Handle h : added) end = h.index < end ? end : h.index + std::size_t(1);
    if (!slots_.resize(end)) {
      for (const Handle h : added) (void)keeper_.erase(h);
      return Status::out_of_memory;
    }
    add_slots(needed);
    for (std::size_t k = 0; k < slots.size(); ++k) {
      slots_[added[k].index] = slots[k];
      kept_[slots[k]] = added[k].index;
    }
    return Status::ok;
  }
  // Reserves memory for so many objects, in slots below that number.
  Status reserve(std::size_t objects) requires detail::InsertsMany<Keeper> {
    const bool room = kept_.grow(objects) && slots_.grow(objects) && retired_.grow(objects);
    return room ? keeper_.reserve(objects) : Status::out_of_memory;
  }
  // Moves the object in a slot.
  void move(std::uint32_t slot, const Box& box) { (void)keeper_.move(handle_of(slot), box); }
  // Moves many objects, each slot once. If a job throws, some objects have not moved.
  void move_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                 const JobSystem& jobs) {
    const auto handle_at = [&](std::size_t k) { return handle_of(slots[k]); };
    const auto box_of = [&](std::size_t k) -> const Box& { return boxes[k]; };
    if constexpr (requires { keeper_.move_each(slots.size(), handle_at, box_of, jobs); }) {
      if (keeper_.move_each(slots.size(), handle_at, box_of, jobs)) return;
    }
    for (std::size_t k = 0; k < slots.size(); ++k) move(slots[k], boxes[k]);
  }
  // Hint that the object in a slot will move; the second one is for when the data of the first has
  // arrived. Any slot is allowed: those of removed objects may be unknown here.
  void prefetch(std::uint32_t slot) const { masu::prefetch(kept_.data() + slot); }
  // Prefetches the tracker's entry of the object in a slot; prefetch() has arrived before.
  void prefetch_place(std::uint32_t slot) const {
    if constexpr (requires { keeper_.prefetch(slot); }) {
      if (slot < kept_.size()) keeper_.prefetch(kept_[slot]);
    }
  }
  // Drops an object. Its slot in the tracker is kept until its pairs are reported as removed.
  void drop(std::uint32_t slot) {
    move(slot, Box::nothing());
    retired_.append_unchecked(kept_[slot]);
    kept_[slot] = Handle::kNone;
  }

  // Updates the pairs, with these jobs if the tracker takes jobs.
  SearchResult update(const JobSystem& jobs = {}) {
    const SearchResult r = update_keeper(jobs);
    if (r.status != Status::ok) return r;
    for (const std::uint32_t i : retired_) (void)keeper_.erase(keeper_.handle(i));
    retired_.clear();
    return r;
  }
  // Calls visit(slot, slot) for each pair that ended at the last update().
  template <class Visit>
  void for_each_removed(Visit&& visit) const {
    tell(keeper_.removed(), visit);
  }
  // Calls visit(slot, slot) for each pair that began at the last update().
  template <class Visit>
  void for_each_added(Visit&& visit) const {
    tell(keeper_.added(), visit);
  }
  // Calls visit(slot, slot) for each pair as of the last update().
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    const auto put = [&](std::uint32_t a, std::uint32_t b) {
      return goes_on(visit, slots_[a], slots_[b]);
    };
    if constexpr (requires { keeper_.for_each_pair(put); }) {
      (void)keeper_.for_each_pair(put);
    } else {
      (void)keeper_.find_pairs(put);
    }
  }

 private:
  KeptBy(const typename Keeper::Options& options, Allocator allocator)
      : keeper_(make_keeper(options, allocator)),
        kept_(allocator),
        slots_(allocator),
        retired_(allocator) {}

  // A world reports only objects that left their fat AABBs, which then overlap others than before,
  // and uses the cache between two frames: so pairs are found from scratch sooner.
  template <class Options>
  static Keeper make_keeper(const Options& options, Allocator allocator) {
    if constexpr (detail::HasTrackerOptions<Keeper>) {
      return Keeper(options, typename Keeper::TrackerOptions{.rebuild_share = 20}, allocator);
    } else {
      return Keeper(options, allocator);
    }
  }
  Handle handle_of(std::uint32_t slot) const { return keeper_.handle(kept_[slot]); }
  void add_slots(std::size_t slots) {
    while (kept_.size() < slots) kept_.append_unchecked(Handle::kNone);
  }
  template <class Visit>
  void tell(std::span<const Pair> pairs, Visit& visit) const {
    for (const Pair& p : pairs) {
      if (!goes_on(visit, slots_[p.a], slots_[p.b])) return;
    }
  }
  InsertResult insert(const Box& box, const Filter& filter, bool fixed) {
    if constexpr (requires { keeper_.insert(box, 0, filter, fixed); }) {
      return keeper_.insert(box, 0, filter, fixed);
    } else {
      return keeper_.insert(box, 0, filter);
    }
  }
  template <class P>
  static auto with_period(const P& period) {
    typename Keeper::Options options{};
    options.period = period;
    return options;
  }
  SearchResult update_keeper(const JobSystem& jobs) {
    constexpr bool kTraced = requires(NoTrace trace) {
      keeper_.update(trace);
    };
    if constexpr (requires(NoTrace trace) { keeper_.update(trace, jobs); }) {
      return keeper_.update(NoTrace{}, jobs);
    } else if constexpr (!kTraced && requires { keeper_.update(jobs); }) {  // not as its trace
      return keeper_.update(jobs);
    } else {
      return keeper_.update();
    }
  }

  Keeper keeper_;
  Buffer<std::uint32_t> kept_;     // tracker slot of the object in each slot; kNone: no object
  Buffer<std::uint32_t> slots_;    // the world's slot for each tracker slot
  Buffer<std::uint32_t> retired_;  // tracker slots that update() frees
};

}  // namespace masu
