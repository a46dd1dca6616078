// SPDX-License-Identifier: MIT
// The side of a plane through three points of a set on which others of it lie, exactly.
#pragma once

#include <bit>
#include <cstddef>
#include <limits>

#include <masu/hull/hull_stats.hpp>

#include "hull/hull_triangle.hpp"

namespace masu::detail {

// The sign of a computed height if its error bound decides it, else the exact predicate. Between
// them: four points that share a coordinate lie in a plane; and the coordinates along an axis are
// multiples of some power of two, so determinants are multiples of the product of three; one that
// must be smaller is 0. That suffices for lattices.
class SideTest {
 public:
  SideTest() = default;
  SideTest(const Point3* points, std::size_t count, HullStats& stats)
      : points_(points), count_(count), stats_(&stats) {}

  const Point3& point(std::uint32_t index) const { return points_[index]; }

  // Returns 1 if p lies on the side of the plane's normal; `height` is plane.height(p).
  int operator()(const TrianglePlane& plane, const std::uint32_t (&corner)[3], const Point3& p,
                 double height) {
    ++stats_->tests;
    const auto filtered = sign_beyond(height, plane.bound);
    return filtered.certain() ? filtered.sign : in_doubt(plane, corner, p, height);
  }
  int operator()(const HullTriangle& t, const Point3& p) {
    return (*this)(t.plane, t.corner, p, t.plane.height(p));
  }

  // If the bound does not decide.
  int in_doubt(const TrianglePlane& plane, const std::uint32_t (&corner)[3], const Point3& p,
               double height) {
    if (share_coordinate(corner, p)) return 0;
    if (grain_ < 0) grain_ = find_grain();
    if (std::abs(height) + plane.bound < grain_) return 0;
    ++stats_->exact_tests;
    return exact_volume(points_[corner[0]], points_[corner[1]], points_[corner[2]], p);
  }

 private:
  bool share_coordinate(const std::uint32_t (&corner)[3], const Point3& p) const {
    const Point3& a = points_[corner[0]];
    const Point3& b = points_[corner[1]];
    const Point3& c = points_[corner[2]];
    for (int k = 0; k < 3; ++k) {
      if (p[k] == a[k] && p[k] == b[k] && p[k] == c[k]) return true;
    }
    return false;
  }

  // 0 if it is far outside the range of double.
  double find_grain() const {
    int exponent = 0;
    for (int k = 0; k < 3; ++k) {
      int least = std::numeric_limits<int>::max();
      for (std::size_t i = 0; i < count_; ++i) {
        const double x = points_[i][k];
        if (x != 0 && exponent_of_last_bit(x) < least) least = exponent_of_last_bit(x);
      }
      if (least != std::numeric_limits<int>::max()) exponent += least;
    }
    if (exponent < -1000 || exponent > 1000) return 0;
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
  }

  static int exponent_of_last_bit(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
    const std::uint64_t digits = bits & 0x000f'ffff'ffff'ffffu;
    if (exponent == 0) return std::countr_zero(digits) - 1074;
    return std::countr_zero(digits | 0x0010'0000'0000'0000u) + exponent - 1075;
  }

  const Point3* points_ = nullptr;
  std::size_t count_ = 0;
  HullStats* stats_ = nullptr;
  double grain_ = -1;  // computed on first use
};

}  // namespace masu::detail
