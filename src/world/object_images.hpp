// SPDX-License-Identifier: MIT
// The objects of a world and their periodic images, as a query tests them one by one.
#pragma once

#include <cmath>
#include <limits>

#include <masu/core/answered.hpp>
#include <masu/world/query_hits.hpp>

#include "world/balls.hpp"
#include "world/query_ray.hpp"
#include "world/world_state.hpp"

namespace masu::detail {

// What all queries of a world share: checks of their arguments, filters, images, and tests of one
// object.
template <int D, class T>
class ObjectImages {
 public:
  using Pose = Transform<D, T>;
  using RayHit = WorldRayHit<D, T>;
  using CastHit = WorldCastHit<D, T>;
  using Selection = QueryFilter<D, T>;
  using Candidate = QueryCandidate<D, T>;

  explicit ObjectImages(const WorldState<D, T>& state)
      : torus_(state.torus),
        objects_(state.objects),
        index_(state.index),
        rules_(state.rules),
        may_have_sensors_(state.watched()) {}

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

 protected:
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

  const Torus<D, T>& torus_;
  const ObjectStore<D, T>& objects_;
  const ObjectIndex<D, T>& index_;
  const PairRules<D, T>& rules_;
  bool may_have_sensors_;
};

}  // namespace masu::detail
