// SPDX-License-Identifier: MIT
// A simplex with an inside, from points of a difference: more are computed where they are flat.
#pragma once

#include "narrow_phase/ask_difference.hpp"

namespace masu::detail {

// Thinner than this share of the size is flat.
inline constexpr double kFlatPart = 0x1p-44;

// Returns a vector perpendicular to v: along the axis where v is smallest.
inline Vec<3, double> any_across(const Vec<3, double>& v) {
  int axis = 0;
  for (int a = 1; a < 3; ++a) axis = std::fabs(v[a]) < std::fabs(v[axis]) ? a : axis;
  Vec<3, double> e{};
  e[axis] = 1;
  const Vec<3, double> across = cross(v, e);
  return across * (1 / length(across));
}

template <int D>
double size_of_start(const Simplex<D>& start) {
  double size = 0;
  for (int i = 0; i < start.size; ++i) size = larger(size, size_of(start.p[i]));
  return size;
}

template <int D>
class StartSimplex;

// Adds a point apart from the first, then one off their line, then one off their plane. Returns the
// dimension reached; `flat` is then a unit vector perpendicular to the simplex.
template <>
class StartSimplex<2> {
 public:
  template <class Difference, class Hull>
  static int make(Difference& difference, const Simplex<2>& start, Hull& hull,
                  Vec<2, double>& flat) {
    DifferencePoint<2> p[3];
    p[0] = start.p[0];
    double size = size_of_start(start);
    // A point whose height along d differs from p[0]'s.
    const auto far = [&](const Vec<2, double>& d, DifferencePoint<2>& out) {
      for (int i = 1; i < start.size + 2; ++i) {
        out = i < start.size ? start.p[i] : difference(i == start.size ? d : -d);
        size = larger(size, size_of(out));
        if (std::fabs(dot(d, out.w - p[0].w)) > kFlatPart * size) return true;
      }
      return false;
    };
    flat = {0, 1};
    if (!far({1, 0}, p[1]) && !far({0, 1}, p[1])) return 0;
    const Vec<2, double> along = p[1].w - p[0].w;
    const double scale = 1 / length(along);
    flat = Vec<2, double>{-along[1], along[0]} * scale;
    if (!far(flat, p[2])) return 1;
    const bool left = cross(along, p[2].w - p[0].w) > 0;
    hull.start(p[0], p[left ? 1 : 2], p[left ? 2 : 1]);
    return 2;
  }
};

template <>
class StartSimplex<3> {
 public:
  template <class Difference, class Hull>
  static int make(Difference& difference, const Simplex<3>& start, Hull& hull,
                  Vec<3, double>& flat) {
    DifferencePoint<3> p[4];
    p[0] = start.p[0];
    double size = size_of_start(start);
    // A point whose height along d differs from p[0]'s.
    const auto far = [&](const Vec<3, double>& d, DifferencePoint<3>& out) {
      for (int i = 1; i < start.size + 2; ++i) {
        out = i < start.size ? start.p[i] : difference(i == start.size ? d : -d);
        size = larger(size, size_of(out));
        if (std::fabs(dot(d, out.w - p[0].w)) > kFlatPart * size) return true;
      }
      return false;
    };
    flat = {0, 1, 0};
    if (!far({1, 0, 0}, p[1]) && !far({0, 1, 0}, p[1]) && !far({0, 0, 1}, p[1])) return 0;
    const Vec<3, double> along = p[1].w - p[0].w;
    flat = any_across(along);
    const Vec<3, double> other = cross(along * (1 / length(along)), flat);
    if (!far(flat, p[2]) && !far(other, p[2])) return 1;
    const Vec<3, double> n = cross(along, p[2].w - p[0].w);
    flat = n * (1 / length(n));
    if (!far(flat, p[3])) return 2;
    const bool above = dot(n, p[3].w - p[0].w) > 0;
    hull.start(p[0], p[above ? 2 : 1], p[above ? 1 : 2], p[3]);
    return 3;
  }
};

}  // namespace masu::detail
