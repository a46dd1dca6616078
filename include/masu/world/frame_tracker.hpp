// SPDX-License-Identifier: MIT
// FrameTracker: finds all pairs from scratch each frame, and compares them with those of the frame
// before.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/detail/frame_changes.hpp>
#include <masu/broad_phase/detail/object_table.hpp>

namespace masu {

// Options of a FrameTracker.
template <int D, class T>
struct FrameTrackerOptions {
  Period<D, T> period{};  // if the finder supports it: else update() returns out_of_range
};

// Tracks pairs with any PairFinder: searches from scratch each update() and compares. insert(),
// move() and erase() record changes; update() lists the pairs added and removed. Pairs are named by
// slots, the `index` of handles, a < b. For scenes in which everything moves, or with few
// objects: every frame costs a whole search and O(n + pairs).
//
//    masu::FrameTracker<2, float, masu::SortedOrthtree<2, float>> tracker;
//    const masu::Handle car = tracker.insert(box).handle;
//    (void)tracker.move(car, moved_box);
//    (void)tracker.update();
//    for (const masu::Pair& pair : tracker.added()) hit(pair.a, pair.b);
//
// The slot of an erased object may be used again at once. Where its pairs and those of its
// successor must be distinct, move it to an empty box and call update() before erase().
//
// Threads: const members are safe in many threads while no thread changes the tracker. update()
// takes jobs.
template <int D, class T, PairFinder<D, T> Finder>
class FrameTracker {
  using Table = detail::ObjectTable<D, T>;

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Options = FrameTrackerOptions<D, T>;  // of the constructor

  // Creates a tracker without objects.
  explicit FrameTracker(const Options& options = {}, Allocator allocator = default_allocator())
      : options_(options),
        table_(allocator),
        fixed_(allocator),
        filters_(allocator),
        pairs_(allocator),
        changes_(allocator),
        finder_(make_finder(allocator)) {}

  // Inserts an object. Two objects that are both `fixed` never form a pair. Statuses:
  // out_of_memory, too_many_objects. Unchanged if it fails.
  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      bool fixed = false) {
    if (!fixed_.grow(table_.slots() + std::size_t(1))) return {Status::out_of_memory, {}};
    const InsertResult added = table_.insert(box, user_data, filter);
    if (added.status == Status::ok) fixed_.set(added.handle.index, fixed);
    return added;
  }
  // Inserts an object for each box and writes their handles, as insert() in a loop does; `fixed` is
  // empty (none is) or has a byte for each. Statuses: size_mismatch, and those of insert(); nothing
  // has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, std::span<const std::uint8_t> fixed = {}) {
    if (!fixed.empty() && fixed.size() != boxes.size()) return Status::size_mismatch;
    if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
    if (boxes.size() > Table::kNoLink - table_.size()) return Status::too_many_objects;
    const std::size_t after = table_.size() + boxes.size();
    const Status status = reserve(after);
    if (status != Status::ok) return status;
    if (!table_.reserve(after, columns)) return Status::out_of_memory;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      handles[k] = insert(boxes[k], columns.user_data_of(k), columns.filter_of(k),
                          !fixed.empty() && fixed[k] != 0)
                       .handle;
    }
    return Status::ok;
  }
  // Reserves memory for so many objects. out_of_memory, too_many_objects.
  Status reserve(std::size_t objects) {
    if (objects > Table::kNoLink) return Status::too_many_objects;
    const bool ok = table_.reserve(objects) && fixed_.grow(objects);
    return ok ? Status::ok : Status::out_of_memory;
  }
  // Moves an object. O(1). stale_handle.
  Status move(Handle h, const Aabb<D, T>& box) {
    if (!table_.contains(h)) return Status::stale_handle;
    table_.set_box(h.index, box);
    return Status::ok;
  }
  // Erases an object; its pairs end at the next update(). stale_handle. O(1).
  Status erase(Handle h) {
    if (!table_.contains(h)) return Status::stale_handle;
    fixed_.set(h.index, false);
    table_.erase(h.index);
    return Status::ok;
  }
  std::size_t size() const { return table_.size(); }  // number of objects
  // Returns the handle of the object in a slot.
  Handle handle(std::uint32_t slot) const { return table_.handle(slot); }
  // Hints that the object in a slot will move.
  void prefetch(std::uint32_t slot) const {
    if (slot < table_.slots()) table_.prefetch(slot);
  }

  // Updates the pairs. The cost is that of the finder, and O(n + pairs). Jobs compare the frames,
  // and search if the finder takes jobs. out_of_memory: pairs are unchanged.
  SearchResult update(const JobSystem& jobs = {}) {
    PairOptions<D, T> options;
    options.period = options_.period;
    options.jobs = jobs;
    options.fixed = fixed_.flags();
    table_.forget_moved();
    if (table_.has_filters()) {
      if (!filters_.resize(table_.slots())) return {Status::out_of_memory, {}};
      for (std::uint32_t i = 0; i < filters_.size(); ++i) filters_[i] = table_.filter(i);
      options.filters = {filters_.data(), filters_.size()};
    }
    SearchResult r = finder_.find_pairs(table_.boxes(), pairs_, options);
    if (r.status != Status::ok) return r;
    if (changes_.take({pairs_.data(), pairs_.size()}, table_.slots(), jobs, r.stats.comparisons)) {
      r.stats.results = added().size() + removed().size();
    } else {
      r.status = Status::out_of_memory;
    }
    return r;
  }
  // Return the changes by the last update() that succeeded, valid until the next.
  std::span<const Pair> added() const { return changes_.added(); }
  std::span<const Pair> removed() const { return changes_.removed(); }  // valid as added()

  // Calls visit(a, b) for each pair as of the last update(), a < b. stopped: visit returned false.
  Status for_each_pair(const BlockTarget<Pair>& visit) const {
    return changes_.for_each_pair(visit);
  }

 private:
  static Finder make_finder(Allocator allocator) {
    if constexpr (std::constructible_from<Finder, Allocator>) {
      return Finder(allocator);
    } else {
      return Finder();
    }
  }

  Options options_;
  Table table_;
  detail::FixedSlots fixed_;
  Buffer<Filter> filters_;
  PairList pairs_;
  detail::FrameChanges changes_;
  Finder finder_;
};

}  // namespace masu
