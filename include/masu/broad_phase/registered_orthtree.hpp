// SPDX-License-Identifier: MIT
// The linear 2^D-tree that objects register with, and leave, in O(1).
//
// The idea is bucket sort by Morton key (Q, M): an object belongs to one cell, found from the bits
// of its corners; cells are found by name in a hash table, so there is no tree to walk or to build
// and no memory for cells that hold nothing. Ancestors are not stored: a search asks each level
// that has cells (a bit mask) for the block of cells that its box covers. See
// docs/decisions/0006-registered-orthtree.md.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <span>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/detail/cell_registry.hpp>
#include <masu/broad_phase/detail/images.hpp>
#include <masu/broad_phase/detail/pair_batch.hpp>
#include <masu/broad_phase/detail/ray_columns.hpp>
#include <masu/broad_phase/detail/world_fit.hpp>
#include <masu/broad_phase/registration.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/core/handle.hpp>

namespace masu {

template <int D, class T>
struct OrthtreeOptions {
  Registration registration = Registration::by_extent;
  // Nothing (or not finite): unknown, the tree follows its objects. Objects outside a given world
  // belong to its border cells; every answer stays right.
  Aabb<D, T> world = Aabb<D, T>::nothing();
  // Levels below the root, at most CellId<D>::kMaxLevel. 0: chosen from the objects. With world and
  // depth given, registration takes O(1) always; otherwise amortised, as the tree may fit itself.
  int depth = 0;
  // Boxes are wrapped into it when they come in. A period that is not valid lets nothing in.
  Period<D, T> period{};
};

template <int D, class T>
struct RegisteredObject {
  Aabb<D, T> box;  // after wrap(), in a periodic world
  Filter filter;
  std::uint64_t user_data;
};

// `status` says why there is no handle: out_of_memory, too_many_objects (2^31 - 1), or out_of_range
// in a tree whose period is not valid.
struct InsertResult {
  Status status = Status::ok;
  Handle handle;
  constexpr operator Handle() const { return handle; }
};

template <class T>
struct Neighbor {
  Handle handle;
  T distance_squared;
};

template <class T>
struct [[nodiscard]] RayCastResult {
  Status status = Status::ok;
  QueryStats stats;
  Handle handle;  // none: nothing hit
  T t = 0;
};

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
 public:
  using Box = Aabb<D, T>;
  using Point = Vec<D, T>;
  using Object = RegisteredObject<D, T>;
  using MaybeFilter = std::optional<Filter>;

  explicit RegisteredOrthtree(const OrthtreeOptions<D, T>& options = {},
                              Allocator allocator = default_allocator())
      : options_(options),
        images_(options.period),
        cells_(allocator),
        slots_(allocator),
        moved_(allocator),
        slots_end_(Point::all(0)) {
    options_.depth = std::clamp(options_.depth, 0, CellId<D>::kMaxLevel);
    if (world_given()) grid_ = WorldGrid<D, T>(options_.world, options_.depth);
  }

  // --- Objects -----------------------------------------------------------------------------------

  // A new object. O(1), amortised over the growth of the arrays. Unchanged if it fails.
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {}) {
    if (!options_.period.valid()) return {Status::out_of_range, {}};
    if (free_ == detail::kEndOfList && slots_.size() >= detail::kNoCell) {
      return {Status::too_many_objects, {}};
    }
    if (free_ == detail::kEndOfList && !make_room(slots_.size() + 1)) {
      return {Status::out_of_memory, {}};
    }
    const std::uint32_t i = take_slot();
    Slot& slot = slots_[i];
    slot.object = {wrapped(box), filter, user_data};
    ++size_;
    filtered_ += filter != Filter{} ? 1 : 0;
    place(i);
    return {Status::ok, {i, slot.generation}};
  }

  // Re-registers an object with a new box. O(1). Moving to the box it has changes nothing.
  Status move(Handle handle, const Box& box) {
    if (!contains(handle)) return Status::stale_handle;
    Slot& slot = slots_[handle.index];
    const Box target = wrapped(box);
    if (target == slot.object.box) return Status::ok;
    slot.object.box = target;
    place(handle.index);
    return Status::ok;
  }

  // Everything about an object anew; it counts as moved. Twice is the same as once. O(1).
  Status update(Handle handle, const Box& box, std::uint64_t user_data, const Filter& filter) {
    if (!contains(handle)) return Status::stale_handle;
    Object& object = slots_[handle.index].object;
    filtered_ += (filter != Filter{} ? 1 : 0) - (object.filter != Filter{} ? 1 : 0);
    object = {wrapped(box), filter, user_data};
    place(handle.index);
    return Status::ok;
  }

  // The handle is stale from here on. O(1).
  Status erase(Handle handle) {
    if (!contains(handle)) return Status::stale_handle;
    cells_.unlink(slots_, handle.index, update_stats_);
    release_slot(handle.index);
    return Status::ok;
  }

  // All objects go, all handles become stale; memory is kept. O(slots).
  void clear() {
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      static_cast<detail::CellLink&>(slots_[i]) = {};
    }
    cells_.clear();
    moved_.clear();
    free_ = detail::kEndOfList;
    for (auto i = static_cast<std::uint32_t>(slots_.size()); i-- > 0;) {
      slots_[i].generation += slots_[i].generation & 1;
      slots_[i].object.box = Box::nothing();
      slots_[i].next = free_;
      free_ = i;
    }
    size_ = filtered_ = 0;
    slots_end_ = Point::all(0);
  }

  // After it, `objects` objects fit without an allocation.
  Status reserve(std::size_t objects) {
    if (objects > detail::kNoCell) return Status::too_many_objects;
    return make_room(objects) ? Status::ok : Status::out_of_memory;
  }

  std::size_t size() const { return size_; }
  bool contains(Handle h) const {
    return h.index < slots_.size() && slots_[h.index].generation == h.generation &&
           (h.generation & 1) != 0;
  }
  // nullptr for a stale handle; valid until the tree changes.
  const Object* find(Handle h) const { return contains(h) ? &slots_[h.index].object : nullptr; }
  // The object in a slot, for pairs; the slot is one that a search delivered.
  Handle handle(std::uint32_t slot) const { return {slot, slots_[slot].generation}; }
  const Object& operator[](std::uint32_t slot) const { return slots_[slot].object; }

  // The stored boxes by slot, for other pair finders; slots without an object hold an empty box.
  // Valid until the tree changes.
  BoxSpan<D, T> boxes() const {
    if (slots_.empty()) return {};
    const Box& first = slots_[0].object.box;
    return {first.min.v, first.max.v, sizeof(Slot), slots_.size()};
  }
  // True when some object has a filter other than Filter{}.
  bool has_filters() const { return filtered_ != 0; }
  const Period<D, T>& period() const { return options_.period; }

  // f(handle, object) for all, by slot.
  template <class F>
  void for_each(F&& f) const {
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (alive(i)) f(handle(i), slots_[i].object);
    }
  }

  // --- Cells -------------------------------------------------------------------------------------

  // The cell an object is registered in; none for an empty box or a stale handle.
  std::optional<CellId<D>> cell(Handle h) const {
    if (!contains(h) || slots_[h.index].cell == detail::kNoCell) return std::nullopt;
    return cells_[slots_[h.index].cell].id;
  }
  // The cell a non-empty box belongs to. O(1).
  CellId<D> cell_of(const Box& box) const {
    const CellCoords<D> lo = grid_.coords(box.min);
    const CellCoords<D> hi = grid_.coords(box.max);
    return options_.registration == Registration::smallest_cell
               ? CellId<D>::smallest_containing(lo, hi, grid_.depth())
               : CellId<D>::fitting_extent(lo, hi, grid_.depth());
  }
  // f(cell, objects in it) for every cell that holds objects, coarse levels first.
  template <class F>
  void for_each_cell(F&& f) const {
    for_each_cell_index([&](std::uint32_t c) {
      f(cells_[c].id, cells_[c].count);
      return true;
    });
  }
  // Cells that exist: those that hold objects, no others.
  std::size_t cell_count() const { return cells_.cell_count(); }
  const WorldGrid<D, T>& grid() const { return grid_; }
  // Work done for registration since construction: `nodes` look-ups of cells, `comparisons` and
  // `shifts` probes and moves in the table.
  const QueryStats& update_stats() const { return update_stats_; }

  // Fits what was not given of world and depth to the objects, and registers them anew. The tree
  // does so by itself when it has doubled or its cells are crowded; a program that wants no pause
  // there gives world and depth. O(size).
  void fit() {
    detail::WorldFit<D, T> fit;
    const std::size_t step = slots_.size() / fit.kSample + 1;
    for (std::size_t i = 0; i < slots_.size(); i += step) {
      if (alive(static_cast<std::uint32_t>(i))) fit.add(slots_[i].object.box);
    }
    const Box world = world_given() ? options_.world : fit.world();
    const int depth = options_.depth != 0 ? options_.depth : fit.depth(world, size_);
    grid_ = WorldGrid<D, T>(world, depth);
    fitted_size_ = size_;
    registrations_ = 0;
    register_all();
  }

  // --- Pairs -------------------------------------------------------------------------------------

  // Each unordered pair of overlapping objects once, a < b.
  template <PairSink<std::uint32_t> Sink, class Trace = NoTrace>
  SearchResult find_pairs(Sink&& sink, Trace&& trace = {}) const {
    detail::PairBatch<std::remove_reference_t<Sink>> out(sink);
    QueryStats stats;
    for_each_cell_index([&](std::uint32_t c) {
      ++stats.nodes;
      trace.on(VisitCell<D>{cells_[c].id});
      return join_cell(c, out, stats, trace);
    });
    return out.finish(stats);
  }

  // The pairs with at least one object that was inserted, moved or updated since this was last
  // called and ended with Status::ok; each once, a < b.
  template <PairSink<std::uint32_t> Sink>
  SearchResult find_pairs_of_moved(Sink&& sink) {
    detail::PairBatch<std::remove_reference_t<Sink>> out(sink);
    QueryStats stats;
    for (const std::uint32_t i : moved_) {
      if (!alive(i) || !slots_[i].moved || slots_[i].object.box.empty()) continue;
      const bool on = search(slots_[i].object.box, stats, [&](std::uint32_t j) {
        const bool mine = j != i && (!slots_[j].moved || i < j);
        return !mine || !accepts(slots_[i].object.filter, slots_[j].object.filter) ||
               out.put_ordered(i, j);
      });
      if (!on) break;
    }
    const SearchResult result = out.finish(stats);
    if (result.status == Status::ok) forget_moved();
    return result;
  }

  // Each overlapping pair of one object of this tree (a) and one of another (b). The trees may have
  // different worlds, but must have the same period, else Status::out_of_range.
  template <PairSink<std::uint32_t> Sink>
  SearchResult find_pairs_between(const RegisteredOrthtree& other, Sink&& sink) const {
    if (options_.period.length != other.options_.period.length) return {Status::out_of_range, {}};
    detail::PairBatch<std::remove_reference_t<Sink>> out(sink);
    QueryStats stats;
    for_each_cell_index([&](std::uint32_t c) {
      ++stats.nodes;
      const Box all = bounds_of(c);
      return other.images_.for_each(all, other.slots_end_, [&](const Box& moved, int image) {
        return other.candidates(moved, stats, [&](std::uint32_t b) {
          ++stats.tests;
          if (!overlaps_nonempty(moved, other.slots_[b].object.box)) return true;
          return for_each_in_cell(c, [&](std::uint32_t a) {
            ++stats.tests;
            const bool pair = meets(slots_[a].object.box, other.slots_[b].object.box, image) &&
                              accepts(slots_[a].object.filter, other.slots_[b].object.filter);
            return !pair || out.put(a, b);
          });
        });
      });
    });
    return out.finish(stats);
  }

  // The objects that form a pair with this one; visit(handle).
  template <class Visit>
  SearchResult pairs_of(Handle h, Visit&& visit) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    const Object& object = slots_[h.index].object;
    return for_each_overlapping(
        object.box, [&](Handle other) { return other == h || goes_on(visit, other); },
        object.filter, h);
  }

  // --- Queries -----------------------------------------------------------------------------------

  // visit(handle) for each object that overlaps the box.
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit, const MaybeFilter& filter = {},
                                    Handle except = {}) const {
    QueryStats stats;
    if (!options_.period.valid()) return {Status::out_of_range, stats};
    const Box target = wrapped(box);
    if (target.empty()) return {Status::ok, stats};
    const bool on = search(target, stats, [&](std::uint32_t i) {
      if (i == except.index || !wanted(i, filter)) return true;
      ++stats.results;
      return goes_on(visit, handle(i));
    });
    return {on ? Status::ok : Status::stopped, stats};
  }

  // visit(handle) for each object that contains the point.
  template <class Visit>
  SearchResult for_each_containing(const Point& point, Visit&& visit,
                                   const MaybeFilter& filter = {}) const {
    return for_each_overlapping(Box::of_point(point), visit, filter);
  }

  // visit(handle) for each object with distance_squared(box, object) <= radius^2, on the torus in
  // a periodic world; Aabb::of_point() asks about a point. An empty box is near nothing.
  // out_of_range: radius negative or NaN.
  template <class Visit>
  SearchResult for_each_within(const Box& box, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}, Handle except = {}) const {
    QueryStats stats;
    if (!(radius >= 0) || !options_.period.valid()) return {Status::out_of_range, stats};
    const Box target = wrapped(box);
    if (target.empty()) return {Status::ok, stats};
    const bool on = search_within(target, radius, stats, [&](std::uint32_t i, T) {
      if (i == except.index || !wanted(i, filter)) return true;
      ++stats.results;
      return goes_on(visit, handle(i));
    });
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The neighbours of an object: all others within `radius` of its box.
  template <class Visit>
  SearchResult neighbors_within(Handle h, T radius, Visit&& visit,
                                const MaybeFilter& filter = {}) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return for_each_within(slots_[h.index].object.box, radius, visit, filter, h);
  }

  // The nearest objects, as many as `found` has places, by (distance, slot); stats.results says how
  // many there are. Distances as in for_each_within(). Expected O(k + levels) for objects spread
  // like their cells.
  SearchResult nearest(const Box& box, std::span<Neighbor<T>> found, const MaybeFilter& filter = {},
                       Handle except = {}) const {
    QueryStats stats;
    if (!options_.period.valid()) return {Status::out_of_range, stats};
    const Box target = wrapped(box);
    if (target.empty() || found.empty() || cells_.object_count() == 0) {
      return {Status::ok, stats};
    }
    // Search wider and wider until enough lie inside the radius, and so none nearer outside.
    for (T radius = first_radius();; radius *= 2) {
      const std::uint64_t before = stats.tests;
      std::size_t count = 0;
      search_within(target, radius, stats, [&](std::uint32_t i, T distance) {
        if (i != except.index && wanted(i, filter))
          keep_nearest(found, count, {handle(i), distance});
        return true;
      });
      stats.results = count;
      if (count == found.size() || !is_finite(radius)) break;
      if (stats.tests - before >= cells_.object_count()) {
        radius = std::numeric_limits<T>::infinity();  // all have been looked at: take what there is
      }
    }
    std::sort_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(stats.results),
                   nearer);
    return {Status::ok, stats};
  }

  // The nearest neighbours of an object, itself left out.
  SearchResult nearest_neighbors(Handle h, std::span<Neighbor<T>> found,
                                 const MaybeFilter& filter = {}) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return nearest(slots_[h.index].object.box, found, filter, h);
  }

  // visit(handle, t) for each object that the ray meets by ray_box(), in no particular order.
  // not_finite: the ray is not valid; out_of_range: the world is periodic, rays do not wrap.
  template <class Visit>
  SearchResult for_each_on_ray(const Ray<D, T>& ray, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    QueryStats stats;
    T limit = std::numeric_limits<T>::infinity();
    const Status status = walk_ray(ray, limit, stats, [&](std::uint32_t i, T t) {
      if (!wanted(i, filter)) return true;
      ++stats.results;
      return goes_on(visit, handle(i), t);
    });
    return {status, stats};
  }

  // The object that the ray meets first, by (t, slot). Errors as above.
  RayCastResult<T> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const {
    RayCastResult<T> hit;
    T limit = std::numeric_limits<T>::infinity();
    hit.status = walk_ray(ray, limit, hit.stats, [&](std::uint32_t i, T t) {
      const bool first = !hit.handle || t < hit.t || (t == hit.t && i < hit.handle.index);
      if (first && wanted(i, filter)) hit.handle = handle(i), hit.t = limit = t;
      return true;
    });
    hit.stats.results = hit.handle ? 1 : 0;
    return hit;
  }

  // True when every invariant holds; for tests. O(size).
  bool validate() const;

 private:
  struct Slot : detail::CellLink {
    std::uint32_t generation;  // odd while alive
    Object object;
  };

  bool world_given() const { return options_.world.finite() && !options_.world.empty(); }
  bool alive(std::uint32_t i) const { return (slots_[i].generation & 1) != 0; }
  Box wrapped(const Box& box) const {
    return images_.any() && options_.period.valid() ? wrap(box, options_.period) : box;
  }
  std::uint32_t reach() const { return options_.registration == Registration::by_extent ? 1 : 0; }
  bool wanted(std::uint32_t i, const MaybeFilter& filter) const {
    return !filter || accepts(*filter, slots_[i].object.filter);
  }
  // There are never more cells, or entries in moved_, than slots: with room for those, nothing that
  // happens to an object needs memory.
  bool make_room(std::size_t objects) {
    return moved_.grow(objects) && cells_.reserve(objects) && slots_.grow(objects);
  }

  std::uint32_t take_slot() {
    std::uint32_t i = free_;
    if (i != detail::kEndOfList) {
      free_ = slots_[i].next;
      slots_[i].next = detail::kEndOfList;
    } else {
      i = static_cast<std::uint32_t>(slots_.size());
      slots_.set_size(slots_.size() + 1);
      slots_[i] = Slot{};
    }
    ++slots_[i].generation;
    return i;
  }
  void release_slot(std::uint32_t i) {
    filtered_ -= slots_[i].object.filter != Filter{} ? 1 : 0;
    ++slots_[i].generation;
    slots_[i].object.box = Box::nothing();
    slots_[i].next = free_;
    free_ = i;
    --size_;
  }

  // Registers object i where its box belongs, and notes that it moved.
  void place(std::uint32_t i) {
    if (!slots_[i].moved) {
      slots_[i].moved = 1;
      moved_.set_size(moved_.size() + 1);
      moved_.back() = i;
    }
    ++registrations_;
    if (wants_fit()) {
      fit();
    } else {
      link(i);
    }
  }
  void link(std::uint32_t i) {
    const Box& box = slots_[i].object.box;
    if (box.empty()) return cells_.unlink(slots_, i, update_stats_);
    for (int a = 0; a < D; ++a) {
      if (is_finite(box.max[a])) slots_end_[a] = std::max(slots_end_[a], box.max[a]);
    }
    cells_.link(slots_, i, cell_of(box), update_stats_);
  }
  void register_all() {
    cells_.clear();
    slots_end_ = Point::all(0);
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (!alive(i)) continue;
      slots_[i].cell = detail::kNoCell;
      slots_[i].next = slots_[i].prev = detail::kEndOfList;
      link(i);
    }
  }
  // When the tree has doubled; or has about kCrowd objects a cell, and as many registrations ago
  // that a fit costs each of them a quarter.
  bool wants_fit() const {
    constexpr std::size_t kCrowd = 8;
    if (world_given() && options_.depth != 0) return false;
    if (size_ >= 2 * fitted_size_) return true;
    return cells_.cell_count() * kCrowd < size_ && registrations_ > 4 * size_;
  }

  void forget_moved() {
    for (const std::uint32_t i : moved_) slots_[i].moved = 0;
    moved_.clear();
  }

  // f(index of the cell) for every cell, coarse levels first, until it returns false.
  template <class F>
  bool for_each_cell_index(F&& f) const {
    for (std::uint64_t levels = cells_.occupied_levels(); levels != 0; levels &= levels - 1) {
      std::uint32_t c = cells_.first_cell(std::countr_zero(levels));
      for (; c != detail::kEndOfList; c = cells_[c].next) {
        if (!f(c)) return false;
      }
    }
    return true;
  }
  template <class F>
  bool for_each_in_cell(std::uint32_t c, F&& f) const {
    for (std::uint32_t i = cells_[c].first; i != detail::kEndOfList; i = slots_[i].next) {
      if (!f(i)) return false;
    }
    return true;
  }
  Box bounds_of(std::uint32_t c) const {
    Box all = Box::nothing();
    for_each_in_cell(c, [&](std::uint32_t i) {
      all = merge(all, slots_[i].object.box);
      return true;
    });
    return all;
  }

  // f(object) for all objects in the cells that may hold one that overlaps `box`.
  template <class F>
  bool candidates(const Box& box, QueryStats& stats, F&& f) const {
    const CellCoords<D> lo = grid_.coords(box.min);
    const CellCoords<D> hi = grid_.coords(box.max);
    for (std::uint64_t levels = cells_.occupied_levels(); levels != 0; levels &= levels - 1) {
      const int level = std::countr_zero(levels);
      const detail::CellRange<D> range(lo, hi, grid_.depth(), level, reach());
      const auto look = [&](std::uint32_t c) { return for_each_in_cell(c, f); };
      if (!cells_.for_each_in(range, level, ~std::uint64_t(0), stats, look)) return false;
    }
    return true;
  }

  bool meets(const Box& a, const Box& o, int image) const {
    return images_.any() ? images_.image_of(a, o) == image : overlaps_nonempty(a, o);
  }

  // f(object) for each that overlaps the box, which is wrapped and not empty.
  template <class F>
  bool search(const Box& box, QueryStats& stats, F&& f) const {
    return images_.for_each(box, slots_end_, [&](const Box& moved, int image) {
      return candidates(moved, stats, [&](std::uint32_t i) {
        ++stats.tests;
        return !meets(box, slots_[i].object.box, image) || f(i);
      });
    });
  }

  // f(object, squared distance) for each within the radius of the box, wrapped and not empty.
  template <class F>
  bool search_within(const Box& box, T radius, QueryStats& stats, F&& f) const {
    const T most = radius * radius;
    const Box wide = widened(box, radius, most);
    return images_.for_each(wide, slots_end_, [&](const Box& moved, int image) {
      return candidates(moved, stats, [&](std::uint32_t i) {
        const Box& other = slots_[i].object.box;
        ++stats.tests;
        if (images_.any() && images_.image_of(wide, other) != image) return true;
        const T distance = images_.any() ? distance_squared_wrapped(box, other, options_.period)
                                         : distance_squared(box, other);
        return !(distance <= most) || f(i, distance);
      });
    });
  }

  // A box that overlaps whatever lies within `radius` of `box` by rounded arithmetic: a gap g
  // passes fl(g^2) <= fl(r^2) up to g = r (1 + 2 eps), or when g^2 underflows; wrapping adds the
  // rounding of coordinates.
  Box widened(const Box& box, T radius, T most) const {
    if (!is_finite(most)) return Box::everything();
    constexpr T eps = std::numeric_limits<T>::epsilon();
    constexpr T tiny = sizeof(T) == 4 ? T(0x1p-74) : T(0x1p-536);
    Box wide = box;
    for (int a = 0; a < D; ++a) {
      T r = radius * (1 + 8 * eps) + tiny;
      if (images_.any()) {
        const T far = std::max(-box.min[a], box.max[a]);
        r += 8 * eps * (far + r + options_.period.length[a]);
      }
      wide.min[a] -= r;
      wide.max[a] += r;
    }
    return images_.any() ? wrap(wide, options_.period) : wide;
  }

  // Half an edge of the finest cells that hold objects.
  T first_radius() const {
    T edge = std::numeric_limits<T>::min();
    const int level = detail::bit_length(cells_.occupied_levels()) - 1;
    for (int a = 0; a < D && level >= 0; ++a) edge = std::max(edge, grid_.cell_size(level, a));
    return edge / 2;
  }
  static bool nearer(const Neighbor<T>& a, const Neighbor<T>& b) {
    return a.distance_squared != b.distance_squared ? a.distance_squared < b.distance_squared
                                                    : a.handle.index < b.handle.index;
  }
  // `found` is a heap with the farthest on top.
  static void keep_nearest(std::span<Neighbor<T>> found, std::size_t& count,
                           const Neighbor<T>& candidate) {
    if (count == found.size()) {
      if (!nearer(candidate, found[0])) return;
      std::pop_heap(found.begin(), found.end(), nearer);
      --count;
    }
    found[count++] = candidate;
    std::push_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), nearer);
  }

  // f(object, t) for each that the ray meets at t <= limit; f may lower the limit.
  template <class F>
  Status walk_ray(const Ray<D, T>& ray, const T& limit, QueryStats& stats, F&& f) const {
    if (images_.any()) return Status::out_of_range;
    if (!ray.valid()) return Status::not_finite;
    const detail::RayColumns<D, T> columns(grid_, ray);
    const auto test = [&](std::uint32_t i) {
      ++stats.tests;
      const std::optional<T> t = ray_box(ray, slots_[i].object.box);
      return !t || *t > limit || f(i, *t);
    };
    const auto look = [&](std::uint32_t c) { return for_each_in_cell(c, test); };
    for (std::uint64_t levels = cells_.occupied_levels(); levels != 0; levels &= levels - 1) {
      if (!walk_level(columns, std::countr_zero(levels), limit, stats, look)) {
        return Status::stopped;
      }
    }
    return Status::ok;
  }
  template <class Look>
  bool walk_level(const detail::RayColumns<D, T>& columns, int level, const T& limit,
                  QueryStats& stats, const Look& look) const {
    if (columns.columns(level) > cells_.cells_on_level(level)) {
      for (std::uint32_t c = cells_.first_cell(level); c != detail::kEndOfList;
           c = cells_[c].next) {
        ++stats.nodes;
        if (!look(c)) return false;
      }
      return true;
    }
    bool on = true;
    columns.for_each(level, reach(), [&](const detail::CellRange<D>& range, T t) {
      if (t > limit) return false;  // so are all columns after this one
      on = cells_.for_each_in(range, level, ~std::uint64_t(0), stats, look);
      return on;
    });
    return on;
  }

  // The pairs of cell c with itself, with cells of coarser levels, and with those of its own level
  // that have a smaller code.
  template <class Out, class Trace>
  bool join_cell(std::uint32_t c, Out& out, QueryStats& stats, Trace& trace) const {
    if (!join_objects(c, out, stats, trace)) return false;
    const CellId<D> id = cells_[c].id;
    const std::uint64_t coarser = cells_.occupied_levels() & ((std::uint64_t(2) << id.level()) - 1);
    const Box all = bounds_of(c);
    return images_.for_each(all, slots_end_, [&](const Box& moved, int image) {
      const CellCoords<D> lo = grid_.coords(moved.min);
      const CellCoords<D> hi = grid_.coords(moved.max);
      const auto look = [&](std::uint32_t other) {
        return join_cells(c, moved, other, image, out, stats, trace);
      };
      for (std::uint64_t levels = coarser; levels != 0; levels &= levels - 1) {
        const int level = std::countr_zero(levels);
        const detail::CellRange<D> range(lo, hi, grid_.depth(), level, reach());
        const std::uint64_t end = level == id.level() ? id.code() : ~std::uint64_t(0);
        if (!cells_.for_each_in(range, level, end, stats, look)) return false;
      }
      return true;
    });
  }
  template <class Out, class Trace>
  bool join_objects(std::uint32_t c, Out& out, QueryStats& stats, Trace& trace) const {
    return for_each_in_cell(c, [&](std::uint32_t a) {
      const Object& x = slots_[a].object;
      for (std::uint32_t b = slots_[a].next; b != detail::kEndOfList; b = slots_[b].next) {
        const Object& y = slots_[b].object;
        ++stats.tests;
        trace.on(CompareObjects{a, b});
        const bool meet = images_.any() ? images_.image_of(x.box, y.box) != images_.kNone
                                        : overlaps_nonempty(x.box, y.box);
        if (meet && accepts(x.filter, y.filter) && !out.put_ordered(a, b)) return false;
      }
      return true;
    });
  }
  // `moved` holds all boxes of cell c at that image.
  template <class Out, class Trace>
  bool join_cells(std::uint32_t c, const Box& moved, std::uint32_t other, int image, Out& out,
                  QueryStats& stats, Trace& trace) const {
    return for_each_in_cell(other, [&](std::uint32_t b) {
      const Object& y = slots_[b].object;
      ++stats.tests;
      if (!overlaps_nonempty(moved, y.box)) return true;
      return for_each_in_cell(c, [&](std::uint32_t a) {
        const Object& x = slots_[a].object;
        ++stats.tests;
        trace.on(CompareObjects{a, b});
        return !meets(x.box, y.box, image) || !accepts(x.filter, y.filter) || out.put_ordered(a, b);
      });
    });
  }

  OrthtreeOptions<D, T> options_;
  detail::Images<D, T> images_;
  WorldGrid<D, T> grid_;
  detail::CellRegistry<D> cells_;
  Buffer<Slot> slots_;
  Buffer<std::uint32_t> moved_;  // slots whose `moved` is set; some may have died since
  std::uint32_t free_ = detail::kEndOfList;
  std::size_t size_ = 0;
  std::size_t filtered_ = 0;  // objects with a filter of their own
  Point slots_end_;           // no finite box ends beyond it
  std::size_t fitted_size_ = 0;
  std::size_t registrations_ = 0;  // since the last fit
  QueryStats update_stats_;
};

}  // namespace masu

#include <masu/broad_phase/detail/registered_validate.hpp>
