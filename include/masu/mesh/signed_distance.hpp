// SPDX-License-Identifier: MIT
// signed_distance(): of points and convex shapes to the solid inside a closed mesh.
#pragma once

#include <masu/mesh/sub_shape_results.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/shapes/point.hpp>

namespace masu {

namespace detail {

template <int D, class T>
SubShapeSeparation<D, T> signed_distance_of_view(const SurfaceMesh<D, T>& mesh,
                                                 const Transform<D, T>& pose,
                                                 const ShapeView<D, T>& shape,
                                                 const Transform<D, T>& shape_pose);

}  // namespace detail

// Computes the signed distance of a convex shape to the solid inside a closed mesh: outside the
// distance to the surface; minus the penetration depth where shape and solid overlap, also where
// the shape floats inside the solid.
//
// - The depth is the length of the shortest translation of the shape after which its interior and
//   that of the solid no longer overlap. `normal` is the direction of the translation found, from
//   the mesh to the shape; `sub_shape_a` is the triangle (in 2D the segment) that the shape touches
//   then.
// - `-lower` is the length of a translation that was tested and separates the two. `-upper` is the
//   distance from the surface of a point of the shape inside the solid, and no translation is
//   shorter. The exact depth lies between them. A shape can leave a solid that is not convex in
//   many directions: the one found is short (each step of the search keeps the shortest), not
//   always the shortest of all.
// - For a point the depth is its distance from the surface, and the bounds are tight.
//
// The surface must be closed and face outward, and should not cross itself. Statuses: those of
// distance(); open_surface: the mesh is not closed(); inverted: the surface has the wrong
// orientation around the shape, see check_solid(); unbounded: the shape is a half-space (contacts()
// returns the depth in each triangle); not_converged: no translation that separates the two was
// found, `distance` is that of the point of `upper`, `lower` is minus infinity. Typically O(log n)
// outside and O(sqrt n) for a point inside; a shape that overlaps the solid costs as much as a few
// hundred casts.
template <Shape S, int D, class T>
SubShapeSeparation<D, T> signed_distance(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose,
                                         const S& shape, const Transform<D, T>& shape_pose) {
  detail::expect_one_kind<D, T, S>();
  return detail::signed_distance_of_view<D, T>(mesh, pose, view_of(shape), shape_pose);
}

// Computes the signed distance of a point: negative inside. `point_a` is the nearest point of the
// surface, `normal` points outward there.
template <int D, class T>
SubShapeSeparation<D, T> signed_distance(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose,
                                         const Vec<D, T>& point) {
  return detail::signed_distance_of_view<D, T>(mesh, pose, Point<D, T>{}.view(), {point, {}});
}

// Returns signed_distance(), under the name that two convex shapes have for it.
template <Shape S, int D, class T>
SubShapeSeparation<D, T> penetration(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose,
                                     const S& shape, const Transform<D, T>& shape_pose) {
  return signed_distance(mesh, pose, shape, shape_pose);
}
template <Shape S, int D, class T>
SubShapeSeparation<D, T> penetration(const S& shape, const Transform<D, T>& shape_pose,
                                     const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose) {
  return signed_distance(mesh, pose, shape, shape_pose).flipped();
}

}  // namespace masu
