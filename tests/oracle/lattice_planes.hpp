// SPDX-License-Identifier: MIT
// Planes whose numbers are integers, and areas in 113 bits.
#pragma once

#include <cmath>
#include <vector>

#include "tests/oracle/lattice_gap.hpp"

namespace masu::test {

// The points p with dot(normal, p) <= offset; the numbers have no common divisor.
template <int D>
struct LatticePlane {
  Wide<D> normal;
  Int128 offset;
  bool operator==(const LatticePlane&) const = default;
};

inline Int128 common_divisor(Int128 a, Int128 b) {
  while (b != 0) std::swap(a %= b, b);
  return a < 0 ? -a : a;
}

// Of 113 bits: points where planes meet need more than a long double has.
__extension__ using Quad = __float128;
template <int D>
using Point = std::array<Quad, D>;

// The area of a loop times its normal; in 2D the length of a segment.
template <int D>
Point<D> area_of(const std::vector<Point<D>>& loop) {
  Point<D> area{};
  const auto from_first = [&](std::size_t i, int k) { return loop[i][k] - loop[0][k]; };
  if constexpr (D == 2) {
    if (loop.size() == 2) area = {from_first(1, 1), -from_first(1, 0)};
  } else {
    for (std::size_t i = 2; i < loop.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        area[k] +=
            (from_first(i - 1, l) * from_first(i, m) - from_first(i - 1, m) * from_first(i, l)) / 2;
      }
    }
  }
  return area;
}

struct Measure {
  Quad volume = 0;   // in 2D the area
  Real surface = 0;  // in 2D the length of the boundary

  // Adds a face of a body, and the pyramid between it and the origin. In 2D the loop is a segment,
  // which has no order.
  template <int D>
  void add(const LatticePlane<D>& plane, const std::vector<Point<D>>& loop) {
    Point<D> area = area_of<D>(loop);
    Quad along = 0;
    for (int k = 0; k < D; ++k) along += area[k] * Quad(plane.normal[k]);
    if (along < 0) {
      for (Quad& x : area) x = -x;
    }
    Real square = 0;
    for (int k = 0; k < D; ++k) {
      volume += area[k] * loop[0][k] / D;
      square += Real(area[k]) * Real(area[k]);
    }
    surface += std::sqrt(square);
  }
};

}  // namespace masu::test
