// SPDX-License-Identifier: MIT
// ShapeQueries: the queries of shapes that worlds need, for convex and composite shapes; compiled
// once.
#pragma once

#include <masu/core/ray.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/world/world_shape.hpp>

namespace masu::detail {

template <int D, class T>
struct ShapeQueries {
  using Shape = WorldShape<D, T>;
  using Pose = Transform<D, T>;

  // Returns the status of check(), or no_points for bodies without sub-shapes.
  static Status check(const Shape& shape);
  static Aabb<D, T> aabb(const Shape& shape, const Pose& pose);
  // Returns a box that contains the shape at each time of the sweep; `now` and `before` are its
  // boxes at the ends. The rotation is at most half a turn.
  static Aabb<D, T> swept_aabb(const Sweep<D, T>& sweep, const Aabb<D, T>& before,
                               const Aabb<D, T>& now);

  // Tests whether the shapes are no farther apart than the margin.
  static Intersection touch(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                            T margin, PairCache& cache);
  // Finds all contacts; of those within the margin, only ContactOptions may drop some.
  static Status contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         const ContactOptions<T>& options, PairCache& cache,
                         Buffer<SubShapeContact<D, T>>& out);
  static Status manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          const ContactOptions<T>& options, PairCache& cache,
                          Buffer<SubShapeManifold<D, T>>& out);
  // Finds the first touch of two moving shapes. Sweeps rotate by up to half a turn, in 2D
  // counter-clockwise. They are halved if they rotate too far, and again if the search does not
  // converge: t is the time of a first touch, or one before which there is none.
  static SubShapeImpact<D, T> impact(const Shape& a, const Sweep<D, T>& of_a, const Shape& b,
                                     const Sweep<D, T>& of_b);
  // Finds the first touch of a sub-shape for which accept(impact, sub-shape of a) is true; nullptr:
  // of any.
  using AcceptImpact = FunctionRef<bool(const Impact<D, T>&, std::uint32_t)>;
  static SubShapeImpact<D, T> cast(const Shape& a, const Pose& pose_a, const Shape& b,
                                   const Pose& pose_b, const Vec<D, T>& translation,
                                   const AcceptImpact* accept = nullptr);
  static SubShapeSeparation<D, T> distance(const Shape& a, const Pose& pose_a, const Shape& b,
                                           const Pose& pose_b);
  // As cast(): finds the first sub-shape that accept(hit, sub-shape) accepts.
  using AcceptRayCast = FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)>;
  static SubShapeRayCast<D, T> ray_cast(const Shape& shape, const Pose& pose, const Ray<D, T>& ray,
                                        const AcceptRayCast* accept = nullptr);
  static SubShapeSurfacePoint<D, T> closest_point(const Shape& shape, const Pose& pose,
                                                  const Vec<D, T>& point);
};

extern template struct ShapeQueries<2, float>;
extern template struct ShapeQueries<3, float>;
extern template struct ShapeQueries<2, double>;
extern template struct ShapeQueries<3, double>;

}  // namespace masu::detail
