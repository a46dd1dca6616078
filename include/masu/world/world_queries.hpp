// SPDX-License-Identifier: MIT
// Queries of a World: rays, shape casts, overlaps, points, nearest objects, closest pairs.
#pragma once

#include <masu/core/box_span.hpp>
#include <masu/core/ray.hpp>
#include <masu/shapes/point.hpp>
#include <masu/world/detail/world_core.hpp>
#include <masu/world/query_filter.hpp>
#include <masu/world/query_hits.hpp>

namespace masu {

// The queries of a World, which derives from it. They see the objects as they are now, with exact
// shapes, but test boxes first: a touch of two shapes that is within rounding can be missed.
//
//    const auto hit = world.ray_cast({origin, direction});
//    if (hit.hit) hurt(hit.object, hit.t);
//
// Filters. A QueryFilter says which objects count, and whether sensors do: rays and shape casts
// pass through sensors unless it includes them; the other queries find sensors unless it excludes
// them. A visitor may return false to stop (Status::stopped); it may query the world, but not
// change it.
//
// Statuses are those of the same queries on shapes: bad input is refused before the search begins.
//
// Cost. Typically O(log n + results). The first query after objects have moved updates the tree of
// the queries, in at most O(n log n). Meanwhile, queries of other threads cost O(n). Every query
// costs O(n) where WorldOptions::queries is off. Queries allocate nothing.
//
// Threads. Const; safe in many threads while no thread changes the world.
//
// Periodic worlds. An object is reported once, by its first or nearest image, with positions
// relative to that of the query. out_of_range: a displacement, box or shape longer than 64 periods,
// or 2^20 periods from the origin; unbounded: a ray without an end along a periodic axis.
template <int D, class T>
class WorldQueries {
 public:
  using Pose = Transform<D, T>;        // type of poses
  using Neighbor = masu::Neighbor<T>;  // what nearest() writes
  using RayHit = WorldRayHit<D, T>;    // result of ray_cast()
  using CastHit = WorldCastHit<D, T>;  // result of shape_cast()
  using Shape = WorldShape<D, T>;      // type of shapes

  // --- Objects -----------------------------------------------------------------------------------

  std::size_t size() const;                                    // number of objects
  bool contains(Handle h) const { return core_.contains(h); }  // false for a stale handle
  // Returns the handle of the object in a slot (Handle::index); Handle{} if the slot is empty.
  Handle handle_in(std::uint32_t slot) const;
  // Returns the pose, box, shape and options of an object; nothing for a stale handle.
  std::optional<WorldObject<D, T>> find(Handle h) const;
  // Returns the user data of an object; 0 for a stale handle. O(1).
  std::uint64_t user_data(Handle h) const;
  // Returns the user data of a triangle of the object's mesh or of a child of its compound,
  // numbered as in contacts and hits. 0 where there is none. O(1).
  std::uint64_t user_data(Handle h, std::uint32_t sub_shape) const;
  // Returns `from` moved by whole periods to where it is nearest to `to`; `from` itself in a world
  // that does not wrap around.
  Vec<D, T> nearest_image(const Vec<D, T>& from, const Vec<D, T>& to) const;
  // Calls visit(handle) for all objects in the order of their slots, until it returns false.
  Status for_each(const BlockTarget<Handle>& visit) const;

  // --- Rays --------------------------------------------------------------------------------------

  // Returns the first object that the ray hits; of equal t the one with the smallest slot.
  RayHit ray_cast(const Ray<D, T>& ray, const QueryFilter<D, T>& filter = {}) const;
  // Calls visit(RayHit) for each object that the ray hits, in no particular order.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, FunctionRef<bool(const RayHit&)> visit,
                               const QueryFilter<D, T>& filter = {}) const;
  // Lists all objects that the ray hits, sorted by (t, slot). out_of_memory.
  SearchResult ray_cast_all(const Ray<D, T>& ray, Buffer<RayHit>& hits,
                            const QueryFilter<D, T>& filter = {}) const;

  // --- Shapes ------------------------------------------------------------------------------------

  // Returns the first object that a shape hits as it moves by `translation`, t from 0 to 1; of
  // equal t the one with the smallest slot. Skips objects that give no result (two half-spaces:
  // unbounded). If nothing is hit, the status is that of the skipped object in the lowest slot.
  template <class S>
  CastHit shape_cast(const S& shape, const Pose& pose, const Vec<D, T>& translation,
                     const QueryFilter<D, T>& filter = {}) const {
    return cast_shape(detail::shape_in_world<D, T>(shape), pose, translation, filter);
  }
  // Calls visit(handle) for each object whose shape touches the given one.
  template <class S>
  SearchResult for_each_touching(const S& shape, const Pose& pose, FunctionRef<bool(Handle)> visit,
                                 const QueryFilter<D, T>& filter = {}) const {
    return touching(detail::shape_in_world<D, T>(shape), pose, visit, filter);
  }
  // Calls visit(handle) for each object that contains the point, its surface included. Meshes and
  // other surfaces have no inside.
  SearchResult for_each_at(const Vec<D, T>& point, FunctionRef<bool(Handle)> visit,
                           const QueryFilter<D, T>& filter = {}) const {
    return for_each_touching(Point<D, T>{point}, Pose{}, visit, filter);
  }
  // Calls visit(handle) for each object whose bounding box overlaps `box`. Empty boxes overlap
  // nothing.
  SearchResult for_each_overlapping(const Aabb<D, T>& box, FunctionRef<bool(Handle)> visit,
                                    const QueryFilter<D, T>& filter = {}) const;

  // Calls visit(handle, shift) for each periodic image of an object whose box overlaps `box`: the
  // object moved by `shift`, which is zero in a world that is not periodic. An object without an
  // end along a periodic axis is reported once.
  SearchResult for_each_image_overlapping(const Aabb<D, T>& box,
                                          FunctionRef<bool(Handle, const Vec<D, T>&)> visit,
                                          const QueryFilter<D, T>& filter = {}) const;

  // --- The nearest -------------------------------------------------------------------------------

  // Finds the found.size() objects nearest to a point, sorted by (squared distance, slot).
  // Distances are those to the shapes, 0 inside. stats.results is the number found. Distances whose
  // squares exceed the range of T count as equal.
  SearchResult nearest(const Vec<D, T>& point, std::span<Neighbor> found,
                       const QueryFilter<D, T>& filter = {}) const;
  // Calls visit(handle, SurfacePoint) for each object no farther than `radius` from a point,
  // roughly nearest first. out_of_range: a negative radius, or NaN.
  SearchResult for_each_within(const Vec<D, T>& point, T radius,
                               FunctionRef<bool(Handle, const SurfacePoint<D, T>&)> visit,
                               const QueryFilter<D, T>& filter = {}) const;

  // Returns the two objects with the smallest distance, the first by (distance, slot of a, slot of
  // b); a.index < b.index. Objects that touch have distance 0. Pairs that filters, groups or
  // exclusions forbid do not count; a pair filter is not called. Typically O(n log n), less where
  // some touch.
  WorldNearest<D, T> closest_pair() const;
  // Returns the closest pair of an object of this world and one of another. out_of_range: their
  // periods differ.
  WorldNearest<D, T> closest_pair(const WorldQueries& other) const;
  // Returns the object closest to a shape. The shape is b of the separation and has no handle.
  template <class S>
  WorldNearest<D, T> closest_to(const S& shape, const Pose& pose,
                                const QueryFilter<D, T>& filter = {}) const {
    return closest_to_shape(detail::shape_in_world<D, T>(shape), pose, filter);
  }
  // Calls visit(handle, other's handle) for each object of this world and each of another whose
  // shapes touch and whose filters accept each other; with itself as `other`, groups and exclusions
  // count, too. O(n log m). out_of_range: their periods differ.
  SearchResult for_each_touching_in(const WorldQueries& other,
                                    FunctionRef<bool(Handle, Handle)> visit) const;

  // --- Many at once ------------------------------------------------------------------------------

  // Batches of queries, which may run in jobs. Jobs allocate nothing: they write into the memory of
  // the batch. Queries may run in another order, and those with very many results twice. If a query
  // is invalid, the whole batch is refused with the status of the first such query, and `found` is
  // empty. Shapes are made by world_shape(), which refers to polytopes and bodies.

  // Casts each ray as ray_cast(); an error of one ray is the status of its hit. size_mismatch.
  Status ray_cast_many(std::span<const Ray<D, T>> rays, std::span<RayHit> hits,
                       const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // Casts each ray as ray_cast_all(). out_of_memory; too_many_objects: 2^32 results.
  Status ray_cast_all_many(std::span<const Ray<D, T>> rays, QueryBatch<RayHit>& found,
                           const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // Casts each shape as shape_cast(). Errors as ray_cast_many().
  Status shape_cast_many(std::span<const Shape> shapes, std::span<const Pose> poses,
                         std::span<const Vec<D, T>> translations, std::span<CastHit> hits,
                         const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // Lists the objects that touch each shape, sorted by slot. size_mismatch; others as
  // ray_cast_all_many().
  Status touching_many(std::span<const Shape> shapes, std::span<const Pose> poses,
                       QueryBatch<Handle>& found, const QueryFilter<D, T>& filter = {},
                       const JobSystem& jobs = {}) const;
  // Lists the objects that contain each point, sorted by slot.
  Status at_many(std::span<const Vec<D, T>> points, QueryBatch<Handle>& found,
                 const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // Lists the objects no farther than `radius` from each point, sorted by (squared distance, slot).
  Status within_many(std::span<const Vec<D, T>> points, T radius, QueryBatch<Neighbor>& found,
                     const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // Finds the object closest to each shape, as closest_to(). Errors as ray_cast_many().
  Status closest_to_many(std::span<const Shape> shapes, std::span<const Pose> poses,
                         std::span<WorldNearest<D, T>> found, const QueryFilter<D, T>& filter = {},
                         const JobSystem& jobs = {}) const;
  // Lists, for each slot of this world, the objects of another that its object touches, sorted by
  // slot, as for_each_touching_in(). Empty for slots without an object.
  Status touching_in_many(const WorldQueries& other, QueryBatch<Handle>& found,
                          const JobSystem& jobs = {}) const;
  // Lists the objects whose bounding boxes overlap each box, sorted by slot. out_of_memory;
  // too_many_objects: 2^32 results.
  Status overlapping_many(BoxSpan<D, T> boxes, QueryBatch<Handle>& found,
                          const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // Finds the k objects nearest to each point, as nearest(). Errors as above, and not_finite.
  Status nearest_many(std::span<const Vec<D, T>> points, std::uint32_t k,
                      QueryBatch<Neighbor>& found, const QueryFilter<D, T>& filter = {},
                      const JobSystem& jobs = {}) const;

 protected:
  WorldQueries(const WorldOptions<T>& options, Allocator allocator) : core_(options, allocator) {}
  ~WorldQueries() = default;
  WorldQueries(WorldQueries&&) noexcept = default;
  WorldQueries& operator=(WorldQueries&&) noexcept = default;

  detail::WorldCore<D, T> core_;

 private:
  SearchResult touching(const Shape& shape, const Pose& pose, FunctionRef<bool(Handle)> visit,
                        const QueryFilter<D, T>& filter) const;
  CastHit cast_shape(const Shape& shape, const Pose& pose, const Vec<D, T>& translation,
                     const QueryFilter<D, T>& filter) const;
  WorldNearest<D, T> closest_to_shape(const Shape& shape, const Pose& pose,
                                      const QueryFilter<D, T>& filter) const;
};

MASU_EXTERN_D_T(WorldQueries)

}  // namespace masu
