// SPDX-License-Identifier: MIT
// The structures that C and C++ share have the same memory layout, so that nothing is copied
// between them.
#pragma once

#include <masu/c/masu.h>

#include <cstddef>

#include <masu/broad_phase/choose.hpp>
#include <masu/core/block_output.hpp>
#include <masu/core/ray.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/narrow_phase/depth_cache.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/world/debug_draw.hpp>
#include <masu/world/pair_candidate.hpp>
#include <masu/world/query_hits.hpp>
#include <masu/world/slide.hpp>
#include <masu/world/world_object.hpp>
#include <masu/world/world_options.hpp>
#include <masu/world/world_pair.hpp>
#include <masu/world/world_volume.hpp>

// Conversions in both directions, if sizes are equal; members are checked one by one below.
#define MASU_SAME(CType, CppType)                                \
  static_assert(sizeof(CType) == sizeof(CppType));               \
  static_assert(alignof(CType) == alignof(CppType));             \
  [[maybe_unused]] inline const CppType* cpp(const CType* p) {   \
    return reinterpret_cast<const CppType*>(p);                  \
  }                                                              \
  [[maybe_unused]] inline CppType* cpp(CType* p) {               \
    return reinterpret_cast<CppType*>(p);                        \
  }                                                              \
  [[maybe_unused]] inline const CppType& cpp(const CType& p) {   \
    return *cpp(&p);                                             \
  }                                                              \
  [[maybe_unused]] inline CppType& cpp(CType& p) {               \
    return *cpp(&p);                                             \
  }                                                              \
  [[maybe_unused]] inline const CType* plain(const CppType* p) { \
    return reinterpret_cast<const CType*>(p);                    \
  }                                                              \
  [[maybe_unused]] inline const CType& plain(const CppType& p) { \
    return *plain(&p);                                           \
  }
#define MASU_SAME_OFFSET(CType, CppType, member) \
  static_assert(offsetof(CType, member) == offsetof(CppType, member))
// A member of the C structure that is a base class in C++: a member of it has the same offset.
#define MASU_SAME_BASE(CType, CppType, base, member) \
  static_assert(offsetof(CType, base.member) == offsetof(CppType, member))

// Base classes with members on both sides are not standard layout, but all compilers lay them out
// one after the other; these assertions check it.
MASU_OFFSETS_WITH_BASES

namespace masu::c {

MASU_SAME(masu_handle, Handle)
MASU_SAME(masu_filter, Filter)
MASU_SAME(masu_pair, WorldPair)
MASU_SAME(masu_ended_pair, EndedPair)
MASU_SAME(masu_pair_candidate, PairCandidate)
MASU_SAME(masu_query_stats, QueryStats)
MASU_SAME(masu_pair_cache, PairCache)
MASU_SAME(masu_volume_loop, VolumeLoop)
MASU_SAME(masu_index_pair, Pair)
MASU_SAME_OFFSET(masu_handle, Handle, generation);
MASU_SAME_OFFSET(masu_filter, Filter, mask);
MASU_SAME_OFFSET(masu_pair, WorldPair, b);
MASU_SAME_OFFSET(masu_pair, WorldPair, id);
MASU_SAME_OFFSET(masu_pair, WorldPair, status);
MASU_SAME_OFFSET(masu_ended_pair, EndedPair, b);
MASU_SAME_OFFSET(masu_ended_pair, EndedPair, user_data_a);
MASU_SAME_OFFSET(masu_ended_pair, EndedPair, user_data_b);
MASU_SAME_OFFSET(masu_pair_candidate, PairCandidate, b);
MASU_SAME_OFFSET(masu_pair_candidate, PairCandidate, user_data_a);
MASU_SAME_OFFSET(masu_pair_candidate, PairCandidate, user_data_b);
MASU_SAME_OFFSET(masu_query_stats, QueryStats, tests);
MASU_SAME_OFFSET(masu_query_stats, QueryStats, comparisons);
MASU_SAME_OFFSET(masu_query_stats, QueryStats, shifts);
MASU_SAME_OFFSET(masu_query_stats, QueryStats, results);
MASU_SAME_OFFSET(masu_volume_loop, VolumeLoop, count);
static_assert(offsetof(masu_volume_loop, body) == offsetof(VolumeLoop, source.body));
static_assert(offsetof(masu_volume_loop, face) == offsetof(VolumeLoop, source.face));
static_assert(MASU_FACE_OF_B == int(ContactBody::b));
MASU_SAME_OFFSET(masu_index_pair, Pair, b);
MASU_SAME_OFFSET(masu_pair_cache, PairCache, vertex_b);
MASU_SAME_OFFSET(masu_pair_cache, PairCache, size);
MASU_SAME_OFFSET(masu_pair_cache, PairCache, direction);

static_assert(MASU_NO_INDEX == Handle::kNone && MASU_NO_INDEX == kNoSubShape);
static_assert(MASU_NO_LAYER == kNoLayer && MASU_LAYERS == LayerMatrix::kLayers);
static_assert(MASU_DEFAULT_CATEGORY == kDefaultCategory);
static_assert(int(MASU_TILE_ONE_WAY) == int(Tile::one_way));
static_assert(int(MASU_BOXES) == int(ContactDetail::boxes));
static_assert(int(MASU_VOLUMES) == int(ContactDetail::volumes));
static_assert(int(MASU_DRAW_OBJECT) == int(DrawKind::object));
static_assert(int(MASU_DRAW_CORNER) == int(DrawKind::corner));

// Members before others of their size have the same offsets too.
#define MASU_SAME_KIND(D, T, of)                                                                   \
  namespace kind_##of {                                                                            \
    using Vec = masu::Vec<D, T>;                                                                   \
    using Rotation = masu::Rotation<D, T>;                                                         \
    using Transform = masu::Transform<D, T>;                                                       \
    using Aabb = masu::Aabb<D, T>;                                                                 \
    using Ray = masu::Ray<D, T>;                                                                   \
    using Separation = masu::Separation<D, T>;                                                     \
    using WorldContact = masu::WorldContact<D, T>;                                                 \
    using ManifoldPoint = masu::ManifoldPoint<D, T>;                                               \
    using Impact = masu::Impact<D, T>;                                                             \
    using SubShapeImpact = masu::SubShapeImpact<D, T>;                                             \
    using SubShapeSeparation = masu::SubShapeSeparation<D, T>;                                     \
    using WorldImpact = masu::WorldImpact<D, T>;                                                   \
    using RayCast = masu::RayCast<D, T>;                                                           \
    using WorldRayHit = masu::WorldRayHit<D, T>;                                                   \
    using WorldCastHit = masu::WorldCastHit<D, T>;                                                 \
    using SurfacePoint = masu::SurfacePoint<D, T>;                                                 \
    using WorldNearest = masu::WorldNearest<D, T>;                                                 \
    using Sweep = masu::Sweep<D, T>;                                                               \
    using SubShapeRayCast = masu::SubShapeRayCast<D, T>;                                           \
    using SubShapeSurfacePoint = masu::SubShapeSurfacePoint<D, T>;                                 \
    using CapsuleMover = masu::CapsuleMover<D, T>;                                                 \
  }                                                                                                \
  MASU_SAME(masu_vec_##of, kind_##of::Vec)                                                         \
  MASU_SAME(masu_rotation_##of, kind_##of::Rotation)                                               \
  MASU_SAME(masu_pose_##of, kind_##of::Transform)                                                  \
  MASU_SAME(masu_aabb_##of, kind_##of::Aabb)                                                       \
  MASU_SAME(masu_ray_##of, kind_##of::Ray)                                                         \
  MASU_SAME(masu_separation_##of, kind_##of::Separation)                                           \
  MASU_SAME(masu_contact_##of, kind_##of::WorldContact)                                            \
  MASU_SAME(masu_corner_##of, kind_##of::ManifoldPoint)                                            \
  MASU_SAME(masu_impact_##of, kind_##of::Impact)                                                   \
  MASU_SAME(masu_sub_shape_impact_##of, kind_##of::SubShapeImpact)                                 \
  MASU_SAME(masu_sub_shape_separation_##of, kind_##of::SubShapeSeparation)                         \
  MASU_SAME(masu_pair_impact_##of, kind_##of::WorldImpact)                                         \
  MASU_SAME(masu_ray_cast_##of, kind_##of::RayCast)                                                \
  MASU_SAME(masu_ray_hit_##of, kind_##of::WorldRayHit)                                             \
  MASU_SAME(masu_cast_hit_##of, kind_##of::WorldCastHit)                                           \
  MASU_SAME(masu_surface_point_##of, kind_##of::SurfacePoint)                                      \
  MASU_SAME(masu_nearest_##of, kind_##of::WorldNearest)                                            \
  MASU_SAME(masu_sweep_##of, kind_##of::Sweep)                                                     \
  MASU_SAME(masu_sub_shape_ray_cast_##of, kind_##of::SubShapeRayCast)                              \
  MASU_SAME(masu_sub_shape_surface_point_##of, kind_##of::SubShapeSurfacePoint)                    \
  MASU_SAME(masu_capsule_mover_##of, kind_##of::CapsuleMover)                                      \
  MASU_SAME_OFFSET(masu_sweep_##of, kind_##of::Sweep, end);                                        \
  MASU_SAME_OFFSET(masu_sub_shape_ray_cast_##of, kind_##of::SubShapeRayCast, sub_shape);           \
  MASU_SAME_OFFSET(masu_sub_shape_ray_cast_##of, kind_##of::SubShapeRayCast, stats);               \
  MASU_SAME_OFFSET(masu_sub_shape_surface_point_##of, kind_##of::SubShapeSurfacePoint, sub_shape); \
  MASU_SAME_OFFSET(masu_sub_shape_surface_point_##of, kind_##of::SubShapeSurfacePoint, stats);     \
  MASU_SAME_OFFSET(masu_capsule_mover_##of, kind_##of::CapsuleMover, radius);                      \
  MASU_SAME_OFFSET(masu_capsule_mover_##of, kind_##of::CapsuleMover, half_axis);                   \
  MASU_SAME_OFFSET(masu_pose_##of, kind_##of::Transform, rotation);                                \
  MASU_SAME_OFFSET(masu_aabb_##of, kind_##of::Aabb, max);                                          \
  MASU_SAME_OFFSET(masu_ray_##of, kind_##of::Ray, direction);                                      \
  MASU_SAME_OFFSET(masu_ray_##of, kind_##of::Ray, max_t);                                          \
  MASU_SAME_OFFSET(masu_separation_##of, kind_##of::Separation, distance);                         \
  MASU_SAME_OFFSET(masu_separation_##of, kind_##of::Separation, lower);                            \
  MASU_SAME_OFFSET(masu_separation_##of, kind_##of::Separation, upper);                            \
  MASU_SAME_OFFSET(masu_separation_##of, kind_##of::Separation, normal);                           \
  MASU_SAME_OFFSET(masu_separation_##of, kind_##of::Separation, point_a);                          \
  MASU_SAME_OFFSET(masu_separation_##of, kind_##of::Separation, point_b);                          \
  MASU_SAME_OFFSET(masu_contact_##of, kind_##of::WorldContact, sub_shape_b);                       \
  MASU_SAME_BASE(masu_contact_##of, kind_##of::WorldContact, separation, distance);                \
  MASU_SAME_OFFSET(masu_contact_##of, kind_##of::WorldContact, first_corner);                      \
  MASU_SAME_OFFSET(masu_contact_##of, kind_##of::WorldContact, corner_count);                      \
  MASU_SAME_OFFSET(masu_corner_##of, kind_##of::ManifoldPoint, point_b);                           \
  MASU_SAME_OFFSET(masu_corner_##of, kind_##of::ManifoldPoint, distance);                          \
  MASU_SAME_OFFSET(masu_corner_##of, kind_##of::ManifoldPoint, feature_id);                        \
  MASU_SAME_OFFSET(masu_impact_##of, kind_##of::Impact, hit);                                      \
  MASU_SAME_OFFSET(masu_impact_##of, kind_##of::Impact, t);                                        \
  MASU_SAME_OFFSET(masu_impact_##of, kind_##of::Impact, normal);                                   \
  MASU_SAME_OFFSET(masu_impact_##of, kind_##of::Impact, point_b);                                  \
  MASU_SAME_BASE(masu_sub_shape_impact_##of, kind_##of::SubShapeImpact, impact, t);                \
  MASU_SAME_OFFSET(masu_sub_shape_impact_##of, kind_##of::SubShapeImpact, sub_shape_b);            \
  MASU_SAME_OFFSET(masu_sub_shape_impact_##of, kind_##of::SubShapeImpact, stats);                  \
  MASU_SAME_BASE(masu_sub_shape_separation_##of, kind_##of::SubShapeSeparation, separation,        \
                 distance);                                                                        \
  MASU_SAME_OFFSET(masu_sub_shape_separation_##of, kind_##of::SubShapeSeparation, sub_shape_b);    \
  MASU_SAME_OFFSET(masu_sub_shape_separation_##of, kind_##of::SubShapeSeparation, stats);          \
  MASU_SAME_BASE(masu_pair_impact_##of, kind_##of::WorldImpact, first, sub_shape_a);               \
  MASU_SAME_BASE(masu_nearest_##of, kind_##of::WorldNearest, separation, sub_shape_a);             \
  MASU_SAME_OFFSET(masu_ray_cast_##of, kind_##of::RayCast, hit);                                   \
  MASU_SAME_OFFSET(masu_ray_cast_##of, kind_##of::RayCast, t);                                     \
  MASU_SAME_OFFSET(masu_ray_cast_##of, kind_##of::RayCast, point);                                 \
  MASU_SAME_OFFSET(masu_ray_cast_##of, kind_##of::RayCast, normal);                                \
  MASU_SAME_OFFSET(masu_ray_hit_##of, kind_##of::WorldRayHit, object);                             \
  MASU_SAME_OFFSET(masu_ray_hit_##of, kind_##of::WorldRayHit, sub_shape);                          \
  MASU_SAME_BASE(masu_ray_hit_##of, kind_##of::WorldRayHit, cast, t);                              \
  MASU_SAME_OFFSET(masu_ray_hit_##of, kind_##of::WorldRayHit, stats);                              \
  MASU_SAME_OFFSET(masu_cast_hit_##of, kind_##of::WorldCastHit, object);                           \
  MASU_SAME_OFFSET(masu_cast_hit_##of, kind_##of::WorldCastHit, sub_shape);                        \
  MASU_SAME_BASE(masu_cast_hit_##of, kind_##of::WorldCastHit, impact, t);                          \
  MASU_SAME_OFFSET(masu_cast_hit_##of, kind_##of::WorldCastHit, stats);                            \
  MASU_SAME_OFFSET(masu_surface_point_##of, kind_##of::SurfacePoint, distance);                    \
  MASU_SAME_OFFSET(masu_surface_point_##of, kind_##of::SurfacePoint, point);                       \
  MASU_SAME_OFFSET(masu_surface_point_##of, kind_##of::SurfacePoint, normal);                      \
  MASU_SAME_OFFSET(masu_nearest_##of, kind_##of::WorldNearest, a);                                 \
  MASU_SAME_OFFSET(masu_nearest_##of, kind_##of::WorldNearest, b);                                 \
  MASU_SAME_OFFSET(masu_nearest_##of, kind_##of::WorldNearest, stats)

MASU_SAME_KIND(2, float, 2f);
MASU_SAME_KIND(3, float, 3f);
MASU_SAME_KIND(2, double, 2d);
MASU_SAME_KIND(3, double, 3d);

inline MaybeFilter maybe(const masu_filter* filter) {
  return filter == nullptr ? MaybeFilter{} : MaybeFilter{cpp(*filter)};
}

}  // namespace masu::c
