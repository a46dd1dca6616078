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
#include <masu/broad_phase/detail/nearest_list.hpp>
#include <masu/broad_phase/detail/pair_batch.hpp>
#include <masu/broad_phase/detail/ray_columns.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/broad_phase/registered_objects.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/core/platform.hpp>

namespace masu {

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
class RegisteredOrthtree : public RegisteredObjects<D, T> {
  using Base = RegisteredObjects<D, T>;

 public:
  using typename Base::Box;
  using typename Base::Object;
  using typename Base::Point;
  using Id = Handle;
  using Options = OrthtreeOptions<D, T>;

  explicit RegisteredOrthtree(const OrthtreeOptions<D, T>& options = {},
                              Allocator allocator = default_allocator())
      : Base(options, allocator) {}

  using Base::contains;
  using Base::handle;

  // --- Pairs -------------------------------------------------------------------------------------

  // Each unordered pair of overlapping objects once, a < b.
  template <PairSink Sink, class Trace = NoTrace>
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
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_of_moved(Sink&& sink, Trace&& trace = {}) {
    detail::PairBatch<std::remove_reference_t<Sink>> out(sink);
    QueryStats stats;
    const auto go_on = [](std::uint32_t) { return true; };
    const auto meet = [&](std::uint32_t i, std::uint32_t j) {
      return (slots_[j].moved && j < i) || out.put_ordered(i, j);
    };
    search_moved(stats, go_on, meet, go_on, trace);
    const SearchResult result = out.finish(stats);
    if (result.status == Status::ok) forget_moved();
    return result;
  }

  // Each overlapping pair of one object of this tree (a) and one of another (b). The trees may have
  // different worlds, but must have the same period, else Status::out_of_range.
  template <PairSink Sink>
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
      detail::NearestList<T, Handle> list(found);
      search_within(target, radius, stats, [&](std::uint32_t i, T distance) {
        const bool mine = i != except.index && wanted(i, filter);
        if (mine && list.wants(distance, handle(i))) list.put(handle(i), distance);
        return true;
      });
      stats.results = list.finish();
      if (stats.results == found.size() || !is_finite(radius)) break;
      if (stats.tests - before >= cells_.object_count()) {
        radius = std::numeric_limits<T>::infinity();  // all have been looked at: take what there is
      }
    }
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
      const bool first = !hit.hit || t < hit.t || (t == hit.t && i < hit.id.index);
      if (first && wanted(i, filter)) hit.hit = true, hit.id = handle(i), hit.t = limit = t;
      return true;
    });
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }

  // --- For PairTracker ---------------------------------------------------------------------------

  using Base::alive;
  std::size_t moved_count() const { return moved_.size(); }
  // All but the first `kept` to have moved count as not moved.
  using Base::forget_moved;
  using Base::mark_moved;
  // True when the objects in two slots overlap and their filters agree.
  bool form_pair(std::uint32_t i, std::uint32_t j) const {
    const Object& a = slots_[i].object;
    const Object& b = slots_[j].object;
    if (a.box.empty() || b.box.empty() || !accepts(a.filter, b.filter)) return false;
    return images_.any() ? images_.image_of(a.box, b.box) != images_.kNone
                         : overlaps_nonempty(a.box, b.box);
  }
  // For each moved slot i with an object: begin(i); meet(i, j) for each other slot that it forms a
  // pair with; done(i). False as soon as one of them returns false.
  template <class Begin, class Meet, class Done, class Trace = NoTrace>
  bool search_moved(QueryStats& stats, Begin&& begin, Meet&& meet, Done&& done,
                    Trace&& trace = {}) const {
    for (const std::uint32_t i : moved_) {
      if (!alive(i) || !slots_[i].moved) continue;
      if (!begin(i)) return false;
      const Object& object = slots_[i].object;
      const auto f = [&](std::uint32_t j) {
        return i == j || !accepts(object.filter, slots_[j].object.filter) || meet(i, j);
      };
      const bool on = object.box.empty() || search(object.box, stats, f, trace);
      if (!on || !done(i)) return false;
    }
    return true;
  }
  void prefetch(std::uint32_t slot) const { masu::prefetch(&slots_[slot]); }
  void prefetch_place(std::uint32_t) const {}

 private:
  using Base::bounds_of;
  using Base::cells_;
  using Base::for_each_cell_index;
  using Base::for_each_in_cell;
  using Base::grid_;
  using Base::images_;
  using Base::moved_;
  using Base::options_;
  using Base::reach;
  using Base::slots_;
  using Base::slots_end_;
  using Base::wrapped;

  bool wanted(std::uint32_t i, const MaybeFilter& filter) const {
    return !filter || accepts(*filter, slots_[i].object.filter);
  }

  // f(object) for all objects in the cells that may hold one that overlaps `box`.
  template <class F, class Trace = NoTrace>
  bool candidates(const Box& box, QueryStats& stats, F&& f, Trace&& trace = {}) const {
    const CellCoords<D> lo = grid_.coords(box.min);
    const CellCoords<D> hi = grid_.coords(box.max);
    for (std::uint64_t levels = cells_.occupied_levels(); levels != 0; levels &= levels - 1) {
      const int level = std::countr_zero(levels);
      const detail::CellRange<D> range(lo, hi, grid_.depth(), level, reach());
      const auto look = [&](std::uint32_t c) {
        trace.on(VisitCell<D>{cells_[c].id});
        return for_each_in_cell(c, f);
      };
      if (!cells_.for_each_in(range, level, ~std::uint64_t(0), stats, look)) return false;
    }
    return true;
  }

  bool meets(const Box& a, const Box& o, int image) const {
    return images_.any() ? images_.image_of(a, o) == image : overlaps_nonempty(a, o);
  }

  // f(object) for each that overlaps the box, which is wrapped and not empty.
  template <class F, class Trace = NoTrace>
  bool search(const Box& box, QueryStats& stats, F&& f, Trace&& trace = {}) const {
    return images_.for_each(box, slots_end_, [&](const Box& moved, int image) {
      const auto test = [&](std::uint32_t i) {
        ++stats.tests;
        return !meets(box, slots_[i].object.box, image) || f(i);
      };
      return candidates(moved, stats, test, trace);
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
};

}  // namespace masu
