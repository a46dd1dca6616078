// SPDX-License-Identifier: MIT
#include <masu/broad_phase/detail/pair_tracking.hpp>

#include <masu/broad_phase/detail/frame_changes.hpp>
#include "broad_phase/frame_pairs.hpp"
#include "broad_phase/pair_table.hpp"
#include "broad_phase/partner_lists.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu::detail {

// The type is complete where SortedOrthtree is.
#define MASU_INSTANTIATE(D, T) extern template class Opaque<SortedSearch<D, T>>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

// The pairs at the last update(): in lists that can be amended, or, after a complete search, in a
// table by smaller index.
template <int D, class T>
struct TrackedPairs {
  explicit TrackedPairs(Allocator allocator) : memory(allocator) {}

  std::size_t pair_count() const { return in_table ? table.pair_count() : lists.pair_count(); }
  template <class F>
  bool for_each_partner(std::uint32_t a, F&& f) const {
    if (!in_table) return lists.for_each(a, f);
    for (const std::uint32_t b : table.partners(a)) {
      if (!f(b)) return false;
    }
    return true;
  }
  // Converts the table of the last complete search to lists that can be amended.
  template <class Trace>
  Status use_lists(std::size_t slots, const Trace& trace) {
    if (!in_table) return Status::ok;
    trace.on(PhaseBegins{"list partners"});
    lists.clear();
    for (std::uint32_t a = 0; a < slots; ++a) {
      for (const std::uint32_t b : table.partners(a)) {
        if (!lists.add(a, b)) return Status::out_of_memory;
      }
    }
    in_table = false;
    return Status::ok;
  }

  // Brings the array up to date. Returns false if out of memory.
  [[nodiscard]] bool update_array(std::size_t slots) {
    if (array_state == ArrayState::current) return true;
    const bool follows = std::exchange(array_state, ArrayState::stale) == ArrayState::behind;
    const bool ok = follows ? change_array() : make_array(slots);
    if (ok) array_state = ArrayState::current;
    return ok;
  }

  // Frees memory that only a complete search needs, after one for objects that all came at once.
  // Precondition: pairs are in lists.
  void release() {
    table = FramePairs(memory);
    next_table = FramePairs(memory);
    difference = FrameDifference(memory);
    found = PairList(memory);
    all_new = true;
    sorted = SortedOrthtree<D, T>(memory);
  }

  // The array of all pairs, which only users of pairs() have: it must be made again; it lacks the
  // changes of the last update(); or it is complete.
  enum class ArrayState : std::uint8_t { stale, behind, current };

  [[nodiscard]] bool make_array(std::size_t slots) {
    array.start_list();
    for (std::uint32_t a = 0; a < slots; ++a) {
      const bool on =
          for_each_partner(a, [&](std::uint32_t b) { return b < a || array.list(a, b); });
      if (!on) return false;
    }
    return true;
  }
  // No pair is both in `added` and in `removed`.
  [[nodiscard]] bool change_array() {
    for (const Pair& p : removed) {
      if (!array.erase(p.a, p.b)) return false;
    }
    for (const Pair& p : added) {
      if (array.insert(p.a, p.b, 0) == PairTable::Insertion::no_memory) return false;
    }
    return true;
  }

  Allocator memory;  // of all members below
  FixedSlots fixed{memory};
  PartnerLists lists{memory};
  FramePairs table{memory};
  bool in_table = false;
  FramePairs next_table{memory};
  FrameDifference difference{memory};
  Buffer<std::uint32_t> scratch{memory};
  PairList found{memory};
  Buffer<Filter> filters{memory};
  PairList added{memory};
  PairList removed{memory};
  std::size_t most_slots = 0;  // after a complete search
  bool all_new = false;        // `added` is unusually long: free its memory with the report
  bool reported = false;       // added and removed are of an update() that succeeded
  PairTable array{memory};
  ArrayState array_state = ArrayState::stale;
  SortedOrthtree<D, T> sorted{memory};
};

namespace {

Pair ordered(std::uint32_t i, std::uint32_t j) {
  return i < j ? Pair{i, j} : Pair{j, i};
}

}  // namespace

// One update() of a tracker that has pairs.
template <int D, class T, class Trace>
class PairUpdate {
 public:
  using Tracking = PairTracking<D, T>;
  using State = typename Tracking::State;
  using ArrayState = typename TrackedPairs<D, T>::ArrayState;

  PairUpdate(Tracking& tracking, const TrackedIndex<D, T>& index, const MoverSearch& search,
             const Trace& trace, const JobSystem& jobs)
      : t_(tracking),
        p_(*tracking.pairs_.get()),
        index_(index),
        search_(search),
        trace_(trace),
        jobs_(jobs) {}

  SearchResult run() {
    SearchResult result;
    // A report that a failed update() began may name a pair twice: the array cannot follow it.
    const bool follows = p_.reported && p_.array_state == ArrayState::current;
    p_.array_state = ArrayState::stale;
    start_report();
    const bool much = t_.much_moved(index_);
    result.status = much ? search_from_scratch(result.stats) : amend(result.stats);
    p_.reported = result.status == Status::ok;
    if (follows && !much && p_.reported) p_.array_state = ArrayState::behind;
    if (p_.reported) bury();
    result.stats.results = p_.added.size() + p_.removed.size();
    return result;
  }

 private:
  static constexpr std::size_t kManyPairs = 4096;

  void start_report() {
    if (!p_.reported) return;
    p_.added.clear();
    if (std::exchange(p_.all_new, false)) p_.added.release();
    p_.removed.clear();
    p_.reported = false;
  }
  // Lets slots of erased objects be reused.
  void bury() {
    for (const std::uint32_t i : t_.dead_) {
      p_.fixed.set(i, false);
      t_.states_[i] = State::none;
      index_.erase(i);
    }
    t_.dead_.clear();
  }

  // --- Few have moved ----------------------------------------------------------------------------

  Status amend(QueryStats& stats) {
    if (t_.late_.empty() && index_.moved_count() == 0) return Status::ok;
    trace_.on(PhaseBegins{"amend"});
    Status status = p_.use_lists(t_.slots(), trace_);
    if (status == Status::ok) status = t_.bring_index_up_to_date(index_);
    if (status != Status::ok) return status;
    std::uint32_t still = 0;
    std::uint32_t added = 0;
    const auto begin = [&](std::uint32_t i) {
      trace_.on(SearchMover{i});
      p_.lists.prefetch(i);
      return true;
    };
    const auto report = [&](std::uint32_t i, std::uint32_t j) {
      if (p_.fixed.both(i, j)) return true;
      if (p_.lists.are_partners(i, j)) {
        ++still;
        return true;
      }
      ++added;
      return add_pair(i, j);
    };
    const auto done = [&](std::uint32_t i) {
      const bool some_left = p_.lists.count(i) != still + added;
      still = added = 0;
      return !some_left || remove_separated(i);
    };
    const MoverVisitor visitor(begin, report, done);
    const MoverTarget target = visitor.target(kIsWatched<Trace>);
    if (!search_.search(index_.index, stats, target, search_.trace)) return Status::out_of_memory;
    index_.forget_moved(0);
    return Status::ok;
  }
  bool add_pair(std::uint32_t i, std::uint32_t j) {
    if (!p_.added.grow(p_.added.size() + 1) || !p_.lists.add(i, j)) return false;
    trace_.on(PairAdded{ordered(i, j)});
    return p_.added.push_back(ordered(i, j));
  }
  // Removes the pairs of i that no longer overlap.
  bool remove_separated(std::uint32_t i) {
    if (!p_.lists.copy(i, p_.scratch)) return false;
    if (!p_.removed.grow(p_.removed.size() + p_.scratch.size())) return false;
    for (const std::uint32_t j : p_.scratch) {
      if (index_.form_pair(i, j)) continue;
      p_.lists.erase(i, j);
      trace_.on(PairRemoved{ordered(i, j)});
      (void)p_.removed.push_back(ordered(i, j));
    }
    return true;
  }

  // --- Many have moved ---------------------------------------------------------------------------

  Status search_from_scratch(QueryStats& stats) {
    trace_.on(PhaseBegins{"find all"});
    if (!p_.in_table && !table_from_lists()) return Status::out_of_memory;
    PairOutput out(p_.found);
    const typename Tracking::Trace watch = any_trace();
    const SearchResult found =
        t_.find_pairs(index_, out, typename Tracking::SortTrace(watch), jobs_);
    if (found.status != Status::ok) return found.status;
    stats = found.stats;
    if (!p_.next_table.make({p_.found.data(), p_.found.size()}, t_.slots()) ||
        !report_differences(stats)) {
      return Status::out_of_memory;
    }
    std::swap(p_.table, p_.next_table);
    p_.in_table = true;
    // If most objects are new, not moved, few may move from now on. Prepares the data of amend() in
    // this update, which is long anyway. If out of memory, amend() does so.
    const bool prepare = !t_.all_late_ && index_.moved_count() > t_.late_.size();
    if (!prepare || t_.bring_index_up_to_date(index_) != Status::ok) leave_index_behind();
    index_.forget_moved(0);
    const bool listed = prepare && p_.use_lists(t_.slots(), trace_) == Status::ok;
    if (listed && p_.found.size() > kManyPairs && t_.slots() > 2 * p_.most_slots) p_.release();
    p_.most_slots = std::max(p_.most_slots, t_.slots());
    return Status::ok;
  }
  // Returns the trace as an AnyTrace.
  typename Tracking::Trace any_trace() const {
    if constexpr (kIsWatched<Trace>) {
      return trace_;
    } else {
      return {};
    }
  }
  // The pairs now have the new boxes, the index does not.
  void leave_index_behind() {
    for (const std::uint32_t i : t_.late_) {
      if (t_.states_[i] == State::late) t_.states_[i] = State::current;
    }
    t_.late_.clear();
    t_.all_late_ = false;
    t_.behind_ = true;
  }
  bool table_from_lists() {
    p_.found.clear();
    for (std::uint32_t a = 0; a < t_.slots(); ++a) {
      const bool on = p_.lists.for_each(a, [&](std::uint32_t b) {
        return b < a || p_.found.push_back({a, b});
      });
      if (!on) return false;
    }
    if (!p_.table.make({p_.found.data(), p_.found.size()}, t_.slots())) return false;
    p_.in_table = true;
    return true;
  }
  // All or nothing, so that a second attempt reports nothing twice.
  bool report_differences(QueryStats& stats) {
    const std::size_t added = p_.added.size();
    const std::size_t removed = p_.removed.size();
    if (!p_.difference.find(p_.table, p_.next_table, t_.slots(), jobs_, stats.comparisons,
                            p_.removed, p_.added)) {
      return false;
    }
    for (std::size_t k = removed; k < p_.removed.size(); ++k) trace_.on(PairRemoved{p_.removed[k]});
    for (std::size_t k = added; k < p_.added.size(); ++k) trace_.on(PairAdded{p_.added[k]});
    return true;
  }

  Tracking& t_;
  TrackedPairs<D, T>& p_;
  const TrackedIndex<D, T>& index_;
  const MoverSearch& search_;
  const Trace& trace_;
  const JobSystem& jobs_;
};

template <int D, class T>
bool PairTracking<D, T>::reserve_pairs(std::size_t slots) {
  TrackedPairs<D, T>* const pairs = pairs_.need();
  return pairs != nullptr && pairs->fixed.grow(slots) && pairs->lists.reserve(slots);
}

template <int D, class T>
void PairTracking<D, T>::start_pairs(std::uint32_t slot, bool fixed) {
  TrackedPairs<D, T>& pairs = *pairs_.get();
  (void)pairs.lists.resize(boxes_.size());  // memory is reserved
  pairs.fixed.set(slot, fixed);
}

template <int D, class T>
Status PairTracking<D, T>::move_all(const Index& index, BoxSpan<D, T> boxes) {
  if (boxes.size() != boxes_.size()) return Status::size_mismatch;
  const Period<D, T> period = index.period();
  const bool wraps = period.any();
  const auto tracked = [&](std::uint32_t i) {
    return states_[i] == State::current || states_[i] == State::late;
  };
  std::uint32_t i = 0;
  for (; i < boxes_.size() && !all_late_; ++i) {
    if (!tracked(i)) continue;
    const Aabb<D, T> target = wraps ? wrap(boxes[i], period) : boxes[i];
    if (target == boxes_[i]) continue;
    set_late(i, target);
    all_late_ = much_moved(index);  // from here on it does not matter which ones
  }
  for (; i < boxes_.size(); ++i) {
    if (tracked(i)) boxes_[i] = wraps ? wrap(boxes[i], period) : boxes[i];
  }
  return Status::ok;
}

template <int D, class T>
Status PairTracking<D, T>::bring_index_up_to_date(const Index& index) {
  if (all_late_) {
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      if (states_[i] == State::current) set_late(i, boxes_[i]);
    }
    all_late_ = false;
  }
  Status status = behind_ ? catch_up(index) : Status::ok;
  if (status == Status::ok) status = move_late(index);
  return status;
}

// Gives the index the boxes that the pairs already have, and forgets that they moved.
template <int D, class T>
Status PairTracking<D, T>::catch_up(const Index& index) {
  constexpr std::size_t kBlock = 256;
  std::uint32_t block[kBlock];
  std::size_t size = 0;
  const std::size_t moved_before = index.moved_count();
  Status status = Status::ok;
  for (std::uint32_t i = 0; i < boxes_.size() && status == Status::ok; ++i) {
    if (states_[i] == State::current) block[size++] = i;
    if (size < kBlock && i + std::size_t(1) < boxes_.size()) continue;
    std::size_t done = 0;
    status = index.functions->move(index.index, {block, size}, boxes_.data(), false, done);
    size = 0;
  }
  index.forget_moved(moved_before);
  behind_ = status != Status::ok;
  return status;
}

// All of them count as moved, even if the index has the same box: it may not have seen the boxes in
// between.
template <int D, class T>
Status PairTracking<D, T>::move_late(const Index& index) {
  std::size_t done = 0;
  const Status status =
      index.functions->move(index.index, {late_.data(), late_.size()}, boxes_.data(), true, done);
  for (std::size_t k = 0; k < done; ++k) {
    if (states_[late_[k]] == State::late) states_[late_[k]] = State::current;
  }
  for (std::size_t k = done; k < late_.size(); ++k) late_[k - done] = late_[k];
  late_.set_size(late_.size() - done);
  return status;
}

template <int D, class T>
SearchResult PairTracking<D, T>::update(const Index& index, const MoverSearch& search,
                                        const Trace& trace, const JobSystem& jobs) {
  if (pairs_.need() == nullptr) return {Status::out_of_memory, {}};
  return with_trace(trace, [&](const auto& t) {
    return PairUpdate<D, T, std::remove_cvref_t<decltype(t)>>(*this, index, search, t, jobs).run();
  });
}

template <int D, class T>
std::span<const Pair> PairTracking<D, T>::added() const {
  if (pairs_.get() == nullptr) return {};
  return {pairs_.get()->added.data(), pairs_.get()->added.size()};
}

template <int D, class T>
std::span<const Pair> PairTracking<D, T>::removed() const {
  if (pairs_.get() == nullptr) return {};
  return {pairs_.get()->removed.data(), pairs_.get()->removed.size()};
}

template <int D, class T>
std::size_t PairTracking<D, T>::pair_count() const {
  return pairs_.get() == nullptr ? 0 : pairs_.get()->pair_count();
}

template <int D, class T>
Status PairTracking<D, T>::for_each_pair(const BlockTarget<Pair>& target) const {
  BlockOutput<Pair> out(target);
  for (std::uint32_t a = 0; a < boxes_.size(); ++a) {
    const bool on = pairs_.get()->for_each_partner(a, [&](std::uint32_t b) {
      return b < a || out.push(Pair{a, b});
    });
    if (!on) break;
  }
  return out.finish({}).status;
}

template <int D, class T>
PairsResult PairTracking<D, T>::pairs() {
  TrackedPairs<D, T>* const pairs = pairs_.need();
  if (pairs == nullptr || !pairs->update_array(slots())) return {Status::out_of_memory, {}};
  return {Status::ok, pairs->array.pairs()};
}

template <int D, class T>
Status PairTracking<D, T>::partners_of(std::uint32_t slot,
                                       const BlockTarget<std::uint32_t>& target) {
  const Status status = pairs_.get()->use_lists(slots(), NoTrace());
  if (status != Status::ok) return status;
  BlockOutput<std::uint32_t> out(target);
  pairs_.get()->lists.for_each(slot, [&](std::uint32_t j) { return out.push(j); });
  return out.finish({}).status;
}

template <int D, class T>
SearchResult PairTracking<D, T>::find_pairs(const Index& index, PairOutput& out,
                                            const SortTrace& trace, const JobSystem& jobs) {
  TrackedPairs<D, T>* const pairs = pairs_.need();
  if (pairs == nullptr) return {Status::out_of_memory, {}};
  PairOptions<D, T> options;
  options.period = index.period();
  options.jobs = jobs;
  options.fixed = pairs->fixed.flags();
  if (index.functions->has_filters(index.index)) {
    if (!pairs->filters.resize(boxes_.size())) return {Status::out_of_memory, {}};
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      pairs->filters[i] = index.functions->filter(index.index, i);
    }
    options.filters = {pairs->filters.data(), pairs->filters.size()};
  }
  return pairs->sorted.within(BoxSpan<D, T>(boxes_), out, options, trace);
}

template <int D, class T>
bool PairTracking<D, T>::validate(const Index& index) {
  CountPairs count;
  PairOutput out(count);
  if (find_pairs(index, out, {}, {}).status != Status::ok || count.count != pair_count()) {
    return false;
  }
  const Period<D, T> period = index.period();
  bool ok = true;
  auto check = [&](std::span<const Pair> block) {
    for (const auto [a, b] : block) {
      ok = ok && (period.any() ? overlaps_wrapped(boxes_[a], boxes_[b], period)
                               : overlaps(boxes_[a], boxes_[b]));
    }
    return true;
  };
  const Status status = for_each_pair(BlockTarget<Pair>::blocks(check));
  const TrackedPairs<D, T>& pairs = *pairs_.get();
  return ok && status == Status::ok && (pairs.in_table || pairs.lists.validate());
}

#define MASU_INSTANTIATE(D, T)               \
  template class Opaque<TrackedPairs<D, T>>; \
  template class PairTracking<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
