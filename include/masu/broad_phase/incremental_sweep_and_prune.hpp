// SPDX-License-Identifier: MIT
// IncrementalSweepAndPrune: sweep and prune with temporal coherence. The ends of all boxes stay
// sorted along the axes; insertion sort repairs the order after small motions.
//
// The lecture ("sorting and searching", L in docs/sources.md) takes insertion sort because objects
// that move little change order with few others: n - 1 comparisons when none does. Shifts cost as
// well: one for each pair of ends that changed its order. The more objects move within fixed
// bounds, the more others each end passes: up to n^2 shifts on an axis. (D. Baraff, "Dynamic
// simulation of non-penetrating rigid bodies", 1992; J. Cohen, M. Lin, D. Manocha and M. Ponamgi,
// "I-COLLIDE", 1995.) So the sort has a budget. Beyond it a radix sort and a sweep take over, whose
// cost does not depend on earlier positions.
#pragma once

#include <masu/broad_phase/query_results.hpp>
#include <masu/broad_phase/sort_events.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class IncrementalSweep;
}  // namespace detail

// The axes on which sorted lists are kept.
enum class SweepLists : std::uint8_t {
  every_axis,  // both ends on each axis: new pairs show where a lower end passes an upper one
  one_axis,    // lower ends along the axis of the greatest variance: sorted, then swept
};

// Options of an IncrementalSweepAndPrune: which lists it keeps, and when it sorts them from scratch
// instead of repairing them.
struct IncrementalSweepOptions {
  static constexpr std::uint32_t kNoLimit = 0xffff'ffffu;  // never sorts from scratch

  SweepLists lists = SweepLists::every_axis;  // axes whose order is kept
  // An axis that needs more shifts per end than this is sorted by radix.
  std::uint32_t shifts_per_end = 16;
};

// Tracks the pairs of objects that move little. insert(), move() and erase() take O(1); update()
// updates lists and pairs. Pairs are named by slots (the `index` of handles), a < b; a slot whose
// object was replaced loses its pairs and gets new ones. Empty boxes may be stored and overlap
// nothing. Periods are not supported: use PairTracker. The order of pairs depends on the history
// alone. For long steps or crowds use PairTracker.
//
//    masu::IncrementalSweepAndPrune<2> sweep;
//    const masu::Handle car = sweep.insert(box).handle;
//    (void)sweep.move(car, moved_box);
//    (void)sweep.update();
//    for (const masu::Pair& pair : sweep.added()) hit(pair.a, pair.b);
//
// Threads: const members are safe in many threads while no thread changes the finder.
template <int D, class T = float>
class IncrementalSweepAndPrune {
  using EndsTrace =
      AnyTrace<SortEnds<T>, CompareElements, MoveElement<BoxEnd<T>>, SweepColumn, SweepBox>;

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Object = RegisteredObject<D, T>;    // what operator[] returns
  using Id = Handle;                        // names an object
  using Options = IncrementalSweepOptions;  // of the constructor

  // Creates a finder without objects.
  explicit IncrementalSweepAndPrune(const IncrementalSweepOptions& options = {},
                                    Allocator allocator = default_allocator())
      : options_(options), sweep_(allocator) {}
  explicit IncrementalSweepAndPrune(Allocator allocator)
      : IncrementalSweepAndPrune({}, allocator) {}

  // Returns the options given to the constructor.
  const IncrementalSweepOptions& options() const { return options_; }

  // --- Objects -----------------------------------------------------------------------------------

  // Inserts an object, which has pairs from the next update() on. Two objects that are both `fixed`
  // never form a pair. O(1) amortized. Unchanged if it fails. out_of_memory, too_many_objects.
  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      bool fixed = false);

  // Inserts an object for each box and writes their handles, as insert() in a loop does; `fixed` is
  // empty (none is) or has a byte for each. O(1) each. Statuses: size_mismatch, and those of
  // insert(); nothing has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, std::span<const std::uint8_t> fixed = {});

  // Moves an object. O(1). stale_handle.
  Status move(Handle handle, const Aabb<D, T>& box);

  // Erases an object; its pairs end with the next update(). O(1). stale_handle.
  Status erase(Handle handle);

  // Erases all objects and pairs; all handles become stale, memory is kept. O(slots).
  void clear();
  // Reserves memory for `objects` objects. out_of_memory; too_many_objects: 2^31 or more.
  Status reserve(std::size_t objects);

  std::size_t size() const;            // number of objects
  bool contains(Handle handle) const;  // whether the handle is not stale
  // Returns the handle of the object in a slot. Precondition: the slot has one.
  Handle handle(std::uint32_t slot) const;
  Object operator[](std::uint32_t slot) const;  // its box, filter and user data

  // --- Pairs -------------------------------------------------------------------------------------

  // Sorts the lists and finds the changes of the pairs. Counts `comparisons` and `shifts` of the
  // sort and `tests` of boxes; `results` are the pairs added and removed. O(n + shifts + pairs)
  // with few shifts; beyond the budget as SweepAndPrune. out_of_memory: objects stay, all pairs are
  // forgotten, and the next update() that succeeds reports every pair as added. The trace receives
  // SortEnds<T>, CompareElements, MoveElement<BoxEnd<T>>, SweepColumn, SweepBox.
  SearchResult update(EndsTrace trace = {});

  // Return the pairs that the last update() added and removed.
  std::span<const Pair> added() const;
  std::span<const Pair> removed() const;  // ended at the last update()

  // Reports each unordered pair of objects that overlapped at the last update(), once. stopped.
  SearchResult find_pairs(const PairTarget& sink) const;

  // --- Queries -----------------------------------------------------------------------------------

  // Calls visit(handle) for each object that overlaps the box now. O(slots): the sorted lists do
  // not help here. stopped.
  SearchResult for_each_overlapping(const Aabb<D, T>& box, FunctionRef<bool(Handle)> visit,
                                    const MaybeFilter& filter = {}) const;

  // Returns whether every invariant holds; for tests, after an update() that succeeded. O(n +
  // pairs).
  bool validate() const;

 private:
  IncrementalSweepOptions options_;
  detail::Opaque<detail::IncrementalSweep<D, T>> sweep_;
};

}  // namespace masu
