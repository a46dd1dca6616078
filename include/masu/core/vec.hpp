// SPDX-License-Identifier: MIT
// A point or direction: D scalars, nothing else.
#pragma once

#include <cmath>

#include <masu/core/platform.hpp>

namespace masu {

// A vector or a point.
template <int D, class T>
struct Vec {
  static_assert(D >= 1 && D <= 4);
  static constexpr int kDimension = D;
  using Scalar = T;

  T v[D];  // the coordinates, by axis

  // The coordinate on an axis. Precondition: 0 <= axis < D.
  constexpr T& operator[](int axis) { return v[axis]; }
  constexpr const T& operator[](int axis) const { return v[axis]; }

  // Returns the vector whose coordinates all are `value`.
  static constexpr Vec all(T value) {
    Vec r{};
    for (int a = 0; a < D; ++a) r.v[a] = value;
    return r;
  }

  friend constexpr bool operator==(const Vec&, const Vec&) = default;

  // Adds, subtracts and scales, axis by axis.
  friend constexpr Vec operator+(Vec a, const Vec& b) {
    for (int i = 0; i < D; ++i) a.v[i] += b.v[i];
    return a;
  }
  friend constexpr Vec operator-(Vec a, const Vec& b) {
    for (int i = 0; i < D; ++i) a.v[i] -= b.v[i];
    return a;
  }
  friend constexpr Vec operator*(Vec a, T s) {
    for (int i = 0; i < D; ++i) a.v[i] *= s;
    return a;
  }
  friend constexpr Vec operator*(T s, const Vec& a) { return a * s; }
  friend constexpr Vec operator-(Vec a) {
    for (int i = 0; i < D; ++i) a.v[i] = -a.v[i];
    return a;
  }
};

// Vectors in 2D or 3D, of float or double.
using Vec2f = Vec<2, float>;
using Vec3f = Vec<3, float>;
using Vec2d = Vec<2, double>;
using Vec3d = Vec<3, double>;

// Returns the dot product, summed in axis order, so the bits are the same everywhere.
template <int D, class T>
constexpr T dot(const Vec<D, T>& a, const Vec<D, T>& b) {
  T sum = a[0] * b[0];
  for (int i = 1; i < D; ++i) sum += a[i] * b[i];
  return sum;
}

// Returns the cross product: perpendicular to both, of length |a| |b| sin(angle); zero for parallel
// vectors.
template <class T>
constexpr Vec<3, T> cross(const Vec<3, T>& a, const Vec<3, T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Returns the cross product in 2D, a[0] b[1] - a[1] b[0]: positive if b lies to the left of a.
template <class T>
constexpr T cross(const Vec<2, T>& a, const Vec<2, T>& b) {
  return a[0] * b[1] - a[1] * b[0];
}

// Returns the squared length: the sum of the squares, in axis order.
template <int D, class T>
constexpr T length_squared(const Vec<D, T>& a) {
  return dot(a, a);
}

// Returns the Euclidean length, from the sum of the squares in T: it overflows where that does.
template <int D, class T>
T length(const Vec<D, T>& a) {
  return std::sqrt(dot(a, a));
}

// Rounds to nearest where To is narrower.
template <class To, int D, class T>
constexpr Vec<D, To> vec_cast(const Vec<D, T>& a) {
  Vec<D, To> r{};
  for (int i = 0; i < D; ++i) r[i] = static_cast<To>(a[i]);
  return r;
}

// Returns the smaller coordinate of each axis.
template <int D, class T>
constexpr Vec<D, T> min(const Vec<D, T>& a, const Vec<D, T>& b) {
  Vec<D, T> r{};
  for (int i = 0; i < D; ++i) r[i] = b[i] < a[i] ? b[i] : a[i];
  return r;
}

// Returns the larger coordinate of each axis.
template <int D, class T>
constexpr Vec<D, T> max(const Vec<D, T>& a, const Vec<D, T>& b) {
  Vec<D, T> r{};
  for (int i = 0; i < D; ++i) r[i] = a[i] < b[i] ? b[i] : a[i];
  return r;
}

}  // namespace masu
