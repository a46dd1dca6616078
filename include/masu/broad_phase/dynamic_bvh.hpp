// SPDX-License-Identifier: MIT
// A bounding volume hierarchy that objects come to, move in and leave (as in Bullet, Box2D and
// their kin): boxes a little too large, so that small motions change nothing.
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

// Events of a DynamicBvh, besides VisitNode: of searches, and of an insertion on its way down. A
// place is a child of a node: node << 1 | side.
struct PutLeaf {
  std::uint32_t object;
  std::uint32_t place;
};
// An object is taken out of its place.
struct TakeLeaf {
  std::uint32_t object;
  std::uint32_t place;
};
// The box or height of a place has changed.
struct RefitPlace {
  std::uint32_t place;
};
// A rotation: a child and a grandchild on the other side change places.
struct ExchangePlaces {
  std::uint32_t child;       // its place
  std::uint32_t grandchild;  // a child of the other child
};
// A subtree is built again, because a path was too long.
struct RebuildPlace {
  std::uint32_t place;
  std::size_t leaves;  // how many objects it has
};

// How far boxes are fattened, so that short steps change nothing.
template <int D, class T>
struct DynamicBvhOptions {
  // How much larger than its object a fat box is, on each side: a length, and a share of the
  // object's longest edge. Not negative.
  T margin = 0;
  T margin_share = T(0.1);  // of the longest edge
  // A moved object's fat box also reaches this many of its last steps ahead.
  T prediction = 0;
  // This tree has no torus: with a period nothing comes in (Status::out_of_range).
  Period<D, T> period{};
};

// Exact answers always: fat boxes prune, the objects' own boxes decide. Empty boxes (min > max,
// NaN) may be stored and meet nothing; infinite ones meet what they overlap. Changing the tree
// from a visitor or sink is a broken contract; searching is not.
//
// Pairs are named by slots, the `index` of the handles. All orders depend on the history of the
// tree alone, never on addresses or the machine. Only insert(), reserve() and a PairList grow
// memory; a failed insert() changes nothing. No path is longer than 96 nodes.
//
// A Trace is told VisitNode by searches and by an insertion on its way down, and PutLeaf, TakeLeaf,
// RefitPlace, ExchangePlaces and RebuildPlace as the tree changes.
template <int D, class T = float>
class DynamicBvh {
  using Table = detail::ObjectTable<D, T>;
  using Changes = AnyTrace<VisitNode, PutLeaf, TakeLeaf, RefitPlace, ExchangePlaces, RebuildPlace>;
  using Searches = AnyTrace<VisitNode>;
  using Gap = FunctionRef<double(const Aabb<D, T>& box)>;

 public:
  using Id = Handle;
  using Neighbor = masu::Neighbor<T, Id>;
  using RayHit = RayCastResult<T, Id>;
  using Box = Aabb<D, T>;
  using Options = DynamicBvhOptions<D, T>;
  using Object = RegisteredObject<D, T>;

  explicit DynamicBvh(const DynamicBvhOptions<D, T>& options = {},
                      Allocator allocator = default_allocator())
      : options_(options), table_(allocator), tree_(allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // A new object. Expected O(log n). too_many_objects: 2^29 are there.
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      Changes trace = {});

  // Inserts an object for each box and writes their handles, as insert() in turn does. As many as
  // there were or more are put in at once, with the others, as by optimize(), which costs less than
  // a search for each. Statuses: size_mismatch, and those of insert(); nothing has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, Changes trace = {});

  // O(1) while the object stays in its fat box. A short step further changes the boxes of some
  // ancestors; a leap takes the object out and puts it in again, expected O(log n).
  Status move(Handle handle, const Box& box, Changes trace = {});

  // move() for many, to box_of(k) the k-th, and every node is looked at once rather than the
  // ancestors of each: better from about a quarter of all objects on. Stale handles are left out.
  // When many have leapt, as optimize(). O(n), then O(n log n).
  void move_many(std::span<const Handle> handles, FunctionRef<Box(std::size_t)> box_of,
                 Changes trace = {});

  // Replaces box, user data and filter of an object, which then counts as moved. out_of_memory:
  // nothing has changed.
  Status update(Handle handle, const Box& box, std::uint64_t user_data, const Filter& filter,
                Changes trace = {});

  // The handle is stale from here on. Expected O(log n).
  Status erase(Handle handle, Changes trace = {});

  // All objects go, all handles become stale; memory is kept. O(slots).
  void clear();

  // After it, `objects` objects fit without an allocation.
  Status reserve(std::size_t objects);

  // Builds the tree anew from its objects, for the quality and the order in memory of one built at
  // once. Worth it after many insertions. O(n log n).
  void optimize();

  std::size_t size() const { return table_.size(); }
  bool contains(Handle handle) const { return table_.contains(handle); }
  // None for a stale handle.
  std::optional<Object> find(Handle handle) const {
    if (!contains(handle)) return std::nullopt;
    return table_.object(handle.index);
  }
  // The object in a slot, for pairs; the slot is one that a search delivered.
  Handle handle(std::uint32_t slot) const { return table_.handle(slot); }
  Object operator[](std::uint32_t slot) const { return table_.object(slot); }
  // By slot, for other pair finders; slots without an object hold an empty box. Valid until the
  // tree changes.
  BoxSpan<D, T> boxes() const { return table_.boxes(); }
  // True when some object has a filter other than Filter{}.
  bool has_filters() const { return table_.has_filters(); }
  // f(handle, object) for all, by slot.
  template <class F>
  void for_each(F&& f) const {
    for (std::uint32_t i = 0; i < table_.slots(); ++i) {
      if (table_.alive(i)) f(table_.handle(i), table_.object(i));
    }
  }
  // The tree, for drawing and for learning: visit(fat box, depth, objects) for each node, parents
  // before children, the root at depth 0; `objects` is 1 for leaves, 0 for inner nodes.
  // object(handle) follows for that of a leaf. O(n).
  void for_each_node(FunctionRef<void(const Box& box, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Handle)> object = IgnoreObjects{}) const;
  // Nodes from the root down to the farthest object.
  std::uint32_t height() const;
  // True when every invariant holds; for tests. O(n).
  bool validate() const;

  // --- Pairs -------------------------------------------------------------------------------------

  // Each unordered pair of overlapping objects once, a < b. Expected O(n + pairs).
  SearchResult find_pairs(const PairTarget& sink, Searches trace = {}) const;

  // --- For PairTracker ---------------------------------------------------------------------------

  // Moves the objects in slots to their boxes, which are by slot, and if it is to `mark` them
  // counts all as moved; stops at the first that fails. `done` is how many have moved.
  Status move_slots(std::span<const std::uint32_t> slots, const Box* boxes, bool mark,
                    std::size_t& done);
  bool alive(std::uint32_t slot) const { return table_.alive(slot); }
  const Period<D, T>& period() const { return options_.period; }
  std::size_t moved_count() const { return table_.moved().size(); }
  // All but the first `kept` to have moved count as not moved.
  void forget_moved(std::size_t kept = 0) { table_.forget_moved(kept); }
  void mark_moved(std::uint32_t slot) { table_.mark_moved(slot); }
  // True when the objects in two slots overlap and their filters agree.
  bool form_pair(std::uint32_t i, std::uint32_t j) const {
    return overlaps(table_.box(i), table_.box(j)) && table_.accept_each_other(i, j);
  }
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
  void prefetch(std::uint32_t slot) const { table_.prefetch(slot); }
  // The same for its place in the tree.
  void prefetch_place(std::uint32_t slot) const;

  // --- Pairs -------------------------------------------------------------------------------------

  // The pairs with at least one object that was inserted, moved or updated since this was last
  // called and ended with Status::ok; each once, a < b. Few moved objects ask one by one.
  SearchResult find_pairs_of_moved(const PairTarget& sink, Searches trace = {});

  // Each overlapping pair of one object of this tree (a) and one of another (b).
  SearchResult find_pairs_between(const DynamicBvh& other, const PairTarget& sink,
                                  Searches trace = {}) const;

  // --- Queries -----------------------------------------------------------------------------------

  // visit(handle) for each object that overlaps the box. Expected O(log n + results).
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit, const MaybeFilter& filter = {},
                                    Searches trace = {}) const {
    const auto each = [&](std::uint32_t slot) { return visit(handle(slot)); };
    return overlapping(box, filter, BlockTarget<std::uint32_t>::each(each), trace);
  }

  // visit(handle) for each object with distance_squared(box, object) <= radius^2. An empty box is
  // near nothing. out_of_range: radius negative or NaN.
  template <class Visit>
  SearchResult for_each_within(const Box& box, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}, Searches trace = {}) const {
    const auto each = [&](std::uint32_t slot) { return visit(handle(slot)); };
    return within(box, radius, filter, BlockTarget<std::uint32_t>::each(each), trace);
  }

  // The nearest objects, as many as `found` has places, by (distance, slot); stats.results says how
  // many there are. Expected O(log n + k log k).
  SearchResult nearest(const Box& box, std::span<Neighbor> found, const MaybeFilter& filter = {},
                       Searches trace = {}) const;

  // visit(handle) -> the new reach, for objects whose boxes have a gap(box) up to `reach`, nearer
  // ones mostly first: what CompositeShape asks of bodies. gap(box) is the least that anything in
  // the box could cost the asker, and never falls as a box shrinks; a reach below any gap ends the
  // search.
  QueryStats for_each_near(Gap gap, double reach, FunctionRef<double(Handle)> visit,
                           const MaybeFilter& filter = {}, Searches trace = {}) const;

  // visit(handle, t) for each object that the ray meets by ray_box(), in no particular order.
  // not_finite: the ray is not valid.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T>>& visit,
                               const MaybeFilter& filter = {}, Searches trace = {}) const;

  // The object that the ray meets first, by (t, slot). Errors as above.
  RayCastResult<T> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {},
                            Searches trace = {}) const;

 private:
  using Tree = detail::DynamicTree<D, T>;

  SearchResult overlapping(const Box& box, const MaybeFilter& filter,
                           const BlockTarget<std::uint32_t>& target, Searches trace) const;
  SearchResult within(const Box& box, T radius, const MaybeFilter& filter,
                      const BlockTarget<std::uint32_t>& target, Searches trace) const;

  DynamicBvhOptions<D, T> options_;
  Table table_;
  detail::Opaque<Tree> tree_;
};

}  // namespace masu
