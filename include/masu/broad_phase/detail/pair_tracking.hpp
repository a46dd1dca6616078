// SPDX-License-Identifier: MIT
// PairTracking: a PairTracker without its index, compiled once for all indices.
#pragma once

#include <masu/broad_phase/mover_target.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/platform.hpp>

namespace masu {

// Event: an object that moved is searched for. HashGrid looks up a few such objects ahead of
// reading. PhaseBegins says how a frame is updated, `amend` or `find all`, and where a table of
// all pairs becomes lists, `list partners`; the index or the sorted search send their own events.
struct SearchMover {
  std::uint32_t object;
};
// Event: a pair is new.
struct PairAdded {
  Pair pair;
};
// Event: a pair has ended.
struct PairRemoved {
  Pair pair;
};

// The result of PairTracker::pairs().
struct PairsResult {
  Status status = Status::ok;   // out_of_memory: `pairs` is empty
  std::span<const Pair> pairs;  // all pairs, each once, a < b
};

}  // namespace masu

namespace masu::detail {

// A MovingIndex without its type.
template <int D, class T>
struct TrackedIndex {
  struct Functions {
    std::size_t (*size)(const void* index);
    std::size_t (*moved_count)(const void* index);
    void (*forget_moved)(void* index, std::size_t retained);
    // Moves the objects in `slots` to the elements of `boxes` at these slots; with `mark` all of
    // them count as moved. Stops at the first that fails; `done` is how many have moved.
    Status (*move)(void* index, std::span<const std::uint32_t> slots, const Aabb<D, T>* boxes,
                   bool mark, std::size_t& done);
    void (*erase)(void* index, std::uint32_t slot);
    bool (*form_pair)(const void* index, std::uint32_t i, std::uint32_t j);
    bool (*has_filters)(const void* index);
    Filter (*filter)(const void* index, std::uint32_t slot);
    const Period<D, T>& (*period)(const void* index);
  };

  void* index;
  const Functions* functions;

  std::size_t size() const { return functions->size(index); }
  std::size_t moved_count() const { return functions->moved_count(index); }
  void forget_moved(std::size_t retained) const { functions->forget_moved(index, retained); }
  void erase(std::uint32_t slot) const { functions->erase(index, slot); }
  bool form_pair(std::uint32_t i, std::uint32_t j) const {
    return functions->form_pair(index, i, j);
  }
  const Period<D, T>& period() const { return functions->period(index); }
};

// The functions of one class of index.
template <int D, class T, class Index>
struct FunctionsOf {
  static const Index& of(const void* index) { return *static_cast<const Index*>(index); }
  static Index& of(void* index) { return *static_cast<Index*>(index); }

  static Status move(void* erased_index, std::span<const std::uint32_t> slots,
                     const Aabb<D, T>* boxes, bool mark, std::size_t& done) {
    Index& index = of(erased_index);
    if constexpr (requires { index.move_slots(slots, boxes, mark, done); }) {
      return index.move_slots(slots, boxes, mark, done);
    }
    for (done = 0; done < slots.size(); ++done) {
      if (done + 16 < slots.size()) index.prefetch(slots[done + 16]);
      if (done + 8 < slots.size()) index.prefetch_slot(slots[done + 8]);
      const std::uint32_t i = slots[done];
      const Status status = index.move(index.handle(i), boxes[i]);
      if (status != Status::ok) return status;
      if (mark) index.mark_moved(i);
    }
    return Status::ok;
  }
  // MoverSearch::search with a Trace.
  template <class Trace>
  static bool search(const void* erased_index, QueryStats& stats, const MoverTarget& target,
                     void* trace) {
    const Index& index = of(erased_index);
    Trace& typed_trace = restored<Trace>(trace);
    if constexpr (requires { index.search_moved(stats, target, typed_trace); }) {
      return index.search_moved(stats, target, typed_trace);
    } else {
      MoverOutput out(target);
      return index.search_moved(
          stats, [&](std::uint32_t i) { return out.begin(i); },
          [&](std::uint32_t i, std::uint32_t j) { return out.report(i, j); },
          [&](std::uint32_t i) { return out.done(i); }, typed_trace);
    }
  }

  static constexpr typename TrackedIndex<D, T>::Functions kAll = {
      [](const void* index) { return std::size_t(of(index).size()); },
      [](const void* index) { return of(index).moved_count(); },
      [](void* index, std::size_t retained) { of(index).forget_moved(retained); },
      &move,
      [](void* index, std::uint32_t slot) { (void)of(index).erase(of(index).handle(slot)); },
      [](const void* index, std::uint32_t i, std::uint32_t j) { return of(index).form_pair(i, j); },
      [](const void* index) { return of(index).has_filters(); },
      [](const void* index, std::uint32_t slot) -> Filter { return of(index)[slot].filter; },
      [](const void* index) -> const Period<D, T>& { return of(index).period(); }};
};

// How update() searches the index for the partners of its moved objects.
struct MoverSearch {
  bool (*search)(const void* index, QueryStats& stats, const MoverTarget& target, void* trace);
  void* trace;
};

template <int D, class T>
struct TrackedPairs;
template <int D, class T, class Trace>
class PairUpdate;

// A PairTracker without its index: the present boxes, which objects moved, and the pairs.
template <int D, class T>
class PairTracking {
 public:
  using Index = TrackedIndex<D, T>;
  using SortTrace = AnyTrace<PhaseBegins, CellOrderMade>;
  using Trace = AnyTrace<PhaseBegins, CellOrderMade, SearchMover, PairAdded, PairRemoved>;

  // `rebuild_share`: see PairTrackerOptions.
  PairTracking(std::size_t rebuild_share, Allocator allocator)
      : rebuild_share_(rebuild_share),
        boxes_(allocator),
        states_(allocator),
        late_(allocator),
        dead_(allocator),
        news_(allocator),
        pairs_(allocator) {}

  // --- Objects, by slot --------------------------------------------------------------------------

  // Reserves memory for so many slots, so that no change to them allocates.
  [[nodiscard]] bool reserve_slots(std::size_t slots) {
    return boxes_.grow(slots) && states_.grow(slots) && late_.grow(slots) && dead_.grow(slots) &&
           reserve_pairs(slots);
  }
  // Tracks the new object in a slot. Precondition: memory is reserved for it.
  void start(std::uint32_t i, const Aabb<D, T>& box, bool fixed) {
    if (i >= boxes_.size()) {
      boxes_.set_size(i + 1);
      states_.set_size(i + 1);
    }
    states_[i] = State::current;
    boxes_[i] = box;
    start_pairs(i, fixed);
  }
  void move(std::uint32_t i, const Aabb<D, T>& box) {
    if (box != boxes_[i]) set_late(i, box);
  }
  // Erases an object. Its slot is used again after the next update().
  void erase(std::uint32_t i) {
    set_late(i, Aabb<D, T>::nothing());  // on the list, so that its pairs are dropped
    states_[i] = State::dead;
    dead_.append_unchecked(i);
  }
  // PairTracker::move_each(), with slot_of(k) in place of handles and wrapped(k) in place of boxes.
  template <class SlotOf, class BoxOf>
  [[nodiscard]] bool move_each(std::size_t count, SlotOf&& slot_of, BoxOf&& wrapped,
                               const JobSystem& jobs) {
    constexpr std::size_t kBlock = 2048;
    if (!news_.resize(count)) return false;
    for (std::uint8_t& n : news_) n = 0;
    const LateList<SlotOf> list{*this, slot_of};
    jobs.for_each_block(count, kBlock, [&](std::size_t first, std::size_t end) {
      for (std::size_t k = first; k < end; ++k) {
        const std::uint32_t i = slot_of(k);
        const Aabb<D, T> target = wrapped(k);
        if (target == boxes_[i]) continue;
        boxes_[i] = target;
        news_[k] = states_[i] == State::current ? 1 : 0;
        if (news_[k] != 0) states_[i] = State::late;
      }
    });
    return true;
  }
  Status move_all(const Index& index, BoxSpan<D, T> boxes);

  std::size_t slots() const { return boxes_.size(); }
  // Returns the number of erased objects that are still in the index.
  std::size_t dead() const { return dead_.size(); }
  bool is_dead(std::uint32_t i) const { return states_[i] == State::dead; }
  BoxSpan<D, T> boxes() const { return boxes_; }
  void prefetch(std::uint32_t i) const {
    prefetch_for_write(&boxes_[i]);
    prefetch_for_write(&states_[i]);
  }

  // --- As in PairTracker -------------------------------------------------------------------------

  Status bring_index_up_to_date(const Index& index);
  SearchResult update(const Index& index, const MoverSearch& search, const Trace& trace,
                      const JobSystem& jobs);
  std::span<const Pair> added() const;
  std::span<const Pair> removed() const;
  std::size_t pair_count() const;
  Status for_each_pair(const BlockTarget<Pair>& target) const;
  PairsResult pairs();
  Status partners_of(std::uint32_t slot, const BlockTarget<std::uint32_t>& target);
  SearchResult find_pairs(const Index& index, PairOutput& out, const SortTrace& trace,
                          const JobSystem& jobs);
  bool validate(const Index& index);

 private:
  template <int, class, class>
  friend class PairUpdate;
  // The state of a slot: it has no object; its box is part of the pairs; its box is not yet, and
  // the slot is on the late list; or its object is erased, but still in the index.
  enum class State : std::uint8_t { none, current, late, dead };

  // Lists all slots that were moved, also when a job throws.
  template <class SlotOf>
  struct LateList {
    PairTracking& tracking;
    const SlotOf& slot_of;

    ~LateList() {
      for (std::size_t k = 0; k < tracking.news_.size(); ++k) {
        if (tracking.news_[k] != 0) tracking.list_late(slot_of(k));
      }
    }
  };
  void set_late(std::uint32_t i, const Aabb<D, T>& box) {
    boxes_[i] = box;
    if (states_[i] != State::current) return;
    states_[i] = State::late;
    list_late(i);
  }
  void list_late(std::uint32_t i) { late_.append_unchecked(i); }
  bool much_moved(const Index& index) const {
    return all_late_ || (late_.size() + index.moved_count()) * rebuild_share_ > index.size();
  }
  bool reserve_pairs(std::size_t slots);
  void start_pairs(std::uint32_t slot, bool fixed);
  Status catch_up(const Index& index);
  Status move_late(const Index& index);

  std::size_t rebuild_share_;
  Buffer<Aabb<D, T>> boxes_;  // the present ones, wrapped; by slot
  Buffer<State> states_;
  Buffer<std::uint32_t> late_;
  bool all_late_ = false;  // as if all were on the list
  bool behind_ = false;    // the index may lack boxes of current slots
  Buffer<std::uint32_t> dead_;
  Buffer<std::uint8_t> news_;  // for each object of a move_each(): whether it became late
  Opaque<TrackedPairs<D, T>> pairs_;
};

}  // namespace masu::detail
