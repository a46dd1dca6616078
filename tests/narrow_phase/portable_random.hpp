// SPDX-License-Identifier: MIT
// Points and poses made by exact or correctly rounded operations alone: the same with every
// compiler.
#pragma once

#include <cmath>

#include <masu/core/transform.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

template <int D, class T>
Vec<D, T> some_point(scenes::Pcg32& random, double reach) {
  Vec<D, T> p{};
  for (int a = 0; a < D; ++a) p[a] = T(random.between(-reach, reach));
  return p;
}
template <int N>
void some_direction(scenes::Pcg32& random, double (&q)[N]) {
  double squared = 0;
  do {
    squared = 0;
    for (double& x : q) x = random.between(-1, 1), squared += x * x;
  } while (squared > 1 || squared < 0.01);
  for (double& x : q) x /= std::sqrt(squared);
}
template <int D, class T>
Transform<D, T> some_pose(scenes::Pcg32& random) {
  Transform<D, T> pose{some_point<D, T>(random, 1.25), {}};
  double q[D == 2 ? 2 : 4];
  some_direction(random, q);
  if constexpr (D == 2) {
    pose.rotation = {T(q[0]), T(q[1])};
  } else {
    pose.rotation = {T(q[0]), T(q[1]), T(q[2]), T(q[3])};
  }
  return pose;
}

}  // namespace masu::test
