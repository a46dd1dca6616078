// SPDX-License-Identifier: MIT
// ray_cast(): where a ray hits one shape.
#pragma once

#include <masu/core/ray.hpp>
#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// Called by ray_cast() with the view of a shape; compiled once for all kinds.
template <int D, class T>
RayCast<D, T> ray_cast_view(const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                            const Ray<D, T>& ray);

// Finds the first point of a ray in a shape. Spheres, capsules, boxes, half-spaces, polygons,
// polyhedra, cylinders, ellipsoids and triangles have closed forms, exact to a few units in the
// last place of the largest number divided by the cosine of the angle of incidence (edges of
// polyhedra: by the angle of their faces). Cones, rounded shapes and segments in 3D go by steps
// from plane to plane: each step ends at the plane across the shortest connection to the shape,
// never behind the surface; the last is nearer than 2^-46 of the largest number (for custom shapes
// 2^-44, in float 2^-24). So do triangles in 3D where the ray runs in their plane within rounding:
// it hits the edge or corner reached first, with a normal in that plane. A mesh returns bit for bit
// what its triangles return. Rays that graze a shape within rounding may miss it. A zero direction
// is a point; a `t` beyond the range of T is no hit. O(1); for polygons and polyhedra O(n).
// Statuses: those of check() and Transform::check(); for the ray not_finite, or out_of_range: max_t
// negative or beyond the range of check(); not_converged: `t` is a lower bound.
//
// Sources: C. Ericson, "Real-time collision detection", 2005, 5.3; the steps: G. van den Bergen,
// "Ray casting against general convex objects with application to continuous collision detection",
// 2004. On a convex shape they are Newton's method for the distance along the ray.
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
RayCast<D, T> ray_cast(const S& shape, const Transform<D, T>& pose, const Ray<D, T>& ray) {
  detail::expect_one_kind<D, T, S>();
  return ray_cast_view<D, T>(view_of(shape), pose, ray);
}

}  // namespace masu
