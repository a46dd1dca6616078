// SPDX-License-Identifier: MIT
// A point against a body of many pieces: where it is nearest, and whether the point is inside.
#pragma once

#include <masu/mesh/body_view.hpp>
#include <masu/mesh/piece_results.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/narrow_phase/point_query.hpp>

namespace masu {

// The piece nearest to a point.
template <int D, class T>
struct PieceSurfacePoint : SurfacePoint<D, T> {
  std::uint32_t piece = kNoPiece;
  QueryStats stats{};

  // The numbers alone.
  SurfacePoint<D, T>& nearest() { return *this; }
  const SurfacePoint<D, T>& nearest() const { return *this; }
};

namespace detail {

template <int D, class T>
PieceSurfacePoint<D, T> closest_point_of_body(const BodyView<D, T>& body, const Transform<D, T>& at,
                                              const Vec<D, T>& point);
template <int D, class T>
PointInside point_inside_body(const BodyView<D, T>& body, const Transform<D, T>& at,
                              const Vec<D, T>& point);

}  // namespace detail

// The answer of the piece whose surface is nearest; in pieces that have an inside, of the one in
// which the point is deepest. Of equals that of the smallest number. Surfaces have two sides: the
// distance from a mesh is never negative, see point_inside(). Statuses: those of closest_point() of
// a shape; no_points for a body without pieces. Typically O(log n).
template <CompositeShape B, int D = detail::kDimensionOf<B>, class T = detail::ScalarOf<B>>
PieceSurfacePoint<D, T> closest_point(const B& body, const Transform<D, T>& at,
                                      const Vec<D, T>& point) {
  return detail::closest_point_of_body<D, T>(body_view(body), at, point);
}

// Is the point in one of the pieces, its surface included? Typically O(log n).
template <CompositeShape B, int D = detail::kDimensionOf<B>, class T = detail::ScalarOf<B>>
PointInside point_inside(const B& body, const Transform<D, T>& at, const Vec<D, T>& point) {
  return detail::point_inside_body<D, T>(body_view(body), at, point);
}

// Is the point in the solid that the surface closes, the surface included? The exact answer for the
// point as it is after the rounding (to double) of its transform into the mesh's frame: by how
// often the surface winds around it. A ray along x from the point passes through pieces; they are
// counted by the sides on which exact signs put its corners, as if the point stood a little off, so
// that no ray goes through an edge. Statuses: as above; open_surface; inverted, if the surface
// winds the wrong way around the point. Typically O(sqrt n).
template <int D, class T>
PointInside point_inside(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& at,
                         const Vec<D, T>& point);

}  // namespace masu
