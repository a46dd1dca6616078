// SPDX-License-Identifier: MIT
// The axis along which a sweep has the fewest tests: that with the most spread-out centers.
#pragma once

#include <masu/core/aabb.hpp>

namespace masu::detail {

// Returns the axis of the greatest variance of the finite centers (D. Baraff, "Dynamic simulation
// of non-penetrating rigid bodies", 1992, sorts along one axis; C. Ericson, "Real-time collision
// detection", 2005, 7.5.2, takes that of the greatest variance) of up to 1 024 of `boxes`, which
// has size() and operator[]: one of each 1 024th, at an index that differs, so that kinds of boxes
// that alternate are sampled evenly. The first of equal ones. O(1).
template <class Boxes>
int axis_of_greatest_variance(const Boxes& boxes) {
  using Box = std::remove_cvref_t<decltype(boxes[0])>;
  constexpr int D = Box::kDimension;
  constexpr double kFar = 1e150;  // its square is finite
  const std::size_t step = boxes.size() / 1024 + 1;
  int best = 0;
  double most = -1;
  for (int a = 0; a < D; ++a) {
    double count = 0, mean = 0, squares = 0;  // squared differences from the mean, Welford 1962
    for (std::size_t block = 0; block * step < boxes.size(); ++block) {
      const std::size_t i = block * step + (block * 0x9e37'79b9u >> 16) % step;
      if (i >= boxes.size()) continue;
      const double center = double(boxes[i].min[a]) / 2 + double(boxes[i].max[a]) / 2;
      if (!(center >= -kFar && center <= kFar)) continue;
      const double difference = center - mean;
      count += 1;
      mean += difference / count;
      squares += difference * (center - mean);
    }
    if (count != 0 && squares / count > most) most = squares / count, best = a;
  }
  return best;
}

}  // namespace masu::detail
