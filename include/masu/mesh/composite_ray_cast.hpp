// SPDX-License-Identifier: MIT
// Where a ray first meets a body of many pieces.
#pragma once

#include <masu/mesh/detail/ray_through.hpp>
#include <masu/mesh/piece_results.hpp>
#include <masu/narrow_phase/detail/placed_query.hpp>

namespace masu {

namespace detail {

template <class T>
RayCast<3, T> cast_at_triangle(const ShapeView<3, T>& s, const LocalFrame<3>& frame,
                               const Ray<3, T>& ray) {
  const RayThrough<3> local(ray, frame);
  const TriangleCast c = cast_triangle(
      local, {vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]), vec_cast<double>(s.p[2])});
  RayCast<3, T> r;
  const double most = is_finite(ray.max_t) ? double(ray.max_t) : std::numeric_limits<T>::max();
  if (!c.hit || c.t > most) return r;
  r.hit = true;
  r.t = static_cast<T>(c.t);
  r.point = frame.template to_world<T>(local.origin + local.direction * c.t);
  if (c.t > 0) r.normal = vec_cast<T>(frame.turn * c.normal);
  return r;
}

template <int D, class T>
RayCast<D, T> cast_at_piece(const ShapeView<D, T>& shape, const LocalFrame<D>& frame,
                            const Ray<D, T>& ray, bool moves) {
  if constexpr (D == 3) {
    const bool triangle = shape.kind == ShapeKind::triangle && shape.radius == 0;
    if (triangle && moves) return cast_at_triangle(shape, frame, ray);
  }
  return placed_ray_cast(shape, frame, ray);
}

}  // namespace detail

// The least (t, piece). Triangles are met from both sides, and no ray slips through between two
// that share an edge; those whose plane the ray runs in are missed. The rest as ray_cast() of a
// shape; no_points for a body without pieces. Typically O(log n).
template <CompositeShape B, int D, class T>
PieceRayCast<D, T> ray_cast(const B& body, const Transform<D, T>& at, const Ray<D, T>& ray) {
  PieceRayCast<D, T> best;
  Status& bad = best.cast.status;
  if (body.bounds().empty()) bad = Status::no_points;
  if (bad == Status::ok) bad = at.check();
  if (bad == Status::ok) bad = detail::check_ray(ray);
  if (bad != Status::ok) return best;
  const detail::LocalFrame<D> frame(at);
  const detail::RayThrough<D> local(ray, frame);
  const bool moves = local.moves();
  // What the ray does not meet is infinitely far, and never to be looked at.
  double reach = is_finite(ray.max_t) ? double(ray.max_t) : std::numeric_limits<double>::max();
  const auto take = [&](std::uint32_t id, const Piece<D, T>& piece) {
    const detail::LocalFrame<D> own =
        piece.place == nullptr ? frame : detail::frame_of_part(frame, *piece.place);
    const RayCast<D, T> c = detail::cast_at_piece(piece.shape, own, ray, moves);
    const bool sooner =
        !best.cast.hit || c.t < best.cast.t || (c.t == best.cast.t && id < best.piece);
    if (c.hit && sooner) best.cast = c, best.piece = id;
    if (best.cast.hit) reach = double(best.cast.t) * (1 + 0x1p-20);
    return reach;
  };
  const auto near = [&] {
    const auto gap = [&](const Aabb<D, T>& box) { return local.enter(box); };
    return body.for_each_piece_near(gap, reach, take);
  };
  if constexpr (RayWalkedShape<B>) {
    bool walks = true;  // bodies behind functions may lack one
    if constexpr (requires { body.walks_along(); }) walks = body.walks_along();
    best.stats =
        walks ? body.for_each_piece_along(local.origin, local.direction, reach, take) : near();
  } else {
    best.stats = near();
  }
  return best;
}

}  // namespace masu
