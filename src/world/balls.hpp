// SPDX-License-Identifier: MIT
// Queries of points and balls of a world: closest_point() and ray_cast() bit for bit, without their
// checks of shape and frame.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "narrow_phase/placed_query.hpp"
#include "narrow_phase/ray_interval.hpp"
#include "world/object_store.hpp"
#include "world/query_ray.hpp"

namespace masu::detail {

// A point or ball centered at its pose and not rotated: its frame changes no bit of a difference.
template <int D, class T>
bool is_ball(const ObjectBody<D, T>& body) {
  const ShapeView<D, T>& s = body.shape.convex;
  return s.kind == ShapeKind::point && !body.shape.is_composite() && s.p[0] == Vec<D, T>{} &&
         body.pose.rotation == Transform<D, T>{}.rotation;
}

template <int D, class T>
T distance_to_ball(const Vec<D, T>& center, T radius, const Vec<D, T>& point) {
  const auto away = vec_cast<double>(point) - vec_cast<double>(center);
  return static_cast<T>(length(away) - double(radius));
}

// Returns whether a valid ray certainly misses the ball with this AABB. aabb_of() rounds a side by
// a unit in the last place, so the center of the box is off by as much as the sides exceed the
// radius; the rest bounds the rounding of in_ball() and of this function in double.
template <int D, class T>
bool misses_ball_in(const Aabb<D, T>& box, const QueryRay<D, T>& ray) {
  if (!ray.sound) return false;
  Vec<D, double> to;
  double radius = 0;
  double size = 0;
  double travel = 0;
  for (int a = 0; a < D; ++a) {
    const double low = double(box.min[a]);
    const double high = double(box.max[a]);
    to[a] = (low + high) * 0.5 - ray.origin[a];
    radius = std::max(radius, (high - low) * 0.5);
    size = std::max(size, std::max(-low, high));
    travel += std::fabs(to[a]);
  }
  constexpr double kRounded = 8 * double(std::numeric_limits<T>::epsilon());
  radius += kRounded * size + 0x1p-48 * (size + travel);
  const Vec<D, double> nearest = to - ray.unit * dot(to, ray.unit);
  return length_squared(nearest) > radius * radius;
}

// Precondition: the ball has a positive radius, the ray is valid and its direction is not zero.
template <int D, class T>
RayCast<D, T> cast_at_ball(const ObjectBody<D, T>& ball, const QueryRay<D, T>& asked) {
  const auto origin = asked.origin - vec_cast<double>(ball.pose.translation);
  const LocalHit<D> found =
      first_of(in_ball(origin, asked.unit, double(ball.shape.convex.radius)), asked.end);
  RayCast<D, T> r;
  if (!found.hit) return r;
  const double t = found.s / asked.size;
  if (!(t <= double(std::numeric_limits<T>::max()))) return r;
  r.hit = true;
  r.t = static_cast<T>(t);
  if (r.t > asked.ray().max_t) r.t = asked.ray().max_t;
  const LocalFrame<D> frame(ball.pose);
  r.point = frame.template to_world<T>(origin + asked.unit * found.s);
  r.normal = vec_cast<T>(frame.rotation * found.normal);
  return r;
}

}  // namespace masu::detail
