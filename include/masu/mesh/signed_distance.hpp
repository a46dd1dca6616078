// SPDX-License-Identifier: MIT
// The signed distance of points and convex shapes to the solid inside a closed mesh.
#pragma once

#include <masu/mesh/piece_results.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/shapes/point.hpp>

namespace masu {

namespace detail {

template <int D, class T>
PieceSeparation<D, T> signed_distance_of_view(const SurfaceMesh<D, T>& mesh,
                                              const Transform<D, T>& at,
                                              const ShapeView<D, T>& shape,
                                              const Transform<D, T>& at_shape);

}  // namespace detail

// Returns how far a convex shape is from the solid that the mesh closes: the distance to the
// surface outside, minus the penetration depth where shape and solid overlap, also where the shape
// floats inside the solid.
//
// - The depth is the least length of a translation of the shape after which its interior and that
//   of the solid no longer overlap. `normal` is the direction of the translation found, from the
//   mesh to the shape; `piece_a` the triangle (the segment, in 2D) that the shape touches then.
// - `-lower` is the length of a translation that was tested and parts the two. `-upper` is the
//   distance from the surface of a point of the shape in the solid, and no translation is shorter.
//   The exact depth lies between them. A solid that is not convex has many ways out: the one found
//   is short (each step of the search keeps the shortest), not always the shortest of all.
// - Of a point the depth is its distance from the surface, and the bounds are tight.
//
// The surface must be closed and look outwards, and should not cross itself. Statuses: those of
// distance(); open_surface: the mesh is not closed(); inverted: the surface winds the wrong way
// around the shape, see check_solid(); unbounded: the shape is a half-space (contacts() has the
// depth of each triangle); not_converged: no translation that parts the two was found, `distance`
// is that of the point of `upper`, `lower` is minus infinity. Typically O(log n) outside and
// O(sqrt n) for a point inside; for a shape that overlaps the solid the work of some hundred
// casts.
template <Shape S, int D, class T>
PieceSeparation<D, T> signed_distance(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& at,
                                      const S& shape, const Transform<D, T>& at_shape) {
  detail::expect_one_kind<D, T, S>();
  return detail::signed_distance_of_view<D, T>(mesh, at, view_of(shape), at_shape);
}

// Returns the same of a point: negative inside. `point_a` is the nearest point of the surface,
// `normal` looks outwards there.
template <int D, class T>
PieceSeparation<D, T> signed_distance(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& at,
                                      const Vec<D, T>& point) {
  return detail::signed_distance_of_view<D, T>(mesh, at, Point<D, T>{}.view(), {point, {}});
}

// Returns signed_distance() of a mesh that is meant as a solid: as penetration() of two shapes.
template <Shape S, int D, class T>
PieceSeparation<D, T> penetration(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& at,
                                  const S& shape, const Transform<D, T>& at_shape) {
  return signed_distance(mesh, at, shape, at_shape);
}
template <Shape S, int D, class T>
PieceSeparation<D, T> penetration(const S& shape, const Transform<D, T>& at_shape,
                                  const SurfaceMesh<D, T>& mesh, const Transform<D, T>& at) {
  return signed_distance(mesh, at, shape, at_shape).flipped();
}

}  // namespace masu
