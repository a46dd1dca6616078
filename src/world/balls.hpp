// SPDX-License-Identifier: MIT
// Points and balls of a world, asked in place: what closest_point() and ray_cast() say, bit by bit,
// without their questions about shape and frame.
#pragma once

#include "narrow_phase/placed_query.hpp"
#include "narrow_phase/ray_interval.hpp"
#include "world/object_store.hpp"
#include "world/query_ray.hpp"

namespace masu::detail {

// A point or ball about its place, and not turned: its frame changes no bit of a difference.
template <int D, class T>
bool is_ball(const ObjectBody<D, T>& body) {
  const ShapeView<D, T>& s = body.shape.convex;
  return s.kind == ShapeKind::point && !body.shape.has_pieces() && s.p[0] == Vec<D, T>{} &&
         body.at.rotation == Transform<D, T>{}.rotation;
}

template <int D, class T>
T distance_to_ball(const ObjectBody<D, T>& ball, const Vec<D, T>& point) {
  const auto away = vec_cast<double>(point) - vec_cast<double>(ball.at.translation);
  return static_cast<T>(length(away) - double(ball.shape.convex.radius));
}

// Of a ball with a radius above 0, and a sound ray that goes somewhere.
template <int D, class T>
RayCast<D, T> cast_at_ball(const ObjectBody<D, T>& ball, const QueryRay<D, T>& asked) {
  const auto origin = asked.origin - vec_cast<double>(ball.at.translation);
  const LocalHit<D> found =
      first_of(in_round(origin, asked.unit, double(ball.shape.convex.radius)), asked.end);
  RayCast<D, T> r;
  if (!found.hit) return r;
  const double t = found.s / asked.size;
  if (!(t <= double(std::numeric_limits<T>::max()))) return r;
  r.hit = true;
  r.t = static_cast<T>(t);
  if (r.t > asked.ray().max_t) r.t = asked.ray().max_t;
  const LocalFrame<D> frame(ball.at);
  r.point = frame.template to_world<T>(origin + asked.unit * found.s);
  r.normal = vec_cast<T>(frame.turn * found.normal);
  return r;
}

}  // namespace masu::detail
