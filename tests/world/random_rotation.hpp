// SPDX-License-Identifier: MIT
// Rotations for scenes, rounded to T.
#pragma once

#include <cmath>

#include <masu/core/transform.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

template <int D, class T>
Rotation<D, T> random_rotation(scenes::Pcg32& random) {
  if constexpr (D == 2) {
    const double angle = random.between(-3.1416, 3.1416);
    return {T(std::cos(angle)), T(std::sin(angle))};
  } else {
    Vec<4, double> q{};
    while (!(dot(q, q) > 0.01 && dot(q, q) <= 1)) {
      for (int i = 0; i < 4; ++i) q[i] = random.between(-1, 1);
    }
    q = q * (1 / length(q));
    return {T(q[0]), T(q[1]), T(q[2]), T(q[3])};
  }
}

}  // namespace masu::test
