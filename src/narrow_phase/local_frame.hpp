// SPDX-License-Identifier: MIT
// World points and directions in the frame of one shape, in double.
#pragma once

#include <masu/core/finite.hpp>
#include <masu/core/status.hpp>
#include <masu/core/transform.hpp>

namespace masu::detail {

template <int D>
struct LocalFrame {
  Matrix<D, double> rotation;
  Vec<D, double> translation;

  template <class T>
  explicit LocalFrame(const Transform<D, T>& pose)
      : rotation(matrix_of(pose.rotation)), translation(vec_cast<double>(pose.translation)) {}

  template <class T>
  Vec<D, double> to_local(const Vec<D, T>& p) const {
    return transposed_times(rotation, vec_cast<double>(p) - translation);
  }
  template <class T>
  Vec<D, T> to_world(const Vec<D, double>& p) const {
    return vec_cast<T>(rotation * p + translation);
  }
};

// Positions may be arbitrarily near 0, but their squares must be finite.
template <int D, class T>
Status check_position(const Vec<D, T>& p) {
  constexpr double kLargest = 0x1p140;  // as for the numbers of shapes
  if (!is_finite(p)) return Status::not_finite;
  for (int a = 0; a < D; ++a) {
    const double x = double(p[a]);
    if (x > kLargest || x < -kLargest) return Status::out_of_range;
  }
  return Status::ok;
}

}  // namespace masu::detail
