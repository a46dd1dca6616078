// SPDX-License-Identifier: MIT
// The interval of a line inside simple convex sets, clipped by each of them.
#pragma once

#include <limits>

#include <masu/core/ray.hpp>
#include <masu/core/status.hpp>

#include "narrow_phase/pair_frame.hpp"

namespace masu::detail {

// Points origin + s * along; `along` has length 1.
template <int D>
struct LocalRay {
  Vec<D, double> origin;
  Vec<D, double> along;
  double end = std::numeric_limits<double>::infinity();

  Vec<D, double> at(double s) const { return origin + along * s; }
};

// Empty where enter > exit. `normal` is that of the set entered last.
template <int D>
struct Interval {
  double enter = -std::numeric_limits<double>::infinity();
  double exit = std::numeric_limits<double>::infinity();
  Vec<D, double> normal{};

  static Interval none() { return {1, -1, {}}; }
  bool empty() const { return !(enter <= exit); }

  void clip(const Interval& o) {
    if (o.enter > enter) enter = o.enter, normal = o.normal;
    if (o.exit < exit) exit = o.exit;
  }
};

// `s` counts lengths from the ray's start. Inside: s = 0 and no normal.
template <int D>
struct LocalHit {
  Status status = Status::ok;
  bool hit = false;
  double s = 0;
  Vec<D, double> normal{};
};

template <int D>
LocalHit<D> first_of(const Interval<D>& i, double end) {
  if (i.empty() || i.exit < 0 || i.enter > end) return {};
  if (i.enter <= 0) return {.hit = true};
  return {.hit = true, .s = i.enter, .normal = i.normal};
}

// normal . x <= offset, the normal unit.
template <int D>
Interval<D> in_plane(const LocalRay<D>& ray, const Vec<D, double>& normal, double offset) {
  const double height = dot(normal, ray.origin) - offset;
  const double slope = dot(normal, ray.along);
  Interval<D> i;
  if (slope < 0) {
    i.enter = -height / slope;
    i.normal = normal;
  } else if (slope > 0) {
    i.exit = -height / slope;
  } else if (height > 0) {
    return Interval<D>::none();
  }
  return i;
}

// |m| <= radius for m = offset + s * step: a ball, or a cylinder where both are perpendicular to
// its axis. `speed` is the length of the step. The root is relative to the point nearest to the
// center, so that nothing cancels far away.
template <int D>
Interval<D> in_ball(const Vec<D, double>& offset, const Vec<D, double>& step, double radius) {
  const double squared = length_squared(step);
  if (!(squared > 0)) {
    return length_squared(offset) <= radius * radius ? Interval<D>{} : Interval<D>::none();
  }
  const double mid = -dot(offset, step) / squared;
  const Vec<D, double> nearest = offset + step * mid;
  const double deep = radius * radius - length_squared(nearest);
  if (!(deep >= 0)) return Interval<D>::none();
  const double half = std::sqrt(deep / squared);
  const Vec<D, double> out = nearest - step * half;
  return {mid - half, mid + half, out * (1 / radius)};
}

// All within `radius` of the line through a along the unit axis, between a and a + length * axis.
template <int D>
Interval<D> in_cylinder(const LocalRay<D>& ray, const Vec<D, double>& a, const Vec<D, double>& axis,
                        double length, double radius) {
  const Vec<D, double> m = ray.origin - a;
  Interval<D> i = in_ball(m - axis * dot(m, axis), ray.along - axis * dot(ray.along, axis), radius);
  i.clip(in_plane(ray, -axis, -dot(axis, a)));
  i.clip(in_plane(ray, axis, dot(axis, a) + length));
  return i;
}

// Scales to length 1 and returns the length: 0 for a zero direction. Squares of tiny ones would
// underflow.
template <int D, class T>
double unit_of(const Vec<D, T>& direction, Vec<D, double>& unit) {
  unit = vec_cast<double>(direction);
  double scale = 1;
  if (largest_component(unit) < 0x1p-140) {
    scale = 0x1p-900;
    unit = unit * 0x1p900;
  }
  const double size = length(unit);
  if (size > 0) unit = unit * (1 / size);
  return size * scale;
}

// Converts a t of T to lengths s of the unit direction.
template <int D, class T>
double end_of(const Ray<D, T>& ray, double size) {
  return is_finite(ray.max_t) ? double(ray.max_t) * size : std::numeric_limits<double>::infinity();
}

}  // namespace masu::detail
