// SPDX-License-Identifier: MIT
// A cloud of points as a Minkowski difference, for gjk() and epa() by themselves.
#pragma once

#include <cstdint>
#include <vector>

#include <masu/narrow_phase/difference.hpp>

namespace masu::test {

template <int D>
struct PointCloud {
  std::vector<Vec<D, double>> points;

  DifferencePoint<D> operator()(const Vec<D, double>& d) const {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < points.size(); ++i) {
      if (dot(d, points[i]) > dot(d, points[best])) best = i;
    }
    return {points[best], points[best], {}, best, 0};
  }
};

}  // namespace masu::test
