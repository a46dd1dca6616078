// SPDX-License-Identifier: MIT
// A point against a body of many pieces: where it is nearest, and whether the point is inside.
#pragma once

#include <masu/core/detail/round_outward.hpp>
#include <masu/mesh/detail/winding.hpp>
#include <masu/mesh/piece_results.hpp>
#include <masu/narrow_phase/detail/pair_frame.hpp>
#include <masu/narrow_phase/detail/placed_query.hpp>

namespace masu {

namespace detail {

template <CompositeShape B, int D, class T>
Status check_point_question(const B& body, const Transform<D, T>& at, const Vec<D, T>& point) {
  if (body.bounds().empty()) return Status::no_points;
  const Status s = at.check();
  return s != Status::ok ? s : check_place(point);
}

// A box of T that contains a point.
template <class T, int D>
Aabb<D, T> box_around(const Vec<D, double>& p) {
  Aabb<D, T> box;
  for (int a = 0; a < D; ++a) box.min[a] = round_down<T>(p[a]), box.max[a] = round_up<T>(p[a]);
  return box;
}

}  // namespace detail

// That of the piece whose surface is nearest; in pieces that have an inside, of the one in which
// the point is deepest. Of equals that of the smallest number. Surfaces have two sides: the
// distance from a mesh is never negative, see point_inside(). Statuses: those of closest_point() of
// a shape; no_points for a body without pieces. Typically O(log n).
template <CompositeShape B, int D, class T>
PieceSurfacePoint<D, T> closest_point(const B& body, const Transform<D, T>& at,
                                      const Vec<D, T>& point) {
  PieceSurfacePoint<D, T> best;
  best.nearest.status = detail::check_point_question(body, at, point);
  if (best.nearest.status != Status::ok) return best;
  const detail::LocalFrame<D> frame(at);
  const Vec<D, double> q = frame.to_local(point);
  const auto gap = [&](const Aabb<D, T>& box) {
    const Aabb<D, double> wide{vec_cast<double>(box.min), vec_cast<double>(box.max)};
    return distance_squared(wide, q) * (1 - 0x1p-40);
  };
  double reach = std::numeric_limits<double>::infinity();
  best.stats =
      body.for_each_piece_near(gap, reach, [&](std::uint32_t id, const Piece<D, T>& piece) {
        const detail::LocalFrame<D> own =
            piece.place == nullptr ? frame : detail::frame_of_part(frame, *piece.place);
        const SurfacePoint<D, T> s = detail::placed_closest_point(piece.shape, own, point);
        const T old = best.nearest.distance;
        const bool nearer = s.distance < old || (s.distance == old && id < best.piece);
        if (best.piece == kNoPiece || nearer) best.nearest = s, best.piece = id;
        // Those as near by rounding are looked at too.
        const double size = double(best.nearest.distance) * (1 + 0x1p-20);
        const double slack = detail::largest_component(q) * 0x1p-40;
        reach = size > 0 ? (size + slack) * (size + slack) : slack * slack;
        return reach;
      });
  return best;
}

// Is the point in one of the pieces, its surface included? Typically O(log n).
template <CompositeShape B, int D, class T>
PointInside point_inside(const B& body, const Transform<D, T>& at, const Vec<D, T>& point) {
  PointInside r;
  r.status = detail::check_point_question(body, at, point);
  if (r.status != Status::ok) return r;
  const detail::LocalFrame<D> frame(at);
  const auto box = detail::box_around<T>(frame.to_local(point));
  (void)body.for_each_piece(box, [&](std::uint32_t, const Piece<D, T>& piece) {
    const detail::LocalFrame<D> own =
        piece.place == nullptr ? frame : detail::frame_of_part(frame, *piece.place);
    r.inside = detail::placed_closest_point(piece.shape, own, point).distance <= 0;
    return !r.inside;
  });
  return r;
}

// Is the point in the solid that the surface closes, the surface included? The exact answer for the
// point as it is after the rounding (to double) of its way into the mesh's frame. By how often the
// surface winds around it: the pieces that a ray along x passes through, counted by the sides on
// which exact signs put its corners, as if the point stood a little off; so no ray goes through an
// edge. Statuses: as above; open_surface; inverted, if the surface winds the wrong way around the
// point. Typically O(sqrt n).
template <int D, class T>
PointInside point_inside(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& at,
                         const Vec<D, T>& point) {
  PointInside r;
  r.status = detail::check_point_question(mesh, at, point);
  if (r.status == Status::ok && !mesh.closed()) r.status = Status::open_surface;
  if (r.status != Status::ok) return r;
  const Vec<D, double> q = detail::LocalFrame<D>(at).to_local(point);
  auto box = detail::box_around<T>(q);
  box.max[0] = std::numeric_limits<T>::infinity();
  detail::Winding<D> winding(q);
  (void)mesh.for_each_piece(box, [&](std::uint32_t id, const Piece<D, T>&) {
    Vec<D, double> corners[D];
    for (std::size_t k = 0; k < D; ++k) corners[k] = vec_cast<double>(mesh.corner(id, k));
    winding.pass(corners);
    return !winding.on_surface();
  });
  r.inside = winding.on_surface() || winding.number() > 0;
  if (!winding.on_surface() && winding.number() < 0) r.status = Status::inverted;
  return r;
}

}  // namespace masu
