// SPDX-License-Identifier: MIT
// Rotations and transforms from and to matrices: 2x2 and 3x3, or arrays of 9 (2D) or 16 (3D)
// numbers in homogeneous coordinates; and poses that look at a point.
#pragma once

#include <array>
#include <span>

#include <masu/core/make_rotation.hpp>

namespace masu {

// A rotation, or why there is none. With a status other than ok it is the identity.
template <int D, class T>
struct RotationResult {
  Status status = Status::ok;  // ok, or what is wrong with the matrix
  Rotation<D, T> rotation{};   // valid where the status is ok
};

// A transform, or why there is none. With a status other than ok it is the identity.
template <int D, class T>
struct TransformResult {
  Status status = Status::ok;   // ok, or what is wrong with the numbers
  Transform<D, T> transform{};  // valid where the status is ok
};

namespace detail {

// The quaternion of a matrix that is a rotation within rounding; w >= 0. Divides by the largest of
// its four numbers. Source: S. Shepperd, "Quaternion from rotation matrix", 1978.
constexpr Rotation<3, double> rotation_of_columns(const Vec<3, double>& x, const Vec<3, double>& y,
                                                  const Vec<3, double>& z) {
  const double trace = x[0] + y[1] + z[2];
  Vec<4, double> q{};
  if (trace >= x[0] && trace >= y[1] && trace >= z[2]) {
    q = {{y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace}};
  } else if (x[0] >= y[1] && x[0] >= z[2]) {
    q = {{1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]}};
  } else if (y[1] >= z[2]) {
    q = {{y[0] + x[1], 1 - x[0] + y[1] - z[2], z[1] + y[2], z[0] - x[2]}};
  } else {
    q = {{z[0] + x[2], z[1] + y[2], 1 - x[0] - y[1] + z[2], x[1] - y[0]}};
  }
  q = unit(q[3] < 0 ? -q : q);
  return {q[0], q[1], q[2], q[3]};
}

// The polar factor of a matrix of largest entry 1, by Newton's method: X <- (X + X^-T) / 2, whose
// error squares from step to step. Source: N. Higham, "Computing the polar decomposition", 1986.
constexpr RotationResult<3, double> polar_rotation(Vec<3, double> x, Vec<3, double> y,
                                                   Vec<3, double> z) {
  for (int i = 0; i < 60; ++i) {
    const auto yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
    const double volume = dot(x, yz);
    if (volume < 0) return {Status::inverted, {}};
    if (!(volume > 0x1p-120)) return {Status::flat, {}};
    const auto u = (x + yz * (1 / volume)) * 0.5, v = (y + zx * (1 / volume)) * 0.5,
               w = (z + xy * (1 / volume)) * 0.5;
    const double change = dot(u - x, u - x) + dot(v - y, v - y) + dot(w - z, w - z);
    x = u, y = v, z = w;
    if (change < 0x1p-60) return {Status::ok, rotation_of_columns(x, y, z)};
  }
  return {Status::flat, {}};
}

template <int D, class T>
constexpr double largest_entry(const Matrix<D, T>& m) {
  double most = 0;
  for (const Vec<D, T>& row : m.row) {
    for (int a = 0; a < D; ++a) {
      const double size = double(row[a] < 0 ? -row[a] : row[a]);
      if (size > most) most = size;
    }
  }
  return most;
}

template <int D, class T>
constexpr bool finite_matrix(const Matrix<D, T>& m) {
  for (const Vec<D, T>& row : m.row) {
    if (!is_finite(row)) return false;
  }
  return true;
}

// The index of entry (i, j) of a homogeneous matrix that is stored row after row.
template <int D>
constexpr std::size_t entry(int i, int j) {
  return std::size_t(i) * (D + 1) + std::size_t(j);
}

}  // namespace detail

// Finds the rotation nearest to a matrix (its polar factor): for matrices that scale or shear
// slightly, or that have drifted. not_finite; inverted: the matrix mirrors; flat: its determinant
// is 0 within rounding.
template <class T>
constexpr RotationResult<2, T> nearest_rotation(const Matrix<2, T>& m) {
  if (!detail::finite_matrix(m)) return {Status::not_finite, {}};
  const double most = detail::largest_entry(m);
  if (most == 0) return {Status::flat, {}};
  const double a = double(m.row[0][0]) / most, b = double(m.row[0][1]) / most;
  const double c = double(m.row[1][0]) / most, d = double(m.row[1][1]) / most;
  const double area = a * d - b * c;
  if (area < 0) return {Status::inverted, {}};
  if (!(area > 0x1p-50)) return {Status::flat, {}};
  const auto u = detail::unit<2>({{a + d, c - b}});
  return {Status::ok, rotation_cast<T>(Rotation<2, double>{u[0], u[1]})};
}
template <class T>
constexpr RotationResult<3, T> nearest_rotation(const Matrix<3, T>& m) {
  if (!detail::finite_matrix(m)) return {Status::not_finite, {}};
  const double most = detail::largest_entry(m);
  if (most == 0) return {Status::flat, {}};
  Vec<3, double> columns[3];
  for (int j = 0; j < 3; ++j) {
    columns[j] = vec_cast<double>(m.column(j));
    for (int a = 0; a < 3; ++a) columns[j][a] /= most;
  }
  const auto r = detail::polar_rotation(columns[0], columns[1], columns[2]);
  return {r.status, rotation_cast<T>(r.rotation)};
}

// Converts a rotation matrix. The entries of its transpose times itself may be off those of the
// identity by 2^-10; the result is the nearest rotation. not_finite; inverted: the matrix mirrors;
// not_unit: it scales or shears (see nearest_rotation()).
template <int D, class T>
constexpr RotationResult<D, T> rotation_from_matrix(const Matrix<D, T>& m) {
  if (!detail::finite_matrix(m)) return {Status::not_finite, {}};
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) {
      const double product = dot(vec_cast<double>(m.column(i)), vec_cast<double>(m.column(j)));
      const double off = product - (i == j ? 1 : 0);
      if (!(off <= 0x1p-10 && off >= -0x1p-10)) return {Status::not_unit, {}};
    }
  }
  return nearest_rotation(m);
}

// Converts a homogeneous matrix of (D + 1)^2 numbers, one column after the other: as OpenGL, glTF
// and glm keep them. Statuses of rotation_from_matrix() and Transform::check(); wrong_format: the
// last row is not 0 ... 0 1.
template <int D, class T>
constexpr TransformResult<D, T> transform_from_column_major(
    std::span<const T, (D + 1) * (D + 1)> m) {
  Matrix<D, T> transposed{};
  Vec<D, T> translation{};
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) transposed.row[i][j] = m[detail::entry<D>(j, i)];
    translation[i] = m[detail::entry<D>(D, i)];
    if (m[detail::entry<D>(i, D)] != 0) return {Status::wrong_format, {}};
  }
  if (m[(D + 1) * (D + 1) - 1] != 1) return {Status::wrong_format, {}};
  const RotationResult<D, T> r = rotation_from_matrix(transposed);
  const Transform<D, T> pose{translation, r.rotation};
  const Status status = r.status != Status::ok ? r.status : pose.check();
  return status == Status::ok ? TransformResult<D, T>{status, pose}
                              : TransformResult<D, T>{status, {}};
}
// Makes one of a matrix stored row by row: C arrays m[row][column] that multiply column vectors.
// DirectXMath multiplies row vectors, so its memory is column-major here.
template <int D, class T>
constexpr TransformResult<D, T> transform_from_row_major(std::span<const T, (D + 1) * (D + 1)> m) {
  std::array<T, (D + 1) * (D + 1)> transposed{};
  for (int i = 0; i <= D; ++i) {
    for (int j = 0; j <= D; ++j) transposed[detail::entry<D>(j, i)] = m[detail::entry<D>(i, j)];
  }
  return transform_from_column_major<D, T>(transposed);
}

// Writes the homogeneous matrix, one row after the other.
template <int D, class T>
constexpr std::array<T, (D + 1) * (D + 1)> to_row_major(const Transform<D, T>& pose) {
  std::array<T, (D + 1) * (D + 1)> r{};
  const Matrix<D, double> m = matrix_of(pose.rotation);
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) r[detail::entry<D>(i, j)] = static_cast<T>(m.row[i][j]);
    r[detail::entry<D>(i, D)] = pose.translation[i];
  }
  r[(D + 1) * (D + 1) - 1] = 1;
  return r;
}
// Writes the homogeneous matrix, one column after the other.
template <int D, class T>
constexpr std::array<T, (D + 1) * (D + 1)> to_column_major(const Transform<D, T>& pose) {
  const auto rows = to_row_major(pose);
  std::array<T, (D + 1) * (D + 1)> r{};
  for (int i = 0; i <= D; ++i) {
    for (int j = 0; j <= D; ++j) r[detail::entry<D>(j, i)] = rows[detail::entry<D>(i, j)];
  }
  return r;
}

// Turns the object's +x axis towards a direction of any length but 0.
template <class T>
constexpr Rotation<2, T> rotation_look_at(const Vec<2, T>& forward) {
  return rotation_between(Vec<2, T>{{1, 0}}, forward);
}
// Turns the object's +z axis towards `forward`, and its +y axis as near to `up` as that leaves it
// (glTF's convention; a camera of OpenGL looks along -z: pass -forward). Lengths may be any but 0.
// Where `up` is 0 or parallel to `forward`, another direction stands in for it.
template <class T>
constexpr Rotation<3, T> rotation_look_at(const Vec<3, T>& forward, const Vec<3, T>& up) {
  const auto z = detail::unit(vec_cast<double>(forward));
  if (z == Vec<3, double>{}) return {0, 0, 0, 0};
  auto x = cross(detail::unit(vec_cast<double>(up)), z);
  if (dot(x, x) < 0x1p-100) x = cross(detail::far_axis(z), z);
  x = detail::unit(x);
  x = detail::unit(x - z * dot(x, z));
  return rotation_cast<T>(detail::rotation_of_columns(x, detail::unit(cross(z, x)), z));
}

// Returns the pose of an object at `eye` that looks at `target`, as rotation_look_at() does.
template <class T>
constexpr Transform<2, T> look_at(const Vec<2, T>& eye, const Vec<2, T>& target) {
  const auto forward = vec_cast<double>(target) - vec_cast<double>(eye);
  return {eye, rotation_cast<T>(rotation_look_at(forward))};
}
template <class T>
constexpr Transform<3, T> look_at(const Vec<3, T>& eye, const Vec<3, T>& target,
                                  const Vec<3, T>& up) {
  const auto forward = vec_cast<double>(target) - vec_cast<double>(eye);
  return {eye, rotation_cast<T>(rotation_look_at(forward, vec_cast<double>(up)))};
}

}  // namespace masu
