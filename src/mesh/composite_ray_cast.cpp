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
RayCast<D, T> cast_at_sub_shape(const SubShape<D, T>& sub_shape, const LocalFrame<D>& frame,
                                const RayThrough<D>& local, const Ray<D, T>& ray) {
  const ShapeView<D, T>& s = sub_shape.shape;
  if (sub_shape.pose != nullptr)
    return placed_ray_cast(s, frame_of_part(frame, *sub_shape.pose), ray);
  if constexpr (D == 3) {
    if (s.kind == ShapeKind::triangle && s.radius == 0) {
      return placed_triangle_cast(s, frame, local.origin, local.direction, ray);
    }
  }
  return placed_ray_cast(s, frame, ray);
}

}  // namespace

template <int D, class T>
SubShapeRayCast<D, T> ray_cast_body(
    const BodyView<D, T>& body, const Transform<D, T>& pose, const Ray<D, T>& ray,
    const FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)>* accept) {
  SubShapeRayCast<D, T> best;
  Status& bad = best.status;
  if (body.bounds().empty()) bad = Status::no_points;
  if (bad == Status::ok) bad = pose.check();
  if (bad == Status::ok) bad = check_ray(ray);
  if (bad != Status::ok) return best;
  const LocalFrame<D> frame(pose);
  const RayThrough<D> local(ray, frame);
  // Boxes that the ray misses are infinitely far, beyond every reach.
  double reach = is_finite(ray.max_t) ? double(ray.max_t) : std::numeric_limits<double>::max();
  const auto take = [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
    const RayCast<D, T> c = cast_at_sub_shape(sub_shape, frame, local, ray);
    const bool sooner = !best.hit || c.t < best.t || (c.t == best.t && id < best.sub_shape);
    if (c.hit && sooner && (accept == nullptr || (*accept)(c, id)))
      best.cast() = c, best.sub_shape = id;
    if (best.hit) reach = double(best.t) * (1 + 0x1p-20);
    return reach;
  };
  if (body.walks_along()) {
    best.stats = body.for_each_sub_shape_along(local.origin, local.direction, reach, take);
  } else {
    const RayThroughBoxes<D> through(local, frame);
    const auto gap = [&](const Aabb<D, T>& box) { return through.enter(box); };
    best.stats = sub_shapes_near<D, T>(body, gap, reach, take);
  }
  return best;
}

#define MASU_INSTANTIATE(D, T)                                         \
  template SubShapeRayCast<D, T> ray_cast_body(                        \
      const BodyView<D, T>&, const Transform<D, T>&, const Ray<D, T>&, \
      const FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)>*);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
