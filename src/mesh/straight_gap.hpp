// SPDX-License-Identifier: MIT
// A lower bound of the time at which a shape that moves without rotating touches anything in a box.
#pragma once

#include "mesh/shape_gap.hpp"
#include "mesh/swept_gap.hpp"

namespace masu::detail {

// The times between which a moving interval overlaps a fixed one, along several axes: the slabs of
// a ray cast. Infinity: they never do all at once, or only after t = 1.
class SlabTimes {
 public:
  // Adds an axis: from `low` to `high` at t = 0, moving with `speed`; the other from `first` to
  // `last`.
  void cut(double low, double high, double speed, double first, double last) {
    if (speed == 0) {
      if (low > last || high < first) exit_ = -1;
      return;
    }
    const double to_first = (speed > 0 ? first - high : last - low) / speed;
    const double to_last = (speed > 0 ? last - low : first - high) / speed;
    enter_ = larger(enter_, to_first);
    exit_ = to_last < exit_ ? to_last : exit_;
  }
  double entered() const {
    const double t = enter_ * (1 - 0x1p-40);
    return t <= exit_ * (1 + 0x1p-40) && t <= 1 ? t : std::numeric_limits<double>::infinity();
  }

 private:
  double enter_ = 0;
  double exit_ = std::numeric_limits<double>::infinity();
};

// Uses the axes of the body and those of the shape's core.
template <int D>
class StraightGap {
 public:
  // `part`: as for SweptGap. `largest`: a bound of the numbers in the body's boxes. Precondition:
  // neither body rotates, and the shape is no half-space.
  template <class T, class S>
  StraightGap(const BodyMotion<D>& of_body, const ShapeView<D, S>& shape,
              const Transform<D, T>* part, const BodyMotion<D>& of_shape, double largest) {
    const PairPose<D> origin = SweptGap<D>::pose_at(of_body, of_shape, 0);
    const PairPose<D> frame = part == nullptr ? origin : origin.with_part_of_b(*part);
    own_ = OrientedCore<D>(shape, frame);
    box_ = box_of_b(shape, frame);
    velocity_ = transposed_times(origin.rotation_a, of_shape.velocity() - of_body.velocity());
    const double size = largest + largest_component(box_.min) + largest_component(box_.max) +
                        largest_component(velocity_);
    slack_ = larger(0x1p-36, rounding_of(shape.kind)) * size;
    reach_ = double(shape.radius) + slack_;
  }

  template <class T>
  double operator()(const Aabb<D, T>& other) const {
    SlabTimes times;
    Vec<D, double> center, half;
    for (int a = 0; a < D; ++a) {
      const double low = double(other.min[a]), high = double(other.max[a]);
      times.cut(box_.min[a] - slack_, box_.max[a] + slack_, velocity_[a], low, high);
      center[a] = 0.5 * low + 0.5 * high;
      half[a] = 0.5 * high - 0.5 * low;
    }
    for (int k = 0; k < D; ++k) {
      const Vec<D, double>& axis = own_.axis(k);
      double size = 0;
      for (int a = 0; a < D; ++a) size += std::fabs(axis[a]) * half[a];
      const double position = dot(axis, center);
      cut(times, k, position - size, position + size);
    }
    return times.entered();
  }
  // Returns the bound for a sub-shape with corners, given in the body's frame; 0 for any other.
  template <class T>
  double operator()(const SubShape<D, T>& sub_shape) const {
    Vec<D, double> p[D];
    if (!corners_of(sub_shape, p)) return 0;
    SlabTimes times;
    for (int k = 0; k < D; ++k) {
      double low = dot(own_.axis(k), p[0]);
      double high = low;
      for (int i = 1; i < D; ++i) {
        const double position = dot(own_.axis(k), p[i]);
        low = position < low ? position : low;
        high = larger(high, position);
      }
      cut(times, k, low, high);
    }
    return times.entered();
  }

 private:
  void cut(SlabTimes& times, int k, double first, double last) const {
    times.cut(own_.low(k) - reach_, own_.high(k) + reach_, dot(own_.axis(k), velocity_), first,
              last);
  }

  OrientedCore<D> own_;
  Aabb<D, double> box_{};
  Vec<D, double> velocity_{};
  double slack_ = 0;
  double reach_ = 0;
};

}  // namespace masu::detail
