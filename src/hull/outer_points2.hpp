// SPDX-License-Identifier: MIT
// Points in 2D that may be extreme: those not inside a box between extreme ones.
#pragma once

#include <limits>

#include <masu/core/finite.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/predicates.hpp>

namespace masu::detail {

// S. G. Akl, G. T. Toussaint, "A fast convex hull algorithm", 1978, with eight directions, and a
// box inside the octagon of the extreme points: four comparisons per point, no products. The box is
// tested against the octagon exactly.
template <class T>
class OuterPoints2 {
 public:
  using Points = std::span<const Vec<2, T>>;

  explicit OuterPoints2(Allocator allocator) : octagon_(allocator) {}

  // Finds their indices, ascending. Precondition: at least one point. Returns false if out of
  // memory.
  bool find(Points points, Buffer<std::uint32_t>& indices) {
    Box box;
    if (!indices.resize(points.size()) || (points.size() >= kFew && !find_box(points, box))) {
      return false;
    }
    std::size_t outer = 0;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      indices[outer] = i;
      outer += box.contains(points[i]) ? 0 : 1;
    }
    indices.set_size(outer);
    return true;
  }

 private:
  // Not worth it for a handful of points.
  static constexpr std::size_t kFew = 256;
  using Point = Vec<2, double>;

  // Empty at first.
  struct Box {
    Vec<2, T> low = Vec<2, T>::all(std::numeric_limits<T>::infinity());
    Vec<2, T> high = Vec<2, T>::all(-std::numeric_limits<T>::infinity());

    bool contains(const Vec<2, T>& p) const {
      return (int(p[0] >= low[0]) & int(p[0] <= high[0]) & int(p[1] >= low[1]) &
              int(p[1] <= high[1])) != 0;
    }
  };

  bool find_box(Points points, Box& box) {
    Point corner[8];
    find_far_points(points, corner);
    if (wrapping_.build(std::span<const Point>(corner), octagon_) != Status::ok) return false;
    const Point extent{(corner[1][0] - corner[0][0]) / 2, (corner[3][1] - corner[2][1]) / 2};
    const Point center{corner[0][0] + extent[0], corner[2][1] + extent[1]};
    const double scale = scale_inside(corner, center, extent);
    Box found;
    for (int k = 0; k < 2; ++k) {
      found.low[k] = static_cast<T>(center[k] - extent[k] * scale);
      found.high[k] = static_cast<T>(center[k] + extent[k] * scale);
    }
    if (scale > 0 && is_finite(found.low) && is_finite(found.high) && is_inside(corner, found)) {
      box = found;
    }
    return true;
  }

  // The extreme points along x, y and the two diagonals.
  static void find_far_points(Points points, Point (&corner)[8]) {
    double least[4];
    double most[4];
    heights(points[0], least);
    heights(points[0], most);
    for (Point& c : corner) c = widen(points[0]);
    for (const Vec<2, T>& p : points) {
      double h[4];
      heights(p, h);
      for (int k = 0; k < 4; ++k) {
        if (h[k] < least[k]) least[k] = h[k], corner[2 * k] = widen(p);
        if (h[k] > most[k]) most[k] = h[k], corner[2 * k + 1] = widen(p);
      }
    }
  }
  static void heights(const Vec<2, T>& p, double (&h)[4]) {
    const double x = p[0];
    const double y = p[1];
    h[0] = x, h[1] = y, h[2] = x + y, h[3] = x - y;
  }

  // Returns how far the box may grow, roughly, until it touches a side of the octagon; 0 for NaN.
  double scale_inside(const Point (&corner)[8], const Point& center, const Point& extent) const {
    const auto loop = octagon_.vertices();
    double scale = loop.size() > 2 ? 1 : 0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Point& a = corner[loop[i]];
      const Point along = corner[loop[i + 1 < loop.size() ? i + 1 : 0]] - a;
      const Point w = center - a;
      const double height = along[0] * w[1] - along[1] * w[0];
      const double reach = std::abs(along[0]) * extent[1] + std::abs(along[1]) * extent[0];
      if (!(height / reach >= scale)) scale = height / reach;
    }
    return scale * (1 - 0x1p-20);
  }

  bool is_inside(const Point (&corner)[8], const Box& box) const {
    const auto loop = octagon_.vertices();
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Point& a = corner[loop[i]];
      const Point& b = corner[loop[i + 1 < loop.size() ? i + 1 : 0]];
      for (int k = 0; k < 4; ++k) {
        const Point c{k % 2 == 0 ? box.low[0] : box.high[0], k < 2 ? box.low[1] : box.high[1]};
        if (orient2d(a, b, c) <= 0) return false;
      }
    }
    return true;
  }

  GiftWrapping2<double> wrapping_;
  Hull2 octagon_;
};

}  // namespace masu::detail
