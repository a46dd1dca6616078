// SPDX-License-Identifier: MIT
// The point of an ellipsoid nearest to a point, inside or out.
#pragma once

#include "narrow_phase/nearest_surface.hpp"

namespace masu::detail {

// The nearest point is x_i = e_i^2 y_i / (t + e_i^2) for half axes e and the t that puts it on the
// surface. With r_i = (e_i / e_min)^2, z_i = |y_i| / e_i and w = t / e_min^2 + 1 that is the root
// of
//   sum (r_i z_i / (w + (r_i - 1)))^2 = 1,  w >= 0.
// The left side falls and is convex, so Newton's steps from below never leave the root's left. They
// start where one summand is 1; before, without the least axis, whose summand may be a steep wall
// at 0 that holds the steps back. `share` is a summand's root: x_i / e_i.
//
// Source: D. Eberly, "Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid",
// 2013; the unknown w, which is exact near 0, and both starts are ours.
template <int D>
class NearestOnEllipsoid {
 public:
  NearestOnEllipsoid(const Vec<D, double>& half, const Vec<D, double>& point)
      : half_(half), point_(point) {
    for (int i = 1; i < D; ++i) least_ = half[i] < half[least_] ? i : least_;
    const double e = half[least_];
    for (int i = 0; i < D; ++i) {
      r_[i] = half[i] / e * (half[i] / e);
      more_[i] = (half[i] - e) / e * ((half[i] + e) / e);
      z_[i] = std::fabs(point[i]) / half[i];
      if (z_[i] < kLeast && point[i] != 0) {
        z_[i] = kLeast;
        point_[i] = point[i] < 0 ? -kLeast * half[i] : kLeast * half[i];
      }
    }
  }

  NearestSurface<D> operator()() const {
    double w = 0;
    for (int i = 0; i < D; ++i) w = std::fmax(w, r_[i] * z_[i] - more_[i]);
    const double others = sum(0, least_);
    if (!(w > 0) && others <= 1) return answer(0, std::sqrt(1 - others));
    if (others > 1) w = std::fmax(w, root(0, least_));
    return answer(root(w, D), 0);
  }

 private:
  static constexpr int kMostSteps = 200;
  static constexpr double kLeast = 0x1p-500;  // nearer to a plane, quotients would overflow

  double share(int i, double w) const { return z_[i] == 0 ? 0 : r_[i] * z_[i] / (w + more_[i]); }
  // Over all axes except one; with D, over all.
  double sum(double w, int without) const {
    double all = 0;
    for (int i = 0; i < D; ++i) all += i == without ? 0 : share(i, w) * share(i, w);
    return all;
  }
  // Starts on the left and stays there.
  double root(double w, int without) const {
    for (int k = 0; k < kMostSteps; ++k) {
      double slope = 0;
      for (int i = 0; i < D; ++i) {
        if (i != without && z_[i] != 0) slope += share(i, w) * share(i, w) / (w + more_[i]);
      }
      const double next = w + (sum(w, without) - 1) / (2 * slope);
      if (!(next > w)) break;
      w = next;
    }
    return w;
  }
  // `lift` is the share of the least axis if the point lies on the plane of the others, halfway
  // between two nearest points.
  NearestSurface<D> answer(double w, double lift) const {
    Vec<D, double> gradient{};  // x_i / e_i^2, times e_min
    Vec<D, double> back{};      // from the nearest point
    for (int i = 0; i < D; ++i) {
      const double sign = point_[i] < 0 ? -1 : 1;
      const double x = i == least_ && lift > 0 ? lift : share(i, w);
      gradient[i] = sign * x * (half_[least_] / half_[i]);
      if (z_[i] != 0) back[i] = point_[i] * ((w - 1) / (w + more_[i]));
      if (i == least_ && lift > 0) back[i] = -sign * lift * half_[i];
    }
    const double size = length(gradient);
    return {(w < 1 ? -1 : 1) * length(back), gradient * (1 / size)};
  }

  Vec<D, double> half_;
  Vec<D, double> point_;
  Vec<D, double> r_{};
  Vec<D, double> more_{};  // r - 1
  Vec<D, double> z_{};
  int least_ = 0;
};

}  // namespace masu::detail
