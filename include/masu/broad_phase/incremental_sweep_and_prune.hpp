// SPDX-License-Identifier: MIT
// Sweep and prune that remembers: the ends of all boxes stay in order along the axes, and what
// moved a little is put right by insertion sort.
//
// L ("sorting and searching") takes insertion sort because objects that move little change places
// with few others: n - 1 comparisons when none does. What it leaves open is the rest of the bill. A
// shift is an inversion, a pair of ends that changed its order; when everything moves in a fixed
// world, ends pass ever more others as the world fills up, n^2 in the limit on one axis. (D.
// Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992; J. Cohen, M. Lin, D. Manocha
// and M. Ponamgi, "I-COLLIDE", 1995.) So the sort has a budget, and beyond it gives way to a radix
// sort and a sweep, which does not care where things were.
#pragma once

#include <masu/broad_phase/detail/column_sweep.hpp>
#include <masu/broad_phase/detail/end_lists.hpp>
#include <masu/broad_phase/detail/fixed_slots.hpp>
#include <masu/broad_phase/detail/pair_table.hpp>
#include <masu/broad_phase/detail/sweep_axis.hpp>

namespace masu {

// On how many axes sorted lists are kept.
enum class SweepLists : std::uint8_t {
  every_axis,  // both ends on each axis: new pairs show where a lower end passes an upper one
  one_axis,    // lower ends along the axis of the greatest variance: sorted, then swept
};

// Which lists are kept, and when they are sorted anew instead of mended.
struct IncrementalSweepOptions {
  static constexpr std::uint32_t kNoLimit = 0xffff'ffffu;  // mended however long it takes

  SweepLists lists = SweepLists::every_axis;
  // An axis that needs more shifts than this an end is sorted by radix.
  std::uint32_t shifts_per_end = 16;
};

// Objects come, move and leave in O(1); update() brings lists and pairs up to date. Pairs are named
// by slots (the `index` of handles), a < b; a slot whose object was replaced loses its pairs and
// gets new ones. Empty boxes may be stored and meet nothing. The world does not wrap: there is no
// period to give. Order of pairs: depends on the history alone, not on the machine.
template <int D, class T = float>
class IncrementalSweepAndPrune {
  using Table = detail::ObjectTable<D, T>;

 public:
  using Box = Aabb<D, T>;
  using Object = typename Table::Object;
  using Id = Handle;

  explicit IncrementalSweepAndPrune(const IncrementalSweepOptions& options = {},
                                    Allocator allocator = default_allocator())
      : options_(options),
        objects_(allocator),
        fixed_(allocator),
        state_(allocator),
        lists_(allocator),
        pairs_(allocator),
        added_(allocator),
        removed_(allocator),
        coming_(allocator),
        sweep_(allocator) {
    if (options_.lists == SweepLists::one_axis) lists_.set_one_axis(0);
  }

  // --- Objects -----------------------------------------------------------------------------------

  // Adds an object, which takes part from the next update() on. Two objects that are both `fixed`
  // never form a pair. O(1) amortised. Unchanged if it fails.
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      bool fixed = false) {
    const std::size_t slots = objects_.slots() + std::size_t(1);
    if (!state_.grow(slots) || !fixed_.grow(slots)) return {Status::out_of_memory, {}};
    const InsertResult r = objects_.insert(box, user_data, filter);
    if (r.status == Status::ok) fixed_.put(r.handle.index, fixed);
    if (r.status == Status::ok && r.handle.index == state_.size()) {
      state_.set_size(state_.size() + 1);
      state_.back() = 0;
    }
    return r;
  }

  // Inserts an object for each box and writes their handles, as insert() in turn does; `fixed` is
  // empty (none is) or has a byte for each. O(1) each. Statuses: size_mismatch, and those of
  // insert(); nothing has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, std::span<const std::uint8_t> fixed = {}) {
    if (!fixed.empty() && fixed.size() != boxes.size()) return Status::size_mismatch;
    if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
    if (boxes.size() > Table::kNoLink - objects_.size()) return Status::too_many_objects;
    const Status good = reserve(objects_.size() + boxes.size());
    if (good != Status::ok) return good;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      handles[k] = insert(boxes[k], columns.user_data_of(k), columns.filter_of(k),
                          !fixed.empty() && fixed[k] != 0)
                       .handle;
    }
    return Status::ok;
  }

  // O(1).
  Status move(Handle handle, const Box& box) {
    if (!contains(handle)) return Status::stale_handle;
    if (box == objects_.box(handle.index)) return Status::ok;
    objects_.set_box(handle.index, box);
    objects_.mark_moved(handle.index);
    return Status::ok;
  }

  // The handle is stale from here on; its pairs go with the next update(). O(1).
  Status erase(Handle handle) {
    if (!contains(handle)) return Status::stale_handle;
    state_[handle.index] |= kReplaced;
    objects_.mark_moved(handle.index);
    fixed_.put(handle.index, false);
    objects_.erase(handle.index);
    return Status::ok;
  }

  // All objects and pairs go, all handles become stale; memory is kept. O(slots).
  void clear() {
    forget();
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) fixed_.put(i, false);
    objects_.clear();
  }
  // After it, so many objects can be inserted without an allocation.
  Status reserve(std::size_t objects) {
    if (objects > Table::kNoLink) return Status::too_many_objects;
    const bool fits = objects_.reserve(objects) && state_.grow(objects) && fixed_.grow(objects);
    return fits ? Status::ok : Status::out_of_memory;
  }

  std::size_t size() const { return objects_.size(); }
  bool contains(Handle h) const { return objects_.contains(h); }
  // The object in a slot that lives.
  Handle handle(std::uint32_t slot) const { return objects_.handle(slot); }
  Object operator[](std::uint32_t slot) const { return objects_.object(slot); }

  // --- Pairs -------------------------------------------------------------------------------------

  // Sorts, and finds what changed: `comparisons` and `shifts` of the sort, `tests` of boxes,
  // `results` pairs added and removed. O(n + shifts + pairs) with few shifts; beyond the budget as
  // SweepAndPrune. out_of_memory: objects stay, all pairs are forgotten, and the next update() that
  // succeeds reports every pair as added.
  template <class Trace = NoTrace>
  SearchResult update(Trace&& trace = {}) {
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

  // What the last update() changed.
  std::span<const Pair> added() const { return added_; }
  std::span<const Pair> removed() const { return removed_; }

  // Each unordered pair of objects that overlapped at the last update(), once.
  template <PairSink Sink>
  SearchResult find_pairs(Sink&& sink) const {
    PairOutput<std::remove_reference_t<Sink>> out(sink);
    if (pairs_.size() != 0) out.put(pairs_.pairs());
    QueryStats stats;
    stats.results = out.results();
    return {out.status(), stats};
  }

  // --- Queries -----------------------------------------------------------------------------------

  // visit(handle) for each object that overlaps the box, as objects are now. O(slots): lists of
  // ends answer no queries.
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit,
                                    const MaybeFilter& filter = {}) const {
    QueryStats stats;
    for (std::uint32_t i = 0; i < objects_.slots() && !box.empty(); ++i) {
      ++stats.tests;
      if (!overlaps(objects_.box(i), box) || !objects_.accepted(i, filter)) continue;
      ++stats.results;
      if (!goes_on(visit, objects_.handle(i))) return {Status::stopped, stats};
    }
    return {Status::ok, stats};
  }

  // True when every invariant holds; for tests, after an update() that succeeded. O(n + pairs).
  bool validate() const;

 private:
  enum : std::uint8_t {
    kListed = 1,    // has its ends in the lists
    kReplaced = 2,  // its object was erased since
    kLeaving = 4,   // its ends and pairs must go
    kComing = 8,    // only while pairs of those that came are sought
  };

  bool present(std::uint32_t i) const { return objects_.alive(i) && !objects_.box(i).empty(); }

  // False: no memory.
  template <class Trace>
  bool bring_up_to_date(QueryStats& stats, Trace& trace) {
    bool leaving = false;
    if (!sort_out(leaving)) return false;
    if (leaving) lists_.drop([&](std::uint32_t i) { return (state_[i] & kLeaving) != 0; });
    lists_.refresh(objects_);
    bool memory = true;
    const auto met = [&](std::uint32_t i, std::uint32_t j) {
      ++stats.tests;
      if (overlaps_nonempty(objects_.box(i), objects_.box(j))) memory = meet(i, j);
      return memory;
    };
    const bool fresh = coming_.size() * 2 > objects_.size();
    const std::uint64_t most = most_shifts();
    const bool sorted = !fresh && lists_.sort(most, stats, met, trace);
    if (!memory) return false;
    const bool swept = !sorted || options_.lists == SweepLists::one_axis;
    if (!drop_pairs(!swept, stats) || !enlist(!sorted)) return false;
    if (swept) return sweep_all(stats, trace);
    return coming_.empty() || sweep_coming(stats, trace);
  }

  // Who leaves the lists and who comes to them.
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

  // Those that came get their ends.
  bool enlist(bool anew) {
    for (const std::uint32_t i : objects_.moved()) state_[i] &= ~kLeaving;
    for (const std::uint32_t i : coming_) state_[i] = kListed;
    if (anew && options_.lists == SweepLists::one_axis) {
      lists_.set_one_axis(detail::axis_of_greatest_variance(objects_.boxes()));
    }
    const auto listed = [&](std::uint32_t i) { return state_[i] == kListed; };
    return anew ? lists_.rebuild(objects_, listed)
                : coming_.empty() || lists_.merge(objects_, {coming_.data(), coming_.size()});
  }

  // False: no memory.
  bool meet(std::uint32_t i, std::uint32_t j) {
    if (fixed_.both(i, j) || !objects_.accept_each_other(i, j)) return true;
    const std::uint32_t a = i < j ? i : j;
    const std::uint32_t b = i < j ? j : i;
    const auto put = pairs_.put(a, b, now_);
    if (put == detail::PairTable::Put::added) return added_.push_back({a, b});
    return put == detail::PairTable::Put::known;
  }

  // Takes out the pairs for which out(pair, time last seen) holds. False: no memory.
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

  // Pairs of objects that leave go; `parted`: and those that no longer overlap.
  bool drop_pairs(bool parted, QueryStats& stats) {
    return remove_pairs([&](const Pair& p, std::uint32_t) {
      if (((state_[p.a] | state_[p.b]) & kLeaving) != 0) return true;
      if (!parted || (!objects_.is_moved(p.a) && !objects_.is_moved(p.b))) return false;
      ++stats.tests;
      return !overlaps_nonempty(objects_.box(p.a), objects_.box(p.b));
    });
  }

  // Boxes in the order of their lower ends; in a list of its own those that wanted(slot).
  template <class Wanted>
  bool gather(int axis, int side, Wanted&& wanted) {
    auto& records = sweep_.records(side);
    records.clear();
    for (const BoxEnd<T>& e : lists_.list(axis)) {
      if (e.upper() || !wanted(e.slot())) continue;
      const Box& box = objects_.box(e.slot());
      if (!records.push_back(detail::SweepRecord<D, T>::of(box, axis, e.slot()))) return false;
    }
    return true;
  }
  int sweep_axis() const {
    return options_.lists == SweepLists::one_axis
               ? lists_.first()
               : detail::axis_of_greatest_variance(objects_.boxes());
  }

  // All pairs, by a sweep along the sorted ends; those not seen are gone.
  template <class Trace>
  bool sweep_all(QueryStats& stats, Trace& trace) {
    const auto hit = [&](std::uint32_t i, std::uint32_t j) { return meet(i, j); };
    return gather(sweep_axis(), 0, [](std::uint32_t) { return true; }) &&
           sweep_.run(false, D, stats, hit, trace) == Status::ok &&
           remove_pairs([&](const Pair&, std::uint32_t seen) { return seen != now_; });
  }

  // The pairs of those that came.
  template <class Trace>
  bool sweep_coming(QueryStats& stats, Trace& trace) {
    for (const std::uint32_t i : coming_) state_[i] |= kComing;
    const auto is_coming = [&](std::uint32_t i) { return (state_[i] & kComing) != 0; };
    // Two that came are met from both sides.
    const auto hit = [&](std::uint32_t i, std::uint32_t j) {
      return i == j || (is_coming(j) && j < i) || meet(i, j);
    };
    const int axis = sweep_axis();
    const bool good = gather(axis, 0, is_coming) &&
                      gather(axis, 1, [](std::uint32_t) { return true; }) &&
                      sweep_.run(true, D, stats, hit, trace) == Status::ok;
    for (const std::uint32_t i : coming_) state_[i] = kListed;
    return good;
  }

  // As if all objects had just come.
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

  IncrementalSweepOptions options_;
  Table objects_;
  detail::FixedSlots fixed_;
  Buffer<std::uint8_t> state_;  // by slot
  detail::EndLists<D, T> lists_;
  detail::PairTable pairs_;
  Buffer<Pair> added_;
  Buffer<Pair> removed_;
  Buffer<std::uint32_t> coming_;
  detail::ColumnSweep<D, T> sweep_;
  std::uint32_t now_ = 0;
};

template <int D, class T>
bool IncrementalSweepAndPrune<D, T>::validate() const {
  const auto listed = [&](std::uint32_t i) { return state_[i] == kListed; };
  std::size_t size = 0;
  bool good = state_.size() == objects_.slots();
  for (std::uint32_t i = 0; good && i < objects_.slots(); ++i) {
    good &= state_[i] == (present(i) ? kListed : 0);
    size += listed(i) ? 1 : 0;
  }
  good = good && lists_.validate(objects_, size, listed) && pairs_.validate();
  for (const Pair& p : pairs_.pairs()) {
    good = good && listed(p.a) && listed(p.b) && !fixed_.both(p.a, p.b) &&
           objects_.accept_each_other(p.a, p.b) && overlaps(objects_.box(p.a), objects_.box(p.b));
  }
  return good;
}

}  // namespace masu
