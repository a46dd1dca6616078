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

// On how many axes sorted lists are kept.
enum class SweepLists : std::uint8_t {
  every_axis,  // both ends on each axis: new pairs show where a lower end passes an upper one
  one_axis,    // lower ends along the axis of the greatest variance: sorted, then swept
};

// Which lists are kept, and when they are sorted again from scratch instead of repaired.
struct IncrementalSweepOptions {
  static constexpr std::uint32_t kNoLimit = 0xffff'ffffu;  // repaired however long it takes

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
  using EndsTrace =
      AnyTrace<SortEnds<T>, CompareElements, PlaceElement<BoxEnd<T>>, SweepColumn, SweepBox>;

 public:
  using Box = Aabb<D, T>;
  using Object = RegisteredObject<D, T>;
  using Id = Handle;
  using Options = IncrementalSweepOptions;

  explicit IncrementalSweepAndPrune(const IncrementalSweepOptions& options = {},
                                    Allocator allocator = default_allocator())
      : options_(options), sweep_(allocator) {}
  explicit IncrementalSweepAndPrune(Allocator allocator)
      : IncrementalSweepAndPrune({}, allocator) {}

  const IncrementalSweepOptions& options() const { return options_; }

  // --- Objects -----------------------------------------------------------------------------------

  // Adds an object, which takes part from the next update() on. Two objects that are both `fixed`
  // never form a pair. O(1) amortised. Unchanged if it fails.
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      bool fixed = false);

  // Inserts an object for each box and writes their handles, as insert() in turn does; `fixed` is
  // empty (none is) or has a byte for each. O(1) each. Statuses: size_mismatch, and those of
  // insert(); nothing has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, std::span<const std::uint8_t> fixed = {});

  // O(1).
  Status move(Handle handle, const Box& box);

  // The handle is stale from here on; its pairs go with the next update(). O(1).
  Status erase(Handle handle);

  // All objects and pairs go, all handles become stale; memory is kept. O(slots).
  void clear();
  // After it, so many objects can be inserted without an allocation.
  Status reserve(std::size_t objects);

  std::size_t size() const;
  bool contains(Handle handle) const;
  // The object in a slot that lives.
  Handle handle(std::uint32_t slot) const;
  Object operator[](std::uint32_t slot) const;

  // --- Pairs -------------------------------------------------------------------------------------

  // Sorts, and finds what changed: `comparisons` and `shifts` of the sort, `tests` of boxes,
  // `results` pairs added and removed. O(n + shifts + pairs) with few shifts; beyond the budget as
  // SweepAndPrune. out_of_memory: objects stay, all pairs are forgotten, and the next update() that
  // succeeds reports every pair as added. The trace sees SortEnds<T>, CompareElements,
  // PlaceElement<BoxEnd<T>>, SweepColumn, SweepBox.
  SearchResult update(EndsTrace trace = {});

  // What the last update() changed.
  std::span<const Pair> added() const;
  std::span<const Pair> removed() const;

  // Each unordered pair of objects that overlapped at the last update(), once.
  SearchResult find_pairs(const PairTarget& sink) const;

  // --- Queries -----------------------------------------------------------------------------------

  // visit(handle) for each object that overlaps the box, as objects are now. O(slots): lists of
  // ends answer no queries.
  SearchResult for_each_overlapping(const Box& box, FunctionRef<bool(Handle)> visit,
                                    const MaybeFilter& filter = {}) const;

  // True when every invariant holds; for tests, after an update() that succeeded. O(n + pairs).
  bool validate() const;

 private:
  IncrementalSweepOptions options_;
  detail::Opaque<detail::IncrementalSweep<D, T>> sweep_;
};

}  // namespace masu
