// SPDX-License-Identifier: MIT
// make_rotation: rotations from angles, axes, Euler angles and directions. Results have the same
// bits on every machine, and may be constant expressions. For an argument that describes no
// rotation (an axis of length 0, NaN) the result is one that Transform::check() and every query
// reject: not_unit or not_finite.
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

#include <masu/core/sine_cosine.hpp>
#include <masu/core/transform.hpp>

namespace masu {

namespace detail {

// std::sqrt(), also in constant expressions: the root bit by bit, rounded to nearest. x is 0, above
// the subnormal numbers, or NaN.
constexpr double square_root(double x) {
  if (!std::is_constant_evaluated()) return std::sqrt(x);
  if (!(x > 0)) return x;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> 52) - 1075;
  std::uint64_t rest = 0, root = 0;
  const std::uint64_t mantissa = ((bits & 0xf'ffff'ffff'ffff) | std::uint64_t(1) << 52)
                                 << (exponent & 1);
  for (int i = 54; i >= 0; --i) {  // 55 bits of the root of mantissa * 2^56
    const int at = 2 * i - 56;     // the two bits of the mantissa that come next
    const std::uint64_t next = at >= 0 ? mantissa >> at & 3 : 0;
    rest = rest << 2 | next;
    const std::uint64_t trial = root << 2 | 1;
    root <<= 1;
    if (rest >= trial) rest -= trial, root |= 1;
  }
  root = root << 1 | (rest != 0 ? 1 : 0);  // a last bit that says whether it is exact
  const auto scale = std::uint64_t((exponent - (exponent & 1)) / 2 - 29 + 1023) << 52;
  return static_cast<double>(root) * std::bit_cast<double>(scale);
}

// Returns v scaled to length 1 (0 for 0); no intermediate result overflows or underflows.
template <int D>
constexpr Vec<D, double> unit(Vec<D, double> v) {
  double most = 0;
  for (int a = 0; a < D; ++a) {
    const auto size = v[a] < 0 ? -v[a] : v[a];
    if (size > most) most = size;
  }
  if (!is_finite(v)) return v * std::numeric_limits<double>::quiet_NaN();
  if (most == 0) return v;
  for (int a = 0; a < D; ++a) v[a] /= most;
  const double length = square_root(dot(v, v));
  for (int a = 0; a < D; ++a) v[a] /= length;
  return v;
}

// Returns the coordinate axis that makes the largest angle with a unit vector.
constexpr Vec<3, double> far_axis(const Vec<3, double>& u) {
  int least = 0;
  for (int a = 1; a < 3; ++a) {
    if (u[a] * u[a] < u[least] * u[least]) least = a;
  }
  Vec<3, double> r{};
  r[least] = 1;
  return r;
}

}  // namespace detail

// Returns a rotation scaled to length 1, for integrators whose rotations drift. 0 stays 0.
template <class T>
constexpr Rotation<2, T> normalized(const Rotation<2, T>& r) {
  const auto u = detail::unit<2>({{double(r.cosine), double(r.sine)}});
  return rotation_cast<T>(Rotation<2, double>{u[0], u[1]});
}
template <class T>
constexpr Rotation<3, T> normalized(const Rotation<3, T>& r) {
  const auto u = detail::unit<4>({{double(r.x), double(r.y), double(r.z), double(r.w)}});
  return rotation_cast<T>(Rotation<3, double>{u[0], u[1], u[2], u[3]});
}

// Returns the counterclockwise rotation by an angle in radians. See sine_cosine() for its accuracy.
template <std::floating_point T>
constexpr Rotation<2, T> rotation_from_angle(T radians) {
  const SineCosine<T> s = sine_cosine(radians);
  return {s.cosine, s.sine};
}

// Returns the rotation by an angle in radians about an axis through the origin: counterclockwise if
// the axis points towards the viewer. The axis may have any length except 0.
template <std::floating_point T>
constexpr Rotation<3, T> rotation_from_axis_angle(const Vec<3, T>& axis, T radians) {
  const SineCosine<double> half = sine_cosine(double(radians) * 0.5);
  const Vec<3, double> u = detail::unit(vec_cast<double>(axis));
  if (u == Vec<3, double>{}) return {0, 0, 0, 0};
  return rotation_cast<T>(
      Rotation<3, double>{u[0] * half.sine, u[1] * half.sine, u[2] * half.sine, half.cosine});
}

// The order of the world axes about which rotations are composed: xyz rotates about x first, then
// y, then z. About the object's own axes the order is reversed: xyz here (roll, pitch, yaw of URDF
// and ROS) is intrinsic z-y'-x''.
enum class EulerOrder : std::uint8_t { xyz, xzy, yxz, yzx, zxy, zyx };

// Returns the composition of rotations about the world's x, y and z axes by angles in radians, in
// the named order.
template <std::floating_point T>
constexpr Rotation<3, T> rotation_from_euler(EulerOrder order, T about_x, T about_y, T about_z) {
  const auto about = [](int axis, T angle) {
    Vec<3, double> u{};
    u[axis] = 1;
    return rotation_from_axis_angle(u, double(angle));
  };
  const auto x = about(0, about_x), y = about(1, about_y), z = about(2, about_z);
  Rotation<3, double> r;
  switch (order) {
    case EulerOrder::xyz: r = z * (y * x); break;
    case EulerOrder::xzy: r = y * (z * x); break;
    case EulerOrder::yxz: r = z * (x * y); break;
    case EulerOrder::yzx: r = x * (z * y); break;
    case EulerOrder::zxy: r = y * (x * z); break;
    case EulerOrder::zyx: r = x * (y * z); break;
  }
  return rotation_cast<T>(r);
}

// Returns the smallest rotation that takes the direction `from` to `to`. If they are opposite, it
// rotates about some axis perpendicular to `from`. Lengths may be any except 0.
template <class T>
constexpr Rotation<2, T> rotation_between(const Vec<2, T>& from, const Vec<2, T>& to) {
  const auto u = detail::unit(vec_cast<double>(from)), v = detail::unit(vec_cast<double>(to));
  const auto r = detail::unit<2>({{dot(u, v), cross(u, v)}});
  return rotation_cast<T>(Rotation<2, double>{r[0], r[1]});
}
template <class T>
constexpr Rotation<3, T> rotation_between(const Vec<3, T>& from, const Vec<3, T>& to) {
  const auto u = detail::unit(vec_cast<double>(from)), v = detail::unit(vec_cast<double>(to));
  if (u == Vec<3, double>{} || v == Vec<3, double>{}) return {0, 0, 0, 0};
  if (dot(u, v) >=
      0) {  // h halves the angle: u x h = axis * sin(angle / 2), u . h = cos(angle / 2)
    const auto h = detail::unit(u + v), axis = cross(u, h);
    return rotation_cast<T>(Rotation<3, double>{axis[0], axis[1], axis[2], dot(u, h)});
  }
  // u = p + m sin(angle / 2), v = p - m sin(angle / 2), |p| = cos(angle / 2): accurate up to
  // opposite directions, where p vanishes and any axis across m will do.
  const auto m = detail::unit(u - v), p = (u + v) * 0.5;
  auto axis = cross(m, p);
  if (dot(axis, axis) < 0x1p-104) axis = cross(m, detail::far_axis(m));
  axis = detail::unit(axis) * detail::square_root(dot(u - v, u - v) * 0.25);
  const double cosine = detail::square_root(dot(p, p));
  return rotation_cast<T>(Rotation<3, double>{axis[0], axis[1], axis[2], cosine});
}

}  // namespace masu
