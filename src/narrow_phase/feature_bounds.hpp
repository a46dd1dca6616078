// SPDX-License-Identifier: MIT
// Results of walks over features: nearest points, the bounds that they prove, and both in the
// world.
#pragma once

#include <masu/narrow_phase/closest_features.hpp>
#include "core/round_outward.hpp"

#include "narrow_phase/pair_frame.hpp"

namespace masu::detail {

// All in the frame of a. `normal` has length 1.
template <int D>
struct FeatureBounds {
  Vec<D, double> point_a{};
  Vec<D, double> point_b{};
  Vec<D, double> normal{};
  double distance = 0;
  double lower = 0;
  double upper = 0;
};

// Shares of the size, which is the largest coordinate that was subtracted.
inline constexpr double kBoundSlack = 0x1p-47;  // the error of the bounds is less
inline constexpr double kTouching = 0x1p-48;    // nearer points count as equal
inline constexpr double kDoubtful = 0x1p-46;    // signs of smaller numbers may be rounding

// The largest difference of the bounds. Faces of float corners are not quite flat.
template <class T>
inline constexpr double kBoundGap = std::is_same_v<T, float> ? 0x1p-22 : 0x1p-42;

template <class T>
inline bool proves(double lower, double upper, double size) {
  const double gap = upper - lower;
  return gap <= kBoundGap<double> * size || (lower > 0 && gap <= kBoundGap<T> * size);
}

template <int D>
inline Vec<D, double> to_b(const PairFrame<D>& frame, const Vec<D, double>& x) {
  return transposed_times(frame.rotation, x - frame.translation);
}
template <int D>
inline Vec<D, double> to_a(const PairFrame<D>& frame, const Vec<D, double>& x) {
  return frame.rotation * x + frame.translation;
}

template <int D>
inline double size_of(const PairFrame<D>& frame, const Vec<D, double>& p, const Vec<D, double>& q) {
  const double sizes[] = {largest_component(frame.translation), largest_component(p),
                          largest_component(q)};
  const double most = sizes[0] > sizes[1] ? sizes[0] : sizes[1];
  return most > sizes[2] ? most : sizes[2];
}

template <int D, class T>
inline Vec<D, T> to_world(const PairFrame<D>& frame, const Transform<D, T>& pose_a,
                          const Vec<D, double>& p) {
  return vec_cast<T>(frame.rotation_a * p + vec_cast<double>(pose_a.translation));
}

template <int D, class T>
inline Separation<D, T> apart_in_world(const FeatureBounds<D>& f, const PairFrame<D>& frame,
                                       const Transform<D, T>& pose_a) {
  const double slack = kBoundSlack * size_of(frame, f.point_a, f.point_b);
  Separation<D, T> r;
  r.distance = static_cast<T>(f.distance);
  r.lower = round_down<T>(f.lower - slack);
  r.upper = round_up<T>(f.upper + slack);
  r.normal = vec_cast<T>(frame.rotation_a * f.normal);
  r.point_a = to_world(frame, pose_a, f.point_a);
  r.point_b = to_world(frame, pose_a, f.point_b);
  return r;
}

// Overlapping shapes, with the point `common` in both.
template <int D, class T>
Separation<D, T> overlap_in_world(const Vec<D, double>& common, const PairFrame<D>& frame,
                                  const Transform<D, T>& pose_a) {
  Separation<D, T> r;
  r.lower = 0;
  r.upper = round_up<T>(kBoundSlack * size_of(frame, common, common));
  r.point_a = r.point_b = to_world(frame, pose_a, common);
  return r;
}

// A walk whose next step depends only on its position goes in circles once it returns to one. The
// position it is compared with is replaced at steps 1, 2, 4, ...: a circle of n steps costs at most
// 3 n. Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980.
class CircleWatch {
 public:
  bool again(const ClosestFeatures& here) {
    if (here == mark_) return true;
    if (++steps_ == next_) mark_ = here, next_ *= 2;
    return false;
  }

 private:
  ClosestFeatures mark_;
  std::uint32_t steps_ = 0;
  std::uint32_t next_ = 1;
};

// More steps than a walk across the largest polytopes takes, which visits only a part of each.
inline constexpr std::uint32_t kMostSteps = 4096;

}  // namespace masu::detail
