// SPDX-License-Identifier: MIT
// The dimension that points span, exactly, and a simplex of them with that dimension.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hull/side_test.hpp"

namespace masu::detail {

inline Vec<2, double> without_axis(const Point3& p, int axis) {
  return {p[(axis + 1) % 3], p[(axis + 2) % 3]};
}

// Returns an axis along which the three points do not project onto one line; `plane` contains them.
inline int axis_of_projection(const TrianglePlane& plane, const Point3& a, const Point3& b,
                              const Point3& c) {
  int best = -1;
  for (int axis = 0; axis < 3; ++axis) {
    if (best >= 0 && std::abs(plane.normal[axis]) <= std::abs(plane.normal[best])) continue;
    if (orient2d(without_axis(a, axis), without_axis(b, axis), without_axis(c, axis)) != 0) {
      best = axis;
    }
  }
  return best;
}

// The first dimension + 1 corners span what all points span. They are far from each other, so that
// few points are left outside. Precondition: at least one point.
class FirstSimplex {
 public:
  FirstSimplex(const Point3* points, std::size_t count, SideTest& side, HullStats& stats)
      : points_(points), count_(static_cast<std::uint32_t>(count)), stats_(stats) {
    find_ends();
    dimension = corner[0] == corner[1] ? 0 : (!find_third() ? 1 : (!find_fourth(side) ? 2 : 3));
  }

  int dimension = 0;
  std::uint32_t corner[4] = {};
  Point3 low{};     // corner of the box around all points
  Point3 extent{};  // its extent
  int widest = 0;   // axis of the largest extent
  // Indices of the extreme points along the axes and space diagonals, in both directions; possibly
  // with repetitions.
  static constexpr int kSeeds = 14;
  std::uint32_t seed[kSeeds] = {};

  // An axis along which the first three corners project onto a triangle. For dimension 2 and 3.
  int axis_of_projection() const {
    return detail::axis_of_projection(plane_of_corners(), point(0), point(1), point(2));
  }

 private:
  const Point3& point(int i) const { return points_[corner[i]]; }
  TrianglePlane plane_of_corners() const {
    return TrianglePlane::through(point(0), point(1), point(2), extent);
  }
  int orientation_without(int axis, const Point3& p) const {
    return orient2d(without_axis(point(0), axis), without_axis(point(1), axis),
                    without_axis(p, axis));
  }

  // The ends of the axis of the largest extent.
  void find_ends() {
    find_seeds();
    for (int k = 0; k < 3; ++k) {
      low[k] = points_[seed[2 * k]][k];
      extent[k] = points_[seed[2 * k + 1]][k] - low[k];
      if (extent[k] > extent[widest]) widest = k;
    }
    corner[0] = seed[2 * widest];
    corner[1] = seed[2 * widest + 1];
  }

  // seed[2 k] is the lowest point along direction k, seed[2 k + 1] the highest; axes first.
  void find_seeds() {
    double least[7];
    double most[7];
    heights(points_[0], least);
    heights(points_[0], most);
    for (std::uint32_t i = 1; i < count_; ++i) {
      double h[7];
      heights(points_[i], h);
      for (int k = 0; k < 7; ++k) {
        if (h[k] < least[k]) least[k] = h[k], seed[2 * k] = i;
        if (h[k] > most[k]) most[k] = h[k], seed[2 * k + 1] = i;
      }
    }
  }
  static void heights(const Point3& p, double (&h)[7]) {
    const double sum = p[0] + p[1];
    const double difference = p[0] - p[1];
    h[0] = p[0], h[1] = p[1], h[2] = p[2];
    h[3] = sum + p[2], h[4] = sum - p[2];
    h[5] = difference + p[2], h[6] = difference - p[2];
  }

  // Returns the index with the largest measure, of the seeds if one of them suffices; where
  // rounding leaves no certain maximum, any that suffices.
  template <class Measure, class WillDo>
  bool find(std::uint32_t& found, Measure&& measure, WillDo&& will_do) {
    double most = -1;
    const auto offer = [&](std::uint32_t i) {
      const double m = measure(points_[i]);
      if (m > most) most = m, found = i;
    };
    for (const std::uint32_t i : seed) offer(i);
    stats_.tests += kSeeds;
    if (will_do(points_[found])) return true;
    for (std::uint32_t i = 0; i < count_; ++i) offer(i);
    stats_.tests += count_;
    if (will_do(points_[found])) return true;
    for (found = 0; found < count_; ++found) {
      if (will_do(points_[found])) return true;
    }
    return false;
  }

  bool find_third() {
    const Point3 along = point(1) - point(0);
    const double scale = 1 / (extent[0] + extent[1] + extent[2]);
    const auto area_squared = [&](const Point3& p) {
      const Point3 w = (p - point(0)) * scale;
      double sum = 0;
      for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3;
        const int j = (k + 2) % 3;
        const double area = along[i] * scale * w[j] - along[j] * scale * w[i];
        sum += area * area;
      }
      return sum;
    };
    return find(corner[2], area_squared, [&](const Point3& p) {
      ++stats_.exact_tests;
      return orientation_without(0, p) != 0 || orientation_without(1, p) != 0 ||
             orientation_without(2, p) != 0;
    });
  }

  bool find_fourth(SideTest& side) {
    const TrianglePlane plane = plane_of_corners();
    const std::uint32_t corners[3] = {corner[0], corner[1], corner[2]};
    const auto distance = [&](const Point3& p) { return std::abs(plane.height(p)); };
    return find(corner[3], distance,
                [&](const Point3& p) { return side(plane, corners, p, plane.height(p)) != 0; });
  }

  const Point3* points_;
  std::uint32_t count_;
  HullStats& stats_;
};

}  // namespace masu::detail
