// SPDX-License-Identifier: MIT
// Write access to Hull2 for algorithms.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <masu/core/finite.hpp>
#include <masu/core/status.hpp>
#include <masu/hull/hull2.hpp>

namespace masu::detail {

struct Hull2Access {
  static Buffer<std::uint32_t>& loop(Hull2& hull) { return hull.loop_; }

  // Returns the dimension for a number of extreme points.
  static Status finish(Hull2& hull) {
    const std::size_t count = hull.loop_.size();
    hull.dimension_ = count > 2 ? 2 : static_cast<int>(count) - 1;
    return Status::ok;
  }
};

template <int D, class T>
Status check_points(std::span<const Vec<D, T>> points) {
  if (points.size() > std::numeric_limits<std::int32_t>::max()) return Status::too_many_objects;
  // One branch for all numbers; NaN fails, too.
  int bad = 0;
  for (const auto& p : points) {
    for (const T x : p.v) bad |= static_cast<int>(!(std::abs(x) <= std::numeric_limits<T>::max()));
  }
  return bad == 0 ? Status::ok : Status::not_finite;
}

template <class T>
bool less_by_xy(const Vec<2, T>& a, const Vec<2, T>& b) {
  return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

}  // namespace masu::detail
