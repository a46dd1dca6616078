// SPDX-License-Identifier: MIT
// Torus: periodic worlds: where objects are stored, and which of their images count.
#pragma once

#include <cmath>

#include <masu/core/period.hpp>
#include <masu/core/transform.hpp>
#include <masu/world/world_shape.hpp>

namespace masu::detail {

// An image of an object is the object moved by whole periods: by a *shift*, k * length on each
// axis, rounded to T. All boxes lie in span(): so a query of all images runs once for each shift
// that moves span() to its box.
//
// Boxes and the margin are below half a period, so two objects meet in one image at most, the one
// with the nearest box centers: in any other image, the centers would be half a period apart or
// more, and the sizes of the boxes sum to less.
template <int D, class T>
class Torus {
 public:
  using Pose = Transform<D, T>;
  // Queries of longer boxes are refused.
  static constexpr double kMostPeriods = 64;
  // The limits, in periods, of the distances from the origin of a query, and of an object's box.
  static constexpr double kFarthest = 0x1p20;
  static constexpr double kFarthestBox = 8;

  Torus() = default;
  explicit Torus(const Vec<3, T>& length) {
    for (int a = 0; a < D; ++a) period_.length[a] = length[a];
    any_ = period_.any();
    start();
  }

  // If the period is not valid, nothing else may be called.
  bool valid() const { return period_.valid(); }
  bool any() const { return any_; }
  const Period<D, T>& period() const { return period_; }
  bool wraps(int axis) const { return period_.length[axis] != 0; }
  friend bool operator==(const Torus& x, const Torus& y) {
    return x.period_.length == y.period_.length;
  }

  // Precondition: no objects.
  void start() {
    span_ = Aabb<D, T>::everything();
    for (int a = 0; a < D; ++a) {
      if (wraps(a)) span_.min[a] = 0, span_.max[a] = period_.length[a];
    }
  }
  // The box around all boxes inserted since. Infinite sides are the same in every image, and do not
  // count.
  const Aabb<D, T>& span() const { return span_; }
  void grow(const Aabb<D, T>& box) {
    if (!any_) return;
    for (int a = 0; a < D; ++a) {
      if (!wraps(a)) continue;
      if (is_finite(box.min[a]) && box.min[a] < span_.min[a]) span_.min[a] = box.min[a];
      if (is_finite(box.max[a]) && box.max[a] > span_.max[a]) span_.max[a] = box.max[a];
    }
  }

  // Returns the pose with its translation in [0, length), rounded once.
  Pose wrapped(Pose pose) const {
    for (int a = 0; a < D; ++a) {
      const T length = period_.length[a];
      const T x = pose.translation[a];
      if (length == 0 || (x >= 0 && x < length)) continue;
      const double moved = double(x) - std::floor(double(x) / double(length)) * double(length);
      const T in = static_cast<T>(moved);
      pose.translation[a] = in >= 0 && in < length ? in : T(0);
    }
    return pose;
  }
  // Returns the image of `from` that is nearest to `to`.
  Vec<D, T> near(const Vec<D, T>& from, const Vec<D, T>& to) const {
    Vec<D, T> r = from;
    for (int a = 0; a < D; ++a) {
      if (wraps(a)) r[a] = static_cast<T>(r[a] + nearest_shift(a, double(to[a]) - double(from[a])));
    }
    return r;
  }
  // Returns whether the sides of an object and the margin are below half a period. Half-spaces may
  // be infinite along axes that they are parallel to.
  bool holds(const WorldShape<D, T>& shape, const Pose& pose, const Aabb<D, T>& box,
             T margin) const {
    return sides_below(0.5 * (1 - 0x1p-16), shape, pose, box, double(margin)) &&
           within(box, kFarthestBox);
  }
  // Returns whether a query of this shape is allowed.
  bool may_ask(const WorldShape<D, T>& shape, const Pose& pose, const Aabb<D, T>& box) const {
    return sides_below(kMostPeriods, shape, pose, box, 0) && within(box, kFarthest);
  }
  bool short_enough(const Aabb<D, T>& box) const {
    for (int a = 0; a < D; ++a) {
      if (wraps(a) && !(size_of(box, a) < kMostPeriods * double(period_.length[a]))) return false;
    }
    return within(box, kFarthest);
  }
  // Returns whether the box is within `periods` periods of the origin; infinite sides do not count.
  bool within(const Aabb<D, T>& box, double periods) const {
    for (int a = 0; a < D; ++a) {
      const double most = periods * double(period_.length[a]);
      for (const T x : {box.min[a], box.max[a]}) {
        if (wraps(a) && is_finite(x) && !(std::fabs(double(x)) <= most)) return false;
      }
    }
    return true;
  }

  // Returns the shift of b to the image that a may meet.
  Vec<D, T> shift(const Aabb<D, T>& a, const Aabb<D, T>& b) const {
    Vec<D, T> r{};
    for (int k = 0; k < D; ++k) {
      if (!wraps(k)) continue;
      const double distance =
          0.5 * (double(a.min[k]) + double(a.max[k])) - 0.5 * (double(b.min[k]) + double(b.max[k]));
      if (is_finite(distance)) r[k] = nearest_shift(k, distance);
    }
    return r;
  }
  // Calls f(shift) for each shift that moves `of` to `box`, or nearly, the least first, until f
  // returns false. Infinite boxes are clipped to span(), one image of all.
  template <class F>
  bool for_each_shift(const Aabb<D, T>& box, const Aabb<D, T>& of, F&& f) const {
    Vec<D, T> shift{};
    return step(clipped(box), clipped(of), 0, shift, f);
  }
  // Returns the box enlarged by half a period on each side.
  Aabb<D, T> around(Aabb<D, T> box) const {
    for (int a = 0; a < D; ++a) {
      box.min[a] -= period_.length[a] / 2;
      box.max[a] += period_.length[a] / 2;
    }
    return box;
  }
  // Clips a box that covers a whole axis to one period of it.
  Aabb<D, T> clipped_to_period(Aabb<D, T> box) const {
    for (int a = 0; a < D; ++a) {
      if (!wraps(a) || size_of(box, a) < double(period_.length[a])) continue;
      box.min[a] = 0;
      box.max[a] = period_.length[a];
    }
    return box;
  }
  // Returns the box that the broad phase gets for an object: larger by the margin and, in a
  // periodic world, by the rounding of wrapped().
  Aabb<D, T> proxy_box(Aabb<D, T> box, T margin) const {
    if (margin != 0) {
      for (int a = 0; a < D; ++a) {
        box.min[a] -= margin;
        box.max[a] += margin;
      }
    }
    return any_ ? loosened(box) : box;
  }

 private:
  Aabb<D, T> loosened(Aabb<D, T> box) const {
    constexpr T kEpsilon = 16 * std::numeric_limits<T>::epsilon();
    for (int a = 0; a < D; ++a) {
      if (!wraps(a) || !is_finite(box.min[a]) || !is_finite(box.max[a])) continue;
      const T size = std::fabs(box.min[a]) + std::fabs(box.max[a]) + period_.length[a];
      box.min[a] -= kEpsilon * size;
      box.max[a] += kEpsilon * size;
    }
    return box;
  }
  static double size_of(const Aabb<D, T>& box, int axis) {
    return double(box.max[axis]) - double(box.min[axis]);
  }
  bool sides_below(double most, const WorldShape<D, T>& shape, const Pose& pose,
                   const Aabb<D, T>& box, double margin) const {
    const bool half_space = !shape.is_composite() && shape.convex.kind == ShapeKind::half_space;
    Vec<D, double> normal = Vec<D, double>::all(1);
    if (half_space) normal = matrix_of(pose.rotation) * vec_cast<double>(shape.convex.p[0]);
    for (int a = 0; a < D; ++a) {
      if (!wraps(a) || normal[a] == 0) continue;
      if (!(size_of(box, a) + margin < most * double(period_.length[a]))) return false;
    }
    return true;
  }
  // Returns the multiple of the period that is nearest to a displacement.
  T nearest_shift(int axis, double distance) const {
    const double length = double(period_.length[axis]);
    return static_cast<T>(std::floor(distance / length + 0.5) * length);
  }
  Aabb<D, T> clipped(Aabb<D, T> box) const {
    for (int a = 0; a < D; ++a) {
      if (!wraps(a) || (is_finite(box.min[a]) && is_finite(box.max[a]))) continue;
      box.min[a] = span_.min[a];
      box.max[a] = span_.max[a];
    }
    return box;
  }
  template <class F>
  bool step(const Aabb<D, T>& box, const Aabb<D, T>& of, int axis, Vec<D, T>& shift, F& f) const {
    if (axis == D) return f(static_cast<const Vec<D, T>&>(shift));
    if (!wraps(axis)) return step(box, of, axis + 1, shift, f);
    constexpr double kSlack = 0x1p-16;
    const double length = double(period_.length[axis]);
    const double low = (double(box.min[axis]) - double(of.max[axis])) / length;
    const double high = (double(box.max[axis]) - double(of.min[axis])) / length;
    if (!(low > -2 * kFarthest && high < 2 * kFarthest)) return true;  // refused earlier, or NaN
    for (double k = std::ceil(low - kSlack); k <= high + kSlack; k += 1) {
      shift[axis] = static_cast<T>(k * length);
      if (!step(box, of, axis + 1, shift, f)) return false;
    }
    shift[axis] = 0;
    return true;
  }

  Period<D, T> period_{};
  bool any_ = false;
  Aabb<D, T> span_ = Aabb<D, T>::everything();
};

template <int D, class T>
constexpr Transform<D, T> moved_by(Transform<D, T> pose, const Vec<D, T>& shift) {
  pose.translation = pose.translation + shift;
  return pose;
}
template <int D, class T>
constexpr Aabb<D, T> moved_by(const Aabb<D, T>& box, const Vec<D, T>& shift) {
  return {box.min + shift, box.max + shift};
}

}  // namespace masu::detail
