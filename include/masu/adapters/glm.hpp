// SPDX-License-Identifier: MIT
// Converts vectors, rotations and transforms from and to those of glm. Needs glm's headers:
// masu.hpp does not include this folder.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat2x2.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <masu/core/rotation_matrix.hpp>

namespace masu {

// Converts a vector or point.
template <class T>
constexpr glm::vec<2, T> to_glm(const Vec<2, T>& v) {
  return {v[0], v[1]};
}
template <class T>
constexpr glm::vec<3, T> to_glm(const Vec<3, T>& v) {
  return {v[0], v[1], v[2]};
}
template <class T, glm::qualifier Q>
constexpr Vec<2, T> from_glm(const glm::vec<2, T, Q>& v) {
  return {{v.x, v.y}};
}
template <class T, glm::qualifier Q>
constexpr Vec<3, T> from_glm(const glm::vec<3, T, Q>& v) {
  return {{v.x, v.y, v.z}};
}

// Converts a rotation: to a matrix in 2D, to a quaternion in 3D.
template <class T>
constexpr glm::mat<2, 2, T> to_glm(const Rotation<2, T>& r) {
  return {r.cosine, r.sine, -r.sine, r.cosine};
}
template <class T>
glm::qua<T> to_glm(const Rotation<3, T>& r) {
  glm::qua<T> q;
  q.x = r.x, q.y = r.y, q.z = r.z, q.w = r.w;
  return q;
}
// Converts a quaternion, which must have length 1: otherwise Transform::check() returns not_unit.
template <class T, glm::qualifier Q>
constexpr Rotation<3, T> from_glm(const glm::qua<T, Q>& q) {
  return {q.x, q.y, q.z, q.w};
}

// Converts to a homogeneous matrix: 3x3 in 2D, 4x4 in 3D.
template <int D, class T>
constexpr glm::mat<D + 1, D + 1, T> to_glm(const Transform<D, T>& at) {
  const auto numbers = to_column_major(at);
  glm::mat<D + 1, D + 1, T> m(T(1));
  for (int j = 0; j <= D; ++j) {
    for (int i = 0; i <= D; ++i) m[j][i] = numbers[std::size_t(j * (D + 1) + i)];
  }
  return m;
}
// Converts a homogeneous matrix: 3x3 in 2D, 4x4 in 3D. Statuses: those of
// transform_from_column_major().
template <int N, class T, glm::qualifier Q>
constexpr TransformResult<N - 1, T> transform_from_glm(const glm::mat<N, N, T, Q>& m) {
  std::array<T, N * N> numbers{};
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) numbers[std::size_t(j * N + i)] = m[j][i];
  }
  return transform_from_column_major<N - 1, T>(numbers);
}

}  // namespace masu
