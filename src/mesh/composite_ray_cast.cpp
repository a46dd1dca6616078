// SPDX-License-Identifier: MIT
#include <masu/mesh/composite_ray_cast.hpp>

#include "core/instantiate.hpp"
#include "mesh/body.hpp"
#include "mesh/ray_through.hpp"
#include "narrow_phase/placed_query.hpp"

namespace masu::detail {
namespace {

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

}  // namespace

template <int D, class T>
PieceRayCast<D, T> ray_cast_body(
    const BodyView<D, T>& body, const Transform<D, T>& at, const Ray<D, T>& ray,
    const FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)>* accept) {
  PieceRayCast<D, T> best;
  Status& bad = best.status;
  if (body.bounds().empty()) bad = Status::no_points;
  if (bad == Status::ok) bad = at.check();
  if (bad == Status::ok) bad = check_ray(ray);
  if (bad != Status::ok) return best;
  const LocalFrame<D> frame(at);
  const RayThrough<D> local(ray, frame);
  // Boxes that the ray misses are infinitely far, beyond every reach.
  double reach = is_finite(ray.max_t) ? double(ray.max_t) : std::numeric_limits<double>::max();
  const auto take = [&](std::uint32_t id, const Piece<D, T>& piece) {
    const RayCast<D, T> c = cast_at_piece(piece, frame, local, ray);
    const bool sooner = !best.hit || c.t < best.t || (c.t == best.t && id < best.piece);
    if (c.hit && sooner && (accept == nullptr || (*accept)(c, id)))
      best.cast() = c, best.piece = id;
    if (best.hit) reach = double(best.t) * (1 + 0x1p-20);
    return reach;
  };
  if (body.walks_along()) {
    best.stats = body.for_each_piece_along(local.origin, local.direction, reach, take);
  } else {
    const RayThroughBoxes<D> through(local, frame);
    const auto gap = [&](const Aabb<D, T>& box) { return through.enter(box); };
    best.stats = pieces_near<D, T>(body, gap, reach, take);
  }
  return best;
}

#define MASU_INSTANTIATE(D, T)                                         \
  template PieceRayCast<D, T> ray_cast_body(                           \
      const BodyView<D, T>&, const Transform<D, T>&, const Ray<D, T>&, \
      const FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)>*);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
