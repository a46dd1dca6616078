// SPDX-License-Identifier: MIT
// Points, rays and moving shapes against checked sub-shapes of larger bodies.
#pragma once

#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "narrow_phase/body_motion.hpp"
#include "narrow_phase/local_frame.hpp"
#include "shapes/sound.hpp"

namespace masu::detail {

// The frame of a part with the pose `part` in another frame.
template <int D, class T>
LocalFrame<D> frame_of_part(const LocalFrame<D>& frame, const Transform<D, T>& part) {
  const Matrix<D, double> m = matrix_of(part.rotation);
  LocalFrame<D> r = frame;
  for (int i = 0; i < D; ++i) r.rotation.row[i] = transposed_times(m, frame.rotation.row[i]);
  r.translation = frame.rotation * vec_cast<double>(part.translation) + frame.translation;
  return r;
}

template <int D, class T>
Status check_ray(const Ray<D, T>& ray) {
  if (sound_position(ray.origin) & sound_position(ray.direction) & (ray.max_t >= 0)) {
    return Status::ok;
  }
  if (ray.max_t != ray.max_t) return Status::not_finite;
  if (ray.max_t < 0) return Status::out_of_range;
  const Status s = check_position(ray.origin);
  return s != Status::ok ? s : check_position(ray.direction);
}

// closest_point() and ray_cast() of a sub-shape in a given frame.
template <int D, class T>
SurfacePoint<D, T> placed_closest_point(const ShapeView<D, T>& shape, const LocalFrame<D>& frame,
                                        const Vec<D, T>& point);
template <int D, class T>
RayCast<D, T> placed_ray_cast(const ShapeView<D, T>& shape, const LocalFrame<D>& frame,
                              const Ray<D, T>& ray);
// As above, for a triangle without a radius; `origin` and `direction` are the ray's in the frame.
template <class T>
RayCast<3, T> placed_triangle_cast(const ShapeView<3, T>& triangle, const LocalFrame<3>& frame,
                                   const Vec<3, double>& origin, const Vec<3, double>& direction,
                                   const Ray<3, T>& ray);

// A sub-shape and the motion of its body; `part` may be nullptr.
template <int D, class T>
struct MovingSubShape {
  ShapeView<D, T> shape;
  const Transform<D, T>* part;
  const BodyMotion<D>& motion;
};

template <int D, class T>
Impact<D, T> placed_impact(const MovingSubShape<D, T>& a, const MovingSubShape<D, T>& b,
                           double tolerance, int most_rounds);

}  // namespace masu::detail
