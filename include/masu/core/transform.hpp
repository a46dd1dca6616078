// SPDX-License-Identifier: MIT
// Where a shape is: first turned, then moved.
#pragma once

#include <masu/core/finite.hpp>
#include <masu/core/matrix.hpp>
#include <masu/core/status.hpp>

namespace masu {

// A turn. It must have length 1, within 2^-10 of its square (drift of integrators); queries take
// what it is a multiple of, so the drift neither grows nor shears a shape.
template <int D, class T>
struct Rotation;

// Counter-clockwise by an angle, given by its cosine and sine: no library function then differs
// from machine to machine.
template <class T>
struct Rotation<2, T> {
  T cosine = 1;
  T sine = 0;

  friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
  constexpr bool finite() const { return is_finite(cosine) && is_finite(sine); }
  constexpr double length_squared() const {
    return double(cosine) * double(cosine) + double(sine) * double(sine);
  }
};

// A quaternion x i + y j + z k + w.
template <class T>
struct Rotation<3, T> {
  T x = 0;
  T y = 0;
  T z = 0;
  T w = 1;

  friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
  constexpr bool finite() const {
    return is_finite(x) && is_finite(y) && is_finite(z) && is_finite(w);
  }
  constexpr double length_squared() const {
    return double(x) * double(x) + double(y) * double(y) + double(z) * double(z) +
           double(w) * double(w);
  }
};

// A place and a turn: first turned, then moved.
template <int D, class T>
struct Transform {
  Vec<D, T> translation{};
  Rotation<D, T> rotation{};

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

using Transform2f = Transform<2, float>;
using Transform3f = Transform<3, float>;
using Transform2d = Transform<2, double>;
using Transform3d = Transform<3, double>;

// The matrix of a rotation near length 1; its columns have length 1 to a few units in the last
// place. 1 / sqrt(1 + e) as a series, whose rest is below 2^-58 for |e| <= 2^-10: no division.
template <class T>
constexpr Matrix<2, double> matrix_of(const Rotation<2, T>& r) {
  const double e = r.length_squared() - 1;
  const double scale =
      1 - e * (0.5 - e * (0.375 - e * (0.3125 - e * (0.2734375 - e * 0.24609375))));
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

// Computed in double, rounded once.
template <int D, class T>
constexpr Vec<D, T> operator*(const Transform<D, T>& at, const Vec<D, T>& p) {
  return vec_cast<T>(matrix_of(at.rotation) * vec_cast<double>(p) +
                     vec_cast<double>(at.translation));
}

}  // namespace masu
