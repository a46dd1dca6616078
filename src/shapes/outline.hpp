// SPDX-License-Identifier: MIT
// A small convex polygon in SIMD layout: in double, one array per axis, in whole registers.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include <masu/shapes/convex_polygon.hpp>

namespace masu::detail {

// Corners are counterclockwise, side i leads from corner i to the next. Padded with copies of the
// first to a multiple of kBlock. A point has no sides, a segment two.
struct Outline {
  static constexpr std::uint32_t kBlock = 4;
  // For pairs with more corners, formulas that process all of both cost more than a search.
  static constexpr std::uint32_t kMost = 32;

  const double* x;
  const double* y;
  const double* normal_x;  // outward, of length 1
  const double* normal_y;
  std::uint32_t corners;
  std::uint32_t sides;
  double reach;  // the largest coordinate

  Vec<2, double> corner(std::uint32_t i) const { return {x[i], y[i]}; }
  Vec<2, double> normal(std::uint32_t i) const { return {normal_x[i], normal_y[i]}; }
  std::uint32_t after(std::uint32_t i) const { return i + 1 == corners ? 0 : i + 1; }
  std::uint32_t before(std::uint32_t i) const { return (i == 0 ? corners : i) - 1; }
};

// The outline of a ConvexPolygon, stored in the polygon. Empty if there are more corners than
// kMost, or if the line of a side does not bound the polygon up to rounding.
template <class T>
class OutlineTable {
 public:
  // Returns whether assign() accepts the polygon.
  [[nodiscard]] static bool reserve(ConvexPolygon<T>& polygon, std::size_t corners) {
    return corners > Outline::kMost || polygon.outline_.reserve(4 * padded(corners));
  }
  // Precondition: every corner turns left.
  static void assign(ConvexPolygon<T>& polygon, std::span<const Vec<2, T>> corners) {
    polygon.outline_.clear();
    if (corners.size() > Outline::kMost) return;
    const std::size_t stride = padded(corners.size());
    polygon.outline_corners_ = static_cast<std::uint32_t>(corners.size());
    polygon.outline_.set_size(4 * stride);
    polygon.reach_ = 0;
    for (std::size_t i = 0; i < stride; ++i) {
      write(polygon, stride, corners, i < corners.size() ? i : 0, i);
    }
    if (!bounded(of(polygon))) polygon.outline_.clear();
  }
  static Outline of(const ConvexPolygon<T>& polygon) {
    const std::size_t stride = padded(polygon.outline_corners_);
    Outline o;
    o.corners = o.sides = polygon.outline_.empty() ? 0 : polygon.outline_corners_;
    o.x = polygon.outline_.data();
    o.y = o.x + stride;
    o.normal_x = o.y + stride;
    o.normal_y = o.normal_x + stride;
    o.reach = polygon.reach_;
    return o;
  }

 private:
  static std::size_t padded(std::size_t corners) {
    return (corners + Outline::kBlock - 1) / Outline::kBlock * Outline::kBlock;
  }
  static void write(ConvexPolygon<T>& polygon, std::size_t stride,
                    std::span<const Vec<2, T>> corners, std::size_t from, std::size_t to) {
    const auto p = vec_cast<double>(corners[from]);
    const auto along = vec_cast<double>(corners[from + 1 == corners.size() ? 0 : from + 1]) - p;
    const double size = length(along);
    double* const data = polygon.outline_.data() + to;
    data[0] = p[0];
    data[stride] = p[1];
    data[2 * stride] = along[1] / size;
    data[3 * stride] = -along[0] / size;
    for (int a = 0; a < 2; ++a) polygon.reach_ = std::fmax(polygon.reach_, std::fabs(p[a]));
  }
  static bool bounded(const Outline& o) {
    for (std::uint32_t i = 0; i < o.corners; ++i) {
      for (std::uint32_t k = 0; k < o.corners; ++k) {
        if (dot(o.normal(i), o.corner(k) - o.corner(i)) > 0x1p-49 * o.reach) return false;
      }
    }
    return true;
  }
};

}  // namespace masu::detail
