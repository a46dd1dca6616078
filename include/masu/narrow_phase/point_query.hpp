// SPDX-License-Identifier: MIT
// A point against one shape: is it inside, and where is the surface nearest.
#pragma once

#include <masu/narrow_phase/separation.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

// With a status other than ok and not_converged, `inside` is false.
struct PointInside {
  Status status = Status::ok;
  bool inside = false;  // in the shape or on its surface
};

template <int D, class T>
SurfacePoint<D, T> closest_point_of_view(const ShapeView<D, T>& shape, const Transform<D, T>& at,
                                         const Vec<D, T>& point);
template <int D, class T>
PointInside point_inside_view(const ShapeView<D, T>& shape, const Transform<D, T>& at,
                              const Vec<D, T>& point);

// The point of the surface nearest to a point, from inside too. Shapes without an inside (points,
// segments, triangles in space, plates) are their own surface. In closed form, but for ellipsoids
// (Newton's method) and shapes of others (gjk() and epa()): right to a few units in the last place
// of the largest number. O(1); for polygons and polyhedra O(n). Statuses: those of check() and
// Transform::check(); not_finite or out_of_range for the point; not_converged for shapes of others
// at worst.
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
SurfacePoint<D, T> closest_point(const S& shape, const Transform<D, T>& at,
                                 const Vec<D, T>& point) {
  detail::expect_one_kind<D, T, S>();
  return closest_point_of_view<D, T>(view_of(shape), at, point);
}

// Is the distance of closest_point() zero or less, before it is rounded? The surface is inside.
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
PointInside point_inside(const S& shape, const Transform<D, T>& at, const Vec<D, T>& point) {
  detail::expect_one_kind<D, T, S>();
  return point_inside_view<D, T>(view_of(shape), at, point);
}

}  // namespace masu
