// SPDX-License-Identifier: MIT
// closest_point() and point_inside(): a point against one shape.
#pragma once

#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// Result of point_inside(). With a status other than ok and not_converged, `inside` is false.
struct PointInside {
  Status status = Status::ok;  // ok, or why not, as for closest_point()
  bool inside = false;         // in the shape or on its surface
};

// Called by the functions below with the view of a shape; compiled once for all kinds.
template <int D, class T>
SurfacePoint<D, T> closest_point_of_view(const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                                         const Vec<D, T>& point);
template <int D, class T>
PointInside point_inside_view(const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                              const Vec<D, T>& point);

// Computes the point of the surface nearest to a point, also for points inside. Shapes without an
// interior (points, segments, triangles in 3D, plates) are their own surface. In closed form,
// except for ellipsoids (Newton's method) and custom shapes (gjk() and epa()): exact to a few units
// in the last place of the largest number. O(1); for polygons and polyhedra O(n). Statuses: those
// of check() and Transform::check(); not_finite or out_of_range for the point; not_converged, for
// custom shapes at worst.
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
SurfacePoint<D, T> closest_point(const S& shape, const Transform<D, T>& pose,
                                 const Vec<D, T>& point) {
  detail::expect_one_kind<D, T, S>();
  return closest_point_of_view<D, T>(view_of(shape), pose, point);
}

// Returns whether the point is in the shape or on its surface: whether the distance of
// closest_point() is zero or less before rounding.
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
PointInside point_inside(const S& shape, const Transform<D, T>& pose, const Vec<D, T>& point) {
  detail::expect_one_kind<D, T, S>();
  return point_inside_view<D, T>(view_of(shape), pose, point);
}

}  // namespace masu
