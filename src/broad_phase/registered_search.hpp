// SPDX-License-Identifier: MIT
// RegisteredSearch: the queries of a registered tree.
#pragma once

#include <masu/broad_phase/compare_events.hpp>
#include <masu/core/box_distance.hpp>
#include "broad_phase/nearest_list.hpp"
#include "broad_phase/ray_columns.hpp"
#include "broad_phase/registered_objects.hpp"

namespace masu::detail {

template <int D, class T, class Trace>
class RegisteredSearch {
 public:
  using Object = RegisteredObject<D, T>;
  using Objects = RegisteredObjects<D, T>;

  RegisteredSearch(const Objects& objects, const Trace& trace) : tree_(objects), trace_(trace) {}

  SearchResult pairs(PairOutput& out) const {
    QueryStats stats;
    tree_.for_each_cell_index([&](std::uint32_t c) {
      ++stats.nodes;
      trace_.on(VisitCell<D>{tree_.cells()[c].id});
      return join_cell(c, out, stats);
    });
    return out.finish(stats);
  }
  SearchResult pairs_of_moved(PairOutput& out) const {
    QueryStats stats;
    const auto go_on = [](std::uint32_t) { return true; };
    const auto report = [&](std::uint32_t i, std::uint32_t j) {
      return (tree_.is_moved(j) && j < i) || out.push_ordered(i, j);
    };
    each_moved(stats, go_on, report, go_on);
    return out.finish(stats);
  }
  SearchResult pairs_between(const RegisteredSearch& other, PairOutput& out) const {
    QueryStats stats;
    const Objects& others = other.tree_;
    tree_.for_each_cell_index([&](std::uint32_t c) {
      ++stats.nodes;
      const Aabb<D, T> all = tree_.bounds_of(c);
      return others.images().for_each(all, others.slots_end(),
                                      [&](const Aabb<D, T>& moved, int image) {
                                        return other.candidates(moved, stats, [&](std::uint32_t b) {
                                          const Object& y = others.slot(b).object;
                                          ++stats.tests;
                                          if (!overlaps_nonempty(moved, y.box)) return true;
                                          return tree_.for_each_in_cell(c, [&](std::uint32_t a) {
                                            const Object& x = tree_.slot(a).object;
                                            ++stats.tests;
                                            return !overlap(x.box, y.box, image) ||
                                                   !accepts(x.filter, y.filter) || out.push(a, b);
                                          });
                                        });
                                      });
    });
    return out.finish(stats);
  }
  bool search_moved(QueryStats& stats, const MoverTarget& target) const {
    MoverOutput out(target);
    return each_moved(
        stats, [&](std::uint32_t i) { return out.begin(i); },
        [&](std::uint32_t i, std::uint32_t j) { return out.report(i, j); },
        [&](std::uint32_t i) { return out.done(i); });
  }

  // Precondition from here on: boxes are wrapped and not empty.
  MASU_FLATTEN SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter,
                                        Handle except, const BlockTarget<Handle>& target) const {
    QueryStats stats;
    BlockOutput<Handle> out(target);
    search(box, stats, [&](std::uint32_t i) {
      return out.push_if(i != except.index && accepted(i, filter), tree_.handle(i));
    });
    return out.finish(stats);
  }
  MASU_FLATTEN SearchResult within(const Aabb<D, T>& box, T radius, const MaybeFilter& filter,
                                   Handle except, const BlockTarget<Handle>& target) const {
    QueryStats stats;
    BlockOutput<Handle> out(target);
    search_within(box, radius, stats, [&](std::uint32_t i, T) {
      return i == except.index || !accepted(i, filter) || out.push(tree_.handle(i));
    });
    return out.finish(stats);
  }
  // Precondition: there are objects, and `found` is not empty.
  SearchResult nearest(const Aabb<D, T>& box, std::span<Neighbor<T>> found,
                       const MaybeFilter& filter, Handle except) const {
    QueryStats stats;
    // Enlarges the radius until enough objects lie inside it, so that none outside is nearer.
    for (T radius = first_radius();; radius *= 2) {
      const std::uint64_t before = stats.tests;
      NearestList<T, Handle> list(found);
      search_within(box, radius, stats, [&](std::uint32_t i, T distance) {
        const bool mine = i != except.index && accepted(i, filter);
        if (mine && list.improves(distance, tree_.handle(i)))
          list.insert(tree_.handle(i), distance);
        return true;
      });
      stats.results = list.finish();
      if (stats.results == found.size() || !is_finite(radius)) break;
      if (stats.tests - before >= tree_.cells().object_count()) {
        radius = std::numeric_limits<T>::infinity();  // all have been tested: take what there is
      }
    }
    return {Status::ok, stats};
  }

  template <class RayHit>
  SearchResult on_ray(const Ray<D, T>& query_ray, const MaybeFilter& filter,
                      const BlockTarget<RayHit>& target) const {
    const Ray<D, T> ray = query_ray;  // a copy, which stays in registers
    QueryStats stats;
    BlockOutput<RayHit> out(target);
    const T limit = std::numeric_limits<T>::infinity();
    walk_ray(ray, limit, stats, [&](std::uint32_t i, T t) {
      return !accepted(i, filter) || out.push({tree_.handle(i), t});
    });
    return out.finish(stats);
  }
  RayCastResult<T> cast(const Ray<D, T>& query_ray, const MaybeFilter& filter) const {
    const Ray<D, T> ray = query_ray;  // a copy, which stays in registers
    RayCastResult<T> hit;
    T limit = std::numeric_limits<T>::infinity();
    walk_ray(ray, limit, hit.stats, [&](std::uint32_t i, T t) {
      const bool first = !hit.hit || t < hit.t || (t == hit.t && i < hit.id.index);
      if (first && accepted(i, filter)) hit.hit = true, hit.id = tree_.handle(i), hit.t = limit = t;
      return true;
    });
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }

 private:
  template <class Begin, class Report, class Done>
  bool each_moved(QueryStats& stats, Begin&& begin, Report&& report, Done&& done) const {
    for (const std::uint32_t i : tree_.moved()) {
      if (!tree_.alive(i) || !tree_.is_moved(i)) continue;
      if (!begin(i)) return false;
      const Object& object = tree_.slot(i).object;
      const auto f = [&](std::uint32_t j) {
        return i == j || !accepts(object.filter, tree_.slot(j).object.filter) || report(i, j);
      };
      const bool on = object.box.empty() || search(object.box, stats, f);
      if (!on || !done(i)) return false;
    }
    return true;
  }
  bool accepted(std::uint32_t i, const MaybeFilter& filter) const {
    return !filter || accepts(*filter, tree_.slot(i).object.filter);
  }

  // Calls f(object) for all objects in the cells that may hold one that overlaps `box`.
  template <class F>
  bool candidates(const Aabb<D, T>& box, QueryStats& stats, F&& f) const {
    const CellCoords<D> lo = tree_.grid().coords(box.min);
    const CellCoords<D> hi = tree_.grid().coords(box.max);
    for (std::uint64_t levels = tree_.cells().occupied_levels(); levels != 0;
         levels &= levels - 1) {
      const int level = std::countr_zero(levels);
      const CellRange<D> range(lo, hi, tree_.grid().depth(), level, tree_.reach());
      const auto visit = [&](std::uint32_t c) {
        trace_.on(VisitCell<D>{tree_.cells()[c].id});
        return tree_.for_each_in_cell(c, f);
      };
      if (!tree_.cells().for_each_in(range, level, ~std::uint64_t(0), stats, visit)) return false;
    }
    return true;
  }

  bool overlap(const Aabb<D, T>& a, const Aabb<D, T>& o, int image) const {
    return tree_.images().any() ? tree_.images().image_of(a, o) == image : overlaps_nonempty(a, o);
  }

  // Calls f(object) for each that overlaps the box, which is wrapped and not empty.
  template <class F>
  bool search(const Aabb<D, T>& box, QueryStats& stats, F&& f) const {
    return tree_.images().for_each(box, tree_.slots_end(), [&](const Aabb<D, T>& moved, int image) {
      const auto test = [&](std::uint32_t i) {
        ++stats.tests;
        return !overlap(box, tree_.slot(i).object.box, image) || f(i);
      };
      return candidates(moved, stats, test);
    });
  }

  // Calls f(object, squared distance) for each within the radius of the box, wrapped and not empty.
  template <class F>
  bool search_within(const Aabb<D, T>& box, T radius, QueryStats& stats, F&& f) const {
    const T most = radius * radius;
    const Aabb<D, T> wide = widened(box, radius, most);
    return tree_.images().for_each(
        wide, tree_.slots_end(), [&](const Aabb<D, T>& moved, int image) {
          return candidates(moved, stats, [&](std::uint32_t i) {
            const Aabb<D, T>& other = tree_.slot(i).object.box;
            ++stats.tests;
            if (tree_.images().any() && tree_.images().image_of(wide, other) != image) return true;
            const T distance = tree_.images().any()
                                   ? distance_squared_wrapped(box, other, tree_.period())
                                   : distance_squared(box, other);
            return !(distance <= most) || f(i, distance);
          });
        });
  }

  // Returns a box that overlaps all boxes within `radius` of `box` by rounded arithmetic: a gap g
  // passes fl(g^2) <= fl(r^2) up to g = r (1 + 2 eps), or when g^2 underflows; wrapping adds the
  // rounding of coordinates.
  Aabb<D, T> widened(const Aabb<D, T>& box, T radius, T most) const {
    if (!is_finite(most)) return Aabb<D, T>::everything();
    constexpr T eps = std::numeric_limits<T>::epsilon();
    constexpr T tiny = sizeof(T) == 4 ? T(0x1p-74) : T(0x1p-536);
    Aabb<D, T> wide = box;
    for (int a = 0; a < D; ++a) {
      T r = radius * (1 + 8 * eps) + tiny;
      if (tree_.images().any()) {
        const T far = std::max(-box.min[a], box.max[a]);
        r += 8 * eps * (far + r + tree_.period().length[a]);
      }
      wide.min[a] -= r;
      wide.max[a] += r;
    }
    return tree_.images().any() ? wrap(wide, tree_.period()) : wide;
  }

  // Half an edge of the finest cells that hold objects.
  T first_radius() const {
    T edge = std::numeric_limits<T>::min();
    const int level = bit_length(tree_.cells().occupied_levels()) - 1;
    for (int a = 0; a < D && level >= 0; ++a)
      edge = std::max(edge, tree_.grid().cell_size(level, a));
    return edge / 2;
  }
  // Calls f(object, t) for each that the ray hits at t <= limit; f may lower the limit.
  template <class F>
  void walk_ray(const Ray<D, T>& ray, const T& limit, QueryStats& stats, F&& f) const {
    const RayColumns<D, T> columns(tree_.grid(), ray);
    const auto test = [&](std::uint32_t i) {
      ++stats.tests;
      const std::optional<T> t = ray_box(ray, tree_.slot(i).object.box);
      return !t || *t > limit || f(i, *t);
    };
    const auto visit = [&](std::uint32_t c) { return tree_.for_each_in_cell(c, test); };
    for (std::uint64_t levels = tree_.cells().occupied_levels(); levels != 0;
         levels &= levels - 1) {
      if (!walk_level(columns, std::countr_zero(levels), limit, stats, visit)) return;
    }
  }
  template <class Visit>
  bool walk_level(const RayColumns<D, T>& columns, int level, const T& limit, QueryStats& stats,
                  const Visit& visit) const {
    if (columns.columns(level) > tree_.cells().cells_on_level(level)) {
      for (std::uint32_t c = tree_.cells().first_cell(level); c != kEndOfList;
           c = tree_.cells()[c].next) {
        ++stats.nodes;
        if (!visit(c)) return false;
      }
      return true;
    }
    bool on = true;
    columns.for_each(level, tree_.reach(), [&](const CellRange<D>& range, T t) {
      if (t > limit) return false;  // so is t of all columns after this one
      on = tree_.cells().for_each_in(range, level, ~std::uint64_t(0), stats, visit);
      return on;
    });
    return on;
  }

  // Finds the pairs of cell c with itself, with cells of coarser levels, and with those of its own
  // level that have a smaller code.
  bool join_cell(std::uint32_t c, PairOutput& out, QueryStats& stats) const {
    if (!join_objects(c, out, stats)) return false;
    const CellId<D> id = tree_.cells()[c].id;
    const std::uint64_t coarser =
        tree_.cells().occupied_levels() & ((std::uint64_t(2) << id.level()) - 1);
    const Aabb<D, T> all = tree_.bounds_of(c);
    return tree_.images().for_each(all, tree_.slots_end(), [&](const Aabb<D, T>& moved, int image) {
      const CellCoords<D> lo = tree_.grid().coords(moved.min);
      const CellCoords<D> hi = tree_.grid().coords(moved.max);
      const auto visit = [&](std::uint32_t other) {
        return join_cells(c, moved, other, image, out, stats);
      };
      for (std::uint64_t levels = coarser; levels != 0; levels &= levels - 1) {
        const int level = std::countr_zero(levels);
        const CellRange<D> range(lo, hi, tree_.grid().depth(), level, tree_.reach());
        const std::uint64_t end = level == id.level() ? id.code() : ~std::uint64_t(0);
        if (!tree_.cells().for_each_in(range, level, end, stats, visit)) return false;
      }
      return true;
    });
  }
  bool join_objects(std::uint32_t c, PairOutput& out, QueryStats& stats) const {
    return tree_.for_each_in_cell(c, [&](std::uint32_t a) {
      const Object& x = tree_.slot(a).object;
      for (std::uint32_t b = tree_.slot(a).next; b != kEndOfList; b = tree_.slot(b).next) {
        const Object& y = tree_.slot(b).object;
        ++stats.tests;
        trace_.on(CompareObjects{a, b});
        const bool overlap = tree_.images().any()
                                 ? tree_.images().image_of(x.box, y.box) != tree_.images().kNone
                                 : overlaps_nonempty(x.box, y.box);
        if (overlap && accepts(x.filter, y.filter) && !out.push_ordered(a, b)) return false;
      }
      return true;
    });
  }
  // `moved` contains all boxes of cell c at that image.
  bool join_cells(std::uint32_t c, const Aabb<D, T>& moved, std::uint32_t other, int image,
                  PairOutput& out, QueryStats& stats) const {
    return tree_.for_each_in_cell(other, [&](std::uint32_t b) {
      const Object& y = tree_.slot(b).object;
      ++stats.tests;
      if (!overlaps_nonempty(moved, y.box)) return true;
      return tree_.for_each_in_cell(c, [&](std::uint32_t a) {
        const Object& x = tree_.slot(a).object;
        ++stats.tests;
        trace_.on(CompareObjects{a, b});
        return !overlap(x.box, y.box, image) || !accepts(x.filter, y.filter) ||
               out.push_ordered(a, b);
      });
    });
  }

  const Objects& tree_;
  const Trace& trace_;
};

}  // namespace masu::detail
