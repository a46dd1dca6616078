// SPDX-License-Identifier: MIT
// Rays through boxes, in double.
#pragma once

#include <masu/core/ray.hpp>
#include <masu/narrow_phase/detail/local_frame.hpp>

namespace masu::detail {

// A ray in the frame of a body; t counts in lengths of the direction, as it does outside.
template <int D>
struct RayThrough {
  Vec<D, double> origin;
  Vec<D, double> direction;

  template <class T>
  RayThrough(const Ray<D, T>& ray, const LocalFrame<D>& frame)
      : origin(frame.to_local(ray.origin)),
        direction(transposed_times(frame.turn, vec_cast<double>(ray.direction))) {
    for (int a = 0; a < D; ++a) {
      inverse_[a] = direction[a] != 0 ? 1 / direction[a] : 0.0;
      plain_ = plain_ && std::fabs(inverse_[a]) <= kLargest && std::fabs(direction[a]) <= kLargest;
    }
  }

  // A bound of t from below for what is in a box: infinite, if the ray does not come near it.
  template <class T>
  double enter(const Aabb<D, T>& box) const {
    double from = 0;
    double to = std::numeric_limits<double>::infinity();
    for (int a = 0; a < D; ++a) {
      // A ray may meet what is in the box a little beside it, by rounding.
      const double low_side = double(box.min[a]) - origin[a];
      const double high_side = double(box.max[a]) - origin[a];
      const double slack = 0x1p-46 * (std::fabs(low_side) + std::fabs(high_side)) + kTiny;
      const double low = low_side - slack;
      const double high = high_side + slack;
      const double d = direction[a];
      if (d == 0) {
        if (low > 0 || high < 0) return std::numeric_limits<double>::infinity();
        continue;
      }
      // The reciprocal, where it is good for it, adds a rounding, far below kWider.
      const double near = plain_ ? (d > 0 ? low : high) * inverse_[a] : (d > 0 ? low : high) / d;
      const double far = plain_ ? (d > 0 ? high : low) * inverse_[a] : (d > 0 ? high : low) / d;
      from = near > from ? near : from;
      to = far < to ? far : to;
    }
    const bool meets = from * (1 - kWider) <= to * (1 + kWider);
    return meets ? from * (1 - kWider) : std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double kWider = 0x1p-44;
  static constexpr double kTiny = 0x1p-300;
  static constexpr double kLargest = 0x1p500;

  Vec<D, double> inverse_{};  // of the direction; 0 for 0
  bool plain_ = true;
};

}  // namespace masu::detail
