// SPDX-License-Identifier: MIT
// The point of a thin simplex nearest to another point, accurate to the last bits.
#pragma once

#include "narrow_phase/nearest_on_simplex.hpp"

namespace masu::detail {

// Some corners of a simplex and their weights, which sum to 1.
template <int D>
struct WeightedFace {
  Vec<D, double> p[D + 1];
  double weight[D + 1];
  int index[D + 1];
  int size = 0;

  Vec<D, double> mixture() const {
    Vec<D, double> sum{};
    for (int i = 0; i < size; ++i) sum = sum + p[i] * weight[i];
    return sum;
  }
  void take(const NearestOnSimplex<D>& n, const Vec<D, double>* points) {
    size = n.size;
    for (int i = 0; i < size; ++i) {
      p[i] = points[n.index[i]], weight[i] = n.weight[i], index[i] = n.index[i];
    }
  }
};

// Finds the steps along each side, from the first corner, that bring m nearest to the origin.
// Returns false if the sides span nothing.
inline bool steps_to_origin(const WeightedFace<2>& f, const Vec<2, double>& m, double* step) {
  const Vec<2, double> u = f.p[1] - f.p[0];
  if (f.size == 2) {
    const double squared = length_squared(u);
    step[0] = -dot(m, u) / squared;
    return squared > 0;
  }
  const Vec<2, double> v = f.p[2] - f.p[0];
  const double area = cross(u, v);
  step[0] = -cross(m, v) / area;
  step[1] = -cross(u, m) / area;
  return area != 0;
}
inline bool steps_to_origin(const WeightedFace<3>& f, const Vec<3, double>& m, double* step) {
  const Vec<3, double> u = f.p[1] - f.p[0];
  if (f.size == 2) {
    const double squared = length_squared(u);
    step[0] = -dot(m, u) / squared;
    return squared > 0;
  }
  const Vec<3, double> v = f.p[2] - f.p[0];
  const Vec<3, double> n = cross(u, v);
  if (f.size == 3) {
    const double squared = length_squared(n);
    step[0] = -dot(cross(m, v), n) / squared;
    step[1] = -dot(cross(u, m), n) / squared;
    return squared > 0;
  }
  const Vec<3, double> w = f.p[3] - f.p[0];
  const double volume = dot(n, w);
  step[0] = -dot(m, cross(v, w)) / volume;
  step[1] = -dot(m, cross(w, u)) / volume;
  step[2] = -dot(m, n) / volume;
  return volume != 0;
}

// The error of a thin face's weights, and so of their combination, is rounding over its height. The
// remaining difference to the nearest point, itself a combination of the corners, shrinks by that
// factor in each iteration. Returns the squared length of the combination.
template <int D>
double refine(WeightedFace<D>& face) {
  constexpr int kMostRounds = 4;
  double best = length_squared(face.mixture());
  for (int round = 0; face.size > 1 && round < kMostRounds; ++round) {
    WeightedFace<D> next = face;
    double step[D];
    if (!steps_to_origin(face, face.mixture(), step)) break;
    bool outside = false;
    for (int i = 1; i < face.size; ++i) {
      next.weight[i] += step[i - 1];
      next.weight[0] -= step[i - 1];
      outside |= !(next.weight[i] >= 0);
    }
    if (outside || !(next.weight[0] >= 0)) break;
    const double squared = length_squared(next.mixture());
    if (!(squared < best)) break;
    best = squared;
    face = next;
  }
  return best;
}

// Changes the weights of the simplex so that its combination is as near to `to` as rounding allows,
// however thin the simplex is: each face, edge and corner is tried. About 2 microseconds.
template <int D>
void refine_weights(const Vec<D, double>& to, Simplex<D>& s) {
  Vec<D, double> p[D + 1];
  for (int i = 0; i < s.size; ++i) p[i] = s.p[i].w - to;
  WeightedFace<D> best;
  for (int i = 0; i < s.size; ++i) {
    best.p[i] = p[i], best.weight[i] = s.weight[i], best.index[i] = i;
  }
  best.size = s.size;
  double least = refine(best);
  const auto attempt = [&](const NearestOnSimplex<D>& n) {
    WeightedFace<D> face;
    face.take(n, p);
    const double squared = refine(face);
    if (squared < least) least = squared, best = face;
  };
  for (int i = 0; i < s.size; ++i) {
    attempt(nearest_on_point(p, i));
    for (int j = i + 1; j < s.size; ++j) {
      attempt(nearest_on_segment(p, i, j));
      for (int k = j + 1; k < s.size; ++k) attempt(nearest_on_triangle(p, i, j, k));
    }
  }
  for (int i = 0; i < s.size; ++i) s.weight[i] = 0;
  for (int i = 0; i < best.size; ++i) s.weight[best.index[i]] = best.weight[i];
}

}  // namespace masu::detail
