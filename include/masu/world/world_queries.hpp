// SPDX-License-Identifier: MIT
// What can be asked of the objects of a world: rays, shapes, places, the nearest.
#pragma once

#include <masu/core/box_span.hpp>
#include <masu/core/ray.hpp>
#include <masu/shapes/point.hpp>
#include <masu/world/detail/world_core.hpp>
#include <masu/world/query_filter.hpp>
#include <masu/world/query_hits.hpp>

namespace masu {

// Of the objects as they are now, with their exact shapes. Const, and safe in many threads while
// no thread changes the world. A filter says which objects count, and whether sensors do: rays and
// shape casts pass through sensors unless they are asked for; the other queries find them unless
// they are left out. A visitor may return false to stop (Status::stopped), and may ask the world,
// but not change it. Statuses are those of the verbs for shapes: bad input is refused
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
  using Neighbor = masu::Neighbor<T>;
  using RayHit = WorldRayHit<D, T>;
  using CastHit = WorldCastHit<D, T>;
  using Shape = WorldShape<D, T>;

  // --- Objects -----------------------------------------------------------------------------------

  std::size_t size() const;
  bool contains(Handle h) const { return core_.contains(h); }
  // Of the object that is in a slot (Handle::index) now; none: Handle{}.
  Handle handle_in(std::uint32_t slot) const;
  // None for a stale handle.
  std::optional<WorldObject<D, T>> find(Handle h) const;
  // The user data of an object; 0 for a stale handle. O(1): for the handles of pairs, events, hits.
  std::uint64_t user_data(Handle h) const;
  // The user data of a piece of its shape, as contacts and hits number them: that of a mesh's
  // triangle or a compound's child. 0 where there is none. O(1).
  std::uint64_t user_data(Handle h, std::uint32_t piece) const;
  // Returns `from` moved by whole periods to where it is nearest to `to`; `from` itself in a world
  // that does not wrap around.
  Vec<D, T> nearest_image(const Vec<D, T>& from, const Vec<D, T>& to) const;
  // visit(handle) for all, by slot, until it returns false.
  Status for_each(const BlockTarget<Handle>& visit) const;

  // --- Rays --------------------------------------------------------------------------------------

  // The first object that a ray meets, by (t, slot).
  RayHit ray_cast(const Ray<D, T>& ray, const QueryFilter<D, T>& filter = {}) const;
  // visit(RayHit) for each that it meets, in no particular order.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, FunctionRef<bool(const RayHit&)> visit,
                               const QueryFilter<D, T>& filter = {}) const;
  // All that it meets, by (t, slot). out_of_memory.
  SearchResult ray_cast_all(const Ray<D, T>& ray, Buffer<RayHit>& hits,
                            const QueryFilter<D, T>& filter = {}) const;

  // --- Shapes ------------------------------------------------------------------------------------

  // The first object that a shape meets on its way by `translation`, t from 0 to 1, by (t, slot).
  // Objects that cannot say (half-spaces, of a half-space: unbounded) are left out; the status is
  // theirs if nothing else is met.
  template <class S>
  CastHit shape_cast(const S& shape, const At& at, const Vec<D, T>& translation,
                     const QueryFilter<D, T>& filter = {}) const {
    return cast_shape(detail::shape_in_world<D, T>(shape), at, translation, filter);
  }
  // visit(handle) for each object whose shape touches this one.
  template <class S>
  SearchResult for_each_touching(const S& shape, const At& at, FunctionRef<bool(Handle)> visit,
                                 const QueryFilter<D, T>& filter = {}) const {
    return touching(detail::shape_in_world<D, T>(shape), at, visit, filter);
  }
  // visit(handle) for each object that a point lies in or on. Surfaces have no inside.
  SearchResult for_each_at(const Vec<D, T>& point, FunctionRef<bool(Handle)> visit,
                           const QueryFilter<D, T>& filter = {}) const {
    return for_each_touching(Point<D, T>{point}, At{}, visit, filter);
  }
  // visit(handle) for each object whose box overlaps this one; empty boxes overlap nothing.
  SearchResult for_each_overlapping(const Box& box, FunctionRef<bool(Handle)> visit,
                                    const QueryFilter<D, T>& filter = {}) const;

  // visit(handle, shift) for each image of an object whose box overlaps this one: the object moved
  // by `shift`, which is zero in a world that does not wrap. What has no end along an axis that
  // wraps is told once.
  SearchResult for_each_image_overlapping(const Box& box,
                                          FunctionRef<bool(Handle, const Vec<D, T>&)> visit,
                                          const QueryFilter<D, T>& filter = {}) const;

  // --- The nearest -------------------------------------------------------------------------------

  // The objects nearest to a point, as many as `found` has places, by (squared distance, slot):
  // distances to their shapes, 0 inside. stats.results says how many there are. Distances whose
  // squares are beyond the range of T are equal.
  SearchResult nearest(const Vec<D, T>& point, std::span<Neighbor> found,
                       const QueryFilter<D, T>& filter = {}) const;
  // visit(handle, SurfacePoint) for each object no farther than `radius` from a point, nearer ones
  // mostly first. out_of_range: a negative radius, or NaN.
  SearchResult for_each_within(const Vec<D, T>& point, T radius,
                               FunctionRef<bool(Handle, const SurfacePoint<D, T>&)> visit,
                               const QueryFilter<D, T>& filter = {}) const;

  // The two objects with the least distance, by (distance, slot of a, slot of b); a.index <
  // b.index. Objects that touch have distance 0. Pairs that filters, groups or exclusions forbid do
  // not count; a pair filter is not asked. Typically O(n log n), less where some touch.
  WorldNearest<D, T> closest_pair() const;
  // The same of one object of this world and one of another. out_of_range: their periods differ.
  WorldNearest<D, T> closest_pair(const WorldQueries& other) const;
  // The object with the least distance from a shape, which is b of the separation and has no
  // handle.
  template <class S>
  WorldNearest<D, T> closest_to(const S& shape, const At& at,
                                const QueryFilter<D, T>& filter = {}) const {
    return closest_to_shape(detail::shape_in_world<D, T>(shape), at, filter);
  }
  // visit(handle, handle of the other) for each object of this world and each of another whose
  // shapes touch and whose filters agree; of a world and itself, groups and exclusions count, too.
  // O(n log m). out_of_range: their periods differ.
  SearchResult for_each_touching_in(const WorldQueries& other,
                                    FunctionRef<bool(Handle, Handle)> visit) const;

  // --- Many at once ------------------------------------------------------------------------------

  // Jobs take no memory: they write into what the batch had. Questions may be asked in another
  // order than they stand in, and those with very many answers twice. Where a question is refused
  // so are all, with the status of the first that is, and `found` is empty. Shapes are those of
  // world_shape(), which refer to polytopes and bodies.

  // ray_cast() for each; what was wrong with one is in its hit. size_mismatch.
  Status ray_cast_many(std::span<const Ray<D, T>> rays, std::span<RayHit> hits,
                       const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // ray_cast_all() for each. out_of_memory; too_many_objects: 2^32 answers.
  Status ray_cast_all_many(std::span<const Ray<D, T>> rays, QueryBatch<RayHit>& found,
                           const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // shape_cast() for each, as ray_cast_many().
  Status shape_cast_many(std::span<const Shape> shapes, std::span<const At> at,
                         std::span<const Vec<D, T>> translations, std::span<CastHit> hits,
                         const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // The objects that touch each shape, by slot. size_mismatch, and as ray_cast_all_many().
  Status touching_many(std::span<const Shape> shapes, std::span<const At> at,
                       QueryBatch<Handle>& found, const QueryFilter<D, T>& filter = {},
                       const JobSystem& jobs = {}) const;
  // The objects that hold each point, by slot.
  Status at_many(std::span<const Vec<D, T>> points, QueryBatch<Handle>& found,
                 const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // The objects no farther than `radius` from each point, by (squared distance, slot).
  Status within_many(std::span<const Vec<D, T>> points, T radius, QueryBatch<Neighbor>& found,
                     const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // closest_to() for each, as ray_cast_many().
  Status closest_to_many(std::span<const Shape> shapes, std::span<const At> at,
                         std::span<WorldNearest<D, T>> found, const QueryFilter<D, T>& filter = {},
                         const JobSystem& jobs = {}) const;
  // For each slot of this world the objects of another that its object touches, by slot, as
  // for_each_touching_in(); none for slots without an object.
  Status touching_in_many(const WorldQueries& other, QueryBatch<Handle>& found,
                          const JobSystem& jobs = {}) const;
  // The objects whose boxes overlap each, by slot. out_of_memory; too_many_objects: 2^32 answers.
  Status overlapping_many(BoxSpan<D, T> boxes, QueryBatch<Handle>& found,
                          const QueryFilter<D, T>& filter = {}, const JobSystem& jobs = {}) const;
  // nearest() for each, up to k. Errors as above, and not_finite.
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
  SearchResult touching(const Shape& shape, const At& at, FunctionRef<bool(Handle)> visit,
                        const QueryFilter<D, T>& filter) const;
  CastHit cast_shape(const Shape& shape, const At& at, const Vec<D, T>& translation,
                     const QueryFilter<D, T>& filter) const;
  WorldNearest<D, T> closest_to_shape(const Shape& shape, const At& at,
                                      const QueryFilter<D, T>& filter) const;
};

MASU_EXTERN_D_T(WorldQueries)

}  // namespace masu
