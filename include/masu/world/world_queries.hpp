// SPDX-License-Identifier: MIT
// What can be asked of the objects of a world: rays, shapes, places, the nearest.
#pragma once

#include <limits>

#include <masu/broad_phase/detail/nearest_list.hpp>
#include <masu/core/answered.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/job_system.hpp>
#include <masu/shapes/point.hpp>
#include <masu/world/detail/asked_ray.hpp>
#include <masu/world/detail/busy_count.hpp>
#include <masu/world/detail/object_index.hpp>
#include <masu/world/detail/shape_verbs.hpp>
#include <masu/world/detail/torus.hpp>
#include <masu/world/query_hits.hpp>
#include <masu/world/world_object.hpp>

namespace masu {

// Of the objects as they are now, with their exact shapes; sensors too, which filters may leave
// out. Const, and safe in many threads while nobody changes the world. A filter must accept the
// object's and be accepted by it. A visitor may return false to stop (Status::stopped), and may ask
// the world, but not change it. Statuses are those of the verbs for shapes: bad input is refused
// before anything is searched. Typically O(log n + results), beside what has moved since somebody
// last asked, which the first question puts in its place, O(n log n) at most; O(n) for those who
// ask in other threads meanwhile, and where WorldOptions::queries is off. A question takes no
// memory.
//
// In a world that wraps around an object is told once, by the image that comes first or lies
// nearest, and where that is, as seen from where one asked. out_of_range: a way, a box or a shape
// longer than 64 periods, or 2^20 periods from the origin; unbounded: a ray without an end along an
// axis that wraps.
template <int D, class T>
class WorldQueries {
 public:
  using Box = Aabb<D, T>;
  using At = Transform<D, T>;
  using RayHit = WorldRayHit<D, T>;
  using CastHit = WorldCastHit<D, T>;
  using Shape = WorldShape<D, T>;

  // --- Objects -----------------------------------------------------------------------------------

  std::size_t size() const { return objects_.size(); }
  bool contains(Handle h) const { return objects_.contains(h); }
  // Of the object that is in a slot (Handle::index) now; none: Handle{}.
  Handle handle_in(std::uint32_t slot) const {
    const bool there = slot < objects_.slots() && objects_.alive(slot);
    return there ? objects_.handle(slot) : Handle{};
  }
  // None for a stale handle.
  std::optional<WorldObject<D, T>> find(Handle h) const {
    if (!contains(h)) return std::nullopt;
    const auto& slot = objects_.slot(h.index);
    const auto& body = objects_.body(h.index);
    const auto& rest = objects_.rest(h.index);
    return WorldObject<D, T>{
        body.at,
        slot.box,
        body.shape,
        {rest.user_data, rest.filter, slot.layer, (slot.flags & detail::kSensor) != 0,
         (slot.flags & detail::kContinuous) != 0, (slot.flags & detail::kFixed) != 0},
        (slot.flags & detail::kOutside) != 0};
  }
  // visit(handle) for all, by slot, until it returns false.
  template <class Visit>
  Status for_each(Visit&& visit) const {
    const auto guard = make_busy();
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      if (objects_.alive(i) && !goes_on(visit, objects_.handle(i))) return Status::stopped;
    }
    return Status::ok;
  }

  // --- Rays --------------------------------------------------------------------------------------

  // The first object that a ray meets, by (t, slot).
  RayHit ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const;
  // visit(RayHit) for each that it meets, in no particular order.
  template <class Visit>
  SearchResult for_each_on_ray(const Ray<D, T>& ray, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    const Status good = check_ray(ray);
    if (good != Status::ok) return {good, {}};
    const auto guard = make_busy();
    const Box way = box_of(ray);
    QueryStats stats;
    std::uint64_t results = 0;
    bool on = true;
    (void)for_each_image(way, [&](const Vec<D, T>& shift) {
      const detail::AskedRay<D, T> moved(moved_back(ray, shift));
      const auto take = [&](std::uint32_t i) {
        const RayHit hit = cast_at(i, moved, shift);
        if (!hit.hit() || !comes_first(i, ray, way, shift, hit)) return true;
        ++results, on = goes_on(visit, hit);
        return on;
      };
      stats += index_.for_each_on(objects_, moved.prepared, reach_of(ray), filter, take);
      return on;
    });
    stats.results = results;
    return {on ? Status::ok : Status::stopped, stats};
  }
  // All that it meets, by (t, slot). out_of_memory.
  SearchResult ray_cast_all(const Ray<D, T>& ray, Buffer<RayHit>& hits,
                            const MaybeFilter& filter = {}) const;

  // --- Shapes ------------------------------------------------------------------------------------

  // The first object that a shape meets on its way by `translation`, t from 0 to 1, by (t, slot).
  // Objects that cannot say (half-spaces, of a half-space: unbounded) are left out; the status is
  // theirs if nothing else is met.
  template <class S>
  CastHit shape_cast(const S& shape, const At& at, const Vec<D, T>& translation,
                     const MaybeFilter& filter = {}) const {
    return cast_shape(world_shape(shape), at, translation, filter);
  }
  // visit(handle) for each object whose shape touches this one.
  template <class S, class Visit>
  SearchResult for_each_touching(const S& shape, const At& at, Visit&& visit,
                                 const MaybeFilter& filter = {}) const {
    const WorldShape<D, T> s = world_shape(shape);
    const Status good = check_asked(s, at);
    if (good != Status::ok) return {good, {}};
    const auto guard = make_busy();
    const Box box = Verbs::aabb(s, at);
    QueryStats stats;
    std::uint64_t results = 0;
    const bool on = for_each_image(box, [&](const Vec<D, T>& shift) {
      const At moved = detail::moved_by(at, -shift);
      const SearchResult r = index_.for_each_overlapping(
          objects_, Verbs::aabb(s, moved), filter, [&](std::uint32_t i) {
            if (!touches(i, s, moved)) return true;
            const auto earlier = [&](const Vec<D, T>& other) {
              return touches(i, s, detail::moved_by(at, -other));
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
  // visit(handle) for each object that a point lies in or on. Surfaces have no inside.
  template <class Visit>
  SearchResult for_each_at(const Vec<D, T>& point, Visit&& visit,
                           const MaybeFilter& filter = {}) const {
    return for_each_touching(Point<D, T>{point}, At{}, visit, filter);
  }
  // visit(handle) for each object whose box overlaps this one; empty boxes overlap nothing.
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit,
                                    const MaybeFilter& filter = {}) const {
    if (box.empty()) return {Status::ok, {}};
    const auto guard = make_busy();
    if (!torus_.any()) {
      return index_.for_each_overlapping(objects_, box, filter, [&](std::uint32_t i) {
        return goes_on(visit, objects_.handle(i));
      });
    }
    const Box once = torus_.clipped_to_period(box);
    if (!torus_.short_enough(once)) return {Status::out_of_range, {}};
    QueryStats stats;
    std::uint64_t results = 0;
    const bool on = for_each_image(once, [&](const Vec<D, T>& shift) {
      const SearchResult r = index_.for_each_overlapping(
          objects_, detail::moved_by(once, -shift), filter, [&](std::uint32_t i) {
            const auto earlier = [&](const Vec<D, T>& other) {
              return overlaps(objects_.slot(i).box, detail::moved_by(once, -other));
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

  // visit(handle, shift) for each image of an object whose box overlaps this one: the object moved
  // by `shift`, which is zero in a world that does not wrap. What has no end along an axis that
  // wraps is told once.
  template <class Visit>
  SearchResult for_each_image_overlapping(const Box& box, Visit&& visit,
                                          const MaybeFilter& filter = {}) const {
    if (box.empty()) return {Status::ok, {}};
    if (torus_.any() && !torus_.short_enough(box)) return {Status::out_of_range, {}};
    const auto guard = make_busy();
    const auto every = [](const Vec<D, T>&) { return true; };
    QueryStats stats;
    std::uint64_t results = 0;
    const bool on = for_each_image(box, [&](const Vec<D, T>& shift) {
      const SearchResult r = index_.for_each_overlapping(
          objects_, detail::moved_by(box, -shift), filter, [&](std::uint32_t i) {
            const bool ends = objects_.slot(i).box.finite();
            if (!ends && !is_first_image(i, box, shift, every)) return true;
            ++results;
            return goes_on(visit, objects_.handle(i), shift);
          });
      stats += r.stats;
      return r.status == Status::ok;
    });
    stats.results = results;
    return {on ? Status::ok : Status::stopped, stats};
  }

  // --- The nearest -------------------------------------------------------------------------------

  // The objects nearest to a point, as many as `found` has places, by (squared distance, slot):
  // distances to their shapes, 0 inside. stats.results says how many there are. Distances whose
  // squares are beyond the range of T are equal.
  SearchResult nearest(const Vec<D, T>& point, std::span<Neighbor<T>> found,
                       const MaybeFilter& filter = {}) const;
  // visit(handle, SurfacePoint) for each object no farther than `radius` from a point, nearer ones
  // mostly first. out_of_range: a negative radius, or NaN.
  template <class Visit>
  SearchResult for_each_within(const Vec<D, T>& point, T radius, Visit&& visit,
                               const MaybeFilter& filter = {}) const {
    const Status good = check_point(point);
    if (good != Status::ok) return {good, {}};
    if (!(radius >= 0)) return {Status::out_of_range, {}};
    const auto guard = make_busy();
    const double reach = double(radius) * double(radius) * (1 + kRounding);
    bool on = true;
    QueryStats stats;
    std::uint64_t results = 0;
    (void)for_each_image(around(point), [&](const Vec<D, T>& shift) {
      const auto take = [&](std::uint32_t i) {
        const auto s = surface_point(i, point, shift);
        if (answered(s.status) && s.distance <= radius && is_nearest_image(i, point, shift, s)) {
          ++results;
          on = goes_on(visit, objects_.handle(i), s);
        }
        return on ? reach : -1.0;
      };
      stats += index_.for_each_near_point(objects_, point - shift, reach, filter, take);
      return on;
    });
    stats.results = results;
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The two objects with the least distance, by (distance, slot of a, slot of b); a.index <
  // b.index. Objects that touch have distance 0. Pairs that filters forbid do not count. Typically
  // O(n log n), less where some touch.
  WorldNearest<D, T> closest_pair() const;
  // The same of one object of this world and one of another. out_of_range: their periods differ.
  WorldNearest<D, T> closest_pair(const WorldQueries& other) const;
  // The object with the least distance from a shape, which is b of the separation and has no
  // handle.
  template <class S>
  WorldNearest<D, T> closest_to(const S& shape, const At& at,
                                const MaybeFilter& filter = {}) const {
    return closest_to_shape(world_shape(shape), at, filter);
  }
  // visit(handle, handle of the other) for each object of this world and each of another whose
  // shapes touch and whose filters agree. O(n log m). out_of_range: their periods differ.
  template <class Visit>
  SearchResult for_each_touching_in(const WorldQueries& other, Visit&& visit) const {
    if (!(torus_ == other.torus_)) return {Status::out_of_range, {}};
    const auto guard = make_busy();
    SearchResult all;
    const Status s = for_each([&](Handle h) {
      const auto& body = objects_.body(h.index);
      const SearchResult r = other.for_each_touching(
          body.shape, body.at, [&](Handle found) { return goes_on(visit, h, found); },
          objects_.rest(h.index).filter);
      all.stats += r.stats;
      return r.status == Status::ok;
    });
    all.status = s;
    return all;
  }

  // --- Many at once ------------------------------------------------------------------------------

  // Jobs take no memory: they write into what the batch had. Questions may be asked in another
  // order than they stand in, and those with very many answers twice. Where a question is refused
  // so are all, with the status of the first that is, and `found` is empty. Shapes are those of
  // world_shape(), which refer to polytopes and bodies.

  // ray_cast() for each; what was wrong with one is in its hit. size_mismatch.
  Status ray_cast_many(std::span<const Ray<D, T>> rays, std::span<RayHit> hits,
                       const MaybeFilter& filter = {}, const JobSystem& jobs = {}) const;
  // ray_cast_all() for each. out_of_memory; too_many_objects: 2^32 answers.
  Status ray_cast_all_many(std::span<const Ray<D, T>> rays, QueryBatch<RayHit>& found,
                           const MaybeFilter& filter = {}, const JobSystem& jobs = {}) const;
  // shape_cast() for each, as ray_cast_many().
  Status shape_cast_many(std::span<const Shape> shapes, std::span<const At> at,
                         std::span<const Vec<D, T>> translations, std::span<CastHit> hits,
                         const MaybeFilter& filter = {}, const JobSystem& jobs = {}) const;
  // The objects that touch each shape, by slot. size_mismatch, and as ray_cast_all_many().
  Status touching_many(std::span<const Shape> shapes, std::span<const At> at,
                       QueryBatch<Handle>& found, const MaybeFilter& filter = {},
                       const JobSystem& jobs = {}) const;
  // The objects that hold each point, by slot.
  Status at_many(std::span<const Vec<D, T>> points, QueryBatch<Handle>& found,
                 const MaybeFilter& filter = {}, const JobSystem& jobs = {}) const;
  // The objects no farther than `radius` from each point, by (squared distance, slot).
  Status within_many(std::span<const Vec<D, T>> points, T radius, QueryBatch<Neighbor<T>>& found,
                     const MaybeFilter& filter = {}, const JobSystem& jobs = {}) const;
  // closest_to() for each, as ray_cast_many().
  Status closest_to_many(std::span<const Shape> shapes, std::span<const At> at,
                         std::span<WorldNearest<D, T>> found, const MaybeFilter& filter = {},
                         const JobSystem& jobs = {}) const;
  // For each slot of this world the objects of another that its object touches, by slot, as
  // for_each_touching_in(); none for slots without an object.
  Status touching_in_many(const WorldQueries& other, QueryBatch<Handle>& found,
                          const JobSystem& jobs = {}) const;
  // The objects whose boxes overlap each, by slot. out_of_memory; too_many_objects: 2^32 answers.
  Status overlapping_many(BoxSpan<D, T> boxes, QueryBatch<Handle>& found,
                          const MaybeFilter& filter = {}, const JobSystem& jobs = {}) const;
  // nearest() for each, up to k. Errors as above, and not_finite.
  Status nearest_many(std::span<const Vec<D, T>> points, std::uint32_t k,
                      QueryBatch<Neighbor<T>>& found, const MaybeFilter& filter = {},
                      const JobSystem& jobs = {}) const;

 protected:
  using Verbs = detail::ShapeVerbs<D, T>;

  WorldQueries(bool with_tree, std::uint32_t salt, const Vec<3, T>& period, Allocator allocator)
      : torus_(period), objects_(salt, allocator), index_(with_tree, allocator) {}
  ~WorldQueries() = default;
  WorldQueries(WorldQueries&&) = default;
  WorldQueries& operator=(WorldQueries&&) = default;

  bool busy() const { return busy_.any(); }
  detail::BusyCount::Guard make_busy() const { return busy_.enter(); }
  // The same in a call during which no other thread may call the world: cheaper.
  detail::BusyCount::LoneGuard make_busy_alone() const { return busy_.enter_alone(); }
  static Status check_placed(const WorldShape<D, T>& shape, const At& at) {
    const Status good = at.check();
    return good != Status::ok ? good : Verbs::check(shape);
  }

  detail::Torus<D, T> torus_;
  detail::ObjectStore<D, T> objects_;
  detail::ObjectIndex<D, T> index_;
  detail::BusyCount busy_;

 private:
  // What rounding may do to a distance that a box must not be left out by: more than five
  // roundings, distances to shapes included.
  static constexpr double kRounding = 0x1p-20;

  Status check_point(const Vec<D, T>& point) const {
    if (!is_finite(point)) return Status::not_finite;
    for (int a = 0; a < D; ++a) {
      if (std::fabs(double(point[a])) > 0x1p140) return Status::out_of_range;
    }
    return torus_.short_enough(Box::of_point(point)) ? Status::ok : Status::out_of_range;
  }
  Status check_ray(const Ray<D, T>& ray) const {
    if (!is_finite(ray.origin) || !is_finite(ray.direction)) return Status::not_finite;
    if (!(ray.max_t >= 0)) return Status::out_of_range;
    bool ends = true;
    for (int a = 0; a < D; ++a) {
      ends = ends && (!torus_.wraps(a) || ray.direction[a] == 0 || is_finite(ray.max_t));
    }
    if (!ends) return Status::unbounded;
    return torus_.short_enough(box_of(ray)) ? Status::ok : Status::out_of_range;
  }
  // Of a shape that is asked for: endless along an axis that wraps only if it is the same there.
  Status check_asked(const WorldShape<D, T>& shape, const At& at) const {
    const Status good = check_placed(shape, at);
    if (good != Status::ok || !torus_.any()) return good;
    return torus_.may_ask(shape, at, Verbs::aabb(shape, at)) ? Status::ok : Status::out_of_range;
  }

  // --- Images: the asker is moved instead of all objects, and what it is told moved back ---------

  // ask(shift) for those that may hold something in a box, until it returns false.
  template <class Ask>
  bool for_each_image(const Box& box, Ask&& ask) const {
    if (!torus_.any()) return ask(Vec<D, T>{});
    return torus_.for_each_shift(box, torus_.span(), ask);
  }
  // Is no image of an object that comes before this one told, too? An object lies in few.
  template <class Told>
  bool is_first_image(std::uint32_t i, const Box& box, const Vec<D, T>& shift, Told&& told) const {
    if (!torus_.any()) return true;
    bool first = true;
    (void)torus_.for_each_shift(box, objects_.slot(i).box, [&](const Vec<D, T>& other) {
      if (other == shift) return false;
      return first = !told(other);
    });
    return first;
  }
  bool comes_first(std::uint32_t i, const Ray<D, T>& ray, const Box& way, const Vec<D, T>& shift,
                   const RayHit& hit) const {
    if (!torus_.any()) return true;
    bool first = true;
    bool later = false;
    (void)torus_.for_each_shift(way, objects_.slot(i).box, [&](const Vec<D, T>& other) {
      if (other == shift) return later = true;
      const RayHit there = cast_at(i, detail::AskedRay<D, T>(moved_back(ray, other)), other);
      first = !there.hit() || hit.cast.t < there.cast.t || (later && hit.cast.t == there.cast.t);
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
  // The image of something that is nearest lies no farther than half a period along any axis.
  Box around(const Vec<D, T>& point) const { return torus_.around(Box::of_point(point)); }
  static Box box_of(const Ray<D, T>& ray) {
    Box box = Box::of_point(ray.origin);
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
  // Of the image at that shift, by the ray that was moved back by it.
  RayHit cast_at(std::uint32_t i, const detail::AskedRay<D, T>& moved,
                 const Vec<D, T>& shift) const;
  SurfacePoint<D, T> surface_point(std::uint32_t i, const Vec<D, T>& point,
                                   const Vec<D, T>& shift) const;
  bool touches(std::uint32_t i, const WorldShape<D, T>& shape, const At& at) const {
    const auto& body = objects_.body(i);
    PairCache cache{};
    return Verbs::touch(body.shape, body.at, shape, at, T(0), cache).overlapping;
  }
  WorldNearest<D, T> closest_to_shape(const WorldShape<D, T>& shape, const At& at,
                                      const MaybeFilter& filter) const;
  // Nearer ones than `best` to a shape; separate(slot, shape's place) measures, and may refuse. a:
  // the object that the shape is of; none: it is b.
  template <class Separate>
  void search_closer(const WorldShape<D, T>& shape, const At& at, const MaybeFilter& filter,
                     WorldNearest<D, T>& best, Handle a, Separate&& separate) const;
  CastHit cast_shape(const WorldShape<D, T>& shape, const At& at, const Vec<D, T>& translation,
                     const MaybeFilter& filter) const;
};

extern template class WorldQueries<2, float>;
extern template class WorldQueries<3, float>;
extern template class WorldQueries<2, double>;
extern template class WorldQueries<3, double>;

}  // namespace masu
