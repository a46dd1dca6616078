// SPDX-License-Identifier: MIT
#include <masu/world/world_queries.hpp>

#include <algorithm>
#include <memory>

#include "core/instantiate.hpp"
#include "world/bump_allocator.hpp"
#include "world/object_queries.hpp"
#include "world/query_batches.hpp"
#include "world/query_order.hpp"
#include "world/two_world_queries.hpp"

namespace masu {

template <int D, class T>
detail::QueryRay<D, T>::QueryRay(const Ray<D, T>& r)
    : prepared(r),
      origin(vec_cast<double>(r.origin)),
      size(unit_of(r.direction, unit)),
      end(end_of(r, size)),
      sound(check_ray(r) == Status::ok) {}

namespace {

using detail::collect;
using detail::for_each_query;
using detail::ObjectQueries;
using detail::prefetch_all;
using detail::TwoWorldQueries;

bool by_slot(Handle x, Handle y) {
  return x.index < y.index;
}

// Calls ask(). The world is busy if a predicate may be called.
template <class Core, class Selection, class Ask>
auto ask_busy(const Core& core, const Selection& filter, Ask&& ask) {
  if (!filter.accept) return ask();
  const auto guard = core.make_busy();
  return ask();
}

}  // namespace

template <int D, class T>
std::size_t WorldQueries<D, T>::size() const {
  return core_.state().objects.size();
}

template <int D, class T>
Handle WorldQueries<D, T>::handle_in(std::uint32_t slot) const {
  const auto& objects = core_.state().objects;
  return slot < objects.slots() && objects.alive(slot) ? objects.handle(slot) : Handle{};
}

template <int D, class T>
std::optional<WorldObject<D, T>> WorldQueries<D, T>::find(Handle h) const {
  const auto& objects = core_.state().objects;
  if (!objects.contains(h)) return std::nullopt;
  const auto& slot = objects.slot(h.index);
  const auto& body = objects.body(h.index);
  return WorldObject<D, T>{
      body.pose,
      slot.box,
      body.shape,
      {objects.user_data(h.index), objects.filter(h.index), slot.layer,
       (slot.flags & detail::kSensor) != 0, (slot.flags & detail::kContinuous) != 0,
       (slot.flags & detail::kFixed) != 0, double(objects.margin(h.index)), objects.group(h.index)},
      (slot.flags & detail::kOutside) != 0};
}

template <int D, class T>
std::uint64_t WorldQueries<D, T>::user_data(Handle h) const {
  const auto& objects = core_.state().objects;
  return objects.contains(h) ? objects.user_data(h.index) : 0;
}

template <int D, class T>
std::uint64_t WorldQueries<D, T>::user_data(Handle h, std::uint32_t sub_shape) const {
  const Shape shape = core_.shape_of(h);
  return shape.is_composite() ? shape.sub_shapes().user_data(sub_shape) : 0;
}

template <int D, class T>
Vec<D, T> WorldQueries<D, T>::nearest_image(const Vec<D, T>& from, const Vec<D, T>& to) const {
  const auto& torus = core_.state().torus;
  return torus.any() && torus.valid() ? torus.near(from, to) : from;
}

template <int D, class T>
Status WorldQueries<D, T>::for_each(const BlockTarget<Handle>& visit) const {
  const auto& objects = core_.state().objects;
  const auto guard = core_.make_busy();
  BlockOutput<Handle> out(visit);
  for (std::uint32_t i = 0; i < objects.slots(); ++i) {
    if (objects.alive(i) && !out.push(objects.handle(i))) return out.status();
  }
  return out.finish({}).status;
}

// --- One at a time -------------------------------------------------------------------------------

template <int D, class T>
WorldRayHit<D, T> WorldQueries<D, T>::ray_cast(const Ray<D, T>& ray,
                                               const QueryFilter<D, T>& filter) const {
  return ask_busy(core_, filter,
                  [&] { return ObjectQueries<D, T>(core_.state()).ray_cast(ray, filter); });
}

template <int D, class T>
SearchResult WorldQueries<D, T>::for_each_on_ray(const Ray<D, T>& ray,
                                                 FunctionRef<bool(const RayHit&)> visit,
                                                 const QueryFilter<D, T>& filter) const {
  const auto guard = core_.make_busy();
  return ObjectQueries<D, T>(core_.state()).for_each_on_ray(ray, visit, filter);
}

template <int D, class T>
SearchResult WorldQueries<D, T>::ray_cast_all(const Ray<D, T>& ray, Buffer<RayHit>& hits,
                                              const QueryFilter<D, T>& filter) const {
  hits.clear();
  SearchResult r = for_each_on_ray(
      ray, [&](const RayHit& hit) { return hits.push_back(hit); }, filter);
  if (r.status == Status::stopped) r.status = Status::out_of_memory;
  std::sort(hits.begin(), hits.end(), [](const RayHit& x, const RayHit& y) {
    return x.t != y.t ? x.t < y.t : x.object.index < y.object.index;
  });
  return r;
}

template <int D, class T>
WorldCastHit<D, T> WorldQueries<D, T>::cast_shape(const Shape& shape, const Pose& pose,
                                                  const Vec<D, T>& translation,
                                                  const QueryFilter<D, T>& filter) const {
  return ask_busy(core_, filter, [&] {
    return ObjectQueries<D, T>(core_.state()).cast_shape(shape, pose, translation, filter);
  });
}

template <int D, class T>
SearchResult WorldQueries<D, T>::touching(const Shape& shape, const Pose& pose,
                                          FunctionRef<bool(Handle)> visit,
                                          const QueryFilter<D, T>& filter) const {
  const auto guard = core_.make_busy();
  return ObjectQueries<D, T>(core_.state()).for_each_touching(shape, pose, visit, filter);
}

template <int D, class T>
SearchResult WorldQueries<D, T>::for_each_overlapping(const Aabb<D, T>& box,
                                                      FunctionRef<bool(Handle)> visit,
                                                      const QueryFilter<D, T>& filter) const {
  const auto guard = core_.make_busy();
  return ObjectQueries<D, T>(core_.state()).for_each_overlapping(box, visit, filter);
}

template <int D, class T>
SearchResult WorldQueries<D, T>::for_each_image_overlapping(
    const Aabb<D, T>& box, FunctionRef<bool(Handle, const Vec<D, T>&)> visit,
    const QueryFilter<D, T>& filter) const {
  const auto guard = core_.make_busy();
  return ObjectQueries<D, T>(core_.state()).for_each_image_overlapping(box, visit, filter);
}

template <int D, class T>
SearchResult WorldQueries<D, T>::nearest(const Vec<D, T>& point, std::span<Neighbor> found,
                                         const QueryFilter<D, T>& filter) const {
  return ask_busy(core_, filter,
                  [&] { return ObjectQueries<D, T>(core_.state()).nearest(point, found, filter); });
}

template <int D, class T>
SearchResult WorldQueries<D, T>::for_each_within(
    const Vec<D, T>& point, T radius, FunctionRef<bool(Handle, const SurfacePoint<D, T>&)> visit,
    const QueryFilter<D, T>& filter) const {
  const auto guard = core_.make_busy();
  return ObjectQueries<D, T>(core_.state()).for_each_within(point, radius, visit, filter);
}

template <int D, class T>
WorldNearest<D, T> WorldQueries<D, T>::closest_pair() const {
  return ObjectQueries<D, T>(core_.state()).closest_pair();
}

template <int D, class T>
WorldNearest<D, T> WorldQueries<D, T>::closest_pair(const WorldQueries& other) const {
  const TwoWorldQueries<D, T> others(other.core_.state());
  return TwoWorldQueries<D, T>(core_.state()).closest_pair(others);
}

template <int D, class T>
WorldNearest<D, T> WorldQueries<D, T>::closest_to_shape(const Shape& shape, const Pose& pose,
                                                        const QueryFilter<D, T>& filter) const {
  return ask_busy(core_, filter, [&] {
    return ObjectQueries<D, T>(core_.state()).closest_to(shape, pose, filter);
  });
}

template <int D, class T>
SearchResult WorldQueries<D, T>::for_each_touching_in(
    const WorldQueries& other, FunctionRef<bool(Handle, Handle)> visit) const {
  if (!(core_.state().torus == other.core_.state().torus)) return {Status::out_of_range, {}};
  const auto guard = core_.make_busy();
  const auto guard_of_other = other.core_.make_busy();
  const TwoWorldQueries<D, T> others(other.core_.state());
  return TwoWorldQueries<D, T>(core_.state()).for_each_touching_in(others, visit);
}

// --- Many at once --------------------------------------------------------------------------------

template <int D, class T>
Status WorldQueries<D, T>::ray_cast_many(std::span<const Ray<D, T>> rays, std::span<RayHit> hits,
                                         const QueryFilter<D, T>& filter,
                                         const JobSystem& jobs) const {
  if (rays.size() != hits.size()) return Status::size_mismatch;
  const auto ask = [&](std::size_t i) { std::construct_at(&hits[i], ray_cast(rays[i], filter)); };
  // The sort keys of most rays are stored in the memory of the results of the others.
  constexpr std::size_t kOrder = 2 * sizeof(detail::KeyedItem<std::uint32_t>);
  std::size_t from = 0;
  while (rays.size() - from >= detail::kFewQueries) {
    const std::size_t bytes = (rays.size() - from) * sizeof(RayHit);
    const std::size_t now = (bytes - 256) / (sizeof(RayHit) + kOrder);
    detail::BumpAllocator memory(std::as_writable_bytes(hits.subspan(from + now)));
    detail::QueryKeys keys(memory.allocator());
    detail::QueryKeys scratch(memory.allocator());
    const auto origin = [&](std::size_t i) { return rays[from + i].origin; };
    if (!detail::order_queries<D, T>(now, origin, keys, scratch)) break;
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
                                             QueryBatch<RayHit>& found,
                                             const QueryFilter<D, T>& filter,
                                             const JobSystem& jobs) const {
  const ObjectQueries<D, T> queries(core_.state());
  const auto guard = core_.make_busy();
  const auto ask = [&](std::size_t i, FunctionRef<bool(const RayHit&)> report) {
    return queries.for_each_on_ray(rays[i], report, filter).status;
  };
  return collect(rays.size(), found, jobs, ask, [](const RayHit& x, const RayHit& y) {
    return x.t != y.t ? x.t < y.t : x.object.index < y.object.index;
  });
}

template <int D, class T>
Status WorldQueries<D, T>::shape_cast_many(std::span<const Shape> shapes,
                                           std::span<const Pose> poses,
                                           std::span<const Vec<D, T>> translations,
                                           std::span<CastHit> hits, const QueryFilter<D, T>& filter,
                                           const JobSystem& jobs) const {
  const std::size_t count = shapes.size();
  if (poses.size() != count || translations.size() != count || hits.size() != count) {
    return Status::size_mismatch;
  }
  for_each_query(count, jobs, [&](std::size_t i) {
    hits[i] = cast_shape(shapes[i], poses[i], translations[i], filter);
  });
  return Status::ok;
}

template <int D, class T>
Status WorldQueries<D, T>::touching_many(std::span<const Shape> shapes, std::span<const Pose> poses,
                                         QueryBatch<Handle>& found, const QueryFilter<D, T>& filter,
                                         const JobSystem& jobs) const {
  if (poses.size() != shapes.size()) return found.clear(), Status::size_mismatch;
  const ObjectQueries<D, T> queries(core_.state());
  const auto guard = core_.make_busy();
  const auto ask = [&](std::size_t i, FunctionRef<bool(Handle)> report) {
    return queries.for_each_touching(shapes[i], poses[i], report, filter).status;
  };
  return collect(shapes.size(), found, jobs, ask, by_slot);
}

template <int D, class T>
Status WorldQueries<D, T>::at_many(std::span<const Vec<D, T>> points, QueryBatch<Handle>& found,
                                   const QueryFilter<D, T>& filter, const JobSystem& jobs) const {
  const ObjectQueries<D, T> queries(core_.state());
  const auto guard = core_.make_busy();
  const auto ask = [&](std::size_t i, FunctionRef<bool(Handle)> report) {
    const Point<D, T> point{points[i]};
    return queries.for_each_touching(world_shape(point), Pose{}, report, filter).status;
  };
  return collect(points.size(), found, jobs, ask, by_slot);
}

template <int D, class T>
Status WorldQueries<D, T>::within_many(std::span<const Vec<D, T>> points, T radius,
                                       QueryBatch<Neighbor>& found, const QueryFilter<D, T>& filter,
                                       const JobSystem& jobs) const {
  const ObjectQueries<D, T> queries(core_.state());
  const auto guard = core_.make_busy();
  const auto ask = [&](std::size_t i, FunctionRef<void(const Neighbor&)> report) {
    const auto take = [&](Handle h, const SurfacePoint<D, T>& s) {
      report({h, s.distance > 0 ? s.distance * s.distance : T(0)});
    };
    FunctionRef<bool(Handle, const SurfacePoint<D, T>&)> visit(take);
    return queries.for_each_within(points[i], radius, visit, filter).status;
  };
  return collect(points.size(), found, jobs, ask, [](const Neighbor& x, const Neighbor& y) {
    return x.distance_squared != y.distance_squared ? x.distance_squared < y.distance_squared
                                                    : x.id.index < y.id.index;
  });
}

template <int D, class T>
Status WorldQueries<D, T>::closest_to_many(std::span<const Shape> shapes,
                                           std::span<const Pose> poses,
                                           std::span<WorldNearest<D, T>> found,
                                           const QueryFilter<D, T>& filter,
                                           const JobSystem& jobs) const {
  if (poses.size() != shapes.size() || found.size() != shapes.size()) return Status::size_mismatch;
  for_each_query(shapes.size(), jobs,
                 [&](std::size_t i) { found[i] = closest_to_shape(shapes[i], poses[i], filter); });
  return Status::ok;
}

template <int D, class T>
Status WorldQueries<D, T>::touching_in_many(const WorldQueries& other, QueryBatch<Handle>& found,
                                            const JobSystem& jobs) const {
  const auto& state = core_.state();
  const auto& objects = state.objects;
  if (!(state.torus == other.core_.state().torus)) return found.clear(), Status::out_of_range;
  const ObjectQueries<D, T> own(state);
  const ObjectQueries<D, T> queries(other.core_.state());
  const auto guard = other.core_.make_busy();
  const auto ask = [&](std::size_t i, FunctionRef<bool(Handle)> report) {
    const auto slot = static_cast<std::uint32_t>(i);
    if (!objects.alive(slot)) return Status::ok;
    const auto& body = objects.body(slot);
    const auto take = [&](Handle h) { return !own.may_touch(queries, slot, h.index) || report(h); };
    return queries.for_each_touching(body.shape, body.pose, take, {own.filter_for(queries, slot)})
        .status;
  };
  return collect(objects.slots(), found, jobs, ask, by_slot);
}

template <int D, class T>
Status WorldQueries<D, T>::overlapping_many(BoxSpan<D, T> boxes, QueryBatch<Handle>& found,
                                            const QueryFilter<D, T>& filter,
                                            const JobSystem& jobs) const {
  const ObjectQueries<D, T> queries(core_.state());
  const auto guard = core_.make_busy();
  const auto ask = [&](std::size_t i, auto&& report) {
    return queries.for_each_overlapping(boxes[i], report, filter).status;
  };
  return collect(boxes.size(), found, jobs, ask, by_slot);
}

template <int D, class T>
Status WorldQueries<D, T>::nearest_many(std::span<const Vec<D, T>> points, std::uint32_t k,
                                        QueryBatch<Neighbor>& found,
                                        const QueryFilter<D, T>& filter,
                                        const JobSystem& jobs) const {
  found.clear();
  const ObjectQueries<D, T> queries(core_.state());
  for (const Vec<D, T>& p : points) {
    if (const Status status = queries.check_point(p); status != Status::ok) return status;
  }
  const std::size_t most = std::min<std::size_t>(k, size());
  if (std::uint64_t(points.size()) * most > 0xffff'ffffu) return Status::too_many_objects;
  if (!found.first.resize(points.size() + 1) || !found.items.resize(points.size() * most)) {
    return found.clear(), Status::out_of_memory;
  }
  found.first.back() = 0;
  const bool sorted = detail::order_queries<D, T>(
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
  std::uint32_t end = 0;  // lists with fewer than k results leave gaps, which are closed
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::uint32_t count = std::exchange(found.first[i], end);
    std::copy_n(found.items.data() + i * most, count, found.items.data() + end);
    end += count;
  }
  found.first.back() = end;
  return found.items.resize(end) ? Status::ok : Status::out_of_memory;
}

#define MASU_INSTANTIATE(D, T)            \
  template struct detail::QueryRay<D, T>; \
  template class WorldQueries<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
