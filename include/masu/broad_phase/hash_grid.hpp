// SPDX-License-Identifier: MIT
// A grid without bounds for objects that come, move and leave: bucket sort kept up to date.
//
// Cells are found by hashing their coordinates, so there is no world to give and no memory for
// empty space. Objects of different sizes lie on levels of cells twice as large each ("hierarchical
// hash grid": Ericson, Real-Time Collision Detection, 7.2; Eitz and Lixu, "Hierarchical Spatial
// Hashing for Real-time Collision Detection", 2007). Cells store their boxes side by side.
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

// Events of a HashGrid. Cells, and blocks of 16 of them, are named by level and coordinates.
template <int D>
struct LookUpBlock {
  int level;                   // 0: the finest cells
  Vec<D, std::int32_t> block;  // its coordinates, in blocks
};
// A bucket is read: the heads of chains first, then those behind them.
struct ReadBucket {
  std::uint32_t bucket;   // its number
  std::uint32_t objects;  // how many it has
};
// An object comes into a cell.
template <int D>
struct EnterCell {
  std::uint32_t object;
  int level;  // 0: the finest cells
  Vec<D, std::int32_t> cell;
};
// An object leaves a cell.
template <int D>
struct LeaveCell {
  std::uint32_t object;
  int level;  // 0: the finest cells
  Vec<D, std::int32_t> cell;
};

// How large cells are, and where space repeats.
template <int D, class T>
struct HashGridOptions {
  // Of the finest cells. 0: chosen from the objects, anew whenever they have doubled. Should be
  // about twice the extent of the smallest common objects: those smaller share its cells.
  T cell_edge = 0;
  // Boxes are wrapped into it when they come in. A period that is not valid lets nothing in.
  Period<D, T> period{};
};

// insert(), move() and erase() take O(1) expected, searches O(cells covered + objects in them) for
// each level that is in use. Worst case, all objects in one cell: O(n).
//
// Empty boxes may be stored and meet nothing; infinite ones meet what they overlap. Pairs are named
// by slots, the `index` of handles. Changing the grid from a visitor or sink is a broken contract.
//
// A Trace is told EnterCell and LeaveCell as objects change cells, PhaseBegins{"fit"} where all are
// laid out anew, and LookUpBlock and ReadBucket by searches.
template <int D, class T = float>
class HashGrid {
  using Table = detail::ObjectTable<D, T>;
  using Changes = AnyTrace<PhaseBegins, EnterCell<D>, LeaveCell<D>>;
  using Searches = AnyTrace<LookUpBlock<D>, ReadBucket>;

 public:
  using Id = Handle;
  using Box = Aabb<D, T>;
  using Options = HashGridOptions<D, T>;
  using Object = typename Table::Object;

  explicit HashGrid(const HashGridOptions<D, T>& options = {},
                    Allocator allocator = default_allocator())
      : options_(options), objects_(allocator), cells_(allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // A new object; it counts as moved. O(1), amortised over the growth of the arrays. Unchanged if
  // it fails: out_of_memory, too_many_objects, out_of_range (cell edge or period).
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      Changes trace = {});

  // Inserts an object for each box and writes their handles, as insert() in turn does, with one
  // fit() for all. O(1) each, and where they are as many as there were, what fit() costs. Statuses:
  // size_mismatch, and those of insert(); nothing has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, Changes trace = {});

  // Moving to the box it has changes nothing. O(1). out_of_memory: nothing has changed.
  Status move(Handle h, const Box& box, Changes trace = {});

  // The same for many at once, and faster than one by one: they wait for memory together. Stops at
  // the first failure; those before it have moved. size_mismatch: nothing has changed.
  Status move_many(std::span<const Handle> handles, BoxSpan<D, T> boxes);

  // Replaces box, user data and filter of an object, which then counts as moved. out_of_memory:
  // nothing has changed.
  Status update(Handle h, const Box& box, std::uint64_t user_data, const Filter& filter);

  // The handle is stale from here on. O(1).
  Status erase(Handle h, Changes trace = {});

  // All objects go, all handles become stale; memory is kept.
  void clear();

  // Makes room for so many objects, and for their cells where two share one. Later inserts move
  // nothing in memory but by fit(). out_of_memory, too_many_objects.
  Status reserve(std::size_t objects);

  std::size_t size() const { return objects_.size(); }
  bool contains(Handle h) const { return objects_.contains(h); }
  // None for a stale handle.
  std::optional<Object> find(Handle h) const {
    if (!contains(h)) return std::nullopt;
    return objects_.object(h.index);
  }
  // The object in a slot, for pairs; the slot is one that a search delivered.
  Handle handle(std::uint32_t slot) const { return objects_.handle(slot); }
  Object operator[](std::uint32_t slot) const { return objects_.object(slot); }
  // The stored boxes by slot, empty where there is no object. Valid until the grid changes.
  BoxSpan<D, T> boxes() const { return objects_.boxes(); }
  const Period<D, T>& period() const { return options_.period; }
  T cell_edge() const;

  // Chooses the cell edge from the objects, unless it was given, and lays the cells out in memory
  // as they lie in space. The grid does so by itself when it has doubled. O(slots that were ever in
  // use, and objects that reserve() made room for). out_of_memory: the grid is as it was.
  Status fit();

  // True when every invariant holds; for tests. O(size).
  bool validate() const;

  // Cells in use, for drawing and for learning: visit(bounds, depth, objects) for each, large ones
  // first; those of the coarsest level in use have depth 0. Objects are in the cell of their lower
  // corner; the outermost cells hold what lies beyond. object(handle) follows for each object of
  // the cell. O(n).
  void for_each_cell(FunctionRef<void(const Box& bounds, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Handle)> object = IgnoreObjects{}) const;

  // --- Queries -----------------------------------------------------------------------------------

  // visit(handle) for each object that overlaps the box.
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit, const MaybeFilter& filter = {},
                                    Handle except = {}, Searches trace = {}) const {
    const auto each = [&](std::uint32_t slot) { return visit(handle(slot)); };
    return overlapping(box, filter, except, BlockTarget<std::uint32_t>::each(each), trace);
  }

  // The objects that form a pair with this one; visit(handle).
  template <class Visit>
  SearchResult pairs_of(Handle h, Visit&& visit) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return for_each_overlapping(objects_.box(h.index), visit, objects_.filter(h.index), h);
  }

  // --- Pairs -------------------------------------------------------------------------------------

  // Each unordered pair of overlapping objects once, a < b.
  SearchResult find_pairs(const PairTarget& sink, Searches trace = {}) const;

  // The pairs with at least one object that was inserted, moved or updated since this was last
  // called and ended with Status::ok; each once, a < b.
  SearchResult find_pairs_of_moved(const PairTarget& sink, Searches trace = {});

  // Each overlapping pair of one object of this grid (a) and one of another (b). The grids may have
  // different cells, but must have the same period, else Status::out_of_range.
  SearchResult find_pairs_between(const HashGrid& other, const PairTarget& sink,
                                  Searches trace = {}) const;

  // --- For PairTracker ---------------------------------------------------------------------------

  // Moves the objects in slots to their boxes, which are by slot, and if it is to `mark` them
  // counts all as moved; stops at the first that fails. `done` is how many have moved.
  Status move_slots(std::span<const std::uint32_t> slots, const Box* boxes, bool mark,
                    std::size_t& done);
  bool alive(std::uint32_t slot) const { return objects_.alive(slot); }
  bool has_filters() const { return objects_.has_filters(); }
  std::size_t moved_count() const { return objects_.moved().size(); }
  // All but the first `kept` to have moved count as not moved.
  void forget_moved(std::size_t kept = 0) { objects_.forget_moved(kept); }
  void mark_moved(std::uint32_t slot) { objects_.mark_moved(slot); }
  // True when the objects in two slots overlap and their filters agree.
  bool form_pair(std::uint32_t i, std::uint32_t j) const;
  // For each moved slot i with an object: begin(i) some time before its turn; meet(i, j) for each
  // other slot that it forms a pair with; done(i). False as soon as one of them returns false.
  template <class Begin, class Meet, class Done>
  bool search_moved(QueryStats& stats, Begin&& begin, Meet&& meet, Done&& done,
                    Searches trace = {}) const {
    const MoverVisitor visitor(begin, meet, done);
    return search_moved(stats, visitor.target(bool(trace)), trace);
  }
  // The same, for who takes many at a time.
  bool search_moved(QueryStats& stats, const MoverTarget& target, Searches trace = {}) const;
  // Asks for the memory of an object, and once that is there, of its cell.
  void prefetch(std::uint32_t slot) const { objects_.prefetch(slot); }
  void prefetch_place(std::uint32_t slot) const;

 private:
  using Cells = detail::HashGridCells<D, T>;

  SearchResult overlapping(const Box& box, const MaybeFilter& filter, Handle except,
                           const BlockTarget<std::uint32_t>& target, Searches trace) const;

  HashGridOptions<D, T> options_;
  Table objects_;
  detail::Opaque<Cells> cells_;
};

}  // namespace masu
