// SPDX-License-Identifier: MIT
// HashGrid: an unbounded grid of objects that come and go one by one; bucket sort kept up to date.
//
// Cells are found by hashing their coordinates, so no bounds are needed and empty space takes no
// memory. Objects of different sizes are on different levels, each with cells twice as large as the
// one before ("hierarchical hash grid": Ericson, Real-Time Collision Detection, 7.2; Eitz and Lixu,
// "Hierarchical Spatial Hashing for Real-time Collision Detection", 2007). The boxes of a cell are
// contiguous.
#pragma once

#include <masu/broad_phase/detail/object_table.hpp>
#include <masu/broad_phase/mover_target.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/period.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class HashGridCells;
}  // namespace detail

// Event: a search looks up a block of 16 cells, named by level and coordinates.
template <int D>
struct LookUpBlock {
  int level;                   // 0: the finest cells
  Vec<D, std::int32_t> block;  // its coordinates, in blocks
};
// Event: a bucket is read: the heads of chains first, then the rest of the chains.
struct ReadBucket {
  std::uint32_t bucket;   // its number
  std::uint32_t objects;  // how many it has
};
// Event: an object enters a cell.
template <int D>
struct EnterCell {
  std::uint32_t object;       // its slot
  int level;                  // 0: the finest cells
  Vec<D, std::int32_t> cell;  // coordinates on that level
};
// Event: an object leaves a cell.
template <int D>
struct LeaveCell {
  std::uint32_t object;       // its slot
  int level;                  // 0: the finest cells
  Vec<D, std::int32_t> cell;  // coordinates on that level
};

// Options of a HashGrid: the size of its cells, and the period.
template <int D, class T>
struct HashGridOptions {
  // Edge length of the finest cells. 0: chosen from the objects, again whenever their number has
  // doubled. Should be about twice the extent of the smallest common objects; smaller objects are
  // in the same cells.
  T cell_edge = 0;
  // The periodic domain: boxes are wrapped into it when they are inserted or moved. If it is not
  // valid, insert() returns out_of_range.
  Period<D, T> period{};
};

// A spatial index of objects that are inserted, moved and erased one by one, and a source of their
// pairs. insert(), move() and erase() take O(1) expected, searches O(cells covered + objects in
// them) for each level that is in use. Worst case, all objects in one cell: O(n). It is the default
// index of PairTracker. For rays and nearest objects use DynamicBvh or RegisteredOrthtree.
//
//    masu::HashGrid<2> grid;
//    const masu::Handle car = grid.insert(box).handle;
//    (void)grid.move(car, moved_box);
//    (void)grid.find_pairs([](std::uint32_t a, std::uint32_t b) { hit(a, b); });
//
// Empty boxes may be stored and overlap nothing; infinite ones overlap as others do. Pairs are
// named by slots, the `index` of handles. Visitors and sinks must not change the grid, but may
// search it.
//
// A Trace receives EnterCell and LeaveCell as objects change cells, PhaseBegins{"fit"} where all
// cells are laid out again, and LookUpBlock and ReadBucket from searches.
//
// Threads: const members are safe in many threads while no thread changes the grid.
template <int D, class T = float>
class HashGrid {
  using Table = detail::ObjectTable<D, T>;
  using Changes = AnyTrace<PhaseBegins, EnterCell<D>, LeaveCell<D>>;
  using Searches = AnyTrace<LookUpBlock<D>, ReadBucket>;

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Id = Handle;                      // names an object
  using Options = HashGridOptions<D, T>;  // of the constructor
  using Object = typename Table::Object;  // what find() returns

  // Creates an empty grid.
  explicit HashGrid(const HashGridOptions<D, T>& options = {},
                    Allocator allocator = default_allocator())
      : options_(options), objects_(allocator), cells_(allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // Inserts an object, which counts as moved. O(1), amortized over the growth of the arrays.
  // Unchanged if it fails: out_of_memory, too_many_objects, out_of_range (cell edge or period).
  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      Changes trace = {});

  // Inserts an object for each box and writes their handles, as insert() in a loop does, with one
  // fit() for all. O(1) each; if they are at least as many as the old objects, fit(). Statuses:
  // size_mismatch, and those of insert(); nothing has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, Changes trace = {});

  // Moves an object; no effect if it has this box. O(1). stale_handle; out_of_memory: unchanged.
  Status move(Handle h, const Aabb<D, T>& box, Changes trace = {});

  // Moves many objects, faster than move() in a loop: they wait for memory together. Stops at the
  // first failure; the objects before it have moved. size_mismatch: nothing has changed.
  Status move_many(std::span<const Handle> handles, BoxSpan<D, T> boxes);

  // Replaces box, user data and filter of an object, which then counts as moved. stale_handle;
  // out_of_memory: nothing has changed.
  Status update(Handle h, const Aabb<D, T>& box, std::uint64_t user_data, const Filter& filter);

  // Erases an object. Its handle is stale from now on. O(1). stale_handle.
  Status erase(Handle h, Changes trace = {});

  // Erases all objects; all handles become stale, memory is kept.
  void clear();

  // Reserves memory for so many objects, and for their cells where two objects share one. Later
  // inserts then move nothing in memory except by fit(). out_of_memory, too_many_objects.
  Status reserve(std::size_t objects);

  std::size_t size() const { return objects_.size(); }            // number of objects
  bool contains(Handle h) const { return objects_.contains(h); }  // false for a stale handle
  // Returns an object; none for a stale handle.
  std::optional<Object> find(Handle h) const {
    if (!contains(h)) return std::nullopt;
    return objects_.object(h.index);
  }
  // Returns the handle of the object in a slot. Precondition: a search delivered the slot.
  Handle handle(std::uint32_t slot) const { return objects_.handle(slot); }
  // Returns the object in a slot. Precondition: as above.
  Object operator[](std::uint32_t slot) const { return objects_.object(slot); }
  // Returns the stored boxes by slot, empty where there is no object. Valid until the grid changes.
  BoxSpan<D, T> boxes() const { return objects_.boxes(); }
  // Returns the length of the domain on each axis; 0: that axis is not periodic.
  const Period<D, T>& period() const { return options_.period; }
  T cell_edge() const;  // edge of the finest cells

  // Chooses the cell edge from the objects, unless the options set it, and sorts the cells in
  // memory as they are in space. The grid does so by itself when it has doubled. O(slots that were
  // ever in use, and objects for which reserve() reserved memory). out_of_memory: the grid is
  // unchanged.
  Status fit();

  // Returns whether every invariant holds; for tests. O(size).
  bool validate() const;

  // Shows the cells in use, for drawing and for learning: calls visit(bounds, depth, objects) for
  // each, large ones first; those of the coarsest level in use have depth 0. Objects are in the
  // cell of their lower corner; the outermost cells contain everything beyond. object(handle)
  // follows for each object of the cell. O(n).
  void for_each_cell(
      FunctionRef<void(const Aabb<D, T>& bounds, int depth, std::size_t objects)> visit,
      FunctionRef<void(Handle)> object = IgnoreObjects{}) const;

  // --- Queries -----------------------------------------------------------------------------------

  // Calls visit(handle) for each object that overlaps the box, until it returns false (stopped).
  template <class Visit>
  SearchResult for_each_overlapping(const Aabb<D, T>& box, Visit&& visit,
                                    const MaybeFilter& filter = {}, Handle except = {},
                                    Searches trace = {}) const {
    const auto each = [&](std::uint32_t slot) { return visit(handle(slot)); };
    return overlapping(box, filter, except, BlockTarget<std::uint32_t>::each(each), trace);
  }

  // Calls visit(handle) for each object that forms a pair with this one. stale_handle; stopped.
  template <class Visit>
  SearchResult pairs_of(Handle h, Visit&& visit) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return for_each_overlapping(objects_.box(h.index), visit, objects_.filter(h.index), h);
  }

  // --- Pairs -------------------------------------------------------------------------------------

  // Reports each unordered pair of overlapping objects once, a < b. stopped (by the sink).
  SearchResult find_pairs(const PairTarget& sink, Searches trace = {}) const;

  // Reports the pairs with at least one object that was inserted, moved or updated since this
  // function last returned Status::ok; each once, a < b.
  SearchResult find_pairs_of_moved(const PairTarget& sink, Searches trace = {});

  // Reports each overlapping pair of one object of this grid (a) and one of another (b). The grids
  // may have different cells, but must have the same period, else Status::out_of_range.
  SearchResult find_pairs_between(const HashGrid& other, const PairTarget& sink,
                                  Searches trace = {}) const;

  // --- For PairTracker ---------------------------------------------------------------------------

  // Moves the objects in `slots` to the elements of `boxes` at these slots; with `mark` all of them
  // count as moved. Stops at the first that fails; `done` is how many have moved. Statuses as
  // move().
  Status move_slots(std::span<const std::uint32_t> slots, const Aabb<D, T>* boxes, bool mark,
                    std::size_t& done);
  // Returns whether the slot has an object.
  bool alive(std::uint32_t slot) const { return objects_.alive(slot); }
  // Returns whether some object has a filter other than Filter{}.
  bool has_filters() const { return objects_.has_filters(); }
  // Returns the number of objects that count as moved.
  std::size_t moved_count() const { return objects_.moved().size(); }
  // Makes all objects count as not moved, except the first `retained` that moved.
  void forget_moved(std::size_t retained = 0) { objects_.forget_moved(retained); }
  // Makes the object in a slot count as moved, until forget_moved().
  void mark_moved(std::uint32_t slot) { objects_.mark_moved(slot); }
  // Returns whether the objects in two slots overlap and their filters accept each other.
  bool form_pair(std::uint32_t i, std::uint32_t j) const;
  // For each moved slot i with an object, calls begin(i) early, to prefetch; then report(i, j) for
  // each other slot j with which it forms a pair; then done(i). Returns false if one of them does.
  template <class Begin, class Report, class Done>
  bool search_moved(QueryStats& stats, Begin&& begin, Report&& report, Done&& done,
                    Searches trace = {}) const {
    const MoverVisitor visitor(begin, report, done);
    return search_moved(stats, visitor.target(bool(trace)), trace);
  }
  // As above, with several partners per call.
  bool search_moved(QueryStats& stats, const MoverTarget& target, Searches trace = {}) const;
  // Prefetches the entry of an object in the table.
  void prefetch(std::uint32_t slot) const { objects_.prefetch(slot); }
  // Prefetches the cell of an object. Call it some time after prefetch() of the slot.
  void prefetch_slot(std::uint32_t slot) const;

 private:
  using Cells = detail::HashGridCells<D, T>;

  SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter, Handle except,
                           const BlockTarget<std::uint32_t>& target, Searches trace) const;

  HashGridOptions<D, T> options_;
  Table objects_;
  detail::Opaque<Cells> cells_;
};

}  // namespace masu
