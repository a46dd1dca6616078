// SPDX-License-Identifier: MIT
// A bounding volume hierarchy that objects come to, move in and leave (as in Bullet, Box2D and
// their kin): boxes a little too large, so that small motions change nothing.
#pragma once

#include <masu/broad_phase/detail/dynamic_search.hpp>
#include <masu/broad_phase/detail/nearest_list.hpp>
#include <masu/broad_phase/detail/pair_batch.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/core/period.hpp>
#include <masu/core/ray.hpp>

namespace masu {

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
 public:
  using Id = Handle;
  using Box = Aabb<D, T>;
  using Options = DynamicBvhOptions<D, T>;
  using Object = RegisteredObject<D, T>;

  explicit DynamicBvh(const DynamicBvhOptions<D, T>& options = {},
                      Allocator allocator = default_allocator())
      : options_(options), table_(allocator), tree_(allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // A new object. Expected O(log n). too_many_objects: 2^29 are there.
  template <class Trace = NoTrace>
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      Trace&& trace = {}) {
    if (options_.period.any() || !options_.period.valid()) return {Status::out_of_range, {}};
    if (table_.slots() >= Tree::kMostObjects && table_.size() == table_.slots()) {
      return {Status::too_many_objects, {}};
    }
    if (!tree_.reserve(table_.size() + 1)) return {Status::out_of_memory, {}};
    const InsertResult inserted = table_.insert(box, user_data, filter);
    if (inserted.status == Status::ok && !box.empty()) {
      tree_.insert(table_, inserted.handle.index, fat(box, box), trace);
    }
    return inserted;
  }

  // Inserts an object for each box and writes their handles, as insert() in turn does. As many as
  // there were or more are put in at once, with the others, as by optimize(), which costs less than
  // a search for each. Statuses: size_mismatch, and those of insert(); nothing has changed then.
  template <class Trace = NoTrace>
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, Trace&& trace = {}) {
    if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
    if (options_.period.any() || !options_.period.valid()) return Status::out_of_range;
    if (boxes.size() > Tree::kMostObjects - table_.size()) return Status::too_many_objects;
    const std::size_t after = table_.size() + boxes.size();
    if (!table_.reserve(after) || !tree_.reserve(after)) return Status::out_of_memory;
    const bool at_once = boxes.size() >= table_.size();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Box box = boxes[i];
      handles[i] = table_.insert(box, columns.user_data_of(i), columns.filter_of(i)).handle;
      if (!at_once && !box.empty()) tree_.insert(table_, handles[i].index, fat(box, box), trace);
    }
    if (at_once) optimize();
    return Status::ok;
  }

  // O(1) while the object stays in its fat box. A short step further changes the boxes of some
  // ancestors; a leap takes the object out and puts it in again, expected O(log n).
  template <class Trace = NoTrace>
  Status move(Handle handle, const Box& box, Trace&& trace = {}) {
    if (!table_.contains(handle)) return Status::stale_handle;
    const Box old = table_.box(handle.index);
    if (box == old) return Status::ok;
    table_.mark_moved(handle.index);
    place(handle.index, box, trace);
    return Status::ok;
  }

  // move() for many, to box_of(k) the k-th, and every node is looked at once rather than the
  // ancestors of each: better from about a quarter of all objects on. Stale handles are left out.
  // When many have leapt, as optimize(). O(n), then O(n log n).
  template <class BoxOf, class Trace = NoTrace>
  void move_many(std::span<const Handle> handles, BoxOf&& box_of, Trace&& trace = {}) {
    std::size_t leaps = 0;
    for (std::size_t k = 0; k < handles.size(); ++k) {
      if (k + kAhead < handles.size() && handles[k + kAhead].index < table_.slots()) {
        prefetch(handles[k + kAhead].index);
      }
      const std::uint32_t i = handles[k].index;
      const Box box = box_of(k);
      if (!table_.contains(handles[k]) || box == table_.box(i)) continue;
      table_.mark_moved(i);
      const std::uint32_t link = table_.link(i);
      if (link == Table::kNoLink || box.empty()) {
        place(i, box, trace);
        continue;
      }
      const Box old = table_.box(i);
      table_.set_box(i, box);
      const Box held = tree_.box(link);
      if (held.contains(box)) continue;
      const bool near = overlaps_nonempty(held, box);
      leaps += near ? 0 : 1;
      tree_.put_box(link, fat(box, near ? old : box));
    }
    if (leaps > size() / kManyLeaps) return optimize();
    tree_.refit_all(table_, trace);
  }

  // Everything about an object anew; it counts as moved.
  template <class Trace = NoTrace>
  Status update(Handle handle, const Box& box, std::uint64_t user_data, const Filter& filter,
                Trace&& trace = {}) {
    if (!table_.contains(handle)) return Status::stale_handle;
    table_.set_rest(handle.index, user_data, filter);
    table_.mark_moved(handle.index);
    place(handle.index, box, trace);
    return Status::ok;
  }

  // The handle is stale from here on. Expected O(log n).
  template <class Trace = NoTrace>
  Status erase(Handle handle, Trace&& trace = {}) {
    if (!table_.contains(handle)) return Status::stale_handle;
    if (table_.link(handle.index) != Table::kNoLink) tree_.remove(table_, handle.index, trace);
    table_.erase(handle.index);
    return Status::ok;
  }

  // All objects go, all handles become stale; memory is kept. O(slots).
  void clear() {
    table_.clear();
    tree_.clear();
  }

  // After it, `objects` objects fit without an allocation.
  Status reserve(std::size_t objects) {
    if (objects > Tree::kMostObjects) return Status::too_many_objects;
    return table_.reserve(objects) && tree_.reserve(objects) ? Status::ok : Status::out_of_memory;
  }

  // Builds the tree anew from its objects, for the quality and the order in memory of one built at
  // once. Worth it after many insertions. O(n log n).
  void optimize() {
    tree_.rebuild(table_, [&](const Box& box) { return fat(box, box); });
  }

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
  template <class Visit, class Each = IgnoreObjects>
  void for_each_node(Visit&& visit, Each&& object = {}) const {
    tree_.for_each_node([&](const Box& box, int depth, std::uint32_t slot) {
      const bool leaf = slot != Tree::kNone;
      visit(box, depth, std::size_t(leaf ? 1 : 0));
      if (leaf) object(handle(slot));
    });
  }
  // Nodes from the root down to the farthest object.
  std::uint32_t height() const { return tree_.height(); }
  // True when every invariant holds; for tests. O(n).
  bool validate() const { return tree_.validate(table_); }

  // --- Pairs -------------------------------------------------------------------------------------

  // Each unordered pair of overlapping objects once, a < b. Expected O(n + pairs).
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(Sink&& sink, Trace&& trace = {}) const {
    const auto any = [](std::uint32_t, std::uint32_t) { return true; };
    return join(sink, any, trace);
  }

  // --- For PairTracker ---------------------------------------------------------------------------

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
  template <class Begin, class Meet, class Done, class Trace = NoTrace>
  bool search_moved(QueryStats& stats, Begin&& begin, Meet&& meet, Done&& done,
                    Trace&& trace = {}) const {
    for (const std::uint32_t i : table_.moved()) {
      if (!table_.alive(i)) continue;
      if (!begin(i)) return false;
      const auto f = [&](std::uint32_t j) {
        return i == j || !table_.accept_each_other(i, j) || meet(i, j);
      };
      const Box& box = table_.box(i);
      const bool on = box.empty() || detail::search_all(tree_, table_, box, stats, f, trace);
      if (!on || !done(i)) return false;
    }
    return true;
  }
  void prefetch(std::uint32_t slot) const { table_.prefetch(slot); }
  void prefetch_place(std::uint32_t slot) const {
    const bool there = table_.alive(slot) && table_.link(slot) != Table::kNoLink;
    if (there) tree_.prefetch(table_.link(slot));
  }

  // --- Pairs -------------------------------------------------------------------------------------

  // The pairs with at least one object that was inserted, moved or updated since this was last
  // called and ended with Status::ok; each once, a < b. Few moved objects ask one by one.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_of_moved(Sink&& sink, Trace&& trace = {}) {
    const auto moved = [&](std::uint32_t i, std::uint32_t j) {
      return table_.is_moved(i) || table_.is_moved(j);
    };
    const bool many = kManyMoved * table_.moved().size() > table_.size();
    const SearchResult result = many ? join(sink, moved, trace) : ask_moved(sink, trace);
    if (result.status == Status::ok) table_.forget_moved();
    return result;
  }

  // Each overlapping pair of one object of this tree (a) and one of another (b).
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(const DynamicBvh& other, Sink&& sink, Trace&& trace = {}) const {
    detail::PairBatch<std::remove_reference_t<Sink>> out(sink);
    QueryStats stats;
    const bool filters = has_filters() || other.has_filters();
    const auto put = [&](std::uint32_t i, std::uint32_t j) {
      if (filters && !accepts(table_.filter(i), other.table_.filter(j))) return true;
      return out.put(i, j);
    };
    detail::DynamicJoin(tree_, table_, other.tree_, other.table_, stats, put, trace).between();
    return out.finish(stats);
  }

  // --- Queries -----------------------------------------------------------------------------------

  // visit(handle) for each object that overlaps the box. Expected O(log n + results).
  template <class Visit, class Trace = NoTrace>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit, const MaybeFilter& filter = {},
                                    Trace&& trace = {}) const {
    QueryStats stats;
    if (box.empty()) return {Status::ok, stats};
    const auto f = [&](std::uint32_t i) {
      if (!table_.accepted(i, filter)) return true;
      ++stats.results;
      return goes_on(visit, handle(i));
    };
    const bool on = detail::search_all(tree_, table_, box, stats, f, trace);
    return {on ? Status::ok : Status::stopped, stats};
  }

  // visit(handle) for each object with distance_squared(box, object) <= radius^2. An empty box is
  // near nothing. out_of_range: radius negative or NaN.
  template <class Visit, class Trace = NoTrace>
  SearchResult for_each_within(const Box& box, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}, Trace&& trace = {}) const {
    QueryStats stats;
    if (!(radius >= 0)) return {Status::out_of_range, stats};
    if (box.empty()) return {Status::ok, stats};
    const T most = radius * radius;
    const auto near = [&](const Box& b) { return distance_squared(box, b) <= most; };
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      if (!near(table_.box(i)) || !table_.accepted(i, filter)) return true;
      ++stats.results;
      return goes_on(visit, handle(i));
    };
    const bool on = detail::walk_all<detail::kLeavesAtOnce>(tree_, stats, near, f, trace);
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The nearest objects, as many as `found` has places, by (distance, slot); stats.results says how
  // many there are. Expected O(log n + k log k).
  template <class Trace = NoTrace>
  SearchResult nearest(const Box& box, std::span<Neighbor<T>> found, const MaybeFilter& filter = {},
                       Trace&& trace = {}) const {
    QueryStats stats;
    if (box.empty() || found.empty()) return {Status::ok, stats};
    detail::NearestList<T, Handle> list(found);
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      const T distance = distance_squared(box, table_.box(i));
      const Handle h = handle(i);
      if (list.wants(distance, h) && table_.accepted(i, filter)) list.put(h, distance);
    };
    detail::walk_nearest(tree_, box, list, stats, f, trace);
    stats.results = list.finish();
    return {Status::ok, stats};
  }

  // visit(handle) -> the new reach, for objects whose boxes have a gap(box) up to `reach`, nearer
  // ones mostly first: what CompositeShape asks of bodies. gap(box) is the least that anything in
  // the box could cost the asker, and never falls as a box shrinks; a reach below any gap ends the
  // search.
  template <class Gap, class Visit, class Trace = NoTrace>
  QueryStats for_each_near(Gap&& gap, double reach, Visit&& visit, const MaybeFilter& filter = {},
                           Trace&& trace = {}) const {
    QueryStats stats;
    double now = reach;
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      if (!(gap(table_.box(i)) <= now) || !table_.accepted(i, filter)) return now;
      ++stats.results;
      return now = visit(handle(i));
    };
    detail::walk_near(tree_, gap, reach, stats, f, trace);
    return stats;
  }

  // visit(handle, t) for each object that the ray meets by ray_box(), in no particular order.
  // not_finite: the ray is not valid.
  template <class Visit, class Trace = NoTrace>
  SearchResult for_each_on_ray(const Ray<D, T>& ray, Visit&& visit, const MaybeFilter& filter = {},
                               Trace&& trace = {}) const {
    QueryStats stats;
    if (!ray.valid()) return {Status::not_finite, stats};
    const detail::PreparedRay<D, T> prepared(ray);
    const auto meets = [&](const Box& fat) {
      T enter;
      return prepared.may_meet(fat, ray.max_t, enter);
    };
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      const std::optional<T> t = ray_box(ray, table_.box(i));
      if (!t || !table_.accepted(i, filter)) return true;
      ++stats.results;
      return goes_on(visit, handle(i), *t);
    };
    const bool on = detail::walk_all<detail::kLeavesAtOnce>(tree_, stats, meets, f, trace);
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The object that the ray meets first, by (t, slot). Errors as above.
  template <class Trace = NoTrace>
  RayCastResult<T> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {},
                            Trace&& trace = {}) const {
    RayCastResult<T> hit;
    if (!ray.valid()) {
      hit.status = Status::not_finite;
      return hit;
    }
    Ray<D, T> rest = ray;  // up to the first hit so far
    const auto f = [&](std::uint32_t i) {
      ++hit.stats.tests;
      const std::optional<T> t = ray_box(rest, table_.box(i));
      const bool first = t && (!hit.hit || *t < hit.t || i < hit.id.index);
      if (!first || !table_.accepted(i, filter)) return;
      hit.hit = true, hit.id = handle(i), hit.t = rest.max_t = *t;
    };
    detail::walk_first(tree_, detail::PreparedRay<D, T>(ray), rest.max_t, hit.stats, f, trace);
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }

 private:
  using Table = detail::ObjectTable<D, T>;
  using Tree = detail::DynamicTree<D, T>;
  static constexpr std::size_t kManyMoved = 4;
  static constexpr std::size_t kManyLeaps = 8;
  static constexpr std::size_t kAhead = 8;

  // The box with its margins, and stretched by the step from an old box. Rounding may move a
  // bound by less than half of its last place, never past the box's own.
  Box fat(const Box& box, const Box& old) const {
    T longest = 0;
    for (int a = 0; a < D; ++a) longest = std::max(longest, box.max[a] - box.min[a]);
    T margin = options_.margin + options_.margin_share * longest;
    if (!(margin >= 0) || !is_finite(margin)) margin = 0;
    Box b = box;
    for (int a = 0; a < D; ++a) {
      b.min[a] -= margin;
      b.max[a] += margin;
      const T ahead = options_.prediction * (box.min[a] - old.min[a]);
      if (ahead < 0) b.min[a] += ahead;
      if (ahead > 0) b.max[a] += ahead;
    }
    return b;
  }

  template <class Trace>
  void place(std::uint32_t i, const Box& box, Trace& trace) {
    const Box old = table_.box(i);
    const std::uint32_t link = table_.link(i);
    table_.set_box(i, box);
    if (link == Table::kNoLink) {
      if (!box.empty()) tree_.insert(table_, i, fat(box, box), trace);
      return;
    }
    if (box.empty()) return tree_.remove(table_, i, trace);
    const Box held = tree_.box(link);
    if (held.contains(box)) return;
    if (overlaps_nonempty(held, box)) return tree_.set_box(table_, i, fat(box, old), trace);
    tree_.remove(table_, i, trace);
    tree_.insert(table_, i, fat(box, box), trace);
  }

  template <class Sink, class Want, class Trace>
  SearchResult join(Sink& sink, Want&& want, Trace& trace) const {
    detail::PairBatch<Sink> out(sink);
    QueryStats stats;
    const auto put = [&](std::uint32_t i, std::uint32_t j) {
      return !want(i, j) || !table_.accept_each_other(i, j) || out.put_ordered(i, j);
    };
    detail::DynamicJoin(tree_, table_, tree_, table_, stats, put, trace).within();
    return out.finish(stats);
  }

  template <class Sink, class Trace>
  SearchResult ask_moved(Sink& sink, Trace& trace) {
    detail::PairBatch<Sink> out(sink);
    QueryStats stats;
    const auto go_on = [](std::uint32_t) { return true; };
    const auto meet = [&](std::uint32_t i, std::uint32_t j) {
      return (table_.is_moved(j) && j < i) || out.put_ordered(i, j);
    };
    search_moved(stats, go_on, meet, go_on, trace);
    return out.finish(stats);
  }

  DynamicBvhOptions<D, T> options_;
  Table table_;
  Tree tree_;
};

}  // namespace masu
