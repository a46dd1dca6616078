// SPDX-License-Identifier: MIT
// Rays through boxes, in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <masu/core/ray.hpp>

#include "narrow_phase/local_frame.hpp"
#include "narrow_phase/ray_rounding.hpp"

namespace masu::detail {

// A ray in the frame of a body; t is in lengths of the direction, as in the world.
template <int D>
struct RayThrough {
  Vec<D, double> origin;
  Vec<D, double> direction;

  template <class T>
  RayThrough(const Ray<D, T>& ray, const LocalFrame<D>& frame)
      : origin(frame.to_local(ray.origin)),
        direction(transposed_times(frame.rotation, vec_cast<double>(ray.direction))) {}
};

// The same with precomputed values for many boxes.
template <int D>
class RayThroughBoxes {
 public:
  RayThroughBoxes(const RayThrough<D>& ray, const LocalFrame<D>& frame)
      : origin_(ray.origin), direction_(ray.direction) {
    for (int a = 0; a < D; ++a) {
      size_ = std::max(size_, std::max(std::fabs(origin_[a]), std::fabs(frame.translation[a])));
      inverse_[a] = direction_[a] != 0 ? 1 / direction_[a] : 0.0;
      plain_ = plain_ && std::fabs(inverse_[a]) <= kLargest && std::fabs(direction_[a]) <= kLargest;
    }
  }

  // Returns a lower bound of t for hits inside a box; infinite if the ray does not come near it.
  template <class T>
  double enter(const Aabb<D, T>& box) const {
    double from = 0;
    double to = std::numeric_limits<double>::infinity();
    double size = size_;
    for (int a = 0; a < D; ++a) {
      size = std::max(size, std::max(-double(box.min[a]), double(box.max[a])));
    }
    // A hit of a sub-shape in the box may lie slightly outside it.
    const double slack = kRayRounding * size + kTiny;
    for (int a = 0; a < D; ++a) {
      const double low = double(box.min[a]) - origin_[a] - slack;
      const double high = double(box.max[a]) - origin_[a] + slack;
      const double d = direction_[a];
      if (d == 0) {
        if (low > 0 || high < 0) return std::numeric_limits<double>::infinity();
        continue;
      }
      // The reciprocal, where it is usable, adds a rounding, far below kWider.
      const double near = plain_ ? (d > 0 ? low : high) * inverse_[a] : (d > 0 ? low : high) / d;
      const double far = plain_ ? (d > 0 ? high : low) * inverse_[a] : (d > 0 ? high : low) / d;
      from = near > from ? near : from;
      to = far < to ? far : to;
    }
    const bool hit = from * (1 - kWider) <= to * (1 + kWider);
    return hit ? from * (1 - kWider) : std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double kWider = 0x1p-44;
  static constexpr double kTiny = 0x1p-300;
  static constexpr double kLargest = 0x1p500;

  Vec<D, double> origin_;
  Vec<D, double> direction_;
  Vec<D, double> inverse_{};  // of the direction; 0 for 0
  bool plain_ = true;
  double size_ = 0;  // the largest coordinate of the origin and of the frame
};

}  // namespace masu::detail
