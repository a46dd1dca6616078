// SPDX-License-Identifier: MIT
// HalfAngle, poses between two poses, and the speeds of points on the path.
#pragma once

#include <algorithm>
#include <cmath>

#include <masu/narrow_phase/time_of_impact.hpp>

namespace masu::detail {

// Half of a rotation between two rotations, by cosine and sine of half its angle; in 2D its sine
// has the sign of the rotation. The sine comes from the chord: 1 - cosine is 0 for small angles.
struct HalfAngle {
  double cosine;
  double sine;
};

template <class T>
Vec<2, double> unit_of(const Rotation<2, T>& r) {
  const double size = std::sqrt(r.length_squared());
  return {double(r.cosine) / size, double(r.sine) / size};
}
template <class T>
Vec<4, double> unit_of(const Rotation<3, T>& r) {
  const double size = std::sqrt(r.length_squared());
  return {double(r.x) / size, double(r.y) / size, double(r.z) / size, double(r.w) / size};
}

template <class T>
HalfAngle half_angle(const Rotation<2, T>& from, const Rotation<2, T>& to) {
  const Vec<2, double> a = unit_of(from);
  const Vec<2, double> b = unit_of(to);
  const double sine = length(b - a) / 2;
  return {std::sqrt(std::max(0.0, 1 + dot(a, b)) / 2),
          a[0] * b[1] - a[1] * b[0] < 0 ? -sine : sine};
}
template <class T>
HalfAngle half_angle(const Rotation<3, T>& from, const Rotation<3, T>& to) {
  const Vec<4, double> a = unit_of(from);
  const Vec<4, double> b = unit_of(to);
  const double cosine = std::min(std::fabs(dot(a, b)), 1.0);
  return {cosine, length(dot(a, b) < 0 ? a + b : b - a) * std::sqrt((1 + cosine) / 2)};
}

// Returns the largest angular speed in radians per unit of t: interpolated quaternions rotate
// fastest in the middle. For half a turn it is 4, compared with pi for a uniform rotation.
inline double angular_speed(const HalfAngle& half) {
  return 4 * std::fabs(half.sine) / (1 + half.cosine);
}

template <class T>
Rotation<2, T> rotation_between(const Rotation<2, T>& from, const Rotation<2, T>& to, double t) {
  const HalfAngle half = half_angle(from, to);
  double c = 1 - t + t * half.cosine;
  double s = t * half.sine;
  const double size = std::sqrt(c * c + s * s);
  c /= size, s /= size;
  const Vec<2, double> rotation{c * c - s * s, 2 * c * s};
  const Vec<2, double> a = unit_of(from);
  return {static_cast<T>(a[0] * rotation[0] - a[1] * rotation[1]),
          static_cast<T>(a[1] * rotation[0] + a[0] * rotation[1])};
}
template <class T>
Rotation<3, T> rotation_between(const Rotation<3, T>& from, const Rotation<3, T>& to, double t) {
  const Vec<4, double> a = unit_of(from);
  Vec<4, double> b = unit_of(to);
  if (dot(a, b) < 0) b = -b;
  Vec<4, double> q = a * (1 - t) + b * t;
  q = q * (1 / std::sqrt(dot(q, q)));
  return {static_cast<T>(q[0]), static_cast<T>(q[1]), static_cast<T>(q[2]), static_cast<T>(q[3])};
}

template <int D, class T>
Transform<D, T> pose_between(const Sweep<D, T>& sweep, double t) {
  if (!(t > 0)) return sweep.begin;
  if (!(t < 1)) return sweep.end;
  const auto from = vec_cast<double>(sweep.begin.translation);
  const auto to = vec_cast<double>(sweep.end.translation);
  Transform<D, T> pose{vec_cast<T>(from + (to - from) * t), sweep.begin.rotation};
  if (sweep.begin.rotation != sweep.end.rotation) {
    pose.rotation = rotation_between(sweep.begin.rotation, sweep.end.rotation, t);
  }
  return pose;
}

}  // namespace masu::detail
