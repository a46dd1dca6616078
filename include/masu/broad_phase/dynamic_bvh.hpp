// SPDX-License-Identifier: MIT
// DynamicBvh: a bounding volume hierarchy of objects that are inserted, moved and erased one by
// one. Fat AABBs absorb small motions, as in Bullet, Box2D and others.
#pragma once

#include <masu/broad_phase/detail/object_table.hpp>
#include <masu/broad_phase/mover_target.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/period.hpp>
#include <masu/core/ray.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class DynamicTree;
}  // namespace detail

// Event: a leaf is inserted into the tree. `link` is a child of a node: node << 1 | side.
struct InsertLeaf {
  std::uint32_t object;  // its slot
  std::uint32_t link;    // where it is now
};
// Event: a leaf is removed from the tree.
struct RemoveLeaf {
  std::uint32_t object;  // its slot
  std::uint32_t link;    // where it was
};
// Event: the box or height of a child has changed.
struct RefitNode {
  std::uint32_t link;  // a child of a node: node << 1 | side
};
// Event: a tree rotation exchanges a child of a node with a grandchild of that node.
struct SwapNodes {
  std::uint32_t child;       // as node << 1 | side
  std::uint32_t grandchild;  // a child of the other child
};
// Event: a subtree is rebuilt, because a path in it was too long.
struct RebuildSubtree {
  std::uint32_t link;  // of its root
  std::size_t leaves;  // how many objects it has
};

// Options of a DynamicBvh: how much larger fat AABBs are than boxes, so that short steps change
// nothing.
template <int D, class T>
struct DynamicBvhOptions {
  // How far the fat AABB extends beyond the object's box, on each side: this length, plus a share
  // of the object's longest edge. Not negative.
  T margin = 0;
  T margin_share = T(0.1);  // of the longest edge
  // A moved object's fat AABB also reaches this many of its last steps ahead.
  T prediction = 0;
  // Not supported: with a period insert() returns Status::out_of_range.
  Period<D, T> period{};
};

// A spatial index of objects that are inserted, moved and erased one by one, and a source of their
// pairs. Answers are always exact: fat AABBs prune, the objects' own boxes decide. Empty boxes (min
// > max, NaN) may be stored and overlap nothing; infinite ones overlap as others do. Visitors and
// sinks may search the tree, but must not change it. Use it where the sizes of objects or the
// bounds of the scene are not known; for boxes that are all known at once use Bvh.
//
//    masu::DynamicBvh<2> tree;
//    const masu::Handle car = tree.insert(box).handle;
//    (void)tree.move(car, moved_box);
//    (void)tree.for_each_overlapping(window, [](masu::Handle h) { use(h); });
//
// Pairs are named by slots, the `index` of the handles. All orders depend only on the history of
// the tree, never on addresses or the machine. Only insert(), reserve() and a PairList allocate
// memory; a failed insert() changes nothing. No path is longer than 96 nodes.
//
// A Trace receives VisitNode from searches and from an insertion on its way down, and InsertLeaf,
// RemoveLeaf, RefitNode, SwapNodes and RebuildSubtree as the tree changes.
//
// Cost: typically O(log n) to insert, erase or query, O(1) for a move within the fat AABB. Threads:
// const members are safe in many threads while no thread changes the tree.
template <int D, class T = float>
class DynamicBvh {
  using Table = detail::ObjectTable<D, T>;
  using Changes = AnyTrace<VisitNode, InsertLeaf, RemoveLeaf, RefitNode, SwapNodes, RebuildSubtree>;
  using Searches = AnyTrace<VisitNode>;
  using Gap = FunctionRef<double(const Aabb<D, T>& box)>;

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Id = Handle;                        // names an object
  using Neighbor = masu::Neighbor<T, Id>;   // what nearest() writes
  using RayHit = RayCastResult<T, Id>;      // result of ray_cast()
  using Options = DynamicBvhOptions<D, T>;  // of the constructor
  using Object = RegisteredObject<D, T>;    // what find() returns

  // Creates an empty tree.
  explicit DynamicBvh(const DynamicBvhOptions<D, T>& options = {},
                      Allocator allocator = default_allocator())
      : options_(options), table_(allocator), tree_(allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // Inserts an object: expected O(log n). out_of_memory, too_many_objects (2^29), out_of_range.
  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      Changes trace = {});

  // Inserts an object for each box and writes their handles, as insert() in a loop does. If the
  // tree has no more objects than that, it is instead rebuilt with all of them, as by optimize(),
  // which costs less. Statuses: size_mismatch, and those of insert(); nothing has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, Changes trace = {});

  // Moves an object. O(1) while it stays in its fat AABB. A short step out of it changes the boxes
  // of some ancestors; a jump inserts the object again, expected O(log n). stale_handle.
  Status move(Handle handle, const Aabb<D, T>& box, Changes trace = {});

  // Moves handles[k] to box_of(k), and visits every node once instead of the ancestors of each
  // object: faster than move() from about a quarter of all objects on. Skips stale handles. If many
  // objects have jumped, rebuilds the tree as optimize() does, in O(n log n); otherwise O(n).
  void move_many(std::span<const Handle> handles, FunctionRef<Aabb<D, T>(std::size_t)> box_of,
                 Changes trace = {});

  // Replaces box, user data and filter of an object, which then counts as moved. stale_handle;
  // out_of_memory: nothing has changed.
  Status update(Handle handle, const Aabb<D, T>& box, std::uint64_t user_data, const Filter& filter,
                Changes trace = {});

  // Erases an object. Its handle is stale from now on. Expected O(log n). stale_handle.
  Status erase(Handle handle, Changes trace = {});

  // Erases all objects; all handles become stale, memory is kept. O(slots).
  void clear();

  // Reserves memory for `objects` objects. out_of_memory; too_many_objects: more than 2^29.
  Status reserve(std::size_t objects);

  // Rebuilds the tree from its objects, so that queries are as fast as in a tree built at once.
  // Call it after many insertions. O(n log n).
  void optimize();

  std::size_t size() const { return table_.size(); }  // number of objects
  // Returns whether the handle is not stale.
  bool contains(Handle handle) const { return table_.contains(handle); }
  // Returns an object; none for a stale handle.
  std::optional<Object> find(Handle handle) const {
    if (!contains(handle)) return std::nullopt;
    return table_.object(handle.index);
  }
  // Returns the handle of the object in a slot. Precondition: a search delivered the slot.
  Handle handle(std::uint32_t slot) const { return table_.handle(slot); }
  // Returns the object in a slot. Precondition: as above.
  Object operator[](std::uint32_t slot) const { return table_.object(slot); }
  // Returns the boxes by slot, for other pair finders; slots without an object have an empty box.
  // Valid until the tree changes.
  BoxSpan<D, T> boxes() const { return table_.boxes(); }
  // Returns whether some object has a filter other than Filter{}.
  bool has_filters() const { return table_.has_filters(); }
  // Calls f(handle, object) for all objects, by slot.
  template <class F>
  void for_each(F&& f) const {
    for (std::uint32_t i = 0; i < table_.slots(); ++i) {
      if (table_.alive(i)) f(table_.handle(i), table_.object(i));
    }
  }
  // Shows the tree, for drawing and for learning: calls visit(fat box, depth, objects) for each
  // node, parents before children, the root at depth 0; `objects` is 1 for leaves, 0 for inner
  // nodes. After each leaf it calls object(handle). O(n).
  void for_each_node(FunctionRef<void(const Aabb<D, T>& box, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Handle)> object = IgnoreObjects{}) const;
  // Returns the number of nodes from the root down to the farthest object.
  std::uint32_t height() const;
  // Returns whether every invariant holds; for tests. O(n).
  bool validate() const;

  // --- Pairs -------------------------------------------------------------------------------------

  // Reports each unordered pair of overlapping objects once, a < b. Expected O(n + pairs). stopped.
  SearchResult find_pairs(const PairTarget& sink, Searches trace = {}) const;

  // --- For PairTracker ---------------------------------------------------------------------------

  // Moves the objects in `slots` to the elements of `boxes` at these slots; with `mark` all of them
  // count as moved. Stops at the first failure; `done` is the number of objects moved. Statuses as
  // move().
  Status move_slots(std::span<const std::uint32_t> slots, const Aabb<D, T>* boxes, bool mark,
                    std::size_t& done);
  // Returns whether the slot has an object.
  bool alive(std::uint32_t slot) const { return table_.alive(slot); }
  // Returns the length of the domain on each axis; 0: that axis is not periodic.
  const Period<D, T>& period() const { return options_.period; }
  // Returns the number of objects that count as moved.
  std::size_t moved_count() const { return table_.moved().size(); }
  // Makes all objects count as not moved, except the first `retained` that moved.
  void forget_moved(std::size_t retained = 0) { table_.forget_moved(retained); }
  // Makes the object in a slot count as moved, until forget_moved().
  void mark_moved(std::uint32_t slot) { table_.mark_moved(slot); }
  // Returns whether the objects in two slots overlap and their filters accept each other.
  bool form_pair(std::uint32_t i, std::uint32_t j) const {
    return overlaps(table_.box(i), table_.box(j)) && table_.accept_each_other(i, j);
  }
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
  void prefetch(std::uint32_t slot) const { table_.prefetch(slot); }  // of its entry in the table
  // Prefetches the node of the object.
  void prefetch_slot(std::uint32_t slot) const;

  // --- Pairs -------------------------------------------------------------------------------------

  // Reports the pairs with at least one object that was inserted, moved or updated since this
  // function last returned Status::ok; each once, a < b. If few objects have moved, searches the
  // tree for each of them.
  SearchResult find_pairs_of_moved(const PairTarget& sink, Searches trace = {});

  // Reports each overlapping pair of one object of this tree (a) and one of another (b). stopped.
  SearchResult find_pairs_between(const DynamicBvh& other, const PairTarget& sink,
                                  Searches trace = {}) const;

  // --- Queries -----------------------------------------------------------------------------------

  // Calls visit(handle) for objects that overlap the box. Expected O(log n + results). stopped.
  template <class Visit>
  SearchResult for_each_overlapping(const Aabb<D, T>& box, Visit&& visit,
                                    const MaybeFilter& filter = {}, Searches trace = {}) const {
    const auto each = [&](std::uint32_t slot) { return visit(handle(slot)); };
    return overlapping(box, filter, BlockTarget<std::uint32_t>::each(each), trace);
  }

  // Calls visit(handle) for each object with distance_squared(box, object) <= radius^2. An empty
  // box is near nothing. out_of_range: radius negative or NaN.
  template <class Visit>
  SearchResult for_each_within(const Aabb<D, T>& box, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}, Searches trace = {}) const {
    const auto each = [&](std::uint32_t slot) { return visit(handle(slot)); };
    return within(box, radius, filter, BlockTarget<std::uint32_t>::each(each), trace);
  }

  // Finds the found.size() nearest objects, sorted by (distance, slot); stats.results is their
  // number. Expected O(log n + k log k). Always ok.
  SearchResult nearest(const Aabb<D, T>& box, std::span<Neighbor> found,
                       const MaybeFilter& filter = {}, Searches trace = {}) const;

  // Calls visit(handle) for objects whose boxes have a gap(box) of at most `reach`, mostly nearer
  // ones first; visit returns the new reach, as in CompositeShape::for_each_sub_shape_near().
  // gap(box) is a lower bound for everything in the box, and never falls as a box shrinks. A reach
  // below any gap ends the search.
  QueryStats for_each_near(Gap gap, double reach, FunctionRef<double(Handle)> visit,
                           const MaybeFilter& filter = {}, Searches trace = {}) const;

  // Calls visit(handle, t) for each object whose box the ray hits by ray_box(), in no particular
  // order. not_finite: the ray is not valid.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T>>& visit,
                               const MaybeFilter& filter = {}, Searches trace = {}) const;

  // Returns the first object that the ray hits, by (t, slot). Statuses as for_each_on_ray().
  RayCastResult<T> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {},
                            Searches trace = {}) const;

 private:
  using Tree = detail::DynamicTree<D, T>;

  SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter,
                           const BlockTarget<std::uint32_t>& target, Searches trace) const;
  SearchResult within(const Aabb<D, T>& box, T radius, const MaybeFilter& filter,
                      const BlockTarget<std::uint32_t>& target, Searches trace) const;

  DynamicBvhOptions<D, T> options_;
  Table table_;
  detail::Opaque<Tree> tree_;
};

}  // namespace masu
