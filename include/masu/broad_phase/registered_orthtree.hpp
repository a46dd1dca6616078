// SPDX-License-Identifier: MIT
// The linear 2^D-tree that objects register with, and leave, in O(1).
//
// The idea is bucket sort by Morton key (Q, M): an object belongs to one cell, found from the bits
// of its corners; cells are found by name in a hash table, so there is no tree to walk or to build
// and no memory for cells that hold nothing. Ancestors are not stored: a search asks each level
// that has cells (a bit mask) for the block of cells that its box covers. See
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
#include <masu/spatial_order/world_grid.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class RegisteredObjects;
}  // namespace detail

// The event of searches: a cell that holds objects is looked at.
template <int D>
struct VisitCell {
  CellId<D> cell;
};

// Empty boxes (min > max, NaN) may be stored and meet nothing; infinite ones meet what they
// overlap. Changing the tree from a visitor or sink is a broken contract; searching is not.
//
// Pairs are named by slots, the `index` of the handles: small numbers that stay with an object
// while it lives, to index one's own arrays by, or to turn into handles by handle(). Their order
// depends on the history of the tree alone, never on addresses or the machine.
//
// Searches take an optional filter, which must accept the object's and be accepted by it; visitors
// are called with handles, and one that returns false stops the search (Status::stopped). Nothing
// but insert(), reserve() and a PairList grows memory, so nothing else can fail for lack of it.
template <int D, class T = float>
class RegisteredOrthtree {
  using Searches = AnyTrace<VisitCell<D>, CompareObjects>;

 public:
  using Box = Aabb<D, T>;
  using Point = Vec<D, T>;
  using Object = RegisteredObject<D, T>;
  using Id = Handle;
  using Neighbor = masu::Neighbor<T, Id>;
  using RayHit = RayCastResult<T, Id>;
  using Options = OrthtreeOptions<D, T>;

  explicit RegisteredOrthtree(const OrthtreeOptions<D, T>& options = {},
                              Allocator allocator = default_allocator());

  // --- Objects -----------------------------------------------------------------------------------

  // A new object. O(1), amortised over the growth of the arrays. Unchanged if it fails.
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {});

  // Inserts an object for each box and writes their handles, as insert() in turn does, with one
  // fit() at most. O(1) each, amortised. Statuses: size_mismatch, and those of insert(); nothing
  // has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {});

  // Re-registers an object with a new box. O(1). Moving to the box it has changes nothing.
  Status move(Handle handle, const Box& box);

  // Everything about an object anew; it counts as moved. Twice is the same as once. O(1).
  Status update(Handle handle, const Box& box, std::uint64_t user_data, const Filter& filter);

  // The handle is stale from here on. O(1).
  Status erase(Handle handle);

  // All objects go, all handles become stale; memory is kept. O(slots).
  void clear();

  // After it, `objects` objects fit without an allocation.
  Status reserve(std::size_t objects);

  std::size_t size() const;
  bool contains(Handle h) const;
  // nullptr for a stale handle; valid until the tree changes.
  const Object* find(Handle h) const;
  // The object in a slot, for pairs; the slot is one that a search delivered.
  Handle handle(std::uint32_t slot) const;
  const Object& operator[](std::uint32_t slot) const;

  // The stored boxes by slot, for other pair finders; slots without an object hold an empty box.
  // Valid until the tree changes.
  BoxSpan<D, T> boxes() const;
  // True when some object has a filter other than Filter{}.
  bool has_filters() const;
  const Period<D, T>& period() const { return options_.period; }

  // f(handle, object) for all, by slot.
  template <class F>
  void for_each(F&& f) const {
    const std::size_t slots = boxes().size();
    for (std::uint32_t i = 0; i < slots; ++i) {
      if (alive(i)) f(handle(i), (*this)[i]);
    }
  }

  // --- Cells -------------------------------------------------------------------------------------

  // The cell an object is registered in; none for an empty box or a stale handle.
  std::optional<CellId<D>> cell(Handle h) const;
  // The cell a non-empty box belongs to. O(1).
  CellId<D> cell_of(const Box& box) const;
  // visit(cell, objects in it) for every cell that holds objects, coarse levels first; or, for
  // drawing, visit(bounds, level, objects). object(handle) follows for each object of the cell. By
  // extent, boxes lie in their cells with the lower corner only, in the smallest cell as a whole;
  // cells at the border hold what lies beyond the world. O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_cell(Visit&& visit, Each&& object = {}) const {
    const WorldGrid<D, T> cells = grid();
    const auto see = [&](CellId<D> id, std::size_t objects) {
      if constexpr (std::is_invocable_v<Visit&, CellId<D>, std::size_t>) {
        visit(id, objects);
      } else {
        visit(cells.bounds(id), id.level(), objects);
      }
    };
    const auto each = [&](Handle h) { object(h); };
    show_cells(see, each);
  }
  // Cells that exist: those that hold objects, no others.
  std::size_t cell_count() const;
  WorldGrid<D, T> grid() const;
  // Work done for registration since construction: `nodes` look-ups of cells, `comparisons` and
  // `shifts` probes and moves in the table.
  QueryStats update_stats() const;

  // Fits what was not given of world and depth to the objects, and registers them anew. The tree
  // does so by itself when it has doubled or its cells are crowded; a program that wants no pause
  // there gives world and depth. O(size).
  void fit();

  // True when every invariant holds; for tests. O(size).
  bool validate() const;

  // --- Pairs -------------------------------------------------------------------------------------

  // Each unordered pair of overlapping objects once, a < b.
  SearchResult find_pairs(const PairTarget& sink, Searches trace = {}) const;

  // The pairs with at least one object that was inserted, moved or updated since this was last
  // called and ended with Status::ok; each once, a < b.
  SearchResult find_pairs_of_moved(const PairTarget& sink, Searches trace = {});

  // Each overlapping pair of one object of this tree (a) and one of another (b). The trees may have
  // different worlds, but must have the same period, else Status::out_of_range.
  SearchResult find_pairs_between(const RegisteredOrthtree& other, const PairTarget& sink) const;

  // The objects that form a pair with this one; visit(handle).
  SearchResult pairs_of(Handle h, const BlockTarget<Handle>& visit) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    const Object& object = (*this)[h.index];
    return for_each_overlapping(object.box, visit, object.filter, h);
  }

  // --- Queries -----------------------------------------------------------------------------------

  // visit(handle) for each object that overlaps the box.
  SearchResult for_each_overlapping(const Box& box, const BlockTarget<Handle>& visit,
                                    const MaybeFilter& filter = {}, Handle except = {}) const;

  // visit(handle) for each object that contains the point.
  SearchResult for_each_containing(const Point& point, const BlockTarget<Handle>& visit,
                                   const MaybeFilter& filter = {}) const {
    return for_each_overlapping(Box::of_point(point), visit, filter);
  }

  // visit(handle) for each object with distance_squared(box, object) <= radius^2, on the torus in
  // a periodic world; Aabb::of_point() asks about a point. An empty box is near nothing.
  // out_of_range: radius negative or NaN.
  SearchResult for_each_within(const Box& box, T radius, const BlockTarget<Handle>& visit,
                               const MaybeFilter& filter = {}, Handle except = {}) const;

  // The neighbours of an object: all others within `radius` of its box.
  SearchResult neighbors_within(Handle h, T radius, const BlockTarget<Handle>& visit,
                                const MaybeFilter& filter = {}) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return for_each_within((*this)[h.index].box, radius, visit, filter, h);
  }

  // The nearest objects, as many as `found` has places, by (distance, slot); stats.results says how
  // many there are. Distances as in for_each_within(). Expected O(k + levels) for objects spread
  // like their cells.
  SearchResult nearest(const Box& box, std::span<Neighbor> found, const MaybeFilter& filter = {},
                       Handle except = {}) const;

  // The nearest neighbours of an object, itself left out.
  SearchResult nearest_neighbors(Handle h, std::span<Neighbor> found,
                                 const MaybeFilter& filter = {}) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return nearest((*this)[h.index].box, found, filter, h);
  }

  // visit(handle, t) for each object that the ray meets by ray_box(), in no particular order.
  // not_finite: the ray is not valid; out_of_range: the world is periodic, rays do not wrap.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T>>& visit,
                               const MaybeFilter& filter = {}) const;

  // The object that the ray meets first, by (t, slot). Errors as above.
  RayCastResult<T> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const;

  // --- For PairTracker ---------------------------------------------------------------------------

  // Moves the objects in slots to their boxes, which are by slot, and if it is to `mark` them
  // counts all as moved; stops at the first that fails. `done` is how many have moved.
  Status move_slots(std::span<const std::uint32_t> slots, const Box* boxes, bool mark,
                    std::size_t& done);
  bool alive(std::uint32_t slot) const;
  std::size_t moved_count() const;
  // All but the first `kept` to have moved count as not moved.
  void forget_moved(std::size_t kept = 0);
  void mark_moved(std::uint32_t slot);
  // True when the objects in two slots overlap and their filters agree.
  bool form_pair(std::uint32_t i, std::uint32_t j) const;
  // For each moved slot i with an object: begin(i); meet(i, j) for each other slot that it forms a
  // pair with; done(i). False as soon as one of them returns false.
  template <class Begin, class Meet, class Done>
  bool search_moved(QueryStats& stats, Begin&& begin, Meet&& meet, Done&& done,
                    Searches trace = {}) const {
    const MoverVisitor visitor(begin, meet, done);
    return search_moved(stats, visitor.target(bool(trace)), trace);
  }
  // The same, for who takes many at a time.
  bool search_moved(QueryStats& stats, const MoverTarget& target, Searches trace = {}) const;
  // Asks for the memory of an object, and once that is there, of its cell.
  void prefetch(std::uint32_t slot) const;
  void prefetch_place(std::uint32_t) const {}

 private:
  using Objects = detail::RegisteredObjects<D, T>;
  void show_cells(FunctionRef<void(CellId<D>, std::size_t objects)> visit,
                  FunctionRef<void(Handle)> object) const;

  OrthtreeOptions<D, T> options_;
  detail::Opaque<Objects> objects_;
};

}  // namespace masu
