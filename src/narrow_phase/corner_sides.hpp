// SPDX-License-Identifier: MIT
// A line against a convex polygon in 2D, by the sides of the line on which its corners lie.
//
// The distance of a corner from the line is off by rounding, and so is the line's distance from a
// polygon that it misses. The lines of two edges that meet at a small angle are off by rounding
// too, but their intersection by rounding divided by the angle: clipping at them may miss the tip
// of a needle, or hit beyond it.
#pragma once

#include <masu/core/platform.hpp>

#include "narrow_phase/ray_interval.hpp"
#include "narrow_phase/ray_rounding.hpp"

namespace masu::detail {

class CornerSides {
 public:
  // `corner(k)` for k < count: counterclockwise, or those of a segment.
  template <class Corner>
  CornerSides(const LocalRay<2>& ray, std::size_t count, const Corner& corner) {
    Vec<2, double> from = corner(count - 1) - ray.origin;
    double side = cross(ray.along, from);
    for (std::size_t k = 0; k < count; ++k) {
      const Vec<2, double> to = corner(k) - ray.origin;
      const double next = cross(ray.along, to);
      if (side > next ? side >= 0 && next <= 0 : side < next && side <= 0 && next >= 0) {
        const double here = dot(ray.along, from);
        const double at = here + (dot(ray.along, to) - here) * (side / (side - next));
        if (side > next && at < enter_) enter_ = at, entered_ = to - from;
        if (side < next && at > exit_) exit_ = at, left_ = to - from;
      }
      nearest_ = std::fmin(nearest_, std::fabs(next));
      size_ = std::fmax(size_, largest_component(to));
      from = to;
      side = next;
    }
  }

  Interval<2> interval() const {
    if (!crosses()) return Interval<2>::none();
    const Vec<2, double> n = {entered_[1], -entered_[0]};
    return {enter_, std::fmax(enter_, exit_), n * (1 / length(n))};
  }

  // Returns interval() instead of `clipped`, the intersection of the same line and polygon by the
  // lines of edges, where these meet at a small angle.
  Interval<2> mended(const LocalRay<2>& ray, const Interval<2>& clipped) const {
    constexpr double kSmallAngle = 0x1p-5;
    if (!crosses()) {
      const double size = std::fmax(size_, largest_component(ray.origin));
      return nearest_ <= kRayRounding / 8 * size ? clipped : Interval<2>::none();
    }
    const double sine = cross(entered_, left_);
    const double square = length_squared(entered_) * length_squared(left_);
    const bool is_tip =
        dot(entered_, left_) < 0 && sine * sine < kSmallAngle * kSmallAngle * square;
    return is_tip ? interval() : clipped;
  }

 private:
  bool crosses() const { return enter_ < std::numeric_limits<double>::infinity(); }

  double enter_ = std::numeric_limits<double>::infinity();
  double exit_ = -std::numeric_limits<double>::infinity();
  Vec<2, double> entered_{};  // the edges
  Vec<2, double> left_{};
  double nearest_ = std::numeric_limits<double>::infinity();  // the least distance of a corner
  double size_ = 0;
};

// Returns whether a line may cross the tip of a polygon, since it is in it for so short a length;
// or seems to pass it by so little. True for few lines.
inline bool may_cross_tip(const LocalRay<2>& ray, const Interval<2>& clipped) {
  const double reach =
      std::fabs(ray.origin[0]) + std::fabs(ray.origin[1]) + std::fabs(clipped.enter);
  return std::fabs(clipped.exit - clipped.enter) <= 0x1p-8 * reach;
}

}  // namespace masu::detail
