// SPDX-License-Identifier: MIT
// Rotations and transforms composed, in double.
#pragma once

#include <cmath>

#include <masu/core/transform.hpp>

namespace masu::io {

using Quaternion = Rotation<3, double>;
using Pose = Transform<3, double>;

inline Quaternion operator*(const Quaternion& p, const Quaternion& q) {
  return {
      p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
      p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}

inline Quaternion normalized(const Quaternion& q) {
  const double size = std::sqrt(q.length_squared());
  return {q.x / size, q.y / size, q.z / size, q.w / size};
}

// b first, then a.
inline Pose compose(const Pose& a, const Pose& b) {
  return {a * b.translation, normalized(a.rotation * b.rotation)};
}

// About an axis of length 1.
inline Quaternion about(const Vec<3, double>& axis, double angle) {
  const double s = std::sin(angle / 2);
  return {axis[0] * s, axis[1] * s, axis[2] * s, std::cos(angle / 2)};
}

// URDF's: about the fixed axes x, y and z, in turn.
inline Quaternion of_roll_pitch_yaw(const Vec<3, double>& rpy) {
  return normalized(about({0, 0, 1}, rpy[2]) * about({0, 1, 0}, rpy[1]) * about({1, 0, 0}, rpy[0]));
}

}  // namespace masu::io
