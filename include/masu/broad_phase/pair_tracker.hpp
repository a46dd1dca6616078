// SPDX-License-Identifier: MIT
// The pairs of moving objects, kept from frame to frame: what is paid for is what moved.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/detail/pair_tracking.hpp>
#include <masu/broad_phase/hash_grid.hpp>

namespace masu {

// An index that can be asked for what its moved objects meet, with its objects in slots: HashGrid,
// RegisteredOrthtree, DynamicBvh. One that is compiled once may have move_slots() and
// search_moved(stats, target, trace) besides, which take many at a time.
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

// When all pairs are found anew.
struct PairTrackerOptions {
  // When more than one in so many objects has moved.
  std::size_t rebuild_share = 12;
};

// insert(), move() and erase() tell what happens; update() brings the pairs up to date and says
// which were added and which removed since the last update(). Pairs are named by slots, the `index`
// of handles, a < b.
//
// While few objects move, each is looked for in the index and its list of partners amended: O(moved
// + pairs changed), nothing looks at all objects or at all pairs. When more than one object in
// `rebuild_share` has moved, all pairs are found anew by SortedOrthtree and compared with the old
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
  using TrackerOptions = PairTrackerOptions;

  // Options of the index, which starts without objects: theirs are the slots that are tracked.
  explicit PairTracker(const Options& options = {}, Allocator allocator = default_allocator())
      : PairTracker(options, PairTrackerOptions{}, allocator) {}
  PairTracker(const Options& options, const PairTrackerOptions& tracker_options,
              Allocator allocator = default_allocator())
      : index_(options, allocator), tracking_(tracker_options.rebuild_share, allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // Adds an object. Two objects that are both `fixed` never form a pair; a fixed one may move.
  // Statuses are those of the index. Unchanged if it fails.
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      bool fixed = false) {
    if (!tracking_.make_room(slots() + 1)) return {Status::out_of_memory, {}};
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
    if (!tracking_.make_room(slots() + boxes.size())) return Status::out_of_memory;
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
    return tracking_.make_room(objects) ? Status::ok : Status::out_of_memory;
  }

  // O(1). Moving to the box it has changes nothing and costs no search.
  Status move(Handle h, const Box& box) {
    if (!contains(h)) return Status::stale_handle;
    tracking_.move(h.index, index_.period().any() ? wrap(box, index_.period()) : box);
    return Status::ok;
  }

  // A hint that it will move.
  void prefetch(std::uint32_t slot) const {
    if (slot >= slots()) return;
    tracking_.prefetch(slot);
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
    const auto slot_of = [&](std::size_t k) { return handle_of(k).index; };
    const bool wraps = index_.period().any();
    const auto wrapped = [&](std::size_t k) -> Box {
      return wraps ? wrap(box_of(k), index_.period()) : box_of(k);
    };
    return tracking_.move_each(count, slot_of, wrapped, jobs);
  }

  // Gives every slot a box, by its number: as many boxes as slots() says; those of slots without an
  // object are not looked at. Those that change count as moved. O(n).
  Status move_all(BoxSpan<D, T> boxes) { return tracking_.move_all(erased(), boxes); }

  // The handle is stale from here on; its pairs are among those removed at the next update(). O(1).
  Status erase(Handle h) {
    if (!contains(h)) return Status::stale_handle;
    tracking_.erase(h.index);
    return Status::ok;
  }

  std::size_t size() const { return index_.size() - tracking_.dead(); }
  // Slots of objects, those of removed ones too.
  std::size_t slots() const { return tracking_.slots(); }
  bool contains(Handle h) const { return index_.contains(h) && !tracking_.is_dead(h.index); }
  // The handle of the object in a slot.
  Handle handle(std::uint32_t slot) const { return index_.handle(slot); }
  // The boxes as last told, by slot; of slots without an object an empty one.
  BoxSpan<D, T> boxes() const { return tracking_.boxes(); }

  // The index, all moves done: for queries. O(moved since the last time).
  // out_of_memory: see bring_index_up_to_date().
  const Index& index() {
    (void)bring_index_up_to_date();
    return index_;
  }
  // Statuses are those of the index's move(); what could not be moved is tried again next time.
  Status bring_index_up_to_date() { return tracking_.bring_index_up_to_date(erased()); }

  // --- Pairs -------------------------------------------------------------------------------------

  // Brings the pairs up to date; stats.results counts those added and removed, stats.comparisons
  // partners compared when many have moved: then jobs find and compare. out_of_memory: what has
  // been reported so far stands, and the next update() goes on from there, as it does after a job
  // that threw.
  template <class Trace = NoTrace>
  SearchResult update(Trace&& trace = {}, const JobSystem& jobs = {}) {
    const detail::MoverSearch search{&Functions::template search<std::remove_reference_t<Trace>>,
                                     detail::erased(trace)};
    return tracking_.update(erased(), search, typename Tracking::Trace(trace), jobs);
  }

  // Of the last update(), valid until the next.
  std::span<const Pair> added() const { return tracking_.added(); }
  std::span<const Pair> removed() const { return tracking_.removed(); }

  // As of the last update().
  std::size_t pair_count() const { return tracking_.pair_count(); }
  // visit(a, b) for each pair as of the last update(), a < b, until it returns false. O(n + pairs).
  Status for_each_pair(const BlockTarget<Pair>& visit) const {
    return tracking_.for_each_pair(visit);
  }
  // visit(slot) for each object that forms a pair with this one as of the last update(), until it
  // returns false. O(partners), but O(n) the first time after many have moved.
  Status pairs_of(Handle h, const BlockTarget<std::uint32_t>& visit) {
    return contains(h) ? tracking_.partners_of(h.index, visit) : Status::stale_handle;
  }

  // Each pair of the boxes as last told, found from scratch: for those who ask for the whole list
  // when everything moves. Nothing is reported or amended. The order is SortedOrthtree's.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(Sink&& sink, Trace&& trace = {}, const JobSystem& jobs = {}) {
    PairOutput out(sink);
    return tracking_.find_pairs(erased(), out, typename Tracking::SortTrace(trace), jobs);
  }

  // True when the pairs are those that overlap, and every list is sound; for tests, after update().
  bool validate() { return tracking_.validate(erased()); }

 private:
  using Tracking = detail::PairTracking<D, T>;
  using Functions = detail::FunctionsOf<D, T, Index>;

  detail::TrackedIndex<D, T> erased() { return {&index_, &Functions::kAll}; }
  void start(std::uint32_t i, bool fixed) { tracking_.start(i, index_.boxes()[i], fixed); }

  Index index_;
  Tracking tracking_;
};

}  // namespace masu
