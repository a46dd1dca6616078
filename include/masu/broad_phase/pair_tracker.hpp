// SPDX-License-Identifier: MIT
// The pairs of moving objects, kept from frame to frame: what is paid for is what moved.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/detail/fixed_slots.hpp>
#include <masu/broad_phase/detail/frame_pairs.hpp>
#include <masu/broad_phase/detail/partner_lists.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>

namespace masu {

// Events of a PairTracker. PhaseBegins says which way a frame goes, "amend" or "find anew", and
// where a table of all pairs becomes lists, "list partners"; the index or the sorted search tells
// of its own steps. HashGrid looks a few movers up ahead of reading.
struct SearchMover {
  std::uint32_t object;
};
// To the trace: a pair has begun.
struct PairAdded {
  Pair pair;
};
// To the trace: a pair has ended.
struct PairRemoved {
  Pair pair;
};

// An index that can be asked for what its moved objects meet, with its objects in slots: HashGrid,
// RegisteredOrthtree, DynamicBvh.
template <class Index, int D, class T>
concept MovingIndex = DynamicIndex<Index, D, T> &&
    std::constructible_from<Index, typename Index::Options, Allocator> &&
    requires(Index& index, QueryStats& stats, bool (*meet)(std::uint32_t, std::uint32_t),
             bool (*once)(std::uint32_t), std::uint32_t slot, const NoTrace& trace,
             BoxSpan<D, T> boxes, std::span<Handle> handles, const InsertColumns& columns) {
  { index.insert_many(boxes, handles, columns) } -> std::same_as<Status>;
  { index.reserve(std::size_t(0)) } -> std::same_as<Status>;
  { index.search_moved(stats, once, meet, once, trace) } -> std::same_as<bool>;
  { index.form_pair(slot, slot) } -> std::same_as<bool>;
  { index.boxes() } -> std::same_as<BoxSpan<D, T>>;
  { index.moved_count() } -> std::same_as<std::size_t>;
  index.forget_moved(std::size_t(0));
  index.mark_moved(slot);
};

// insert(), move() and erase() tell what happens; update() brings the pairs up to date and says
// which were added and which removed since the last update(). Pairs are named by slots, the `index`
// of handles, a < b.
//
// While few objects move, each is looked for in the index and its list of partners amended: O(moved
// + pairs changed), nothing looks at all objects or at all pairs. When more than one object in
// rebuild_share has moved, all pairs are found anew by SortedOrthtree and compared with the old
// ones, and the index waits until it is needed. Memory: about 70 bytes an object beside the index,
// and 16 a pair.
//
// Fixed objects, as static geometry is, form no pairs with each other: these cost neither memory
// nor, where they lie together, time.
//
// An erased object's slot is given to no other before the next update(), so that what it reports as
// removed cannot be mistaken.
template <int D, class T = float, MovingIndex<D, T> Index = HashGrid<D, T>>
class PairTracker {
 public:
  using Box = Aabb<D, T>;
  using Options = typename Index::Options;
  // The share to begin with.
  static constexpr std::size_t kRebuildShare = 12;
  // When more than one in so many objects has moved, all pairs are found anew.
  std::size_t rebuild_share = kRebuildShare;

  // Options of the index, which starts without objects: theirs are the slots that are tracked.
  explicit PairTracker(const typename Index::Options& options = {},
                       Allocator allocator = default_allocator())
      : index_(options, allocator),
        boxes_(allocator),
        states_(allocator),
        fixed_(allocator),
        late_(allocator),
        dead_(allocator),
        lists_(allocator),
        table_(allocator),
        next_table_(allocator),
        difference_(allocator),
        scratch_(allocator),
        pairs_(allocator),
        filters_(allocator),
        added_(allocator),
        removed_(allocator),
        news_(allocator),
        sorted_(allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // Adds an object. Two objects that are both `fixed` never form a pair; a fixed one may move.
  // Statuses are those of the index. Unchanged if it fails.
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      bool fixed = false) {
    if (!reserve_slots(boxes_.size() + 1)) return {Status::out_of_memory, {}};
    const InsertResult added = index_.insert(box, user_data, filter);
    if (added.status != Status::ok) return added;
    start(added.handle.index, fixed);
    return added;
  }

  // Inserts an object for each box and writes their handles, as insert() in turn does; `fixed` is
  // empty (none is) or has a byte for each. Statuses: size_mismatch, and those of the index;
  // nothing has changed if it fails.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, std::span<const std::uint8_t> fixed = {}) {
    if (!fixed.empty() && fixed.size() != boxes.size()) return Status::size_mismatch;
    if (boxes.size() > detail::ObjectTable<D, T>::kNoLink) return Status::too_many_objects;
    if (!reserve_slots(boxes_.size() + boxes.size())) return Status::out_of_memory;
    const Status good = index_.insert_many(boxes, handles, columns);
    if (good != Status::ok) return good;
    for (std::size_t k = 0; k < handles.size(); ++k) {
      start(handles[k].index, !fixed.empty() && fixed[k] != 0);
    }
    return Status::ok;
  }
  // Makes room for so many objects. Statuses are those of the index.
  Status reserve(std::size_t objects) {
    const Status good = index_.reserve(objects);
    if (good != Status::ok) return good;
    return reserve_slots(objects) ? Status::ok : Status::out_of_memory;
  }

  // O(1). Moving to the box it has changes nothing and costs no search.
  Status move(Handle h, const Box& box) {
    if (!contains(h)) return Status::stale_handle;
    const Box target = index_.period().any() ? wrap(box, index_.period()) : box;
    if (target != boxes_[h.index]) put_late(h.index, target);
    return Status::ok;
  }

  // A hint that it will move.
  void prefetch(std::uint32_t slot) const {
    if (slot >= boxes_.size()) return;
    prefetch_for_write(&boxes_[slot]);
    prefetch_for_write(&states_[slot]);
    index_.prefetch(slot);
  }
  // The same for many at once, and faster than one by one. Stops at the first stale handle; those
  // before it have moved. size_mismatch: nothing has changed.
  Status move_many(std::span<const Handle> handles, BoxSpan<D, T> boxes) {
    if (handles.size() != boxes.size()) return Status::size_mismatch;
    for (std::size_t k = 0; k < handles.size(); ++k) {
      const std::size_t soon = k + 16;
      if (soon < handles.size()) prefetch(handles[soon].index);
      const Status good = move(handles[k], boxes[k]);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }

  // The same by jobs, for handles that are not stale, each once: handle_of(k) to box_of(k) for k <
  // count. A job that throws leaves some unmoved. False: no memory, nothing has moved.
  template <class HandleOf, class BoxOf>
  [[nodiscard]] bool move_each(std::size_t count, HandleOf&& handle_of, BoxOf&& box_of,
                               const JobSystem& jobs) {
    constexpr std::size_t kBlock = 2048;
    if (!news_.resize(count)) return false;
    for (std::uint8_t& n : news_) n = 0;
    const auto slot_of = [&](std::size_t k) { return handle_of(k).index; };
    const LateList<decltype(slot_of)> list{*this, slot_of};
    const bool wraps = index_.period().any();
    jobs.for_each_block(count, kBlock, [&](std::size_t first, std::size_t end) {
      for (std::size_t k = first; k < end; ++k) {
        const std::uint32_t i = slot_of(k);
        const Box target = wraps ? wrap(box_of(k), index_.period()) : box_of(k);
        if (target == boxes_[i]) continue;
        boxes_[i] = target;
        news_[k] = states_[i] == State::current ? 1 : 0;
        if (news_[k] != 0) states_[i] = State::late;
      }
    });
    return true;
  }

  // Gives every slot a box, by its number: as many boxes as slots() says; those of slots without an
  // object are not looked at. Those that change count as moved. O(n).
  Status move_all(BoxSpan<D, T> boxes) {
    if (boxes.size() != boxes_.size()) return Status::size_mismatch;
    const bool wraps = index_.period().any();
    const bool full = dead_.empty() && index_.size() == boxes_.size();
    const auto tracked = [&](std::uint32_t i) {
      return full || (index_.alive(i) && states_[i] != State::dead);
    };
    std::uint32_t i = 0;
    for (; i < boxes_.size() && !all_late_; ++i) {
      if (!tracked(i)) continue;
      const Box target = wraps ? wrap(boxes[i], index_.period()) : boxes[i];
      if (target == boxes_[i]) continue;
      put_late(i, target);
      all_late_ = much_moved();  // from here on nobody need know which
    }
    for (; i < boxes_.size(); ++i) {
      if (tracked(i)) boxes_[i] = wraps ? wrap(boxes[i], index_.period()) : boxes[i];
    }
    return Status::ok;
  }

  // The handle is stale from here on; its pairs are among those removed at the next update(). O(1).
  Status erase(Handle h) {
    if (!contains(h)) return Status::stale_handle;
    put_late(h.index, Box::nothing());  // on the list, so that its pairs are dropped
    states_[h.index] = State::dead;
    dead_.set_size(dead_.size() + 1);
    dead_.back() = h.index;
    return Status::ok;
  }

  std::size_t size() const { return index_.size() - dead_.size(); }
  // Slots of objects, those of removed ones too.
  std::size_t slots() const { return boxes_.size(); }
  bool contains(Handle h) const { return index_.contains(h) && states_[h.index] != State::dead; }
  // The handle of the object in a slot.
  Handle handle(std::uint32_t slot) const { return index_.handle(slot); }
  // The boxes as last told, by slot; of slots without an object an empty one.
  BoxSpan<D, T> boxes() const { return boxes_; }

  // The index, all moves done: for queries. O(moved since the last time).
  // out_of_memory: see bring_index_up_to_date().
  const Index& index() {
    (void)bring_index_up_to_date();
    return index_;
  }
  // Statuses are those of the index's move(); what could not be moved is tried again next time.
  Status bring_index_up_to_date() {
    if (all_late_) {
      for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
        if (index_.alive(i)) put_late(i, boxes_[i]);
      }
      all_late_ = false;
    }
    Status good = behind_ ? catch_up() : Status::ok;
    if (good == Status::ok) good = move_late();
    return good;
  }

  // --- Pairs -------------------------------------------------------------------------------------

  // Brings the pairs up to date; stats.results counts those added and removed, stats.comparisons
  // partners compared when many have moved: then jobs find and compare. out_of_memory: what has
  // been reported so far stands, and the next update() goes on from there, as it does after a job
  // that threw.
  template <class Trace = NoTrace>
  SearchResult update(Trace&& trace = {}, const JobSystem& jobs = {}) {
    SearchResult result;
    start_report();
    result.status =
        much_moved() ? find_anew(result.stats, trace, jobs) : amend(result.stats, trace);
    reported_ = result.status == Status::ok;
    if (reported_) bury();
    result.stats.results = added_.size() + removed_.size();
    return result;
  }

  // Of the last update(), valid until the next.
  std::span<const Pair> added() const { return {added_.data(), added_.size()}; }
  std::span<const Pair> removed() const { return {removed_.data(), removed_.size()}; }

  // As of the last update().
  std::size_t pair_count() const { return in_table_ ? table_.pair_count() : lists_.pair_count(); }
  // visit(a, b) for each pair as of the last update(), a < b, until it returns false. O(n + pairs).
  template <class Visit>
  Status for_each_pair(Visit&& visit) const {
    for (std::uint32_t a = 0; a < boxes_.size(); ++a) {
      const bool on =
          for_each_partner(a, [&](std::uint32_t b) { return b < a || goes_on(visit, a, b); });
      if (!on) return Status::stopped;
    }
    return Status::ok;
  }
  // visit(slot) for each object that forms a pair with this one as of the last update(), until it
  // returns false. O(partners), but O(n) the first time after many have moved.
  template <class Visit>
  Status pairs_of(Handle h, Visit&& visit) {
    if (!contains(h)) return Status::stale_handle;
    const Status good = use_lists();
    if (good != Status::ok) return good;
    const bool on = lists_.for_each(h.index, [&](std::uint32_t j) { return goes_on(visit, j); });
    return on ? Status::ok : Status::stopped;
  }

  // Each pair of the boxes as last told, found from scratch: for those who ask for the whole list
  // when everything moves. Nothing is reported or amended. The order is SortedOrthtree's.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(Sink&& sink, Trace&& trace = {}, const JobSystem& jobs = {}) {
    PairOptions<D, T> options;
    options.period = index_.period();
    options.jobs = jobs;
    options.fixed = fixed_.flags();
    if (index_.has_filters()) {
      if (!filters_.resize(boxes_.size())) return {Status::out_of_memory, {}};
      for (std::uint32_t i = 0; i < filters_.size(); ++i) filters_[i] = index_[i].filter;
      options.filters = {filters_.data(), filters_.size()};
    }
    return sorted_.find_pairs(BoxSpan<D, T>(boxes_), sink, options, trace);
  }

  // True when the pairs are those that overlap, and every list is sound; for tests, after update().
  bool validate() {
    CountPairs count;
    if (find_pairs(count).status != Status::ok || count.count != pair_count()) return false;
    bool good = true;
    const Status status = for_each_pair([&](std::uint32_t a, std::uint32_t b) {
      good =
          good && (index_.period().any() ? overlaps_wrapped(boxes_[a], boxes_[b], index_.period())
                                         : overlaps(boxes_[a], boxes_[b]));
    });
    return good && status == Status::ok && (in_table_ || lists_.validate());
  }

 private:
  static Pair ordered(std::uint32_t i, std::uint32_t j) { return i < j ? Pair{i, j} : Pair{j, i}; }
  bool reserve_slots(std::size_t slots) {
    return boxes_.grow(slots) && states_.grow(slots) && fixed_.grow(slots) && late_.grow(slots) &&
           dead_.grow(slots) && lists_.reserve(slots);
  }
  // Tracks the new object in a slot, for which there is room.
  void start(std::uint32_t i, bool fixed) {
    if (i >= boxes_.size()) {
      boxes_.set_size(i + 1);
      states_.set_size(i + 1);
      (void)lists_.resize(i + 1);
    }
    states_[i] = State::current;
    fixed_.put(i, fixed);
    boxes_[i] = index_.boxes()[i];
  }
  // Made for all that was moved, whatever ends the jobs.
  template <class SlotOf>
  struct LateList {
    PairTracker& tracker;
    const SlotOf& slot_of;

    ~LateList() {
      for (std::size_t k = 0; k < tracker.news_.size(); ++k) {
        if (tracker.news_[k] != 0) tracker.list_late(slot_of(k));
      }
    }
  };
  void put_late(std::uint32_t i, const Box& box) {
    boxes_[i] = box;
    if (states_[i] != State::current) return;
    states_[i] = State::late;
    list_late(i);
  }
  void list_late(std::uint32_t i) {
    late_.set_size(late_.size() + 1);
    late_.back() = i;
  }
  // The index gets the boxes that are part of the pairs already, and forgets that they moved.
  Status catch_up() {
    const std::size_t moved_before = index_.moved_count();
    Status good = Status::ok;
    for (std::uint32_t i = 0; i < boxes_.size() && good == Status::ok; ++i) {
      const bool turn = states_[i] == State::current && index_.alive(i);
      if (turn) good = index_.move(index_.handle(i), boxes_[i]);
    }
    index_.forget_moved(moved_before);
    behind_ = good != Status::ok;
    return good;
  }
  // All count as moved, those too that the index sees where they were: it may not know where they
  // have been in between.
  Status move_late() {
    Status good = Status::ok;
    std::size_t done = 0;
    for (; done < late_.size(); ++done) {
      prefetch_late(done);
      const std::uint32_t i = late_[done];
      good = index_.move(index_.handle(i), boxes_[i]);
      if (good != Status::ok) break;
      index_.mark_moved(i);
      if (states_[i] == State::late) states_[i] = State::current;
    }
    for (std::size_t k = done; k < late_.size(); ++k) late_[k - done] = late_[k];
    late_.set_size(late_.size() - done);
    return good;
  }
  void prefetch_late(std::size_t k) const {
    if (k + 16 < late_.size()) index_.prefetch(late_[k + 16]);
    if (k + 8 < late_.size()) index_.prefetch_place(late_[k + 8]);
  }
  // After an update(): slots of erased objects may be used again.
  void bury() {
    for (const std::uint32_t i : dead_) {
      fixed_.put(i, false);
      (void)index_.erase(index_.handle(i));
    }
    dead_.clear();
  }
  bool much_moved() const {
    return all_late_ || (late_.size() + index_.moved_count()) * rebuild_share > index_.size();
  }
  void start_report() {
    if (!reported_) return;
    added_.clear();
    removed_.clear();
    reported_ = false;
  }
  template <class F>
  bool for_each_partner(std::uint32_t a, F&& f) const {
    if (!in_table_) return lists_.for_each(a, f);
    for (const std::uint32_t b : table_.partners(a)) {
      if (!f(b)) return false;
    }
    return true;
  }

  // --- Few have moved ----------------------------------------------------------------------------

  // From the table of the last whole search to lists that can be amended.
  template <class Trace = NoTrace>
  Status use_lists(Trace&& trace = {}) {
    if (!in_table_) return Status::ok;
    trace.on(PhaseBegins{"list partners"});
    lists_.clear();
    for (std::uint32_t a = 0; a < boxes_.size(); ++a) {
      for (const std::uint32_t b : table_.partners(a)) {
        if (!lists_.add(a, b)) return Status::out_of_memory;
      }
    }
    in_table_ = false;
    return Status::ok;
  }

  template <class Trace>
  Status amend(QueryStats& stats, Trace& trace) {
    if (late_.empty() && index_.moved_count() == 0) return Status::ok;
    trace.on(PhaseBegins{"amend"});
    Status good = use_lists(trace);
    if (good == Status::ok) good = bring_index_up_to_date();
    if (good != Status::ok) return good;
    std::uint32_t still = 0;
    const auto begin = [&](std::uint32_t i) {
      trace.on(SearchMover{i});
      lists_.prefetch(i);
      return true;
    };
    const auto meet = [&](std::uint32_t i, std::uint32_t j) {
      if (fixed_.both(i, j)) return true;
      if (lists_.are_partners(i, j)) {
        ++still;
        return true;
      }
      ++fresh_;
      return add_pair(i, j, trace);
    };
    const auto done = [&](std::uint32_t i) {
      const bool some_left = lists_.count(i) != still + fresh_;
      still = fresh_ = 0;
      return !some_left || drop_pairs(i, trace);
    };
    fresh_ = 0;
    if (!index_.search_moved(stats, begin, meet, done, trace)) return Status::out_of_memory;
    index_.forget_moved(0);
    return Status::ok;
  }
  template <class Trace>
  bool add_pair(std::uint32_t i, std::uint32_t j, Trace& trace) {
    if (!added_.grow(added_.size() + 1) || !lists_.add(i, j)) return false;
    trace.on(PairAdded{ordered(i, j)});
    return added_.push_back(ordered(i, j));
  }
  // Those of i that no longer meet it.
  template <class Trace>
  bool drop_pairs(std::uint32_t i, Trace& trace) {
    if (!lists_.copy(i, scratch_)) return false;
    if (!removed_.grow(removed_.size() + scratch_.size())) return false;
    for (const std::uint32_t j : scratch_) {
      if (index_.form_pair(i, j)) continue;
      lists_.drop(i, j);
      trace.on(PairRemoved{ordered(i, j)});
      (void)removed_.push_back(ordered(i, j));
    }
    return true;
  }

  // --- Many have moved ---------------------------------------------------------------------------

  template <class Trace>
  Status find_anew(QueryStats& stats, Trace& trace, const JobSystem& jobs) {
    trace.on(PhaseBegins{"find anew"});
    if (!in_table_ && !table_from_lists()) return Status::out_of_memory;
    const SearchResult found = find_pairs(pairs_, trace, jobs);
    if (found.status != Status::ok) return found.status;
    stats = found.stats;
    if (!next_table_.make({pairs_.data(), pairs_.size()}, boxes_.size()) ||
        !report_differences(stats, trace, jobs)) {
      return Status::out_of_memory;
    }
    std::swap(table_, next_table_);
    in_table_ = true;
    // Where most have come, not moved, few may move from now on. What amend() needs is prepared in
    // this update, which is long anyway. Without memory for it amend() does so.
    const bool prepare = !all_late_ && index_.moved_count() > late_.size();
    if (!prepare || bring_index_up_to_date() != Status::ok) leave_index_behind();
    index_.forget_moved(0);
    if (prepare) (void)use_lists(trace);
    return Status::ok;
  }
  // The boxes are part of the pairs now, though the index does not know them.
  void leave_index_behind() {
    for (const std::uint32_t i : late_) {
      if (states_[i] == State::late) states_[i] = State::current;
    }
    late_.clear();
    all_late_ = false;
    behind_ = true;
  }
  bool table_from_lists() {
    pairs_.clear();
    const Status good = for_each_pair([&](std::uint32_t a, std::uint32_t b) {
      return pairs_.push_back({a, b});
    });
    if (good != Status::ok || !table_.make({pairs_.data(), pairs_.size()}, boxes_.size()))
      return false;
    in_table_ = true;
    return true;
  }
  // All or nothing, so that a second try reports nothing twice.
  template <class Trace>
  bool report_differences(QueryStats& stats, Trace& trace, const JobSystem& jobs) {
    const std::size_t added = added_.size();
    const std::size_t removed = removed_.size();
    if (!difference_.find(table_, next_table_, boxes_.size(), jobs, stats.comparisons, removed_,
                          added_)) {
      return false;
    }
    for (std::size_t k = removed; k < removed_.size(); ++k) trace.on(PairRemoved{removed_[k]});
    for (std::size_t k = added; k < added_.size(); ++k) trace.on(PairAdded{added_[k]});
    return true;
  }

  Index index_;
  Buffer<Box> boxes_;  // as last told, wrapped; by slot
  // Of a slot: its box is part of the pairs; is not yet, and the slot is on the late list; and its
  // object is erased, until it is buried.
  enum class State : std::uint8_t { current, late, dead };
  Buffer<State> states_;
  detail::FixedSlots fixed_;
  Buffer<std::uint32_t> late_;
  bool all_late_ = false;  // as if all were on the list
  bool behind_ = false;    // the index may lack boxes of current slots
  Buffer<std::uint32_t> dead_;
  // The pairs as of the last update(): in lists that can be amended, or, after a whole search, in a
  // table by smaller end.
  detail::PartnerLists lists_;
  detail::FramePairs table_;
  bool in_table_ = false;
  detail::FramePairs next_table_;
  detail::FrameDifference difference_;
  Buffer<std::uint32_t> scratch_;
  PairList pairs_;
  Buffer<Filter> filters_;
  PairList added_;
  PairList removed_;
  Buffer<std::uint8_t> news_;  // of a move: is late since
  bool reported_ = false;      // what added_ and removed_ hold is of an update() that ended
  std::uint32_t fresh_ = 0;
  SortedOrthtree<D, T> sorted_;
};

}  // namespace masu
