// SPDX-License-Identifier: MIT
// SweepGap: the time at which a moving box meets another.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include <masu/core/ray.hpp>

namespace masu::detail {

// The time at which a box that moves by `translation` meets another: a ray from the origin meets
// that other box enlarged by the first (Minkowski sum).
template <int D, class T>
class SweepGap {
 public:
  SweepGap(const Aabb<D, T>& box, const Vec<D, T>& translation)
      : min_(vec_cast<double>(box.min)), max_(vec_cast<double>(box.max)) {
    ray_.origin = {};
    ray_.direction = vec_cast<double>(translation);
    ray_.max_t = 1;
  }
  double operator()(const Aabb<D, T>& box) const {
    Aabb<D, double> larger;
    for (int a = 0; a < D; ++a) {
      const double low = double(box.min[a]);
      const double high = double(box.max[a]);
      constexpr double kSlack = 0x1p-48;
      larger.min[a] = low - max_[a] - kSlack * (std::fabs(low) + std::fabs(max_[a]));
      larger.max[a] = high - min_[a] + kSlack * (std::fabs(high) + std::fabs(min_[a]));
    }
    const std::optional<double> t = ray_box(ray_, larger);
    return t ? *t : std::numeric_limits<double>::infinity();
  }

 private:
  Vec<D, double> min_;
  Vec<D, double> max_;
  Ray<D, double> ray_;
};

}  // namespace masu::detail
