// SPDX-License-Identifier: MIT
// Convex polygons in long double, and their relation by trying every pair of edges.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <masu/core/transform.hpp>

namespace masu::test {

using Point2 = std::array<long double, 2>;
using Outline = std::vector<Point2>;

template <class Polygon, class T>
Outline placed_outline(const Polygon& p, const Transform<2, T>& pose) {
  long double c = pose.rotation.cosine;
  long double s = pose.rotation.sine;
  const long double size = std::sqrt(c * c + s * s);
  c /= size, s /= size;
  Outline all;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const long double x = p.vertex(i)[0], y = p.vertex(i)[1];
    all.push_back({c * x - s * y + pose.translation[0], s * x + c * y + pose.translation[1]});
  }
  return all;
}

// The reach of b before a along a unit direction.
inline long double gap_along(const Outline& a, const Outline& b, const Point2& n) {
  const auto along = [&](const Point2& p) { return p[0] * n[0] + p[1] * n[1]; };
  long double most = -std::numeric_limits<long double>::infinity();
  long double least = -most;
  for (const Point2& p : a) most = std::max(most, along(p));
  for (const Point2& p : b) least = std::min(least, along(p));
  return least - most;
}

inline long double squared_to_segment(const Point2& p, const Point2& a, const Point2& b) {
  const long double dx = b[0] - a[0], dy = b[1] - a[1];
  const long double whole = dx * dx + dy * dy;
  const long double along = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy;
  const long double t = whole > 0 ? std::clamp(along / whole, 0.0L, 1.0L) : 0;
  const long double x = a[0] + t * dx - p[0], y = a[1] + t * dy - p[1];
  return x * x + y * y;
}

// The best gap, as if b came after a, along normals of both: both normals of each edge, so that
// clockwise outlines may come too, and each edge itself and the axes, for what is flat.
inline long double best_gap(const Outline& a, const Outline& b) {
  long double best = -std::numeric_limits<long double>::infinity();
  const auto take = [&](long double x, long double y) {
    for (const Point2& n : {Point2{x, y}, Point2{-x, -y}, Point2{y, -x}, Point2{-y, x}}) {
      best = std::max(best, gap_along(a, b, n));
    }
  };
  take(1, 0);
  for (const Outline* of : {&a, &b}) {
    for (std::size_t i = 0; i < of->size(); ++i) {
      const Point2 &p = (*of)[i], &q = (*of)[(i + 1) % of->size()];
      const long double x = q[0] - p[0], y = q[1] - p[1];
      const long double size = std::sqrt(x * x + y * y);
      if (size > 0) take(x / size, y / size);
    }
  }
  return best;
}

// The distance where they are apart, else minus the least translation that parts them.
inline long double separation_of(const Outline& a, const Outline& b) {
  const long double gap = best_gap(a, b);
  if (gap <= 0) return gap;
  long double least = std::numeric_limits<long double>::infinity();
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      const Point2 &p = a[i], &q = a[(i + 1) % a.size()];
      const Point2 &r = b[k], &s = b[(k + 1) % b.size()];
      least = std::min({least, squared_to_segment(p, r, s), squared_to_segment(r, p, q)});
    }
  }
  return std::sqrt(least);
}

}  // namespace masu::test
