// SPDX-License-Identifier: MIT
// Where a ray first meets a body of many pieces.
#pragma once

#include <masu/mesh/detail/ray_through.hpp>
#include <masu/mesh/piece_results.hpp>
#include <masu/narrow_phase/detail/placed_query.hpp>

namespace masu {

namespace detail {

// `local`: the ray in `frame`, that of the body.
template <int D, class T>
RayCast<D, T> cast_at_piece(const Piece<D, T>& piece, const LocalFrame<D>& frame,
                            const RayThrough<D>& local, const Ray<D, T>& ray) {
  const ShapeView<D, T>& s = piece.shape;
  if (piece.place != nullptr) return placed_ray_cast(s, frame_of_part(frame, *piece.place), ray);
  if constexpr (D == 3) {
    if (s.kind == ShapeKind::triangle && s.radius == 0) {
      return placed_triangle_cast(s, frame, local.origin, local.direction, ray);
    }
  }
  return placed_ray_cast(s, frame, ray);
}

}  // namespace detail

// Finds the least (t, piece) of what ray_cast() says of each piece. No ray slips through between
// two triangles that share an edge. no_points: a body without pieces. Typically O(log n).
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
  // What the ray does not meet is infinitely far, and never to be looked at.
  double reach = is_finite(ray.max_t) ? double(ray.max_t) : std::numeric_limits<double>::max();
  const auto take = [&](std::uint32_t id, const Piece<D, T>& piece) {
    const RayCast<D, T> c = detail::cast_at_piece(piece, frame, local, ray);
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
