// SPDX-License-Identifier: MIT
// Queries of the objects of a world. WorldQueries declares them for visitors without their types.
#pragma once

#include <limits>
#include <optional>

#include "broad_phase/nearest_list.hpp"

#include "world/object_images.hpp"
#include "world/sweep_gap.hpp"

namespace masu::detail {

// Visitors of any type. The caller marks the world as busy while they run.
template <int D, class T>
class ObjectQueries : public ObjectImages<D, T> {
  using Images = ObjectImages<D, T>;

 public:
  using typename Images::CastHit;
  using typename Images::Pose;
  using typename Images::RayHit;
  using typename Images::Selection;

  using Images::check_asked;
  using Images::check_point;
  using Images::check_ray;
  using Images::Images;

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

 protected:
  using typename Images::Candidate;
  using typename Images::Queries;

  using Images::index_;
  using Images::objects_;
  using Images::rules_;
  using Images::torus_;

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

 private:
  using Images::accepted;
  using Images::around;
  using Images::asked;
  using Images::box_of;
  using Images::cast_at;
  using Images::comes_first;
  using Images::for_each_image;
  using Images::is_first_image;
  using Images::is_nearest_image;
  using Images::kRounding;
  using Images::moved_back;
  using Images::reach_of;
  using Images::search_filter_of;
  using Images::surface_point;
  using Images::touches;

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
};

}  // namespace masu::detail
