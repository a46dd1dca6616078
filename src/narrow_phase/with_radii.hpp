// SPDX-License-Identifier: MIT
// From two cores in the frame of the first to two shapes in the world.
#pragma once

#include <masu/core/answered.hpp>
#include <masu/narrow_phase/separation.hpp>
#include "core/round_outward.hpp"

#include "narrow_phase/core_distance.hpp"

namespace masu::detail {

// Bounds have the rounding of their computation: a few units of the sizes used.
inline constexpr double kBoundSlack = 0x1p-47;

template <int D, class T>
class WithRadii {
 public:
  // Of a's frame in the world. Refers to it.
  WithRadii(const Matrix<D, double>& rotation, const Vec<D, double>& origin, T radius_a, T radius_b)
      : rotation_(rotation),
        origin_(origin),
        radius_a_(double(radius_a)),
        radius_b_(double(radius_b)) {}

  T distance(double of_cores) const { return static_cast<T>(of_cores - (radius_a_ + radius_b_)); }
  Vec<D, T> on_a(const Vec<D, double>& p, const Vec<D, double>& normal) const {
    return to_world(p + normal * radius_a_);
  }
  Vec<D, T> on_b(const Vec<D, double>& p, const Vec<D, double>& normal) const {
    return to_world(p - normal * radius_b_);
  }

  Separation<D, T> separation(const CoreDistance<D>& core) const {
    Separation<D, T> r;
    write(core, false, r);
    return r;
  }
  // Into an answer as it was made. `flip`: as b sees it.
  void write(const CoreDistance<D>& core, bool flip, Separation<D, T>& r) const {
    r.status = core.status;
    if (core.status == Status::unbounded) {
      if (flip) r.normal = -r.normal;
      return;
    }
    const double radii = radius_a_ + radius_b_;
    const double slack = kBoundSlack * (core.size + radii);
    r.distance = distance(core.distance);
    r.lower = round_down<T>(core.lower - radii - slack);
    r.upper = round_up<T>(core.upper - radii + slack);
    const Vec<D, T> normal = vec_cast<T>(rotation_ * core.normal);
    r.normal = flip ? -normal : normal;
    (flip ? r.point_b : r.point_a) = on_a(core.point_a, core.normal);
    (flip ? r.point_a : r.point_b) = on_b(core.point_b, core.normal);
  }

 private:
  Vec<D, T> to_world(const Vec<D, double>& p) const { return vec_cast<T>(rotation_ * p + origin_); }

  const Matrix<D, double>& rotation_;
  const Vec<D, double>& origin_;
  double radius_a_;
  double radius_b_;
};

// Shapes that overlap have a common point, and their depth is not known. It is the point between
// the two deepest ones that lies as deep in each shape as its radius allows.
template <int D, class T>
void discard_depth(T radius_a, T radius_b, Separation<D, T>& r) {
  if (r.distance > 0 || !answered(r.status)) return;
  r.distance = 0;
  r.normal = {};
  r.lower = r.lower > 0 ? r.lower : T(0);
  r.upper = r.upper > 0 ? r.upper : T(0);
  const T radii = radius_a + radius_b;
  const T of_a = radii > 0 ? radius_b / radii : T(0.5);
  const T of_b = radii > 0 ? radius_a / radii : T(0.5);
  r.point_a = r.point_b = r.point_a * of_a + r.point_b * of_b;
}

}  // namespace masu::detail
