// SPDX-License-Identifier: MIT
// Two shapes in the frame of the first, so that nothing is lost far from the world's origin.
#pragma once

#include <masu/core/transform.hpp>

namespace masu::detail {

// std::fmax is a function call because of NaN.
inline double larger(double x, double y) {
  return x < y ? y : x;
}

template <int D>
double largest_component(const Vec<D, double>& v) {
  double most = std::fabs(v[0]);
  for (int a = 1; a < D; ++a) most = larger(most, std::fabs(v[a]));
  return most;
}

// b's frame relative to a's.
template <int D>
struct PairFrame {
  Matrix<D, double> rotation_a;
  Matrix<D, double> rotation;
  Vec<D, double> translation;
};

template <int D, class T>
PairFrame<D> pair_frame(const Transform<D, T>& pose_a, const Transform<D, T>& pose_b) {
  PairFrame<D> f;
  f.rotation_a = matrix_of(pose_a.rotation);
  f.rotation = transposed_times(f.rotation_a, matrix_of(pose_b.rotation));
  f.translation = transposed_times(
      f.rotation_a, vec_cast<double>(pose_b.translation) - vec_cast<double>(pose_a.translation));
  return f;
}

}  // namespace masu::detail
