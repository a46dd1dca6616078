// SPDX-License-Identifier: MIT
// The point of a simplex nearest to the origin, and the face of the simplex it lies on.
#pragma once

#include <limits>

#include "narrow_phase/ask_difference.hpp"

namespace masu::detail {

// The vertices of the smallest face that contains the nearest point, and their weights. `inside`:
// all D + 1.
//
// Source: M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for faster and more
// reliable distance queries between convex objects", ACM TOG 36(3), 2017: signs of areas and
// volumes decide which faces the origin can be nearest to, and all of those are tried. So rounding
// may choose among faces that are almost equally near, never one that is far off.
template <int D>
struct NearestOnSimplex {
  Vec<D, double> v{};
  double squared = std::numeric_limits<double>::infinity();
  double weight[D + 1];
  int index[D + 1];
  int size = 0;
  bool inside = false;

  void take(const NearestOnSimplex& o) {
    if (o.squared < squared) *this = o;
  }
};

// Below, `p` is anything that gives the points by p[i]. The find_ functions write their answer
// where it is needed: copies of what was just written number by number wait for it.
template <int D, class P>
void find_on_point(const P& p, int i, NearestOnSimplex<D>& r) {
  r.v = p[i];
  r.squared = length_squared(r.v);
  r.weight[0] = 1;
  r.index[0] = i;
  r.size = 1;
}

// The component of p perpendicular to `along`, which has that squared length, by cross products:
// perpendicular to the last bits however short it is, where a difference would keep rounding of the
// length of p along it.
inline Vec<2, double> part_across(const Vec<2, double>& p, const Vec<2, double>& along,
                                  double squared) {
  const double t = cross(along, p) / squared;
  return {-along[1] * t, along[0] * t};
}
inline Vec<3, double> part_across(const Vec<3, double>& p, const Vec<3, double>& along,
                                  double squared) {
  return cross(along, cross(p, along)) * (1 / squared);
}

template <int D, class P>
void find_on_segment(const P& p, int i, int j, NearestOnSimplex<D>& r) {
  const Vec<D, double> along = p[j] - p[i];
  const double whole = length_squared(along);
  const double part = -dot(p[i], along);
  if (!(part > 0)) return find_on_point(p, i, r);
  if (!(part < whole)) return find_on_point(p, j, r);
  const double t = part / whole;
  // Relative to the nearer end: less is lost where the ends are far.
  r.v = t < 0.5 ? p[i] + along * t : p[j] - along * (1 - t);
  r.squared = length_squared(r.v);
  constexpr double kShort = 0x1p-20;
  if (r.squared < kShort * length_squared(p[i])) {
    r.v = part_across(p[i], along, whole);
    r.squared = length_squared(r.v);
  }
  r.weight[0] = 1 - t;
  r.weight[1] = t;
  r.index[0] = i;
  r.index[1] = j;
  r.size = 2;
}

inline bool same_sign(double x, double y) {
  return (x > 0 && y > 0) || (x < 0 && y < 0);
}

// The edges that the origin may lie beyond.
template <int D, class P>
void find_on_edges(const P& p, const int (&v)[3], const bool (&beyond)[3], NearestOnSimplex<D>& r) {
  bool first = true;
  for (int k = 0; k < 3; ++k) {
    if (!beyond[k]) continue;
    const int i = v[(k + 1) % 3];
    const int j = v[(k + 2) % 3];
    if (first) {
      find_on_segment(p, i, j, r);
      first = false;
    } else {
      NearestOnSimplex<D> other;
      find_on_segment(p, i, j, other);
      r.take(other);
    }
  }
}

// In the plane: parts of the area of the triangle opposite to each corner.
template <class P>
void find_on_triangle(const P& p, int i, int j, int k, NearestOnSimplex<2>& r) {
  const int v[3] = {i, j, k};
  const double area = cross(p[j] - p[i], p[k] - p[i]);
  const double part[3] = {cross(p[j], p[k]), cross(p[k], p[i]), cross(p[i], p[j])};
  const bool beyond[3] = {!same_sign(part[0], area), !same_sign(part[1], area),
                          !same_sign(part[2], area)};
  if (beyond[0] || beyond[1] || beyond[2]) return find_on_edges(p, v, beyond, r);
  r.v = {};
  r.squared = 0;
  for (int m = 0; m < 3; ++m) r.weight[m] = part[m] / area, r.index[m] = v[m];
  r.size = 3;
  r.inside = true;
}

// In space: the same with the foot of the origin on the plane, seen along the axis in which the
// triangle is largest.
template <class P>
void find_on_triangle(const P& p, int i, int j, int k, NearestOnSimplex<3>& r) {
  const int v[3] = {i, j, k};
  const Vec<3, double> e = p[j] - p[i];
  const Vec<3, double> f = p[k] - p[i];
  const Vec<3, double> n = cross(e, f);
  const double squared = length_squared(n);
  constexpr double kThin = 0x1p-100;  // the square of the sine between two sides
  if (!(squared > kThin * length_squared(e) * length_squared(f))) {
    return find_on_edges(p, v, {true, true, true}, r);
  }
  const Vec<3, double> foot = n * (dot(n, p[i]) / squared);
  int axis = 0;
  for (int a = 1; a < 3; ++a) axis = std::fabs(n[a]) > std::fabs(n[axis]) ? a : axis;
  const int x = axis == 2 ? 0 : axis + 1;
  const int y = x == 2 ? 0 : x + 1;
  double along_x[3], along_y[3];
  for (int m = 0; m < 3; ++m) {
    along_x[m] = p[v[m]][x] - foot[x];
    along_y[m] = p[v[m]][y] - foot[y];
  }
  double part[3];
  for (int m = 0; m < 3; ++m) {
    const int s = (m + 1) % 3;
    const int t = (m + 2) % 3;
    part[m] = along_x[s] * along_y[t] - along_y[s] * along_x[t];
  }
  const double area = n[axis];
  const bool beyond[3] = {!same_sign(part[0], area), !same_sign(part[1], area),
                          !same_sign(part[2], area)};
  if (beyond[0] || beyond[1] || beyond[2]) return find_on_edges(p, v, beyond, r);
  r.v = foot;
  r.squared = length_squared(foot);
  const double whole = part[0] + part[1] + part[2];
  for (int m = 0; m < 3; ++m) r.weight[m] = part[m] / whole, r.index[m] = v[m];
  r.size = 3;
}

template <class P>
void find_on_tetrahedron(const P& p, NearestOnSimplex<3>& r) {
  const Vec<3, double> cd = cross(p[2], p[3]);
  const double part[4] = {dot(p[1], cd), -dot(p[0], cd), dot(p[0], cross(p[1], p[3])),
                          -dot(p[0], cross(p[1], p[2]))};
  const double volume = dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0]));
  bool beyond = false;
  for (int m = 0; m < 4; ++m) {
    if (same_sign(part[m], volume)) continue;
    const int i = (m + 1) & 3, j = (m + 2) & 3, k = (m + 3) & 3;
    if (!beyond) {
      find_on_triangle(p, i, j, k, r);
      beyond = true;
    } else {
      NearestOnSimplex<3> other;
      find_on_triangle(p, i, j, k, other);
      r.take(other);
    }
  }
  if (beyond) return;
  const double whole = (part[0] + part[1]) + (part[2] + part[3]);
  r.v = {};
  r.squared = 0;
  for (int m = 0; m < 4; ++m) r.weight[m] = part[m] / whole, r.index[m] = m;
  r.size = 4;
  r.inside = true;
}

template <class P>
void find_nearest(const P& p, int size, NearestOnSimplex<2>& r) {
  if (size == 1) return find_on_point(p, 0, r);
  return size == 2 ? find_on_segment(p, 0, 1, r) : find_on_triangle(p, 0, 1, 2, r);
}
template <class P>
void find_nearest(const P& p, int size, NearestOnSimplex<3>& r) {
  if (size == 1) return find_on_point(p, 0, r);
  if (size == 2) return find_on_segment(p, 0, 1, r);
  return size == 3 ? find_on_triangle(p, 0, 1, 2, r) : find_on_tetrahedron(p, r);
}

template <int D>
NearestOnSimplex<D> nearest_on_point(const Vec<D, double>* p, int i) {
  NearestOnSimplex<D> r;
  find_on_point(p, i, r);
  return r;
}
template <int D>
NearestOnSimplex<D> nearest_on_segment(const Vec<D, double>* p, int i, int j) {
  NearestOnSimplex<D> r;
  find_on_segment(p, i, j, r);
  return r;
}
template <int D>
NearestOnSimplex<D> nearest_on_triangle(const Vec<D, double>* p, int i, int j, int k) {
  NearestOnSimplex<D> r;
  find_on_triangle(p, i, j, k, r);
  return r;
}

// Tries every face, edge and vertex, each by the length of the combination of its weights: for
// simplices so thin that rounding decides the signs, and the projection of the origin lies on none
// of them.
template <int D>
NearestOnSimplex<D> nearest_of_all(const Vec<D, double>* p, int size) {
  NearestOnSimplex<D> best;
  const auto take = [&](NearestOnSimplex<D> n) {
    if (n.inside) return;
    Vec<D, double> mixture{};
    double most = 0;
    for (int i = 0; i < n.size; ++i) {
      mixture = mixture + p[n.index[i]] * n.weight[i];
      most = larger(most, largest_component(p[n.index[i]]));
    }
    n.squared = length_squared(mixture);
    // Where both are equal up to rounding, the projection has the better direction.
    if (largest_component(mixture - n.v) > 0x1p-48 * most) n.v = mixture;
    best.take(n);
  };
  for (int i = 0; i < size; ++i) {
    take(nearest_on_point(p, i));
    for (int j = i + 1; j < size; ++j) {
      take(nearest_on_segment(p, i, j));
      for (int k = j + 1; k < size; ++k) take(nearest_on_triangle(p, i, j, k));
    }
  }
  return best;
}

}  // namespace masu::detail
