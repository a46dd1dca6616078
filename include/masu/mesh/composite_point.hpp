// SPDX-License-Identifier: MIT
// closest_point() and point_inside() of a composite shape.
#pragma once

#include <masu/mesh/body_view.hpp>
#include <masu/mesh/sub_shape_results.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/narrow_phase/point_query.hpp>

namespace masu {

// Result of closest_point() of a composite shape: the point and its sub-shape.
template <int D, class T>
struct SubShapeSurfacePoint : SurfacePoint<D, T> {
  std::uint32_t sub_shape = kNoSubShape;  // where the point lies
  QueryStats stats{};                     // work of the search

  // Returns the result without the sub-shapes.
  SurfacePoint<D, T>& nearest() { return *this; }
  const SurfacePoint<D, T>& nearest() const { return *this; }
};

namespace detail {

template <int D, class T>
SubShapeSurfacePoint<D, T> closest_point_of_body(const BodyView<D, T>& body,
                                                 const Transform<D, T>& pose,
                                                 const Vec<D, T>& point);
template <int D, class T>
PointInside point_inside_body(const BodyView<D, T>& body, const Transform<D, T>& pose,
                              const Vec<D, T>& point);

}  // namespace detail

// Returns the closest_point() of the sub-shape whose surface is nearest; for a point inside
// sub-shapes, of the one in which it is deepest. Of equals that of the smallest number. Surfaces
// have two sides: the distance from a mesh is never negative, see point_inside(). Statuses: those
// of closest_point() of a shape; no_points for a body without sub-shapes. Typically O(log n).
template <CompositeShape B, int D = detail::kDimensionOf<B>, class T = detail::ScalarOf<B>>
SubShapeSurfacePoint<D, T> closest_point(const B& body, const Transform<D, T>& pose,
                                         const Vec<D, T>& point) {
  return detail::closest_point_of_body<D, T>(body_view(body), pose, point);
}

// Returns whether the point lies in a sub-shape, its surface included. Typically O(log n).
template <CompositeShape B, int D = detail::kDimensionOf<B>, class T = detail::ScalarOf<B>>
PointInside point_inside(const B& body, const Transform<D, T>& pose, const Vec<D, T>& point) {
  return detail::point_inside_body<D, T>(body_view(body), pose, point);
}

// Returns whether the point lies in the solid inside a closed mesh, the surface included: by the
// winding number of the surface around the point. Exact for the point after its transform into the
// mesh's frame is rounded (to double). A ray from the point along x crosses sub-shapes; exact signs
// decide which, as if the point were displaced by an infinitesimal amount, so that no ray passes
// through an edge. Statuses: as above; open_surface; inverted: the surface has the wrong
// orientation around the point. Typically O(sqrt n).
template <int D, class T>
PointInside point_inside(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose,
                         const Vec<D, T>& point);

}  // namespace masu
