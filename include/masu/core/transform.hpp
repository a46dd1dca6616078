// SPDX-License-Identifier: MIT
// Rotation and Transform: the pose of a shape.
#pragma once

#include <masu/core/finite.hpp>
#include <masu/core/matrix.hpp>
#include <masu/core/status.hpp>

namespace masu {

// A rotation. Its squared length must be within 2^-10 of 1 (drift of integrators); queries scale it
// to length 1, so the drift neither scales nor shears a shape. rotation_from_angle() and others in
// make_rotation.hpp make one; a * b is b followed by a; inverse(a) undoes a.
template <int D, class T>
struct Rotation;

// A rotation in 2D, counterclockwise by an angle that is stored as its cosine and sine.
template <class T>
struct Rotation<2, T> {
  T cosine = 1;  // of the angle
  T sine = 0;    // of the angle

  // Returns the identity, the same as Rotation{}.
  static constexpr Rotation identity() { return {}; }
  friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
  // Returns whether both numbers are finite.
  constexpr bool finite() const { return is_finite(cosine) && is_finite(sine); }
  // Returns cosine^2 + sine^2, in double: 1 for an exact rotation.
  constexpr double length_squared() const {
    return double(cosine) * double(cosine) + double(sine) * double(sine);
  }
};

// A quaternion x i + y j + z k + w.
template <class T>
struct Rotation<3, T> {
  T x = 0;  // coefficient of i: axis[0] * sin(angle / 2)
  T y = 0;  // coefficient of j: axis[1] * sin(angle / 2)
  T z = 0;  // coefficient of k: axis[2] * sin(angle / 2)
  T w = 1;  // the real part: cos(angle / 2)

  // Returns the identity, the same as Rotation{}.
  static constexpr Rotation identity() { return {}; }
  friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
  // Returns whether all four numbers are finite.
  constexpr bool finite() const {
    return is_finite(x) && is_finite(y) && is_finite(z) && is_finite(w);
  }
  // Returns x^2 + y^2 + z^2 + w^2, in double: 1 for an exact rotation.
  constexpr double length_squared() const {
    return double(x) * double(x) + double(y) * double(y) + double(z) * double(z) +
           double(w) * double(w);
  }
};

// A pose: a rotation about the origin, followed by a translation. Maps points of an object's own
// frame to the world: `pose * point`. docs/transforms.md shows how to make and combine poses.
template <int D, class T>
struct Transform {
  Vec<D, T> translation{};    // applied after the rotation
  Rotation<D, T> rotation{};  // applied first

  // Returns the identity, the same as Transform{}.
  static constexpr Transform identity() { return {}; }

  friend constexpr bool operator==(const Transform&, const Transform&) = default;

  // not_finite; out_of_range: a translation beyond 2^140, whose square leaves double; not_unit.
  constexpr Status check() const {
    if (!is_finite(translation) || !rotation.finite()) return Status::not_finite;
    for (int a = 0; a < D; ++a) {
      const double x = double(translation[a]);
      if (x > 0x1p140 || x < -0x1p140) return Status::out_of_range;
    }
    const double off = rotation.length_squared() - 1;
    return off <= 0x1p-10 && off >= -0x1p-10 ? Status::ok : Status::not_unit;
  }
};

// Rotations and transforms in 2D or 3D, of float or double.
using Rotation2f = Rotation<2, float>;
using Rotation3f = Rotation<3, float>;
using Rotation2d = Rotation<2, double>;
using Rotation3d = Rotation<3, double>;
using Transform2f = Transform<2, float>;
using Transform3f = Transform<3, float>;
using Transform2d = Transform<2, double>;
using Transform3d = Transform<3, double>;

namespace detail {

// 1 / sqrt(1 + e) as a series, whose rest is below 2^-58 for |e| <= 2^-10: no division.
constexpr double inverse_length(double e) {
  return 1 - e * (0.5 - e * (0.375 - e * (0.3125 - e * (0.2734375 - e * 0.24609375))));
}

}  // namespace detail

// The matrix of a rotation near length 1; its columns have length 1 to a few units in the last
// place.
template <class T>
constexpr Matrix<2, double> matrix_of(const Rotation<2, T>& r) {
  const double scale = detail::inverse_length(r.length_squared() - 1);
  const double c = double(r.cosine) * scale;
  const double s = double(r.sine) * scale;
  return {{{c, -s}, {s, c}}};
}

// 2 / (1 + e) by its series, as above.
template <class T>
constexpr Matrix<3, double> matrix_of(const Rotation<3, T>& r) {
  const double e = r.length_squared() - 1;
  const double scale = 2 - e * (2 - e * (2 - e * (2 - e * (2 - e * 2))));
  const double x = double(r.x), y = double(r.y), z = double(r.z), w = double(r.w);
  const double sx = scale * x, sy = scale * y, sz = scale * z;
  return {{{1 - (sy * y + sz * z), sx * y - sz * w, sx * z + sy * w},
           {sx * y + sz * w, 1 - (sx * x + sz * z), sy * z - sx * w},
           {sx * z - sy * w, sy * z + sx * w, 1 - (sx * x + sy * y)}}};
}

// Converts each number to another scalar, rounded to nearest.
template <class To, class T>
constexpr Rotation<2, To> rotation_cast(const Rotation<2, T>& r) {
  return {static_cast<To>(r.cosine), static_cast<To>(r.sine)};
}
template <class To, class T>
constexpr Rotation<3, To> rotation_cast(const Rotation<3, T>& r) {
  return {static_cast<To>(r.x), static_cast<To>(r.y), static_cast<To>(r.z), static_cast<To>(r.w)};
}
template <class To, int D, class T>
constexpr Transform<D, To> transform_cast(const Transform<D, T>& pose) {
  return {vec_cast<To>(pose.translation), rotation_cast<To>(pose.rotation)};
}

// Maps a point of the object's frame to the world: rotated, then translated. Computed in double,
// rounded once.
template <int D, class T>
constexpr Vec<D, T> operator*(const Transform<D, T>& pose, const Vec<D, T>& p) {
  return vec_cast<T>(matrix_of(pose.rotation) * vec_cast<double>(p) +
                     vec_cast<double>(pose.translation));
}
// Rotates a vector. Computed in double, rounded once.
template <int D, class T>
constexpr Vec<D, T> operator*(const Rotation<D, T>& r, const Vec<D, T>& v) {
  return vec_cast<T>(matrix_of(r) * vec_cast<double>(v));
}

// Undoes a rotation.
template <class T>
constexpr Rotation<2, T> inverse(const Rotation<2, T>& r) {
  return {r.cosine, -r.sine};
}
template <class T>
constexpr Rotation<3, T> inverse(const Rotation<3, T>& r) {
  return {-r.x, -r.y, -r.z, r.w};
}
// Undoes a transform: inverse(pose) * (pose * p) is p, up to rounding.
template <int D, class T>
constexpr Transform<D, T> inverse(const Transform<D, T>& pose) {
  const auto back = transposed_times(matrix_of(pose.rotation), vec_cast<double>(pose.translation));
  return {vec_cast<T>(-back), inverse(pose.rotation)};
}

namespace detail {

// What a product is scaled by: 1, or to length 1 where it is off by more than rounding to T, so
// that the drift of a long chain of products does not add up.
template <class T, int D>
constexpr double product_scale(const Rotation<D, double>& r) {
  const double e = r.length_squared() - 1;
  const double limit = sizeof(T) == sizeof(float) ? 0x1p-20 : 0x1p-49;
  return e > limit || e < -limit ? inverse_length(e) : 1;
}

}  // namespace detail

// Composes two rotations: first b, then a. Computed in double; the result has length 1 within
// rounding where both factors are valid.
template <class T>
constexpr Rotation<2, T> operator*(const Rotation<2, T>& a, const Rotation<2, T>& b) {
  const auto p = rotation_cast<double>(a), q = rotation_cast<double>(b);
  const Rotation<2, double> r{p.cosine * q.cosine - p.sine * q.sine,
                              p.sine * q.cosine + p.cosine * q.sine};
  const double s = detail::product_scale<T>(r);
  return {static_cast<T>(r.cosine * s), static_cast<T>(r.sine * s)};
}
template <class T>
constexpr Rotation<3, T> operator*(const Rotation<3, T>& a, const Rotation<3, T>& b) {
  const auto p = rotation_cast<double>(a), q = rotation_cast<double>(b);
  const Rotation<3, double> r{p.w * q.x + p.x * q.w + (p.y * q.z - p.z * q.y),
                              p.w * q.y + p.y * q.w + (p.z * q.x - p.x * q.z),
                              p.w * q.z + p.z * q.w + (p.x * q.y - p.y * q.x),
                              p.w * q.w - (p.x * q.x + p.y * q.y + p.z * q.z)};
  const double s = detail::product_scale<T>(r);
  return {static_cast<T>(r.x * s), static_cast<T>(r.y * s), static_cast<T>(r.z * s),
          static_cast<T>(r.w * s)};
}
// Composes two transforms: first b, then a. (a * b) * p is a * (b * p), up to rounding: a child's
// pose in its parent, times the parent's pose from the left, is the child's pose in the world.
template <int D, class T>
constexpr Transform<D, T> operator*(const Transform<D, T>& a, const Transform<D, T>& b) {
  return {a * b.translation, a.rotation * b.rotation};
}

// Maps a point from the object's frame to the world: at * point.
template <int D, class T>
constexpr Vec<D, T> to_world(const Transform<D, T>& pose, const Vec<D, T>& point) {
  return pose * point;
}
// Maps a point from the world to the object's frame. Computed in double, rounded once.
template <int D, class T>
constexpr Vec<D, T> to_local(const Transform<D, T>& pose, const Vec<D, T>& point) {
  return vec_cast<T>(transposed_times(
      matrix_of(pose.rotation), vec_cast<double>(point) - vec_cast<double>(pose.translation)));
}
// Rotates a direction, velocity or normal from the object's frame to the world; no translation.
template <int D, class T>
constexpr Vec<D, T> to_world_vector(const Transform<D, T>& pose, const Vec<D, T>& v) {
  return pose.rotation * v;
}
// Rotates a direction, velocity or normal from the world to the object's frame; no translation.
template <int D, class T>
constexpr Vec<D, T> to_local_vector(const Transform<D, T>& pose, const Vec<D, T>& v) {
  return vec_cast<T>(transposed_times(matrix_of(pose.rotation), vec_cast<double>(v)));
}

}  // namespace masu
