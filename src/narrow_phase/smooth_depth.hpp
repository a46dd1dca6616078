// SPDX-License-Identifier: MIT
// The penetration depth of smooth shapes: roughly by a polytope, accurately by Newton's method.
#pragma once

#include "narrow_phase/epa_search.hpp"

namespace masu::detail {

// Directions perpendicular to a unit vector.
inline void tangents(const Vec<2, double>& n, Vec<2, double> (&t)[1]) {
  t[0] = {-n[1], n[0]};
}
inline void tangents(const Vec<3, double>& n, Vec<3, double> (&t)[2]) {
  t[0] = any_across(n);
  t[1] = cross(n, t[0]);
}

// Solves m x = r for a matrix that must be positive definite.
inline bool solve(const double (&m)[1][1], const double (&r)[1], double (&x)[1]) {
  x[0] = r[0] / m[0][0];
  return m[0][0] > 0;
}
inline bool solve(const double (&m)[2][2], const double (&r)[2], double (&x)[2]) {
  const double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  x[0] = (r[0] * m[1][1] - r[1] * m[0][1]) / det;
  x[1] = (m[0][0] * r[1] - m[1][0] * r[0]) / det;
  return det > 0 && m[0][0] > 0;
}

// Finds the minimum of the difference's support near a direction. There the support point w is
// parallel to n. To first order w moves by J d if n moves by d perpendicular to itself, J being the
// radii of curvature; so (J - h) d = -r for the component r of w perpendicular to n, h being the
// support. J is computed by differences, which leaves a factor of about 2^-14 of the error in each
// iteration.
template <int D>
class SmoothMinimum {
 public:
  explicit SmoothMinimum(const Vec<D, double>& n) : n_(n) {}

  // Returns false if the difference is not smooth there, or this is no minimum.
  template <class Difference>
  bool find(Difference& difference, double size) {
    size_ = size;
    support_ = difference.settle(n_);
    for (int round = 0; round < 24; ++round) {
      Vec<D, double> t[D - 1];
      tangents(n_, t);
      double rest[D - 1];
      double off = 0;
      for (int i = 0; i < D - 1; ++i)
        rest[i] = dot(t[i], support_.w), off = larger(off, std::fabs(rest[i]));
      if (off <= 0x1p-44 * size) return true;
      if (!step(difference, t, rest)) return off <= 0x1p-36 * size;
    }
    return false;
  }
  const Vec<D, double>& normal() const { return n_; }
  const DifferencePoint<D>& point() const { return support_; }

 private:
  static constexpr double kDifference = 0x1p-16;

  template <class Difference>
  bool step(Difference& difference, const Vec<D, double> (&t)[D - 1], const double (&rest)[D - 1]) {
    const double height = dot(n_, support_.w);
    double m[D - 1][D - 1];
    double right[D - 1];
    for (int j = 0; j < D - 1; ++j) {
      const Vec<D, double> moved = difference.settle(n_ + t[j] * kDifference).w - support_.w;
      for (int i = 0; i < D - 1; ++i) {
        m[i][j] = dot(t[i], moved) / kDifference - (i == j ? height : 0);
      }
      right[j] = -rest[j];
    }
    double by[D - 1];
    if (!solve_downhill(m, right, by)) return false;
    return descend(difference, t, by, height);
  }

  // Away from the minimum the surface may curve in the opposite direction: then the step follows
  // the slope.
  static bool solve_downhill(double (&m)[D - 1][D - 1], const double (&right)[D - 1],
                             double (&by)[D - 1]) {
    double bend = 0;
    for (int i = 0; i < D - 1; ++i) bend = larger(bend, std::fabs(m[i][i]));
    for (const double lean : {0.0, 0.5, 1.0, 2.0}) {
      for (int i = 0; i < D - 1; ++i) m[i][i] += lean * bend;
      if (solve(m, right, by)) return true;
    }
    return false;
  }

  // The whole step, or a share of it if the whole one goes too far.
  template <class Difference>
  bool descend(Difference& difference, const Vec<D, double> (&t)[D - 1], double (&by)[D - 1],
               double height) {
    for (int halving = 0; halving < 6; ++halving) {
      Vec<D, double> to = n_;
      for (int i = 0; i < D - 1; ++i) to = to + t[i] * by[i];
      to = to * (1 / length(to));
      const DifferencePoint<D> next = difference.settle(to);
      // Near the minimum heights differ by less than rounding, while w still rotates.
      if (dot(to, next.w) < height + 0x1p-50 * size_) {
        n_ = to;
        support_ = next;
        return true;
      }
      for (double& x : by) x *= 0.25;
    }
    return false;
  }

  double size_ = 0;
  Vec<D, double> n_;
  DifferencePoint<D> support_;
};

// The polytope finds the global minimum roughly, Newton's method its value; then the polytope
// checks whether another minimum is lower. Where the difference has edges or flat parts, the
// polytope alone continues. The lower bound stays rough: faces around a smooth part are below it.
template <int D, class Difference>
EpaResult<D> smooth_depth(Difference& difference, const Simplex<D>& start, double accuracy) {
  constexpr double kRough = 0x1p-8;
  constexpr double kAround = 0.98;  // cosine of 11 degrees: the range of one minimum
  Epa<D> search;
  search.start(difference, start);
  NoTrace none;
  EpaOptions options;
  options.relative = kRough;
  EpaResult<D> e = search.run(difference, options, none);
  if (e.outcome != EpaOutcome::converged || e.upper - e.lower <= accuracy * e.upper) return e;
  options.relative = accuracy;
  SmoothMinimum<D> minimum(e.normal);
  if (!minimum.find(difference, e.size)) return search.run(difference, options, none);
  const double reach = dot(minimum.normal(), minimum.point().w);
  if (!(reach <= e.upper && reach >= e.lower)) return search.run(difference, options, none);
  e.normal = minimum.normal();
  e.upper = reach;
  e.simplex.p[0] = minimum.point();
  e.simplex.weight[0] = 1;
  e.simplex.size = 1;
  return search.run_away(difference, options, e, kAround, none);
}

}  // namespace masu::detail
