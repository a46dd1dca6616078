// SPDX-License-Identifier: MIT
// RegisteredOrthtree: a linear 2^D-tree in which objects are inserted, moved and erased in O(1).
//
// The idea is bucket sort by Morton key (sources Q and M in docs/sources.md): an object belongs to
// one cell, computed from the bits of its corners. Cells are found by key in a hash table, so there
// is no tree to walk or to build, and empty cells take no memory. Ancestors are not stored: on each
// level that has cells (a bit mask), a search looks up the block of cells that its box covers. See
// docs/decisions/0006-registered-orthtree.md.
#pragma once

#include <optional>
#include <span>
#include <type_traits>

#include <masu/broad_phase/compare_events.hpp>
#include <masu/broad_phase/mover_target.hpp>
#include <masu/broad_phase/orthtree_options.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/ray.hpp>
#include <masu/core/trace.hpp>
#include <masu/spatial_order/domain_grid.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class RegisteredObjects;
}  // namespace detail

// Event: a search visits a cell that has objects.
template <int D>
struct VisitCell {
  CellId<D> cell;  // the visited cell
};

// A spatial index of objects that are inserted, moved and erased one by one, and a source of their
// pairs. Empty boxes (min > max, NaN) may be stored and overlap nothing; infinite ones overlap as
// others do. Visitors and sinks may search the tree, but must not change it. Use it where the sizes
// of objects and the bounds of the scene are known; otherwise DynamicBvh.
//
//    masu::RegisteredOrthtree<2> tree;
//    const masu::Handle car = tree.insert(box).handle;
//    (void)tree.move(car, moved_box);
//    (void)tree.neighbors_within(car, 5, [](masu::Handle h) { use(h); });
//
// Pairs are named by slots, the `index` of the handles: small numbers that stay with an object
// while it lives. Use them to index your own arrays, or turn them into handles by handle(). The
// order of pairs depends only on the history of the tree, never on addresses or the machine.
//
// Searches take an optional filter: the filter and that of an object must accept each other.
// Visitors are called with handles; one that returns false stops the search (Status::stopped). Only
// insert(), reserve() and a PairList allocate memory, so nothing else can fail for lack of it.
//
// Cost. insert(), move() and erase() take O(1), amortized; a search visits the cells near it, on
// each level in use. Threads: const members are safe in many threads while no thread changes the
// tree.
template <int D, class T = float>
class RegisteredOrthtree {
  using Searches = AnyTrace<VisitCell<D>, CompareObjects>;

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Point = Vec<D, T>;                 // type of points
  using Object = RegisteredObject<D, T>;   // what find() returns
  using Id = Handle;                       // names an object
  using Neighbor = masu::Neighbor<T, Id>;  // what nearest() writes
  using RayHit = RayCastResult<T, Id>;     // result of ray_cast()
  using Options = OrthtreeOptions<D, T>;   // of the constructor

  // Creates an empty tree.
  explicit RegisteredOrthtree(const OrthtreeOptions<D, T>& options = {},
                              Allocator allocator = default_allocator());

  // --- Objects -----------------------------------------------------------------------------------

  // Inserts an object. O(1), amortized. out_of_memory, too_many_objects, out_of_range: unchanged.
  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data = 0,
                      const Filter& filter = {});

  // Inserts an object for each box and writes their handles, as insert() in a loop does, with one
  // fit() at most. O(1) each, amortized. Statuses: size_mismatch, and those of insert(); nothing
  // has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {});

  // Moves an object to a new box. O(1). No effect if it has this box. stale_handle.
  Status move(Handle handle, const Aabb<D, T>& box);

  // Replaces box, user data and filter of an object: it counts as moved. O(1). stale_handle.
  Status update(Handle handle, const Aabb<D, T>& box, std::uint64_t user_data,
                const Filter& filter);

  // Erases an object. Its handle is stale from now on. O(1). stale_handle.
  Status erase(Handle handle);

  // Erases all objects; all handles become stale, memory is kept. O(slots).
  void clear();

  // Reserves memory for `objects` objects. out_of_memory; too_many_objects.
  Status reserve(std::size_t objects);

  std::size_t size() const;       // number of objects
  bool contains(Handle h) const;  // false for a stale handle
  // Returns an object; nullptr for a stale handle. Valid until the tree changes.
  const Object* find(Handle h) const;
  // Returns the handle of the object in a slot. Precondition: a search delivered the slot.
  Handle handle(std::uint32_t slot) const;
  const Object& operator[](std::uint32_t slot) const;  // the object; same precondition

  // Returns the stored boxes by slot, for other pair finders; slots without an object have an empty
  // box. Valid until the tree changes.
  BoxSpan<D, T> boxes() const;
  // Returns whether some object has a filter other than Filter{}.
  bool has_filters() const;
  // Returns the length of the domain on each axis; 0: that axis is not periodic.
  const Period<D, T>& period() const { return options_.period; }

  // Calls f(handle, object) for all objects, by slot.
  template <class F>
  void for_each(F&& f) const {
    const std::size_t slots = boxes().size();
    for (std::uint32_t i = 0; i < slots; ++i) {
      if (alive(i)) f(handle(i), (*this)[i]);
    }
  }

  // --- Cells -------------------------------------------------------------------------------------

  // Returns the cell in which an object is registered; none for an empty box or a stale handle.
  std::optional<CellId<D>> cell(Handle h) const;
  // Returns the cell of a non-empty box. O(1).
  CellId<D> cell_of(const Aabb<D, T>& box) const;
  // Calls visit(cell, number of objects) for every cell that has objects, coarse levels first; or,
  // for drawing, visit(bounds, level, number of objects). Then calls object(handle) for each object
  // of the cell. With Registration::by_extent cells contain the lower corners of their boxes, with
  // smallest_cell the whole boxes; border cells also have the objects beyond the root bounds. O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_cell(Visit&& visit, Each&& object = {}) const {
    const DomainGrid<D, T> cells = grid();
    const auto visit_cell = [&](CellId<D> id, std::size_t objects) {
      if constexpr (std::is_invocable_v<Visit&, CellId<D>, std::size_t>) {
        visit(id, objects);
      } else {
        visit(cells.bounds(id), id.level(), objects);
      }
    };
    const auto each = [&](Handle h) { object(h); };
    show_cells(visit_cell, each);
  }
  // Returns the number of cells that have objects. Other cells do not exist.
  std::size_t cell_count() const;
  DomainGrid<D, T> grid() const;  // the finest cells, over the root bounds
  // Returns the work of registration since construction: `nodes` look-ups of cells, `comparisons`
  // and `shifts` probes and moves in the table.
  QueryStats update_stats() const;

  // Fits root bounds and depth to the objects, where the options do not give them, and registers
  // all objects again. The tree does so by itself when the number of objects has doubled or its
  // cells are crowded. To avoid that pause, give both in the options. O(size).
  void fit();

  // Returns whether every invariant holds; for tests. O(size).
  bool validate() const;

  // --- Pairs -------------------------------------------------------------------------------------

  // Reports each unordered pair of overlapping objects once, a < b. stopped.
  SearchResult find_pairs(const PairTarget& sink, Searches trace = {}) const;

  // Reports the pairs with at least one object that was inserted, moved or updated since this
  // function last returned Status::ok; each once, a < b.
  SearchResult find_pairs_of_moved(const PairTarget& sink, Searches trace = {});

  // Reports each overlapping pair of one object of this tree (a) and one of another (b). The trees
  // may have different root bounds, but must have the same period, else Status::out_of_range.
  SearchResult find_pairs_between(const RegisteredOrthtree& other, const PairTarget& sink) const;

  // Calls visit(handle) for each object that forms a pair with this one. stale_handle.
  SearchResult pairs_of(Handle h, const BlockTarget<Handle>& visit) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    const Object& object = (*this)[h.index];
    return for_each_overlapping(object.box, visit, object.filter, h);
  }

  // --- Queries -----------------------------------------------------------------------------------

  // Calls visit(handle) for each object that overlaps the box. stopped; out_of_range: the period is
  // not valid.
  SearchResult for_each_overlapping(const Aabb<D, T>& box, const BlockTarget<Handle>& visit,
                                    const MaybeFilter& filter = {}, Handle except = {}) const;

  // Calls visit(handle) for each object that contains the point.
  SearchResult for_each_containing(const Point& point, const BlockTarget<Handle>& visit,
                                   const MaybeFilter& filter = {}) const {
    return for_each_overlapping(Aabb<D, T>::of_point(point), visit, filter);
  }

  // Calls visit(handle) for each object with distance_squared(box, object) <= radius^2; in a
  // periodic domain the distance is that of the nearest images. For a point use Aabb::of_point().
  // An empty box is near nothing. out_of_range: radius negative or NaN.
  SearchResult for_each_within(const Aabb<D, T>& box, T radius, const BlockTarget<Handle>& visit,
                               const MaybeFilter& filter = {}, Handle except = {}) const;

  // Calls visit(handle) for all other objects within `radius` of this object's box. stale_handle.
  SearchResult neighbors_within(Handle h, T radius, const BlockTarget<Handle>& visit,
                                const MaybeFilter& filter = {}) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return for_each_within((*this)[h.index].box, radius, visit, filter, h);
  }

  // Finds the found.size() nearest objects, sorted by (distance, slot); stats.results is their
  // number. Distances as in for_each_within(). Expected O(k + levels) if the objects are
  // distributed evenly over the cells. out_of_range: the period is not valid.
  SearchResult nearest(const Aabb<D, T>& box, std::span<Neighbor> found,
                       const MaybeFilter& filter = {}, Handle except = {}) const;

  // Finds the other objects nearest to an object, as nearest(). stale_handle.
  SearchResult nearest_neighbors(Handle h, std::span<Neighbor> found,
                                 const MaybeFilter& filter = {}) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return nearest((*this)[h.index].box, found, filter, h);
  }

  // Calls visit(handle, t) for each object whose box the ray hits by ray_box(), in no particular
  // order. not_finite: the ray is not valid; out_of_range: the tree has a period, and rays do not
  // wrap.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T>>& visit,
                               const MaybeFilter& filter = {}) const;

  // Returns the first object that the ray hits, by (t, slot). Statuses as for_each_on_ray().
  RayCastResult<T> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const;

  // --- For PairTracker ---------------------------------------------------------------------------

  // Moves the objects in `slots` to the elements of `boxes` at these slots; with `mark` all of them
  // count as moved. Stops at the first failure; `done` is the number of objects moved. Statuses as
  // move().
  Status move_slots(std::span<const std::uint32_t> slots, const Aabb<D, T>* boxes, bool mark,
                    std::size_t& done);
  bool alive(std::uint32_t slot) const;  // whether the slot has an object
  std::size_t moved_count() const;       // number of objects that count as moved
  // Makes all objects count as not moved, except the first `retained` that moved.
  void forget_moved(std::size_t retained = 0);
  void mark_moved(std::uint32_t slot);  // counts it as moved until forget_moved()
  // Returns whether the objects in two slots overlap and their filters accept each other.
  bool form_pair(std::uint32_t i, std::uint32_t j) const;
  // For each moved slot i with an object, calls begin(i), then report(i, j) for each other slot j
  // with which it forms a pair, then done(i). Returns false as soon as one of them does.
  template <class Begin, class Report, class Done>
  bool search_moved(QueryStats& stats, Begin&& begin, Report&& report, Done&& done,
                    Searches trace = {}) const {
    const MoverVisitor visitor(begin, report, done);
    return search_moved(stats, visitor.target(bool(trace)), trace);
  }
  // As above, with several partners per call.
  bool search_moved(QueryStats& stats, const MoverTarget& target, Searches trace = {}) const;
  // Prefetches the entry of an object.
  void prefetch(std::uint32_t slot) const;
  void prefetch_slot(std::uint32_t) const {}  // no effect: there is no more to read

 private:
  using Objects = detail::RegisteredObjects<D, T>;
  void show_cells(FunctionRef<void(CellId<D>, std::size_t objects)> visit,
                  FunctionRef<void(Handle)> object) const;

  OrthtreeOptions<D, T> options_;
  detail::Opaque<Objects> objects_;
};

}  // namespace masu
