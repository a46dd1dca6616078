// SPDX-License-Identifier: MIT
#include <masu/world/world_queries.hpp>

#include <algorithm>
#include <memory>

#include "world/balls.hpp"
#include "world/lent_memory.hpp"
#include "world/query_batches.hpp"
#include "world/question_order.hpp"

namespace masu {

template <int D, class T>
detail::AskedRay<D, T>::AskedRay(const Ray<D, T>& r)
    : prepared(r),
      origin(vec_cast<double>(r.origin)),
      size(unit_of(r.direction, unit)),
      end(end_of(r, size)),
      sound(check_ray(r) == Status::ok) {}

template struct detail::AskedRay<2, float>;
template struct detail::AskedRay<3, float>;
template struct detail::AskedRay<2, double>;
template struct detail::AskedRay<3, double>;

namespace {

using detail::collect;
using detail::for_each_query;
using detail::prefetch_all;

bool by_slot(Handle x, Handle y) {
  return x.index < y.index;
}

// Boxes that a box meets on its way, as a ray from the origin meets those that are larger by it.
template <int D, class T>
class WayGap {
 public:
  WayGap(const Aabb<D, T>& box, const Vec<D, T>& way)
      : min_(vec_cast<double>(box.min)), max_(vec_cast<double>(box.max)) {
    ray_.origin = {};
    ray_.direction = vec_cast<double>(way);
    ray_.max_t = 1;
  }
  double operator()(const Aabb<D, T>& box) const {
    Aabb<D, double> larger;
    for (int a = 0; a < D; ++a) {
      const double low = double(box.min[a]);
      const double high = double(box.max[a]);
      constexpr double kSlack = 0x1p-48;
      larger.min[a] = low - max_[a] - kSlack * (std::fabs(low) + std::fabs(max_[a]));
      larger.max[a] = high - min_[a] + kSlack * (std::fabs(high) + std::fabs(min_[a]));
    }
    const std::optional<double> t = ray_box(ray_, larger);
    return t ? *t : std::numeric_limits<double>::infinity();
  }

 private:
  Vec<D, double> min_;
  Vec<D, double> max_;
  Ray<D, double> ray_;
};

}  // namespace

// Objects were found good when they came: only the question is looked at.
template <int D, class T>
WorldRayHit<D, T> WorldQueries<D, T>::cast_at(std::uint32_t i, const detail::AskedRay<D, T>& moved,
                                              const Vec<D, T>& shift) const {
  const auto& body = objects_.body(i);
  RayHit hit;
  if (!moved.sound || body.shape.has_pieces()) {
    const PieceRayCast<D, T> c = Verbs::ray_cast(body.shape, body.at, moved.ray());
    hit.cast = c.cast;
    hit.piece = c.cast.hit ? c.piece : kNoPiece;
  } else {
    const bool ball = detail::is_ball(body) && body.shape.convex.radius > 0 && moved.size > 0;
    hit.cast = ball ? detail::cast_at_ball(body, moved)
                    : detail::placed_ray_cast(body.shape.convex, detail::LocalFrame<D>(body.at),
                                              moved.ray());
    if (hit.cast.hit) hit.piece = 0;
  }
  hit.status = hit.cast.status;
  if (!hit.cast.hit) return hit;
  if (torus_.any()) hit.cast.point = hit.cast.point + shift;
  hit.object = objects_.handle(i);
  return hit;
}

template <int D, class T>
SurfacePoint<D, T> WorldQueries<D, T>::surface_point(std::uint32_t i, const Vec<D, T>& point,
                                                     const Vec<D, T>& shift) const {
  const auto& body = objects_.body(i);
  const Vec<D, T> moved = point - shift;
  SurfacePoint<D, T> found;
  if (body.shape.has_pieces() || detail::check_place(moved) != Status::ok) {
    found = Verbs::closest_point(body.shape, body.at, moved).nearest;
  } else {
    found = detail::placed_closest_point(body.shape.convex, detail::LocalFrame<D>(body.at), moved);
  }
  if (torus_.any()) found.point = found.point + shift;
  return found;
}

template <int D, class T>
WorldRayHit<D, T> WorldQueries<D, T>::ray_cast(const Ray<D, T>& ray,
                                               const MaybeFilter& filter) const {
  RayHit best;
  best.status = check_ray(ray);
  if (best.status != Status::ok) return best;
  double reach = reach_of(ray);
  QueryStats stats;
  (void)for_each_image(box_of(ray), [&](const Vec<D, T>& shift) {
    const detail::AskedRay<D, T> moved(moved_back(ray, shift));
    const auto take = [&](std::uint32_t i) {
      const RayHit now = cast_at(i, moved, shift);
      const bool sooner = !best.hit() || now.cast.t < best.cast.t ||
                          (now.cast.t == best.cast.t && i < best.object.index);
      if (now.hit() && sooner) best = now;
      if (best.hit()) reach = double(best.cast.t) * (1 + kRounding);
      return reach;
    };
    stats += index_.for_each_along(objects_, moved.prepared, reach, filter, take);
    return true;
  });
  best.stats = stats;
  best.stats.results = best.hit() ? 1 : 0;
  return best;
}

template <int D, class T>
SearchResult WorldQueries<D, T>::ray_cast_all(const Ray<D, T>& ray, Buffer<RayHit>& hits,
                                              const MaybeFilter& filter) const {
  hits.clear();
  SearchResult r = for_each_on_ray(
      ray, [&](const RayHit& hit) { return hits.push_back(hit); }, filter);
  if (r.status == Status::stopped) r.status = Status::out_of_memory;
  std::sort(hits.begin(), hits.end(), [](const RayHit& x, const RayHit& y) {
    return x.cast.t != y.cast.t ? x.cast.t < y.cast.t : x.object.index < y.object.index;
  });
  return r;
}

template <int D, class T>
WorldCastHit<D, T> WorldQueries<D, T>::cast_shape(const WorldShape<D, T>& shape, const At& at,
                                                  const Vec<D, T>& translation,
                                                  const MaybeFilter& filter) const {
  CastHit best;
  best.status = check_asked(shape, at);
  if (best.status == Status::ok && !is_finite(translation)) best.status = Status::not_finite;
  if (best.status != Status::ok) return best;
  const Box begin = Verbs::aabb(shape, at);
  const Box way = merge(begin, detail::moved_by(begin, translation));
  double reach = 1;
  std::uint32_t refuser = Handle::kNone;  // the first by slot, as all are asked if nothing is hit
  QueryStats stats;
  const auto ask = [&](const Vec<D, T>& shift) {
    const At moved = detail::moved_by(at, -shift);
    const auto take = [&](std::uint32_t i) {
      const auto& body = objects_.body(i);
      const PieceImpact<D, T> now = Verbs::cast(body.shape, body.at, shape, moved, translation);
      if (!answered(now.impact.status) && i < refuser) refuser = i, best.status = now.impact.status;
      const bool sooner = !best.hit() || now.impact.t < best.impact.t ||
                          (now.impact.t == best.impact.t && i < best.object.index);
      if (now.impact.hit && sooner) {
        best.object = objects_.handle(i);
        best.piece = now.piece_a;
        best.impact = now.impact;
        best.impact.point_a = now.impact.point_a + shift;
        best.impact.point_b = now.impact.point_b + shift;
        reach = double(now.impact.t) * (1 + kRounding);
      }
      return reach;
    };
    const WayGap<D, T> gap(Verbs::aabb(shape, moved), translation);
    stats += index_.for_each_near(objects_, gap, reach, filter, take);
    return true;
  };
  if (!torus_.any()) {
    (void)ask(Vec<D, T>{});
  } else if (torus_.may_ask(shape, at, way)) {
    (void)for_each_image(way, ask);
  } else {
    best.status = Status::out_of_range;
  }
  best.stats = stats;
  best.stats.results = best.hit() ? 1 : 0;
  if (best.hit()) best.status = Status::ok;
  return best;
}

template <int D, class T>
SearchResult WorldQueries<D, T>::nearest(const Vec<D, T>& point, std::span<Neighbor<T>> found,
                                         const MaybeFilter& filter) const {
  if (const Status good = check_point(point); good != Status::ok) return {good, {}};
  if (found.empty()) return {Status::ok, {}};
  detail::NearestList<T, Handle> list(found);
  QueryStats stats;
  (void)for_each_image(around(point), [&](const Vec<D, T>& shift) {
    const Vec<D, T> moved = point - shift;
    const bool sound = !torus_.any() && detail::check_place(moved) == Status::ok;
    const auto take = [&](std::uint32_t i) {
      const Handle h{i, 0};
      const auto& body = objects_.body(i);
      SurfacePoint<D, T> s;
      if (sound && detail::is_ball(body)) {
        s.distance = detail::distance_to_ball(body, moved);
      } else {
        s = surface_point(i, point, shift);
      }
      const T distance = s.distance > 0 ? s.distance * s.distance : T(0);
      if (answered(s.status) && list.wants(distance, h) && is_nearest_image(i, point, shift, s)) {
        list.put(h, distance);
      }
      return double(list.worst()) * (1 + kRounding);
    };
    const double reach = double(list.worst()) * (1 + kRounding);
    stats += index_.for_each_near_point(objects_, moved, reach, filter, take);
    return true;
  });
  stats.results = list.finish();
  for (std::size_t k = 0; k < stats.results; ++k) found[k].id = objects_.handle(found[k].id.index);
  return {Status::ok, stats};
}

template <int D, class T>
template <class Separate>
void WorldQueries<D, T>::search_closer(const WorldShape<D, T>& shape, const At& at,
                                       const MaybeFilter& filter, WorldNearest<D, T>& best,
                                       Handle a, Separate&& separate) const {
  const auto reach_now = [&] {
    if (!best.found()) return std::numeric_limits<double>::infinity();
    const double d = double(best.separation.separation.distance);
    return d * d * (1 + kRounding);
  };
  const auto order = [](Handle x, Handle y) { return std::uint64_t(x.index) << 32 | y.index; };
  (void)for_each_image(torus_.around(Verbs::aabb(shape, at)), [&](const Vec<D, T>& shift) {
    const At moved = detail::moved_by(at, -shift);
    const Box box = Verbs::aabb(shape, moved);
    const auto gap = [wide = Aabb<D, double>{vec_cast<double>(box.min), vec_cast<double>(box.max)}](
                         const Box& other) {
      const Aabb<D, double> o{vec_cast<double>(other.min), vec_cast<double>(other.max)};
      return distance_squared(wide, o);
    };
    const auto take = [&](std::uint32_t i) {
      const std::optional<PieceSeparation<D, T>> s = separate(i, moved);
      if (!s || !answered(s->separation.status)) return reach_now();
      const Handle first = a ? a : objects_.handle(i);
      const Handle second = a ? objects_.handle(i) : Handle{};
      const T now = s->separation.distance;
      const T then = best.separation.separation.distance;
      const bool closer = !best.found() || now < then ||
                          (now == then && order(first, second) < order(best.a, best.b));
      if (!closer) return reach_now();
      best.a = first, best.b = second, best.separation = *s;
      auto& told = best.separation.separation;
      told.point_a = told.point_a + shift;
      told.point_b = told.point_b + shift;
      return reach_now();
    };
    best.stats += index_.for_each_near(objects_, gap, reach_now(), filter, take);
    return true;
  });
}

template <int D, class T>
WorldNearest<D, T> WorldQueries<D, T>::closest_pair() const {
  WorldNearest<D, T> best;
  for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
    if (!objects_.alive(i)) continue;
    const auto& a = objects_.body(i);
    search_closer(a.shape, a.at, objects_.rest(i).filter, best, objects_.handle(i),
                  [&](std::uint32_t j, const At& at) -> std::optional<PieceSeparation<D, T>> {
                    if (j <= i) return std::nullopt;
                    const auto& b = objects_.body(j);
                    return Verbs::distance(a.shape, at, b.shape, b.at);
                  });
  }
  return best;
}

template <int D, class T>
WorldNearest<D, T> WorldQueries<D, T>::closest_pair(const WorldQueries& other) const {
  WorldNearest<D, T> best;
  if (!(torus_ == other.torus_)) best.status = Status::out_of_range;
  for (std::uint32_t i = 0; i < objects_.slots() && best.status == Status::ok; ++i) {
    if (!objects_.alive(i)) continue;
    const auto& a = objects_.body(i);
    other.search_closer(a.shape, a.at, objects_.rest(i).filter, best, objects_.handle(i),
                        [&](std::uint32_t j, const At& at) {
                          const auto& b = other.objects_.body(j);
                          return std::optional(Verbs::distance(a.shape, at, b.shape, b.at));
                        });
  }
  return best;
}

template <int D, class T>
WorldNearest<D, T> WorldQueries<D, T>::closest_to_shape(const WorldShape<D, T>& shape, const At& at,
                                                        const MaybeFilter& filter) const {
  WorldNearest<D, T> best;
  best.status = check_asked(shape, at);
  if (best.status != Status::ok) return best;
  search_closer(shape, at, filter, best, Handle{}, [&](std::uint32_t i, const At& moved) {
    const auto& body = objects_.body(i);
    return std::optional(Verbs::distance(body.shape, body.at, shape, moved));
  });
  return best;
}

template <int D, class T>
Status WorldQueries<D, T>::ray_cast_many(std::span<const Ray<D, T>> rays, std::span<RayHit> hits,
                                         const MaybeFilter& filter, const JobSystem& jobs) const {
  if (rays.size() != hits.size()) return Status::size_mismatch;
  const auto ask = [&](std::size_t i) { std::construct_at(&hits[i], ray_cast(rays[i], filter)); };
  // The order of most lies where the answers of the others will.
  constexpr std::size_t kOrder = 2 * sizeof(detail::KeyedItem<std::uint32_t>);
  std::size_t from = 0;
  while (rays.size() - from >= detail::kFewQuestions) {
    const std::size_t bytes = (rays.size() - from) * sizeof(RayHit);
    const std::size_t now = (bytes - 256) / (sizeof(RayHit) + kOrder);
    detail::LentMemory memory(std::as_writable_bytes(hits.subspan(from + now)));
    detail::QuestionKeys keys(memory.allocator());
    detail::QuestionKeys scratch(memory.allocator());
    const auto origin = [&](std::size_t i) { return rays[from + i].origin; };
    if (!detail::order_questions<D, T>(now, origin, keys, scratch)) break;
    for_each_query(
        keys, jobs, [&](std::size_t i) { ask(from + i); },
        [&](std::size_t i) {
          prefetch_all(rays[from + i]);
          prefetch_all(hits[from + i]);
        });
    from += now;
  }
  for_each_query(rays.size() - from, jobs, [&](std::size_t i) { ask(from + i); });
  return Status::ok;
}

template <int D, class T>
Status WorldQueries<D, T>::ray_cast_all_many(std::span<const Ray<D, T>> rays,
                                             QueryBatch<RayHit>& found, const MaybeFilter& filter,
                                             const JobSystem& jobs) const {
  const auto ask = [&](std::size_t i, auto&& put) {
    return for_each_on_ray(rays[i], put, filter).status;
  };
  return collect(rays.size(), found, jobs, ask, [](const RayHit& x, const RayHit& y) {
    return x.cast.t != y.cast.t ? x.cast.t < y.cast.t : x.object.index < y.object.index;
  });
}

template <int D, class T>
Status WorldQueries<D, T>::shape_cast_many(std::span<const Shape> shapes, std::span<const At> at,
                                           std::span<const Vec<D, T>> translations,
                                           std::span<CastHit> hits, const MaybeFilter& filter,
                                           const JobSystem& jobs) const {
  const std::size_t count = shapes.size();
  if (at.size() != count || translations.size() != count || hits.size() != count) {
    return Status::size_mismatch;
  }
  for_each_query(count, jobs, [&](std::size_t i) {
    hits[i] = cast_shape(shapes[i], at[i], translations[i], filter);
  });
  return Status::ok;
}

template <int D, class T>
Status WorldQueries<D, T>::touching_many(std::span<const Shape> shapes, std::span<const At> at,
                                         QueryBatch<Handle>& found, const MaybeFilter& filter,
                                         const JobSystem& jobs) const {
  if (at.size() != shapes.size()) return found.clear(), Status::size_mismatch;
  const auto ask = [&](std::size_t i, auto&& put) {
    return for_each_touching(shapes[i], at[i], put, filter).status;
  };
  return collect(shapes.size(), found, jobs, ask, by_slot);
}

template <int D, class T>
Status WorldQueries<D, T>::at_many(std::span<const Vec<D, T>> points, QueryBatch<Handle>& found,
                                   const MaybeFilter& filter, const JobSystem& jobs) const {
  const auto ask = [&](std::size_t i, auto&& put) {
    return for_each_at(points[i], put, filter).status;
  };
  return collect(points.size(), found, jobs, ask, by_slot);
}

template <int D, class T>
Status WorldQueries<D, T>::within_many(std::span<const Vec<D, T>> points, T radius,
                                       QueryBatch<Neighbor<T>>& found, const MaybeFilter& filter,
                                       const JobSystem& jobs) const {
  const auto ask = [&](std::size_t i, auto&& put) {
    const auto take = [&](Handle h, const SurfacePoint<D, T>& s) {
      put(Neighbor<T>{h, s.distance > 0 ? s.distance * s.distance : T(0)});
    };
    return for_each_within(points[i], radius, take, filter).status;
  };
  return collect(points.size(), found, jobs, ask, [](const Neighbor<T>& x, const Neighbor<T>& y) {
    return x.distance_squared != y.distance_squared ? x.distance_squared < y.distance_squared
                                                    : x.id.index < y.id.index;
  });
}

template <int D, class T>
Status WorldQueries<D, T>::closest_to_many(std::span<const Shape> shapes, std::span<const At> at,
                                           std::span<WorldNearest<D, T>> found,
                                           const MaybeFilter& filter, const JobSystem& jobs) const {
  if (at.size() != shapes.size() || found.size() != shapes.size()) return Status::size_mismatch;
  for_each_query(shapes.size(), jobs,
                 [&](std::size_t i) { found[i] = closest_to_shape(shapes[i], at[i], filter); });
  return Status::ok;
}

template <int D, class T>
Status WorldQueries<D, T>::touching_in_many(const WorldQueries& other, QueryBatch<Handle>& found,
                                            const JobSystem& jobs) const {
  if (!(torus_ == other.torus_)) return found.clear(), Status::out_of_range;
  const auto ask = [&](std::size_t i, auto&& put) {
    const auto slot = static_cast<std::uint32_t>(i);
    if (!objects_.alive(slot)) return Status::ok;
    const auto& body = objects_.body(slot);
    return other.for_each_touching(body.shape, body.at, put, objects_.rest(slot).filter).status;
  };
  return collect(objects_.slots(), found, jobs, ask, by_slot);
}

template <int D, class T>
Status WorldQueries<D, T>::overlapping_many(BoxSpan<D, T> boxes, QueryBatch<Handle>& found,
                                            const MaybeFilter& filter,
                                            const JobSystem& jobs) const {
  const auto ask = [&](std::size_t i, auto&& put) {
    return for_each_overlapping(boxes[i], put, filter).status;
  };
  return collect(boxes.size(), found, jobs, ask, by_slot);
}

template <int D, class T>
Status WorldQueries<D, T>::nearest_many(std::span<const Vec<D, T>> points, std::uint32_t k,
                                        QueryBatch<Neighbor<T>>& found, const MaybeFilter& filter,
                                        const JobSystem& jobs) const {
  found.clear();
  for (const Vec<D, T>& p : points) {
    if (const Status good = check_point(p); good != Status::ok) return good;
  }
  const std::size_t most = std::min<std::size_t>(k, objects_.size());
  if (std::uint64_t(points.size()) * most > 0xffff'ffffu) return Status::too_many_objects;
  if (!found.first.resize(points.size() + 1) || !found.items.resize(points.size() * most)) {
    return found.clear(), Status::out_of_memory;
  }
  found.first.back() = 0;
  const bool sorted = detail::order_questions<D, T>(
      points.size(), [&](std::size_t i) { return points[i]; }, found.keys, found.other_keys);
  const auto ask = [&](std::size_t i) {
    const SearchResult r = nearest(points[i], {found.items.data() + i * most, most}, filter);
    found.first[i] = static_cast<std::uint32_t>(r.stats.results);
  };
  if (!sorted) {
    for_each_query(points.size(), jobs, ask);
  } else {
    for_each_query(found.keys, jobs, ask, [&](std::size_t i) {
      prefetch_all(points[i]);
      prefetch_all(found.items[i * most]);
    });
  }
  std::uint32_t end = 0;  // they move up, where there were less than k
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::uint32_t count = std::exchange(found.first[i], end);
    std::copy_n(found.items.data() + i * most, count, found.items.data() + end);
    end += count;
  }
  found.first.back() = end;
  return found.items.resize(end) ? Status::ok : Status::out_of_memory;
}

template class WorldQueries<2, float>;
template class WorldQueries<3, float>;
template class WorldQueries<2, double>;
template class WorldQueries<3, double>;

}  // namespace masu
