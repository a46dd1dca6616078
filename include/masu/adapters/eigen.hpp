// SPDX-License-Identifier: MIT
// Converts vectors, rotations and transforms from and to those of Eigen. Needs Eigen's headers:
// masu.hpp does not include this folder.
#pragma once

#include <Eigen/Geometry>

#include <masu/core/rotation_matrix.hpp>

namespace masu {

// Converts a vector or point.
template <int D, class T>
Eigen::Matrix<T, D, 1> to_eigen(const Vec<D, T>& v) {
  return Eigen::Map<const Eigen::Matrix<T, D, 1>>(v.v);
}
// Converts a column of fixed size 2 or 3, or an expression of one.
template <class V>
auto from_eigen(const Eigen::MatrixBase<V>& v) {
  static_assert(V::ColsAtCompileTime == 1 && V::RowsAtCompileTime > 0, "a column of fixed size");
  Vec<V::RowsAtCompileTime, typename V::Scalar> r{};
  for (int a = 0; a < V::RowsAtCompileTime; ++a) r[a] = v[a];
  return r;
}

// Converts a rotation: to Rotation2D in 2D, whose angle is that of std::atan2; to a quaternion in
// 3D.
template <class T>
Eigen::Rotation2D<T> to_eigen(const Rotation<2, T>& r) {
  return Eigen::Rotation2D<T>(std::atan2(r.sine, r.cosine));
}
template <class T>
Eigen::Quaternion<T> to_eigen(const Rotation<3, T>& r) {
  return {r.w, r.x, r.y, r.z};
}
template <class T>
Rotation<2, T> from_eigen(const Eigen::Rotation2D<T>& r) {
  return rotation_from_angle(r.angle());
}
// Converts a quaternion, which must have length 1: otherwise Transform::check() returns not_unit.
template <class T, int kOptions>
Rotation<3, T> from_eigen(const Eigen::Quaternion<T, kOptions>& q) {
  return {q.x(), q.y(), q.z(), q.w()};
}
template <class T>
Rotation<3, T> from_eigen(const Eigen::AngleAxis<T>& r) {
  return rotation_from_axis_angle(from_eigen(r.axis()), r.angle());
}

// Converts to an isometry.
template <int D, class T>
Eigen::Transform<T, D, Eigen::Isometry> to_eigen(const Transform<D, T>& at) {
  const auto rows = to_row_major(at);
  using Rows = Eigen::Matrix<T, D + 1, D + 1, Eigen::RowMajor>;
  Eigen::Transform<T, D, Eigen::Isometry> r;
  r.matrix() = Eigen::Map<const Rows>(rows.data());
  return r;
}
// Converts an isometry or affine transform. Statuses: those of transform_from_row_major(), such as
// not_unit where it scales or shears.
template <class T, int D, int kMode, int kOptions>
TransformResult<D, T> transform_from_eigen(const Eigen::Transform<T, D, kMode, kOptions>& at) {
  static_assert(kMode != Eigen::Projective, "an isometry or affine transform");
  std::array<T, (D + 1) * (D + 1)> rows{};
  rows.back() = 1;
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j <= D; ++j) rows[std::size_t(i * (D + 1) + j)] = at(i, j);
  }
  return transform_from_row_major<D, T>(rows);
}

}  // namespace masu
