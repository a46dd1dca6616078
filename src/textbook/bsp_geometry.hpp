// SPDX-License-Identifier: MIT
// Planes and fragments of faces, in double: the corners of floats are exact in it.
#pragma once

#include <cmath>

#include <masu/textbook/bsp_tree.hpp>

namespace masu::detail {

inline Vec<2, double> normal_of(const Vec<2, double> (&p)[2]) {
  return {p[1][1] - p[0][1], p[0][0] - p[1][0]};
}
inline Vec<3, double> normal_of(const Vec<3, double> (&p)[3]) {
  const Vec<3, double> u = p[1] - p[0];
  const Vec<3, double> v = p[2] - p[0];
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

// Returns false if the corners span no plane, or a side is no longer than the tolerance.
template <int D>
bool plane_through(const Vec<D, double> (&p)[D], double tolerance, BspPlane<D>& plane) {
  const Vec<D, double> normal = normal_of(p);
  const double length = std::sqrt(dot(normal, normal));
  double longest = D == 2 ? 1 : 0;  // twice the area is a height times a side
  for (int i = 0; D == 3 && i < D; ++i) {
    const Vec<D, double> side = p[(i + 1) % D] - p[i];
    longest = std::fmax(longest, std::sqrt(dot(side, side)));
  }
  if (!(length > tolerance * longest) || !is_finite(length)) return false;
  for (int a = 0; a < D; ++a) plane.normal[a] = normal[a] / length;
  plane.offset = dot(plane.normal, p[0]);
  return true;
}

// Returns the sides on which corners lie: 0 within the tolerance of the plane.
template <int D>
struct BspSides {
  double height[D];
  int side[D];
  bool front = false;
  bool back = false;

  BspSides(const BspFragment<D>& f, const BspPlane<D>& plane, double tolerance) {
    for (int i = 0; i < D; ++i) {
      height[i] = plane.height(f.corner[i]);
      side[i] = height[i] > tolerance ? 1 : (height[i] < -tolerance ? -1 : 0);
      front = front || side[i] > 0;
      back = back || side[i] < 0;
    }
  }
};

// Returns the fragments of a straddling one on one side; a triangle leaves up to two there. Both
// sides get the same new corners, bit for bit. (I. E. Sutherland and G. W. Hodgman, 1974.)
template <int D>
int clip(const BspFragment<D>& f, const BspSides<D>& s, int side, BspFragment<D> (&pieces)[D - 1]) {
  Vec<D, double> corners[D + 1];
  int count = 0;
  const int edges = D == 2 ? 1 : D;
  for (int i = 0; i < D; ++i) {
    if (s.side[i] * side >= 0) corners[count++] = f.corner[i];
    const int j = (i + 1) % D;
    if (i >= edges || s.side[i] * s.side[j] >= 0) continue;
    const int up = s.side[i] > 0 ? i : j;
    const int down = i + j - up;
    const double t = s.height[up] / (s.height[up] - s.height[down]);
    corners[count++] = f.corner[up] + (f.corner[down] - f.corner[up]) * t;
  }
  for (int k = 0; k + D <= count; ++k) {
    pieces[k].corner[0] = corners[0];
    for (int i = 1; i < D; ++i) pieces[k].corner[i] = corners[k + i];
    pieces[k].face = f.face;
  }
  return count - D + 1;
}

// Clips a segment to its part on one side of the line. Returns false if nothing is left.
inline bool keep_side(BspFace<2, double>& cut, const BspPlane<2>& plane, int side) {
  const double h0 = plane.height(cut.corner[0]) * side;
  const double h1 = plane.height(cut.corner[1]) * side;
  if (!(h0 > 0) && !(h1 > 0)) return false;
  if (h0 >= 0 && h1 >= 0) return true;
  const Vec<2, double> border = cut.corner[0] + (cut.corner[1] - cut.corner[0]) * (h0 / (h0 - h1));
  cut.corner[h0 < 0 ? 0 : 1] = border;
  return true;
}

// Returns the part of a line in a finite box, in `cut`; false if there is none.
inline bool line_in_box(const BspPlane<2>& line, const Aabb<2, double>& box,
                        BspFace<2, double>& cut) {
  const Vec<2, double> size = box.max - box.min;
  const double reach = std::abs(size[0]) + std::abs(size[1]);
  const Vec<2, double> center = (box.min + box.max) * 0.5;
  const Vec<2, double> foot = center - line.normal * line.height(center);
  const Vec<2, double> along{-line.normal[1], line.normal[0]};
  cut = {{foot - along * reach, foot + along * reach}};
  bool inside = true;
  for (int a = 0; a < 2; ++a) {
    for (const double sign : {1.0, -1.0}) {
      BspPlane<2> wall{};
      wall.normal[a] = sign;
      wall.offset = sign > 0 ? box.min[a] : -box.max[a];
      inside = inside && keep_side(cut, wall, 1);
    }
  }
  return inside;
}

// The interval of a box projected on an axis. Accepts infinite boxes.
struct HeightRange {
  double low = 0;
  double high = 0;
};
template <int D>
HeightRange heights(const Aabb<D, double>& box, const Vec<D, double>& axis) {
  HeightRange r;
  for (int a = 0; a < D; ++a) {
    if (axis[a] == 0) continue;
    r.low += axis[a] * (axis[a] > 0 ? box.min[a] : box.max[a]);
    r.high += axis[a] * (axis[a] > 0 ? box.max[a] : box.min[a]);
  }
  return r;
}

template <int D>
bool separates(const Vec<D, double>& axis, const BspFragment<D>& f, const Aabb<D, double>& box) {
  const HeightRange b = heights(box, axis);
  bool below = true;
  bool above = true;
  for (const auto& corner : f.corner) {
    const double h = dot(axis, corner);
    below = below && h < b.low;
    above = above && h > b.high;
  }
  return below || above;
}

// Returns whether a fragment and a box share a point. By separating axes: those of the box, the
// normal, in 3D also the cross products of edges. (S. Gottschalk, M. C. Lin, D. Manocha, SIGGRAPH
// 1996.)
template <int D>
bool overlaps_box(const BspFragment<D>& f, const BspPlane<D>& plane, const Aabb<D, double>& box) {
  if (!overlaps_nonempty(f.bounds(), box) || separates(plane.normal, f, box)) return false;
  if constexpr (D == 3) {
    for (int i = 0; i < D; ++i) {
      const Vec<D, double> e = f.corner[(i + 1) % D] - f.corner[i];
      if (separates(Vec<D, double>{{0, e[2], -e[1]}}, f, box)) return false;
      if (separates(Vec<D, double>{{-e[2], 0, e[0]}}, f, box)) return false;
      if (separates(Vec<D, double>{{e[1], -e[0], 0}}, f, box)) return false;
    }
  }
  return true;
}

// Returns whether a point of the plane lies in the fragment, or within the tolerance of it.
inline bool covers(const BspFragment<2>& f, const BspPlane<2>&, const Vec<2, double>& p,
                   double tolerance) {
  const Vec<2, double> along = f.corner[1] - f.corner[0];
  const double length = std::sqrt(dot(along, along));
  const double at = dot(along, p - f.corner[0]) / length;
  return at >= -tolerance && at <= length + tolerance;
}
inline bool covers(const BspFragment<3>& f, const BspPlane<3>& plane, const Vec<3, double>& p,
                   double tolerance) {
  const Vec<3, double> normal = normal_of(f.corner);
  const double sign = dot(normal, plane.normal) < 0 ? -1 : 1;
  for (int i = 0; i < 3; ++i) {
    const Vec<3, double> side = f.corner[(i + 1) % 3] - f.corner[i];
    const double out = dot(normal_of({f.corner[i], f.corner[(i + 1) % 3], p}), plane.normal) * sign;
    if (out < -tolerance * std::sqrt(dot(side, side))) return false;
  }
  return true;
}

}  // namespace masu::detail
