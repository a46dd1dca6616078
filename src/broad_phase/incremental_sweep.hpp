// SPDX-License-Identifier: MIT
// IncrementalSweep: the implementation of IncrementalSweepAndPrune: sorted lists of ends that are
// repaired, and the pairs that follow from them.
#pragma once

#include <masu/broad_phase/detail/frame_changes.hpp>
#include <masu/broad_phase/detail/object_table.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>

#include "broad_phase/column_sweep.hpp"
#include "broad_phase/end_lists.hpp"
#include "broad_phase/pair_table.hpp"
#include "broad_phase/sweep_axis.hpp"

namespace masu::detail {

// Its functions are described at IncrementalSweepAndPrune.
template <int D, class T>
class IncrementalSweep {
  using Table = ObjectTable<D, T>;

 public:
  using Object = typename Table::Object;

  IncrementalSweep(Allocator allocator, const IncrementalSweepOptions& options)
      : allocator_(allocator), options_(options) {
    if (options_.lists == SweepLists::one_axis) lists_.set_one_axis(0);
  }

  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data, const Filter& filter,
                      bool fixed) {
    const std::size_t slots = objects_.slots() + std::size_t(1);
    if (!state_.grow(slots) || !fixed_.grow(slots)) return {Status::out_of_memory, {}};
    const InsertResult r = objects_.insert(box, user_data, filter);
    if (r.status == Status::ok) fixed_.set(r.handle.index, fixed);
    if (r.status == Status::ok && r.handle.index == state_.size()) {
      state_.append_unchecked(0);
    }
    return r;
  }

  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles, const InsertColumns& columns,
                     std::span<const std::uint8_t> fixed) {
    if (!fixed.empty() && fixed.size() != boxes.size()) return Status::size_mismatch;
    if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
    if (boxes.size() > Table::kNoLink - objects_.size()) return Status::too_many_objects;
    const std::size_t after = objects_.size() + boxes.size();
    const Status status = reserve(after);
    if (status != Status::ok) return status;
    if (!objects_.reserve(after, columns)) return Status::out_of_memory;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      handles[k] = insert(boxes[k], columns.user_data_of(k), columns.filter_of(k),
                          !fixed.empty() && fixed[k] != 0)
                       .handle;
    }
    return Status::ok;
  }

  Status move(Handle handle, const Aabb<D, T>& box) {
    if (!contains(handle)) return Status::stale_handle;
    if (box == objects_.box(handle.index)) return Status::ok;
    objects_.set_box(handle.index, box);
    objects_.mark_moved(handle.index);
    return Status::ok;
  }

  Status erase(Handle handle) {
    if (!contains(handle)) return Status::stale_handle;
    state_[handle.index] |= kReplaced;
    objects_.mark_moved(handle.index);
    fixed_.set(handle.index, false);
    objects_.erase(handle.index);
    return Status::ok;
  }

  void clear() {
    forget();
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) fixed_.set(i, false);
    objects_.clear();
  }
  Status reserve(std::size_t objects) {
    if (objects > Table::kNoLink) return Status::too_many_objects;
    const bool fits = objects_.reserve(objects) && state_.grow(objects) && fixed_.grow(objects);
    return fits ? Status::ok : Status::out_of_memory;
  }

  std::size_t size() const { return objects_.size(); }
  bool contains(Handle h) const { return objects_.contains(h); }
  Handle handle(std::uint32_t slot) const { return objects_.handle(slot); }
  Object operator[](std::uint32_t slot) const { return objects_.object(slot); }

  template <class Trace>
  SearchResult update(const Trace& trace) {
    QueryStats stats;
    added_.clear();
    removed_.clear();
    ++now_;
    if (!bring_up_to_date(stats, trace)) {
      forget();
      return {Status::out_of_memory, stats};
    }
    objects_.forget_moved();
    stats.results = added_.size() + removed_.size();
    return {Status::ok, stats};
  }

  std::span<const Pair> added() const { return added_; }
  std::span<const Pair> removed() const { return removed_; }
  std::span<const Pair> pairs() const { return pairs_.pairs(); }

  Handle next_overlapping(const Aabb<D, T>& box, const MaybeFilter& filter,
                          std::uint32_t& from) const {
    if (box.empty()) return {};
    for (std::uint32_t i = from; i < objects_.slots(); ++i) {
      if (!overlaps(objects_.box(i), box) || !objects_.accepted(i, filter)) continue;
      from = i + 1;
      return objects_.handle(i);
    }
    from = objects_.slots();
    return {};
  }

  bool validate() const {
    const auto listed = [&](std::uint32_t i) { return state_[i] == kListed; };
    std::size_t size = 0;
    bool ok = state_.size() == objects_.slots();
    for (std::uint32_t i = 0; ok && i < objects_.slots(); ++i) {
      ok &= state_[i] == (present(i) ? kListed : 0);
      size += listed(i) ? 1 : 0;
    }
    ok = ok && lists_.validate(objects_, size, listed) && pairs_.validate();
    for (const Pair& p : pairs_.pairs()) {
      ok = ok && listed(p.a) && listed(p.b) && !fixed_.both(p.a, p.b) &&
           objects_.accept_each_other(p.a, p.b) && overlaps(objects_.box(p.a), objects_.box(p.b));
    }
    return ok;
  }

 private:
  enum : std::uint8_t {
    kListed = 1,    // has its ends in the lists
    kReplaced = 2,  // its object was erased since
    kLeaving = 4,   // its ends and pairs must be removed
    kComing = 8,    // new: only during the search for pairs of new objects
  };

  bool present(std::uint32_t i) const { return objects_.alive(i) && !objects_.box(i).empty(); }

  // Returns false if out of memory.
  template <class Trace>
  bool bring_up_to_date(QueryStats& stats, const Trace& trace) {
    bool leaving = false;
    if (!sort_out(leaving)) return false;
    if (leaving) lists_.remove_if([&](std::uint32_t i) { return (state_[i] & kLeaving) != 0; });
    lists_.refresh(objects_);
    bool memory = true;
    const auto crossed = [&](std::uint32_t i, std::uint32_t j) {
      ++stats.tests;
      if (overlaps_nonempty(objects_.box(i), objects_.box(j))) memory = add_pair(i, j);
      return memory;
    };
    const bool many_new = coming_.size() * 2 > objects_.size();
    const std::uint64_t most = most_shifts();
    const bool sorted = !many_new && lists_.sort(most, stats, crossed, trace);
    if (!memory) return false;
    const bool swept = !sorted || options_.lists == SweepLists::one_axis;
    if (!remove_separated(!swept, stats) || !enlist(!sorted)) return false;
    if (swept) return sweep_all(stats, trace);
    return coming_.empty() || sweep_coming(stats, trace);
  }

  // Decides which objects leave the lists and which are inserted.
  bool sort_out(bool& leaving) {
    coming_.clear();
    for (const std::uint32_t i : objects_.moved()) {
      std::uint8_t& state = state_[i];
      const bool stays = state == kListed && present(i);
      if (stays) continue;
      if ((state & kListed) != 0) leaving = true;
      state = (state & kListed) != 0 ? kLeaving : 0;
      if (present(i) && !coming_.push_back(i)) return false;
    }
    return true;
  }

  std::uint64_t most_shifts() const {
    if (options_.shifts_per_end == IncrementalSweepOptions::kNoLimit) return ~std::uint64_t(0);
    return std::uint64_t(options_.shifts_per_end) * lists_.list(lists_.first()).size();
  }

  // Inserts the ends of new objects.
  bool enlist(bool rebuild) {
    for (const std::uint32_t i : objects_.moved()) state_[i] &= ~kLeaving;
    for (const std::uint32_t i : coming_) state_[i] = kListed;
    if (rebuild && options_.lists == SweepLists::one_axis) {
      lists_.set_one_axis(axis_of_greatest_variance(objects_.boxes()));
    }
    const auto listed = [&](std::uint32_t i) { return state_[i] == kListed; };
    return rebuild ? lists_.rebuild(objects_, listed)
                   : coming_.empty() || lists_.merge(objects_, {coming_.data(), coming_.size()});
  }

  // Returns false if out of memory.
  bool add_pair(std::uint32_t i, std::uint32_t j) {
    if (fixed_.both(i, j) || !objects_.accept_each_other(i, j)) return true;
    const std::uint32_t a = i < j ? i : j;
    const std::uint32_t b = i < j ? j : i;
    const auto insertion = pairs_.insert(a, b, now_);
    if (insertion == PairTable::Insertion::added) return added_.push_back({a, b});
    return insertion == PairTable::Insertion::known;
  }

  // Removes the pairs for which out(pair, time last seen) holds. Returns false if out of memory.
  template <class Out>
  bool remove_pairs(Out&& out) {
    bool memory = true;
    pairs_.remove_if([&](const Pair& p, std::uint32_t seen) {
      if (!out(p, seen)) return false;
      memory = memory && removed_.push_back(p);
      return true;
    });
    return memory;
  }

  // Removes the pairs of objects that leave; `parted`: also those that no longer overlap.
  bool remove_separated(bool parted, QueryStats& stats) {
    return remove_pairs([&](const Pair& p, std::uint32_t) {
      if (((state_[p.a] | state_[p.b]) & kLeaving) != 0) return true;
      if (!parted || (!objects_.is_moved(p.a) && !objects_.is_moved(p.b))) return false;
      ++stats.tests;
      return !overlaps_nonempty(objects_.box(p.a), objects_.box(p.b));
    });
  }

  // Lists boxes in the order of their lower ends; in a list of its own those with included(slot).
  template <class Included>
  bool gather(int axis, int side, Included&& included) {
    auto& records = sweep_.records(side);
    records.clear();
    for (const BoxEnd<T>& e : lists_.list(axis)) {
      if (e.upper() || !included(e.slot())) continue;
      const Aabb<D, T>& box = objects_.box(e.slot());
      if (!records.push_back(SweepRecord<D, T>::of(box, axis, e.slot()))) return false;
    }
    return true;
  }
  int sweep_axis() const {
    return options_.lists == SweepLists::one_axis ? lists_.first()
                                                  : axis_of_greatest_variance(objects_.boxes());
  }

  // Finds all pairs, by a sweep along the sorted ends; pairs not seen are removed.
  template <class Trace>
  bool sweep_all(QueryStats& stats, const Trace& trace) {
    const auto hit = [&](std::uint32_t i, std::uint32_t j) { return add_pair(i, j); };
    return gather(sweep_axis(), 0, [](std::uint32_t) { return true; }) &&
           sweep_.run(false, D, stats, hit, trace) == Status::ok &&
           remove_pairs([&](const Pair&, std::uint32_t seen) { return seen != now_; });
  }

  // Finds the pairs of new objects.
  template <class Trace>
  bool sweep_coming(QueryStats& stats, const Trace& trace) {
    for (const std::uint32_t i : coming_) state_[i] |= kComing;
    const auto is_coming = [&](std::uint32_t i) { return (state_[i] & kComing) != 0; };
    // Two new objects are found from both sides.
    const auto hit = [&](std::uint32_t i, std::uint32_t j) {
      return i == j || (is_coming(j) && j < i) || add_pair(i, j);
    };
    const int axis = sweep_axis();
    const bool ok = gather(axis, 0, is_coming) &&
                    gather(axis, 1, [](std::uint32_t) { return true; }) &&
                    sweep_.run(true, D, stats, hit, trace) == Status::ok;
    for (const std::uint32_t i : coming_) state_[i] = kListed;
    return ok;
  }

  // Makes all objects new.
  void forget() {
    lists_.clear();
    pairs_.clear();
    added_.clear();
    removed_.clear();
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      state_[i] = 0;
      if (objects_.alive(i)) objects_.mark_moved(i);
    }
  }

  Allocator allocator_;  // of all members below
  IncrementalSweepOptions options_;
  Table objects_{allocator_};
  FixedSlots fixed_{allocator_};
  Buffer<std::uint8_t> state_{allocator_};  // by slot
  EndLists<D, T> lists_{allocator_};
  PairTable pairs_{allocator_};
  Buffer<Pair> added_{allocator_};
  Buffer<Pair> removed_{allocator_};
  Buffer<std::uint32_t> coming_{allocator_};
  ColumnSweep<D, T> sweep_{allocator_};
  std::uint32_t now_ = 0;
};

}  // namespace masu::detail
