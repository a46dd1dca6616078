// SPDX-License-Identifier: MIT
// Queries of the objects of a world. WorldQueries declares them for visitors without their types.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <masu/core/answered.hpp>
#include <masu/world/query_hits.hpp>
#include "broad_phase/nearest_list.hpp"

#include "world/balls.hpp"
#include "world/query_ray.hpp"
#include "world/sweep_gap.hpp"
#include "world/world_state.hpp"

namespace masu::detail {

// Visitors of any type. The caller marks the world as busy while they run.
template <int D, class T>
class ObjectQueries {
 public:
  using Pose = Transform<D, T>;
  using RayHit = WorldRayHit<D, T>;
  using CastHit = WorldCastHit<D, T>;
  using Selection = QueryFilter<D, T>;
  using Candidate = QueryCandidate<D, T>;

  explicit ObjectQueries(const WorldState<D, T>& state)
      : torus_(state.torus),
        objects_(state.objects),
        index_(state.index),
        rules_(state.rules),
        may_have_sensors_(state.watched()) {}

  // Returns whether an object of this world may collide with one of another. Groups and exclusions
  // of a world that they share can forbid it.
  bool may_touch(const ObjectQueries& other, std::uint32_t i, std::uint32_t j) const {
    return &objects_ != &other.objects_ || i == j || !rules_.forbids(objects_, i, j);
  }
  // Returns the filter that finds the objects of another world which an object may collide with.
  MaybeFilter filter_for(const ObjectQueries& other, std::uint32_t i) const {
    return &objects_ == &other.objects_ ? rules_.search_filter(objects_, i) : objects_.filter(i);
  }

  RayHit ray_cast(const Ray<D, T>& ray, const Selection& filter) const {
    RayHit best;
    best.status = check_ray(ray);
    if (best.status != Status::ok) return best;
    const SearchFilter search_filter = search_filter_of(filter, false);
    double reach = reach_of(ray);
    QueryStats stats;
    (void)for_each_image(box_of(ray), [&](const Vec<D, T>& shift) {
      const QueryRay<D, T> moved(moved_back(ray, shift));
      const auto take = [&](std::uint32_t i) {
        const RayHit now = cast_at(i, moved, shift, filter);
        const bool sooner =
            !best.hit || now.t < best.t || (now.t == best.t && i < best.object.index);
        if (now.hit && sooner) best = now;
        if (best.hit) reach = double(best.t) * (1 + kRounding);
        return reach;
      };
      stats += index_.for_each_along(objects_, moved, reach, search_filter, take);
      return true;
    });
    best.stats = stats;
    best.stats.results = best.hit ? 1 : 0;
    return best;
  }
  template <class Visit>
  SearchResult for_each_on_ray(const Ray<D, T>& ray, Visit&& visit, const Selection& filter) const {
    if (const Status status = check_ray(ray); status != Status::ok) return {status, {}};
    const SearchFilter search_filter = search_filter_of(filter, false);
    const Aabb<D, T> path_box = box_of(ray);
    QueryStats stats;
    std::uint64_t results = 0;
    bool on = true;
    (void)for_each_image(path_box, [&](const Vec<D, T>& shift) {
      const QueryRay<D, T> moved(moved_back(ray, shift));
      const auto take = [&](std::uint32_t i) {
        const RayHit hit = cast_at(i, moved, shift, filter);
        if (!hit.hit || !comes_first(i, ray, path_box, shift, hit, filter)) return true;
        ++results, on = goes_on(visit, hit);
        return on;
      };
      stats += index_.for_each_on(objects_, moved.prepared, reach_of(ray), search_filter, take);
      return on;
    });
    stats.results = results;
    return {on ? Status::ok : Status::stopped, stats};
  }
  CastHit cast_shape(const WorldShape<D, T>& shape, const Pose& pose, const Vec<D, T>& translation,
                     const Selection& filter) const {
    CastHit best;
    best.status = check_asked(shape, pose);
    if (best.status == Status::ok && !is_finite(translation)) best.status = Status::not_finite;
    if (best.status != Status::ok) return best;
    const SearchFilter search_filter = search_filter_of(filter, false);
    const Aabb<D, T> begin = Queries::aabb(shape, pose);
    const Aabb<D, T> path_box = merge(begin, moved_by(begin, translation));
    double reach = 1;
    std::uint32_t refuser = Handle::kNone;  // the first by slot, as all are asked if nothing is hit
    QueryStats stats;
    const auto ask = [&](const Vec<D, T>& shift) {
      const Pose moved = moved_by(pose, -shift);
      const auto take = [&](std::uint32_t i) {
        const auto& body = objects_.body(i);
        const auto counts = [&](const Impact<D, T>& c, std::uint32_t sub_shape) {
          return asked(filter, {objects_.handle(i), sub_shape, c.t, c.point_a + shift, c.normal});
        };
        const FunctionRef<bool(const Impact<D, T>&, std::uint32_t)> accept(counts);
        const SubShapeImpact<D, T> now = Queries::cast(
            body.shape, body.pose, shape, moved, translation, filter.accept ? &accept : nullptr);
        if (!answered(now.status) && i < refuser) refuser = i, best.status = now.status;
        const bool sooner =
            !best.hit || now.t < best.t || (now.t == best.t && i < best.object.index);
        if (now.hit && sooner) {
          best.object = objects_.handle(i);
          best.sub_shape = now.sub_shape_a;
          best.impact() = now;
          best.point_a = now.point_a + shift;
          best.point_b = now.point_b + shift;
          reach = double(now.t) * (1 + kRounding);
        }
        return reach;
      };
      const SweepGap<D, T> gap(Queries::aabb(shape, moved), translation);
      stats += index_.for_each_near(objects_, gap, reach, search_filter, take);
      return true;
    };
    if (!torus_.any()) {
      (void)ask(Vec<D, T>{});
    } else if (torus_.may_ask(shape, pose, path_box)) {
      (void)for_each_image(path_box, ask);
    } else {
      best.status = Status::out_of_range;
    }
    best.stats = stats;
    best.stats.results = best.hit ? 1 : 0;
    if (best.hit) best.status = Status::ok;
    return best;
  }
  template <class Visit>
  SearchResult for_each_touching(const WorldShape<D, T>& s, const Pose& pose, Visit&& visit,
                                 const Selection& filter) const {
    if (const Status status = check_asked(s, pose); status != Status::ok) return {status, {}};
    const SearchFilter search_filter = search_filter_of(filter, true);
    const Aabb<D, T> box = Queries::aabb(s, pose);
    QueryStats stats;
    std::uint64_t results = 0;
    const bool on = for_each_image(box, [&](const Vec<D, T>& shift) {
      const Pose moved = moved_by(pose, -shift);
      const SearchResult r = index_.for_each_overlapping(
          objects_, Queries::aabb(s, moved), search_filter, [&](std::uint32_t i) {
            if (!touches(i, s, moved) || !accepted(filter, i)) return true;
            const auto earlier = [&](const Vec<D, T>& other) {
              return touches(i, s, moved_by(pose, -other));
            };
            if (!is_first_image(i, box, shift, earlier)) return true;
            ++results;
            return goes_on(visit, objects_.handle(i));
          });
      stats += r.stats;
      return r.status == Status::ok;
    });
    stats.results = results;
    return {on ? Status::ok : Status::stopped, stats};
  }
  template <class Visit>
  SearchResult for_each_overlapping(const Aabb<D, T>& box, Visit&& visit,
                                    const Selection& filter) const {
    if (box.empty()) return {Status::ok, {}};
    if (filter.accept) return for_each_accepted(box, visit, filter);
    const SearchFilter search_filter = search_filter_of(filter, true);
    if (!torus_.any()) {
      return index_.for_each_overlapping(objects_, box, search_filter, [&](std::uint32_t i) {
        return goes_on(visit, objects_.handle(i));
      });
    }
    const Aabb<D, T> once = torus_.clipped_to_period(box);
    if (!torus_.short_enough(once)) return {Status::out_of_range, {}};
    QueryStats stats;
    std::uint64_t results = 0;
    const bool on = for_each_image(once, [&](const Vec<D, T>& shift) {
      const SearchResult r = index_.for_each_overlapping(
          objects_, moved_by(once, -shift), search_filter, [&](std::uint32_t i) {
            const auto earlier = [&](const Vec<D, T>& other) {
              return overlaps(objects_.slot(i).box, moved_by(once, -other));
            };
            if (!is_first_image(i, once, shift, earlier)) return true;
            ++results;
            return goes_on(visit, objects_.handle(i));
          });
      stats += r.stats;
      return r.status == Status::ok;
    });
    stats.results = results;
    return {on ? Status::ok : Status::stopped, stats};
  }
  template <class Visit>
  SearchResult for_each_image_overlapping(const Aabb<D, T>& box, Visit&& visit,
                                          const Selection& filter) const {
    if (box.empty()) return {Status::ok, {}};
    if (torus_.any() && !torus_.short_enough(box)) return {Status::out_of_range, {}};
    const SearchFilter search_filter = search_filter_of(filter, true);
    const auto every = [](const Vec<D, T>&) { return true; };
    QueryStats stats;
    std::uint64_t results = 0;
    const bool on = for_each_image(box, [&](const Vec<D, T>& shift) {
      const SearchResult r = index_.for_each_overlapping(
          objects_, moved_by(box, -shift), search_filter, [&](std::uint32_t i) {
            const bool ends = objects_.slot(i).box.finite();
            if (!ends && !is_first_image(i, box, shift, every)) return true;
            if (!accepted(filter, i)) return true;
            ++results;
            return goes_on(visit, objects_.handle(i), shift);
          });
      stats += r.stats;
      return r.status == Status::ok;
    });
    stats.results = results;
    return {on ? Status::ok : Status::stopped, stats};
  }
  SearchResult nearest(const Vec<D, T>& point, std::span<Neighbor<T>> found,
                       const Selection& filter) const {
    if (const Status status = check_point(point); status != Status::ok) return {status, {}};
    if (found.empty()) return {Status::ok, {}};
    const SearchFilter search_filter = search_filter_of(filter, true);
    NearestList<T, Handle> list(found);
    QueryStats stats;
    (void)for_each_image(around(point), [&](const Vec<D, T>& shift) {
      const Vec<D, T> moved = point - shift;
      const bool sound = !torus_.any() && !filter.accept && check_position(moved) == Status::ok;
      const auto take = [&](std::uint32_t i, const Vec<D, T>* own) {
        const Handle h{i, 0};
        SurfacePoint<D, T> s;
        if (sound && own != nullptr) {
          s.distance = distance_to_ball(*own, T(0), moved);
        } else if (const auto& body = objects_.body(i); sound && is_ball(body)) {
          s.distance = distance_to_ball(body.pose.translation, body.shape.convex.radius, moved);
        } else {
          s = surface_point(i, point, shift);
        }
        const T distance = s.distance > 0 ? s.distance * s.distance : T(0);
        if (answered(s.status) && list.improves(distance, h) &&
            (!torus_.any() || is_nearest_image(i, point, shift, s)) &&
            accepted(filter, i, point, shift, s)) {
          list.insert(h, distance);
          objects_.prefetch_slot(i);
        }
        return double(list.worst()) * (1 + kRounding);
      };
      const double reach = double(list.worst()) * (1 + kRounding);
      stats += index_.for_each_near_point(objects_, moved, reach, search_filter, take);
      return true;
    });
    stats.results = list.finish();
    for (std::size_t k = 0; k < stats.results; ++k)
      found[k].id = objects_.handle(found[k].id.index);
    return {Status::ok, stats};
  }
  template <class Visit>
  SearchResult for_each_within(const Vec<D, T>& point, T radius, Visit&& visit,
                               const Selection& filter) const {
    if (const Status status = check_point(point); status != Status::ok) return {status, {}};
    if (!(radius >= 0)) return {Status::out_of_range, {}};
    const SearchFilter search_filter = search_filter_of(filter, true);
    const double reach = double(radius) * double(radius) * (1 + kRounding);
    bool on = true;
    QueryStats stats;
    std::uint64_t results = 0;
    (void)for_each_image(around(point), [&](const Vec<D, T>& shift) {
      const auto take = [&](std::uint32_t i, const Vec<D, T>*) {
        const auto s = surface_point(i, point, shift);
        if (answered(s.status) && s.distance <= radius && is_nearest_image(i, point, shift, s) &&
            accepted(filter, i, point, shift, s)) {
          ++results;
          on = goes_on(visit, objects_.handle(i), s);
        }
        return on ? reach : -1.0;
      };
      stats += index_.for_each_near_point(objects_, point - shift, reach, search_filter, take);
      return on;
    });
    stats.results = results;
    return {on ? Status::ok : Status::stopped, stats};
  }
  WorldNearest<D, T> closest_pair() const {
    WorldNearest<D, T> best;
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      if (!objects_.alive(i)) continue;
      const auto& a = objects_.body(i);
      search_closer(
          a.shape, a.pose, {filter_for(*this, i)}, best, objects_.handle(i),
          [&](std::uint32_t j, const Pose& pose) -> std::optional<SubShapeSeparation<D, T>> {
            if (j <= i || !may_touch(*this, i, j)) return std::nullopt;
            const auto& b = objects_.body(j);
            return Queries::distance(a.shape, pose, b.shape, b.pose);
          });
    }
    return best;
  }
  // Queries between this world and another.
  WorldNearest<D, T> closest_pair(const ObjectQueries& other) const {
    WorldNearest<D, T> best;
    if (!(torus_ == other.torus_)) best.status = Status::out_of_range;
    for (std::uint32_t i = 0; i < objects_.slots() && best.status == Status::ok; ++i) {
      if (!objects_.alive(i)) continue;
      const auto& a = objects_.body(i);
      other.search_closer(a.shape, a.pose, {objects_.filter(i)}, best, objects_.handle(i),
                          [&](std::uint32_t j, const Pose& pose) {
                            const auto& b = other.objects_.body(j);
                            return std::optional(Queries::distance(a.shape, pose, b.shape, b.pose));
                          });
    }
    return best;
  }
  WorldNearest<D, T> closest_to(const WorldShape<D, T>& shape, const Pose& pose,
                                const Selection& filter) const {
    WorldNearest<D, T> best;
    best.status = check_asked(shape, pose);
    if (best.status != Status::ok) return best;
    search_closer(shape, pose, filter, best, Handle{}, [&](std::uint32_t i, const Pose& moved) {
      const auto& body = objects_.body(i);
      return std::optional(Queries::distance(body.shape, body.pose, shape, moved));
    });
    return best;
  }
  // Calls visit(slot, slot of the other) for each object and each of another world that touch.
  template <class Visit>
  SearchResult for_each_touching_in(const ObjectQueries& other, Visit&& visit) const {
    SearchResult all;
    std::uint64_t excluded = 0;
    for (std::uint32_t i = 0; i < objects_.slots() && all.status == Status::ok; ++i) {
      if (!objects_.alive(i)) continue;
      const auto& body = objects_.body(i);
      const Handle h = objects_.handle(i);
      SearchResult r = other.for_each_touching(body.shape, body.pose,
                                               [&](Handle found) {
                                                 if (may_touch(other, i, found.index))
                                                   return goes_on(visit, h, found);
                                                 ++excluded;
                                                 return true;
                                               },
                                               {filter_for(other, i)});
      r.stats.results -= std::exchange(excluded, 0);
      all.stats += r.stats;
      if (r.status != Status::ok) all.status = Status::stopped;
    }
    return all;
  }

  Status check_point(const Vec<D, T>& point) const {
    if (!is_finite(point)) return Status::not_finite;
    for (int a = 0; a < D; ++a) {
      if (std::fabs(double(point[a])) > 0x1p140) return Status::out_of_range;
    }
    if (!torus_.any()) return Status::ok;
    return torus_.short_enough(Aabb<D, T>::of_point(point)) ? Status::ok : Status::out_of_range;
  }
  Status check_ray(const Ray<D, T>& ray) const {
    if (!is_finite(ray.origin) || !is_finite(ray.direction)) return Status::not_finite;
    if (!(ray.max_t >= 0)) return Status::out_of_range;
    if (!torus_.any()) return Status::ok;
    bool ends = true;
    for (int a = 0; a < D; ++a) {
      ends = ends && (!torus_.wraps(a) || ray.direction[a] == 0 || is_finite(ray.max_t));
    }
    if (!ends) return Status::unbounded;
    return torus_.short_enough(box_of(ray)) ? Status::ok : Status::out_of_range;
  }
  // The box of a query shape. It may be endless along a periodic axis only if it is constant along
  // it.
  Status check_asked(const WorldShape<D, T>& shape, const Pose& pose) const {
    const Status status = check_placed(shape, pose);
    if (status != Status::ok || !torus_.any()) return status;
    return torus_.may_ask(shape, pose, Queries::aabb(shape, pose)) ? Status::ok
                                                                   : Status::out_of_range;
  }

 private:
  using Queries = ShapeQueries<D, T>;

  // Bounds the rounding of distances, so that no box is excluded wrongly: more than five roundings,
  // distances to shapes included.
  static constexpr double kRounding = 0x1p-20;

  // --- Filters -----------------------------------------------------------------------------------

  // What the search can decide before it tests shapes. `sensors`: whether the query finds them if
  // the filter does not say.
  SearchFilter search_filter_of(const Selection& filter, bool sensors) const {
    return {filter.filter ? &*filter.filter : nullptr,
            may_have_sensors_ && !filter.sensors.value_or(sensors)};
  }
  // Calls the predicate for an object and a position on it. Without one this costs a comparison.
  bool accepted(const Selection& filter, std::uint32_t i) const {
    return !filter.accept || asked(filter, Candidate{objects_.handle(i)});
  }
  // Checks a query point. Only the cold path makes its address escape.
  bool accepted(const Selection& filter, std::uint32_t i, const Vec<D, T>& point,
                const Vec<D, T>& shift, const SurfacePoint<D, T>& s) const {
    return !filter.accept || asked(filter, {objects_.handle(i), sub_shape_near(i, point, shift),
                                            s.distance, s.point, s.normal});
  }
  MASU_NOINLINE std::uint32_t sub_shape_near(std::uint32_t i, Vec<D, T> point,
                                             Vec<D, T> shift) const {
    const auto& body = objects_.body(i);
    if (!body.shape.is_composite()) return 0;
    return Queries::closest_point(body.shape, body.pose, point - shift).sub_shape;
  }
  // A candidate of closest_to(): a is the object.
  bool accepted(const Selection& filter, std::uint32_t i, const SubShapeSeparation<D, T>& s,
                const Vec<D, T>& shift) const {
    const Separation<D, T>& found = s;
    return !filter.accept || asked(filter, {objects_.handle(i), s.sub_shape_a, found.distance,
                                            found.point_a + shift, found.normal});
  }
  MASU_NOINLINE static bool asked(const Selection& filter, const Candidate& candidate) {
    return (*filter.accept)(candidate);
  }
  // for_each_overlapping() with a predicate.
  MASU_NOINLINE SearchResult for_each_accepted(const Aabb<D, T>& box,
                                               FunctionRef<bool(Handle)> visit,
                                               const Selection& filter) const {
    std::uint64_t results = 0;
    const auto each = [&](Handle h) {
      if (!asked(filter, Candidate{h})) return true;
      ++results;
      return visit(h);
    };
    const FunctionRef<bool(Handle)> visit_each(each);
    SearchResult r =
        for_each_overlapping(box, visit_each, Selection{filter.filter, filter.sensors});
    r.stats.results = results;
    return r;
  }

  static Status check_placed(const WorldShape<D, T>& shape, const Pose& pose) {
    const Status status = pose.check();
    return status != Status::ok ? status : Queries::check(shape);
  }

  // --- Periodic images: the query is moved instead of all objects, its results are moved back ---

  // Calls ask(shift) for each image that may contain something in a box, until it returns false.
  template <class Ask>
  bool for_each_image(const Aabb<D, T>& box, Ask&& ask) const {
    if (!torus_.any()) return ask(Vec<D, T>{});
    return torus_.for_each_shift(box, torus_.span(), ask);
  }
  // Returns whether this is the first reported image of an object. Few images of an object overlap
  // a box.
  template <class Reported>
  bool is_first_image(std::uint32_t i, const Aabb<D, T>& box, const Vec<D, T>& shift,
                      Reported&& reported) const {
    if (!torus_.any()) return true;
    bool first = true;
    (void)torus_.for_each_shift(box, objects_.slot(i).box, [&](const Vec<D, T>& other) {
      if (other == shift) return false;
      return first = !reported(other);
    });
    return first;
  }
  bool comes_first(std::uint32_t i, const Ray<D, T>& ray, const Aabb<D, T>& path_box,
                   const Vec<D, T>& shift, const RayHit& hit, const Selection& filter) const {
    if (!torus_.any()) return true;
    bool first = true;
    bool later = false;
    (void)torus_.for_each_shift(path_box, objects_.slot(i).box, [&](const Vec<D, T>& other) {
      if (other == shift) return later = true;
      const RayHit there = cast_at(i, QueryRay<D, T>(moved_back(ray, other)), other, filter);
      first = !there.hit || hit.t < there.t || (later && hit.t == there.t);
      return first;
    });
    return first;
  }
  bool is_nearest_image(std::uint32_t i, const Vec<D, T>& point, const Vec<D, T>& shift,
                        const SurfacePoint<D, T>& found) const {
    if (!torus_.any()) return true;
    bool nearest = true;
    bool later = false;
    (void)torus_.for_each_shift(around(point), objects_.slot(i).box, [&](const Vec<D, T>& other) {
      if (other == shift) return later = true;
      const auto there = surface_point(i, point, other);
      nearest = !answered(there.status) || found.distance < there.distance ||
                (later && found.distance == there.distance);
      return nearest;
    });
    return nearest;
  }
  // The nearest image of something is no farther than half a period along each axis.
  Aabb<D, T> around(const Vec<D, T>& point) const {
    return torus_.around(Aabb<D, T>::of_point(point));
  }
  static Aabb<D, T> box_of(const Ray<D, T>& ray) {
    Aabb<D, T> box = Aabb<D, T>::of_point(ray.origin);
    for (int a = 0; a < D; ++a) {
      if (ray.direction[a] == 0) continue;
      const T end = ray.origin[a] + ray.direction[a] * ray.max_t;
      (ray.direction[a] < 0 ? box.min : box.max)[a] = end;
    }
    return box;
  }
  static Ray<D, T> moved_back(Ray<D, T> ray, const Vec<D, T>& shift) {
    ray.origin = ray.origin - shift;
    return ray;
  }

  static double reach_of(const Ray<D, T>& ray) {
    return is_finite(ray.max_t) ? double(ray.max_t) * (1 + kRounding)
                                : std::numeric_limits<double>::max();
  }
  // Objects were checked when they were added: only the query is checked.
  RayHit cast_at(std::uint32_t i, const QueryRay<D, T>& moved, const Vec<D, T>& shift,
                 const Selection& filter) const {
    const auto& body = objects_.body(i);
    const auto counts = [&](const RayCast<D, T>& c, std::uint32_t sub_shape) {
      return asked(filter, {objects_.handle(i), sub_shape, c.t, c.point + shift, c.normal});
    };
    RayHit hit;
    if (!moved.sound || body.shape.is_composite()) {
      const FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)> accept(counts);
      const SubShapeRayCast<D, T> c =
          Queries::ray_cast(body.shape, body.pose, moved.ray(), filter.accept ? &accept : nullptr);
      hit.cast() = c;
      hit.sub_shape = c.hit ? c.sub_shape : kNoSubShape;
    } else {
      const bool ball = is_ball(body) && body.shape.convex.radius > 0 && moved.size > 0;
      hit.cast() = ball ? cast_at_ball(body, moved)
                        : placed_ray_cast(body.shape.convex, LocalFrame<D>(body.pose), moved.ray());
      if (hit.hit && filter.accept && !counts(hit.cast(), 0)) hit.cast() = {};
      if (hit.hit) hit.sub_shape = 0;
    }
    hit.status = hit.cast().status;
    if (!hit.hit) return hit;
    if (torus_.any()) hit.point = hit.point + shift;
    hit.object = objects_.handle(i);
    return hit;
  }
  SurfacePoint<D, T> surface_point(std::uint32_t i, const Vec<D, T>& point,
                                   const Vec<D, T>& shift) const {
    const auto& body = objects_.body(i);
    const Vec<D, T> moved = point - shift;
    SurfacePoint<D, T> found;
    if (body.shape.is_composite() || check_position(moved) != Status::ok) {
      found = Queries::closest_point(body.shape, body.pose, moved);
    } else {
      found = placed_closest_point(body.shape.convex, LocalFrame<D>(body.pose), moved);
    }
    if (torus_.any()) found.point = found.point + shift;
    return found;
  }
  bool touches(std::uint32_t i, const WorldShape<D, T>& shape, const Pose& pose) const {
    const auto& body = objects_.body(i);
    PairCache cache{};
    return Queries::touch(body.shape, body.pose, shape, pose, T(0), cache).overlapping;
  }
  // Searches for objects nearer than `best`; separate(slot, shape's pose) measures, and may refuse.
  // a: the object that the shape belongs to; none: the shape is b.
  using Separate = FunctionRef<std::optional<SubShapeSeparation<D, T>>(std::uint32_t, const Pose&)>;
  void search_closer(const WorldShape<D, T>& shape, const Pose& pose, const Selection& filter,
                     WorldNearest<D, T>& best, Handle a, Separate separate) const {
    const SearchFilter search_filter = search_filter_of(filter, true);
    const auto reach_now = [&] {
      if (!best.found()) return std::numeric_limits<double>::infinity();
      const double d = double(best.distance);
      return d * d * (1 + kRounding);
    };
    const auto order = [](Handle x, Handle y) { return std::uint64_t(x.index) << 32 | y.index; };
    (void)for_each_image(torus_.around(Queries::aabb(shape, pose)), [&](const Vec<D, T>& shift) {
      const Pose moved = moved_by(pose, -shift);
      const Aabb<D, T> box = Queries::aabb(shape, moved);
      const auto gap = [wide =
                            Aabb<D, double>{vec_cast<double>(box.min), vec_cast<double>(box.max)}](
                           const Aabb<D, T>& other) {
        const Aabb<D, double> o{vec_cast<double>(other.min), vec_cast<double>(other.max)};
        return distance_squared(wide, o);
      };
      const auto take = [&](std::uint32_t i) {
        const std::optional<SubShapeSeparation<D, T>> s = separate(i, moved);
        if (!s || !answered(s->status)) return reach_now();
        const Handle first = a ? a : objects_.handle(i);
        const Handle second = a ? objects_.handle(i) : Handle{};
        const T now = s->distance;
        const T then = best.distance;
        const bool closer = !best.found() || now < then ||
                            (now == then && order(first, second) < order(best.a, best.b));
        if (!closer || !accepted(filter, i, *s, shift)) return reach_now();
        best.a = first, best.b = second, best.separation() = *s;
        best.point_a = best.point_a + shift;
        best.point_b = best.point_b + shift;
        return reach_now();
      };
      best.stats += index_.for_each_near(objects_, gap, reach_now(), search_filter, take);
      return true;
    });
  }

  const Torus<D, T>& torus_;
  const ObjectStore<D, T>& objects_;
  const ObjectIndex<D, T>& index_;
  const PairRules<D, T>& rules_;
  bool may_have_sensors_;
};

}  // namespace masu::detail
