// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/point_query.hpp>

#include "core/instantiate.hpp"
#include "narrow_phase/nearest_surface.hpp"
#include "narrow_phase/placed_query.hpp"

namespace masu {
namespace {

template <int D, class T>
Status check_question(const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                      const Vec<D, T>& point) {
  for (const Status s : {check_view(shape), pose.check(), detail::check_position(point)}) {
    if (s != Status::ok) return s;
  }
  return Status::ok;
}

}  // namespace

template <int D, class T>
SurfacePoint<D, T> detail::placed_closest_point(const ShapeView<D, T>& shape,
                                                const LocalFrame<D>& frame,
                                                const Vec<D, T>& point) {
  const Vec<D, double> q = frame.to_local(point);
  const auto near = detail::nearest_surface(shape, q);
  const double distance = near.distance - double(shape.radius);
  SurfacePoint<D, T> r;
  r.status = near.status;
  r.distance = static_cast<T>(distance);
  r.normal = vec_cast<T>(frame.rotation * near.normal);
  r.point = frame.template to_world<T>(q - near.normal * distance);
  return r;
}

template <int D, class T>
SurfacePoint<D, T> closest_point_of_view(const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                                         const Vec<D, T>& point) {
  if (const Status s = check_question(shape, pose, point); s != Status::ok) return {.status = s};
  return detail::placed_closest_point(shape, detail::LocalFrame<D>(pose), point);
}

template <int D, class T>
PointInside point_inside_view(const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                              const Vec<D, T>& point) {
  if (const Status s = check_question(shape, pose, point); s != Status::ok) return {s, false};
  const auto near = detail::nearest_surface(shape, detail::LocalFrame<D>(pose).to_local(point));
  return {near.status, near.distance <= double(shape.radius)};
}

#define MASU_INSTANTIATE(D, T)                                                                 \
  template SurfacePoint<D, T> detail::placed_closest_point(                                    \
      const ShapeView<D, T>&, const detail::LocalFrame<D>&, const Vec<D, T>&);                 \
  template SurfacePoint<D, T> closest_point_of_view(const ShapeView<D, T>&,                    \
                                                    const Transform<D, T>&, const Vec<D, T>&); \
  template PointInside point_inside_view(const ShapeView<D, T>&, const Transform<D, T>&,       \
                                         const Vec<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
