// SPDX-License-Identifier: MIT
// Initial boxes of the scenes. Positions are computed in double and rounded once, so the float and
// the double scene of one seed are the same except for that.
#pragma once

#include <algorithm>
#include <array>

#include "scenes/generators/exact_math.hpp"
#include "scenes/generators/scene.hpp"

namespace masu::scenes {

template <int D>
using Point = std::array<double, D>;

template <int D, class T>
Aabb<D, T> box_at(const Point<D>& low, const Point<D>& edges) {
  Aabb<D, T> box;
  for (int a = 0; a < D; ++a) {
    box.min[a] = static_cast<T>(low[a]);
    box.max[a] = static_cast<T>(low[a] + edges[a]);
  }
  return box;
}

template <int D>
Point<D> all_axes(double x) {
  Point<D> p;
  p.fill(x);
  return p;
}

template <int D>
Point<D> anywhere(Pcg32& random, double side) {
  Point<D> p;
  for (double& x : p) x = side * random.unit();
  return p;
}

// Returns the side of the domain in which n unit boxes have `pairs` overlapping pairs per object:
// two boxes overlap with probability (2 / side)^D, so pairs = n/2 (2 / side)^D.
template <int D>
double unit_world_side(std::size_t n, double pairs = 1) {
  return root(static_cast<double>(n) * power(2, D - 1) / pairs, D);
}

template <int D, class T>
void fill_uniform(SceneState<D, T>& s, std::size_t n) {
  s.side = unit_world_side<D>(n);
  while (s.boxes.size() < n) {
    s.boxes.push_back(box_at<D, T>(anywhere<D>(s.random, s.side), all_axes<D>(1)));
  }
}

template <int D, class T>
void fill_fast(SceneState<D, T>& s, std::size_t n) {
  fill_uniform(s, n);
  for (std::size_t i = 0; i < n * D; ++i) {
    s.memory.push_back(static_cast<T>(s.random.between(-2, 2)));
  }
}

// Objects are displaced by up to half a spacing from the points of a lattice, in layers from the
// floor. With spacing 1 two objects at adjacent points overlap on an axis with probability p = 1/2,
// more distant ones never: ((1 + 2p)^D - 1) / 2 = 3.5 pairs per object in 3D. Other spacings give
// the same p' = (8^(1/D) - 1) / 2 in other dimensions; all slightly smaller, to compensate for the
// surface.
template <int D, class T>
void fill_pile(SceneState<D, T>& s, std::size_t n) {
  constexpr double kSpacing[] = {0, 0.28, 0.68, 0.97, 1.09};
  std::uint32_t width = 1;
  while (power(width, D) < static_cast<double>(n)) ++width;
  s.side = width * kSpacing[D];
  for (std::size_t i = 0; i < n; ++i) {
    Point<D> low;
    std::size_t rest = i;
    for (double& x : low) {
      x = (static_cast<double>(rest % width) + s.random.unit()) * kSpacing[D];
      rest /= width;
    }
    s.boxes.push_back(box_at<D, T>(low, all_axes<D>(1)));
  }
  shuffle(s.boxes, s.random);
  for (const auto& box : s.boxes) s.memory.push_back(box.min[D - 1]);
  // Lifted so that layers separate; the highest fall furthest.
  for (std::size_t i = 0; i < n; ++i) {
    s.memory.push_back(static_cast<T>(3 * s.memory[i] + 2 * s.random.unit()));
  }
  s.frame = Scene<D, T>::kFallFrames;
}

// Two members of a gaussian cloud of m have a gaussian difference of deviation sqrt(2) sigma, so
// they overlap with probability (sigma sqrt(pi))^-D. That gives all pairs except the share 2^-D,
// which comes from clouds that overlap by chance in a domain twice as wide as the uniform one.
template <int D, class T>
void fill_clusters(SceneState<D, T>& s, std::size_t n) {
  constexpr double kSqrtPi = 1.7724538509055160;
  const std::size_t clouds = std::clamp<std::size_t>(n / 20, 1, 30);
  const double members = static_cast<double>(n) / static_cast<double>(clouds);
  const double sigma = root(members / (2 - 2 / power(2, D)), D) / kSqrtPi;
  s.side = 2 * unit_world_side<D>(n);
  std::vector<Point<D>> centers;
  while (centers.size() < clouds) centers.push_back(anywhere<D>(s.random, s.side));
  while (s.boxes.size() < n) {
    Point<D> low = centers[s.random.below(static_cast<std::uint32_t>(clouds))];
    for (double& x : low) x += sigma * s.random.gaussian();
    s.boxes.push_back(box_at<D, T>(low, all_axes<D>(1)));
  }
}

// With edges s log-uniform in [a, b], E s^k = (b^k - a^k) / (k ln(b/a)). Two boxes overlap with
// probability E (s + s')^D / side^D, by the binomial theorem from those moments.
template <int D>
double sizes_world_side(std::size_t n, double a, double b) {
  constexpr double kLn1000 = 6.9077552789821370;
  double moment[D + 1] = {1};
  for (int k = 1; k <= D; ++k) moment[k] = (power(b, k) - power(a, k)) / (k * kLn1000);
  double sum = 0;
  double binomial = 1;
  for (int k = 0; k <= D; ++k) {
    sum += binomial * moment[k] * moment[D - k];
    binomial = binomial * (D - k) / (k + 1);
  }
  return root(static_cast<double>(n) / 2 * sum, D);
}

template <int D, class T>
void fill_sizes(SceneState<D, T>& s, std::size_t n) {
  constexpr double kLog2Of1000 = 9.9657842846620870;
  s.side = sizes_world_side<D>(n, 0.03, 30);
  while (s.boxes.size() < n) {
    const double edge = 0.03 * exp2_steps(kLog2Of1000 * s.random.unit());
    s.boxes.push_back(box_at<D, T>(anywhere<D>(s.random, s.side), all_axes<D>(edge)));
  }
}

// A slab as thick as 7.5 % of the domain overlaps 7.5 % of the boxes: four give 0.3 pairs per
// object. Needles give 0.01 n 33 1.1^(D-1) / side^D, the others n 2^(D-1) / side^D; the side makes
// them 0.7 together.
template <int D, class T>
void fill_thin_huge(SceneState<D, T>& s, std::size_t n) {
  const double crowd = power(2, D - 1) + 0.33 * power(1.1, D - 1);
  s.side = root(static_cast<double>(n) * crowd / 0.7, D);
  const std::size_t slabs = n / 64 < 4 ? n / 64 : 4;
  const double length = s.side / 2 < 32 ? s.side / 2 : 32;
  for (std::size_t i = 0; i < n; ++i) {
    Point<D> edges = all_axes<D>(1);
    Point<D> low = anywhere<D>(s.random, s.side);
    const std::size_t axis = s.random.below(D);
    if (i >= n - slabs) {
      edges = all_axes<D>(s.side);
      edges[axis] = 0.075 * s.side;
      const double offset = low[axis] * (1 - 0.075);
      low = all_axes<D>(0);
      low[axis] = offset;
    } else if (i % 100 == 50) {
      edges = all_axes<D>(0.1);
      edges[axis] = length;
    }
    s.boxes.push_back(box_at<D, T>(low, edges));
  }
  shuffle(s.boxes, s.random);
}

// Rods 100 edges long and one thick, each along an axis of its own. On an axis of a domain of side
// s two edges e, f whose lower corners are uniform in it overlap with probability (e + f)/s - (e^2
// + f^2)/(2 s^2) if neither is longer than the domain.
template <int D>
double rod_pairs(std::size_t n, double side, double length) {
  const auto overlap = [side](double e, double f) {
    return (e + f - (e * e + f * f) / (2 * side)) / side;
  };
  const double along = overlap(length, length) * power(overlap(1, 1), D - 1);
  double across = 0;
  if (D > 1) across = power(overlap(length, 1), 2) * power(overlap(1, 1), D > 1 ? D - 2 : 0);
  return static_cast<double>(n) / 2 * (along + (D - 1) * across) / D;
}

inline double rod_length(double side) {
  return side / 2 < 100 ? side / 2 : 100;
}

// Returns the side of the largest domain that still has one pair per object: by bisection, since
// the probability above has no closed-form inverse.
template <int D>
double rod_world_side(std::size_t n) {
  double low = 2;
  double high = 4 + 200 * static_cast<double>(n);
  for (int round = 0; round < 100; ++round) {
    const double mid = (low + high) / 2;
    (rod_pairs<D>(n, mid, rod_length(mid)) > 1 ? low : high) = mid;
  }
  return high;
}

template <int D, class T>
void fill_rods(SceneState<D, T>& s, std::size_t n) {
  s.side = rod_world_side<D>(n);
  while (s.boxes.size() < n) {
    Point<D> edges = all_axes<D>(1);
    edges[s.random.below(D)] = rod_length(s.side);
    s.boxes.push_back(box_at<D, T>(anywhere<D>(s.random, s.side), edges));
  }
}

template <int D, class T>
void fill_one_cell(SceneState<D, T>& s, std::size_t n) {
  const double world = 64 * unit_world_side<D>(n);
  s.side = 0.5;
  s.pinned = n > 2 ? 2 : 0;
  while (s.boxes.size() + s.pinned < n) {
    s.boxes.push_back(box_at<D, T>(anywhere<D>(s.random, s.side), all_axes<D>(1)));
  }
  if (s.pinned == 0) return;
  s.boxes.push_back(box_at<D, T>(all_axes<D>(-world), all_axes<D>(1)));
  s.boxes.push_back(box_at<D, T>(all_axes<D>(world), all_axes<D>(1)));
}

template <int D, class T>
void fill_stadium(SceneState<D, T>& s, std::size_t n) {
  fill_uniform(s, n);
  if (n < 2) return;
  s.pinned = 1;
  s.boxes.back() = box_at<D, T>(all_axes<D>(1e4 * s.side), all_axes<D>(1));
}

template <int D, class T>
void fill_equal(SceneState<D, T>& s, std::size_t n) {
  s.side = unit_world_side<D>(n);
  s.boxes.assign(n, box_at<D, T>(anywhere<D>(s.random, s.side), all_axes<D>(1)));
}

// Box i lies across the center of axis i % D; on the others, n / D boxes in D - 1 dimensions make
// half a pair each. In 1D the center is a point, so the boxes lie across even coordinates, each at
// the center of some cell of a dyadic domain; there is no line to move along.
template <int D, class T>
void fill_center_lines(SceneState<D, T>& s, std::size_t n) {
  if (D == 1) s.pinned = n;
  std::uint32_t cells = 4;
  while (cells < n) cells *= 2;
  const double share = static_cast<double>(n) / D;
  s.side = D == 1 ? 2.0 * cells : root(share * power(2, D - 1), D - 1 > 0 ? D - 1 : 1);
  for (std::size_t i = 0; i < n; ++i) {
    Point<D> low = anywhere<D>(s.random, s.side);
    low[i % D] = D == 1 ? 2.0 * s.random.below(cells) + 0.5 : s.side / 2;
    s.boxes.push_back(box_at<D, T>(low, all_axes<D>(1)));
  }
}

}  // namespace masu::scenes
