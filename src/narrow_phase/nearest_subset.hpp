// SPDX-License-Identifier: MIT
// The subset of a simplex that contains its point nearest to the origin, by trying them all.
#pragma once

#include <limits>
#include <utility>

#include <masu/narrow_phase/difference.hpp>

namespace masu::detail {

// The point nearest to the origin on the affine span of some points: p[0] + sum x_i (p[i] - p[0]),
// perpendicular to each p[i] - p[0]. The weights are found by elimination. Returns false if the
// points are not independent.
template <int D>
bool foot_on_flat(const Vec<D, double>* p, int count, double* weight) {
  const int n = count - 1;
  double m[D + 1][D + 1];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m[i][j] = dot(p[i + 1] - p[0], p[j + 1] - p[0]);
    m[i][n] = -dot(p[i + 1] - p[0], p[0]);
  }
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) pivot = std::fabs(m[i][k]) > std::fabs(m[pivot][k]) ? i : pivot;
    if (m[pivot][k] == 0) return false;
    for (int j = 0; j <= n; ++j) std::swap(m[k][j], m[pivot][j]);
    for (int i = 0; i < n; ++i) {
      const double factor = i == k ? 0 : m[i][k] / m[k][k];
      for (int j = k; j <= n; ++j) m[i][j] -= factor * m[k][j];
    }
  }
  weight[0] = 1;
  for (int i = 0; i < n; ++i) weight[i + 1] = m[i][n] / m[i][i], weight[0] -= weight[i + 1];
  return true;
}

// Keeps, of all subsets of the points, the one whose nearest point lies between them and is
// nearest. The lecture's choice, the last three points, may miss it (E13).
template <int D>
Vec<D, double> keep_nearest_subset(Simplex<D>& s) {
  Simplex<D> best;
  Vec<D, double> nearest{};
  double least = std::numeric_limits<double>::infinity();
  for (unsigned subset = 1; subset < 1u << s.size; ++subset) {
    Simplex<D> part;
    Vec<D, double> p[D + 1];
    for (int i = 0; i < s.size; ++i) {
      if ((subset >> i & 1) == 0) continue;
      p[part.size] = s.p[i].w;
      part.p[part.size++] = s.p[i];
    }
    if (!foot_on_flat(p, part.size, part.weight)) continue;
    Vec<D, double> foot{};
    bool between = true;
    for (int i = 0; i < part.size; ++i) {
      foot = foot + p[i] * part.weight[i];
      between = between && part.weight[i] >= 0;
    }
    if (between && dot(foot, foot) < least) {
      least = dot(foot, foot);
      nearest = foot;
      best = part;
    }
  }
  s = best;
  return nearest;
}

}  // namespace masu::detail
