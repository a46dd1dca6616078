// SPDX-License-Identifier: MIT
// Divides a sequence of boxes into runs that are monotone along an axis.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include <masu/core/aabb.hpp>

namespace masu::detail {

// How sequences are divided: a run continues while it does not go back by more than the slack.
struct ProjectionCut {
  int axis = 0;
  double slack = 0;
};

// Calls visit(first, count, backwards) for each run, one after another. O(n).
template <class T, class Visit>
void for_each_run(std::span<const Aabb<2, T>> boxes, const ProjectionCut& cut, Visit&& visit) {
  const auto at = [&](std::size_t i) {
    return double(boxes[i].min[cut.axis]) + double(boxes[i].max[cut.axis]);
  };
  const double slack = 2 * cut.slack;
  std::size_t first = 0;
  std::size_t extreme = 0;  // the farthest one so far
  double low = at(0);
  double high = low;
  int direction = 0;
  for (std::size_t i = 1; i < boxes.size(); ++i) {
    if (direction == 0) {
      low = std::min(low, at(i));
      high = std::max(high, at(i));
      if (high - low > slack) direction = at(i) == high ? 1 : -1, extreme = i;
    } else if ((at(i) - at(extreme)) * direction >= 0) {
      extreme = i;
    } else if ((at(extreme) - at(i)) * direction > slack) {
      visit(first, extreme + 1 - first, direction < 0);
      first = extreme + 1;
      direction = -direction;
      extreme = i;
    }
  }
  visit(first, boxes.size() - first, direction < 0);
}

// Returns the total length of the projections of a run's boxes, each from where it or a later one
// begins to where it or an earlier one ends.
template <class T>
double spread_of_run(std::span<const Aabb<2, T>> run, int axis, bool backwards) {
  const auto box = [&](std::size_t i) -> const Aabb<2, T>& {
    return run[backwards ? run.size() - 1 - i : i];
  };
  double sum = 0;
  double end = double(box(0).max[axis]);
  double start = double(box(run.size() - 1).min[axis]);
  for (std::size_t i = 0; i < run.size(); ++i) {
    end = std::max(end, double(box(i).max[axis]));
    start = std::min(start, double(box(run.size() - 1 - i).min[axis]));
    sum += end - start;
  }
  return sum;
}

}  // namespace masu::detail
