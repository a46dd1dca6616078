// SPDX-License-Identifier: MIT
// PairTracker: keeps the pairs of moving objects from frame to frame, at the cost of what moved.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/detail/pair_tracking.hpp>
#include <masu/broad_phase/hash_grid.hpp>

namespace masu {

// An index with slots that finds the partners of its moved objects: HashGrid, RegisteredOrthtree,
// DynamicBvh. One that is compiled once may also have move_slots() and search_moved(stats, target,
// trace), which take many objects at a time.
template <class Index, int D, class T>
concept MovingIndex = DynamicIndex<Index, D, T> &&
    std::constructible_from<Index, typename Index::Options, Allocator> &&
    requires(Index& index, QueryStats& stats, bool (*report)(std::uint32_t, std::uint32_t),
             bool (*once)(std::uint32_t), std::uint32_t slot, const NoTrace& trace,
             BoxSpan<D, T> boxes, std::span<Handle> handles, const InsertColumns& columns) {
  { index.insert_many(boxes, handles, columns) } -> std::same_as<Status>;
  { index.reserve(std::size_t(0)) } -> std::same_as<Status>;
  { index.search_moved(stats, once, report, once, trace) } -> std::same_as<bool>;
  { index.form_pair(slot, slot) } -> std::same_as<bool>;
  { index.boxes() } -> std::same_as<BoxSpan<D, T>>;
  { index.moved_count() } -> std::same_as<std::size_t>;
  index.forget_moved(std::size_t(0));
  index.mark_moved(slot);
};

// When all pairs are found from scratch.
struct PairTrackerOptions {
  // When more than one in this many objects has moved.
  std::size_t rebuild_share = 12;
};

// Tracks the pairs of objects that move. insert(), move() and erase() record changes; update()
// updates the pairs and lists those added and removed since the last update(). Pairs are named by
// slots, the `index` of handles, a < b. Use it where objects persist from frame to frame.
//
//    masu::PairTracker<2> tracker;
//    const masu::Handle car = tracker.insert(box).handle;
//    (void)tracker.move(car, moved_box);
//    (void)tracker.update();
//    for (const masu::Pair& pair : tracker.added()) hit(pair.a, pair.b);
//
// While few objects move, each is searched for in the index and its list of partners amended:
// O(moved + pairs changed), without a pass over all objects or all pairs. When more than one object
// in `rebuild_share` has moved, SortedOrthtree finds all pairs from scratch, they are compared with
// the old ones, and the index is not updated until it is needed. Memory: about 70 bytes per object
// besides the index, and 16 per pair.
//
// Two fixed objects, such as static geometry, never form a pair: their overlaps cost no memory, and
// no time where fixed objects lie together.
//
// The slot of an erased object is not used again before the next update(), so that the pairs it
// reports as removed are not ambiguous.
//
// Threads: const members are safe in many threads while no thread changes the tracker. update()
// takes jobs; index(), pairs() and pairs_of() are changes.
template <int D, class T = float, MovingIndex<D, T> Index = HashGrid<D, T>>
class PairTracker {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Options = typename Index::Options;    // those of the index
  using TrackerOptions = PairTrackerOptions;  // its own, besides these

  // Creates an empty tracker; `options` are those of its index. Handles are the index's.
  explicit PairTracker(const Options& options = {}, Allocator allocator = default_allocator())
      : PairTracker(options, PairTrackerOptions{}, allocator) {}
  // As above, with options that say when pairs are found from scratch.
  PairTracker(const Options& options, const PairTrackerOptions& tracker_options,
              Allocator allocator = default_allocator())
      : index_(options, allocator), tracking_(tracker_options.rebuild_share, allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // Inserts an object. Two objects that are both `fixed` never form a pair; a fixed one may move.
  // Statuses are those of the index. Unchanged if it fails.
  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      bool fixed = false) {
    if (!tracking_.reserve_slots(slots() + 1)) return {Status::out_of_memory, {}};
    const InsertResult added = index_.insert(box, user_data, filter);
    if (added.status != Status::ok) return added;
    start(added.handle.index, fixed);
    return added;
  }

  // Inserts an object for each box and writes their handles, as insert() in a loop does; `fixed` is
  // empty (none is) or has a byte for each. Statuses: size_mismatch, and those of the index;
  // nothing has changed if it fails.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, std::span<const std::uint8_t> fixed = {}) {
    if (!fixed.empty() && fixed.size() != boxes.size()) return Status::size_mismatch;
    if (boxes.size() > detail::ObjectTable<D, T>::kNoLink) return Status::too_many_objects;
    if (!tracking_.reserve_slots(slots() + boxes.size())) return Status::out_of_memory;
    const Status status = index_.insert_many(boxes, handles, columns);
    if (status != Status::ok) return status;
    for (std::size_t k = 0; k < handles.size(); ++k) {
      start(handles[k].index, !fixed.empty() && fixed[k] != 0);
    }
    return Status::ok;
  }
  // Reserves memory for so many objects. Statuses are those of the index.
  Status reserve(std::size_t objects) {
    const Status status = index_.reserve(objects);
    if (status != Status::ok) return status;
    return tracking_.reserve_slots(objects) ? Status::ok : Status::out_of_memory;
  }

  // Moves an object. O(1). A move to the present box has no effect. stale_handle.
  Status move(Handle h, const Aabb<D, T>& box) {
    if (!contains(h)) return Status::stale_handle;
    tracking_.move(h.index, index_.period().any() ? wrap(box, index_.period()) : box);
    return Status::ok;
  }

  // Hints that the object in a slot will move.
  void prefetch(std::uint32_t slot) const {
    if (slot >= slots()) return;
    tracking_.prefetch(slot);
    index_.prefetch(slot);
  }
  // Moves many objects, faster than move() in a loop. Stops at the first stale handle; the objects
  // before it have moved. size_mismatch: nothing has changed.
  Status move_many(std::span<const Handle> handles, BoxSpan<D, T> boxes) {
    if (handles.size() != boxes.size()) return Status::size_mismatch;
    for (std::size_t k = 0; k < handles.size(); ++k) {
      const std::size_t soon = k + 16;
      if (soon < handles.size()) prefetch(handles[soon].index);
      const Status status = move(handles[k], boxes[k]);
      if (status != Status::ok) return status;
    }
    return Status::ok;
  }

  // Moves handle_of(k) to box_of(k) for k < count, in jobs. Preconditions: no handle is stale or
  // occurs twice. If a job throws, some objects have not moved. Returns false if out of memory:
  // nothing has moved.
  template <class HandleOf, class BoxOf>
  [[nodiscard]] bool move_each(std::size_t count, HandleOf&& handle_of, BoxOf&& box_of,
                               const JobSystem& jobs) {
    const auto slot_of = [&](std::size_t k) { return handle_of(k).index; };
    const bool wraps = index_.period().any();
    const auto wrapped = [&](std::size_t k) -> Aabb<D, T> {
      return wraps ? wrap(box_of(k), index_.period()) : box_of(k);
    };
    return tracking_.move_each(count, slot_of, wrapped, jobs);
  }

  // Moves all objects: slot i gets boxes[i]. Boxes of slots without an object are ignored. Objects
  // whose boxes change count as moved. size_mismatch: the number of boxes is not slots(). O(n).
  Status move_all(BoxSpan<D, T> boxes) { return tracking_.move_all(erased(), boxes); }

  // Erases an object. Its handle is stale from now on; its pairs are among those removed at the
  // next update(). O(1). stale_handle.
  Status erase(Handle h) {
    if (!contains(h)) return Status::stale_handle;
    tracking_.erase(h.index);
    return Status::ok;
  }

  std::size_t size() const { return index_.size() - tracking_.dead(); }  // number of objects
  // Returns the number of slots, those of erased objects included.
  std::size_t slots() const { return tracking_.slots(); }
  // Returns whether the handle is not stale.
  bool contains(Handle h) const { return index_.contains(h) && !tracking_.is_dead(h.index); }
  // Returns the handle of the object in a slot.
  Handle handle(std::uint32_t slot) const { return index_.handle(slot); }
  // Returns the present boxes by slot; slots without an object have an empty one.
  BoxSpan<D, T> boxes() const { return tracking_.boxes(); }

  // Returns the index, with all moves done, for queries. O(moved since the last time).
  // out_of_memory: see bring_index_up_to_date().
  const Index& index() {
    (void)bring_index_up_to_date();
    return index_;
  }
  // Does all moves in the index. Statuses are those of its move(); what failed is tried again next
  // time.
  Status bring_index_up_to_date() { return tracking_.bring_index_up_to_date(erased()); }

  // --- Pairs -------------------------------------------------------------------------------------

  // Updates the pairs. stats.results counts those added and removed, stats.comparisons partners
  // compared when many objects have moved: then jobs find and compare pairs. out_of_memory: changes
  // reported so far stand, and the next update() continues from there, as after a job that threw.
  template <class Trace = NoTrace>
  SearchResult update(Trace&& trace = {}, const JobSystem& jobs = {}) {
    const detail::MoverSearch search{&Functions::template search<std::remove_reference_t<Trace>>,
                                     detail::erased(trace)};
    return tracking_.update(erased(), search, typename Tracking::Trace(trace), jobs);
  }

  // Return the pairs that the last update() added and removed; valid until the next.
  std::span<const Pair> added() const { return tracking_.added(); }
  std::span<const Pair> removed() const { return tracking_.removed(); }  // valid as added()

  // Returns the number of pairs as of the last update().
  std::size_t pair_count() const { return tracking_.pair_count(); }
  // Calls visit(a, b) for each pair of the last update(), a < b, until it returns false. O(n +
  // pairs). stopped.
  Status for_each_pair(const BlockTarget<Pair>& visit) const {
    return tracking_.for_each_pair(visit);
  }
  // Returns all pairs of the last update() in one array, valid until the next update(). If few
  // objects moved, and pairs() was called after the update() before too, the array changes in
  // place: expected O(pairs added and removed). Else it is made again, O(n + pairs). The order
  // depends on earlier calls, but not on the machine. The first call allocates the array: about 30
  // bytes per pair. out_of_memory: no pairs are returned.
  PairsResult pairs() { return tracking_.pairs(); }
  // Calls visit(slot) for each object that forms a pair with this one as of the last update(),
  // until it returns false. O(partners), but O(n) the first time after many objects have moved.
  // stale_handle; out_of_memory; stopped.
  Status pairs_of(Handle h, const BlockTarget<std::uint32_t>& visit) {
    return contains(h) ? tracking_.partners_of(h.index, visit) : Status::stale_handle;
  }

  // Finds all pairs of the present boxes from scratch, for users that need the whole list when
  // everything moves. Tracked pairs and reports stay as they are. The order is SortedOrthtree's.
  // Statuses as SortedOrthtree::find_pairs().
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(Sink&& sink, Trace&& trace = {}, const JobSystem& jobs = {}) {
    PairOutput out(sink);
    return tracking_.find_pairs(erased(), out, typename Tracking::SortTrace(trace), jobs);
  }

  // Returns whether pairs are those that overlap and every list is sound; for tests, after
  // update().
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
