// SPDX-License-Identifier: MIT
#include "narrow_phase/solid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace masu::test {
namespace {

Point3 operator-(const Point3& a, const Point3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Point3 operator+(const Point3& a, const Point3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Point3 operator*(const Point3& a, Real s) {
  return {a[0] * s, a[1] * s, a[2] * s};
}
Real dot(const Point3& a, const Point3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Point3 cross(const Point3& a, const Point3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Real length(const Point3& a) {
  return std::sqrt(dot(a, a));
}

Real clamp01(Real t) {
  return t < 0 ? 0 : (t > 1 ? 1 : t);
}

struct Best {
  Real squared = std::numeric_limits<Real>::infinity();
  Point3 from_a_to_b{};
  void take(const Point3& p, const Point3& q) {
    const Point3 d = q - p;
    if (dot(d, d) < squared) squared = dot(d, d), from_a_to_b = d;
  }
};

Point3 nearest_on_segment(const Point3& p, const Point3& a, const Point3& b) {
  const Point3 d = b - a;
  return a + d * clamp01(dot(p - a, d) / dot(d, d));
}

// The foot of p on the triangle's plane, if it lies inside; else the nearest of its sides.
Point3 nearest_on_triangle(const Point3& p, const Point3& a, const Point3& b, const Point3& c) {
  const Point3 n = cross(b - a, c - a);
  const Real nn = dot(n, n);
  if (nn > 0) {
    const Point3 q = p - n * (dot(p - a, n) / nn);
    if (dot(cross(b - a, q - a), n) >= 0 && dot(cross(c - b, q - b), n) >= 0 &&
        dot(cross(a - c, q - c), n) >= 0) {
      return q;
    }
  }
  Best best;
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
    best.take(p, nearest_on_segment(p, x, y));
  }
  return p + best.from_a_to_b;
}

// Both clamped in turn from the crossing of the lines. Source: C. Ericson, "Real-time collision
// detection", 5.1.9.
void segments(const Point3& p, const Point3& q, const Point3& r, const Point3& s, Best& best) {
  const Point3 d = q - p;
  const Point3 e = s - r;
  const Point3 n = cross(d, e);
  if (dot(n, n) > 0) {
    const Real t = clamp01(dot(cross(r - p, e), n) / dot(n, n));
    const Point3 y = nearest_on_segment(p + d * t, r, s);
    best.take(nearest_on_segment(y, p, q), y);
  }
  best.take(p, nearest_on_segment(p, r, s));
  best.take(q, nearest_on_segment(q, r, s));
  best.take(nearest_on_segment(r, p, q), r);
  best.take(nearest_on_segment(s, p, q), s);
}

Real reach(const Solid& s, const Point3& n, Real sign) {
  Real most = -std::numeric_limits<Real>::infinity();
  for (const Point3& p : s.points) most = std::max(most, sign * dot(p, n));
  return most;
}

struct Range {
  Real least = std::numeric_limits<Real>::infinity();
  Real most = -std::numeric_limits<Real>::infinity();
};
Range range(const Solid& s, const Point3& n) {
  Range r;
  for (const Point3& p : s.points) {
    const Real along = dot(p, n);
    r.least = std::min(r.least, along);
    r.most = std::max(r.most, along);
  }
  return r;
}

Point3 normal_of(const Solid& s, const std::array<int, 3>& t) {
  return cross(s.points[t[1]] - s.points[t[0]], s.points[t[2]] - s.points[t[0]]);
}

struct Axis {
  Real gap = -std::numeric_limits<Real>::infinity();
  Point3 normal{};
  void take(const Solid& a, const Solid& b, Point3 n, Real scale) {
    const Real size = length(n);
    if (!(size > 1e-12L * scale)) return;
    n = n * (1 / size);
    const Range x = range(a, n);
    const Range y = range(b, n);
    if (y.least - x.most > gap) gap = y.least - x.most, normal = n;
    if (x.least - y.most > gap) gap = x.least - y.most, normal = n * -1;
  }
};

Axis best_axis(const Solid& a, const Solid& b) {
  Axis best;
  for (const auto& t : a.faces) best.take(a, b, normal_of(a, t), 0);
  for (const auto& t : b.faces) best.take(a, b, normal_of(b, t), 0);
  for (const auto& e : a.directions) {
    const Point3 d = a.points[e[1]] - a.points[e[0]];
    for (const auto& f : b.directions) {
      const Point3 g = b.points[f[1]] - b.points[f[0]];
      best.take(a, b, cross(d, g), length(d) * length(g));
    }
  }
  return best;
}

}  // namespace

void find_directions(Solid& s) {
  const auto along = [&](const std::array<int, 2>& e) { return s.points[e[1]] - s.points[e[0]]; };
  for (const auto& e : s.edges) {
    const bool old = std::any_of(s.directions.begin(), s.directions.end(), [&](const auto& f) {
      const Point3 n = cross(along(e), along(f));
      return n[0] == 0 && n[1] == 0 && n[2] == 0;
    });
    if (!old) s.directions.push_back(e);
  }
}

Point3 moved(const Point3& p, const std::array<Real, 4>& q, const Point3& by) {
  const Point3 u = {q[0], q[1], q[2]};
  const Real scale = 1 / (dot(u, u) + q[3] * q[3]);
  const Point3 t = cross(u, p) * (2 * scale);
  return p + t * q[3] + cross(u, t) + by;
}

Real gap_along(const Solid& a, const Solid& b, const Point3& n) {
  return -reach(b, n, -1) - reach(a, n, 1);
}

SolidSeparation separation_of(const Solid& a, const Solid& b) {
  const Axis axis = best_axis(a, b);
  if (axis.gap <= 0) return {axis.gap, axis.normal};
  Best best;
  for (const auto& t : a.triangles) {
    for (const Point3& q : b.points) {
      best.take(nearest_on_triangle(q, a.points[t[0]], a.points[t[1]], a.points[t[2]]), q);
    }
  }
  for (const auto& t : b.triangles) {
    for (const Point3& p : a.points) {
      best.take(p, nearest_on_triangle(p, b.points[t[0]], b.points[t[1]], b.points[t[2]]));
    }
  }
  for (const auto& e : a.edges) {
    for (const auto& f : b.edges) {
      segments(a.points[e[0]], a.points[e[1]], b.points[f[0]], b.points[f[1]], best);
    }
  }
  const Real d = std::sqrt(best.squared);
  return {d, best.from_a_to_b * (1 / d)};
}

}  // namespace masu::test
