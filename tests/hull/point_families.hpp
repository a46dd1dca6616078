// SPDX-License-Identifier: MIT
// Sets of points on which hull algorithms have failed, and some others.
#pragma once

#include <cmath>
#include <string_view>
#include <vector>

#include <masu/core/vec.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

template <int D, class T>
using Points = std::vector<Vec<D, T>>;

inline constexpr std::string_view kFamilies[] = {
    "cube",        "sphere",  "gaussian", "grid",  "box_surface", "rotated_lattice", "line",
    "tilted_line", "flat",    "one_axis", "rings", "duplicates",  "near_duplicates", "needle",
    "plate",       "far_off", "tiny",     "huge",  "mixed_scale", "coincident",      "simplex"};

// Integers -1, 0, 1, so that rotated copies of integers stay integers.
template <int D>
Vec<D, double> direction(scenes::Pcg32& random) {
  Vec<D, double> v{};
  double square = 0;
  do {
    for (double& x : v.v) x = random.between(-1, 1);
    square = dot(v, v);
  } while (square > 1 || square < 0.01);
  return v * (1 / std::sqrt(square));
}

// By two rotations in the planes of the first axes: not exact, as from a file.
template <int D>
Vec<D, double> rotated(Vec<D, double> p) {
  const double c = std::cos(0.7);
  const double s = std::sin(0.7);
  p = [&] {
    Vec<D, double> q = p;
    q[0] = c * p[0] - s * p[1], q[1] = s * p[0] + c * p[1];
    return q;
  }();
  if constexpr (D == 3) p = {p[0], c * p[1] - s * p[2], s * p[1] + c * p[2]};
  return p;
}

template <int D>
Vec<D, double> in_box(scenes::Pcg32& random) {
  Vec<D, double> p{};
  for (double& x : p.v) x = random.between(-1, 1);
  return p;
}

template <int D>
Vec<D, double> on_grid(std::uint32_t side, scenes::Pcg32& random) {
  Vec<D, double> p{};
  for (double& x : p.v) x = random.below(side);
  return p;
}

template <int D>
Vec<D, double> make_point(std::string_view family, std::uint32_t i, scenes::Pcg32& random) {
  using Point = Vec<D, double>;
  if (family == "sphere") return direction<D>(random);
  if (family == "gaussian") {
    Point p{};
    for (double& x : p.v) x = random.gaussian();
    return p;
  }
  if (family == "grid") return on_grid<D>(6, random);
  if (family == "box_surface") {
    Point p = on_grid<D>(9, random);
    const int axis = int(random.below(D));
    p[axis] = random.below(2) * 8;
    return p;
  }
  if (family == "rotated_lattice") return rotated(on_grid<D>(7, random) * 0.1);
  if (family == "line") return Point::all(double(random.below(1000)) - 500);
  if (family == "tilted_line") {
    Point p{};
    const double t = double(random.below(4096)) - 2048;
    for (int k = 0; k < D; ++k) p[k] = 100 + t * (3 * k - 2);
    return p;
  }
  if (family == "flat") {  // 2 x - y + 3 = z: exact
    Point p = on_grid<D>(1000, random);
    if constexpr (D == 3) p[2] = 2 * p[0] - p[1] + 3;
    return p;
  }
  if (family == "one_axis") {
    Point p = in_box<D>(random);
    p[D - 1] = 0.25;
    return p;
  }
  if (family == "rings") {
    const double angle = 6.283185307179586 * random.unit();
    Point p{std::cos(angle), std::sin(angle)};
    if constexpr (D == 3) p[2] = i % 2;
    return p;
  }
  if (family == "duplicates") {
    const std::uint32_t which = random.below(7);
    Point p{double(which), double(which * which % 5)};
    if constexpr (D == 3) p[2] = which % 3;
    return p;
  }
  if (family == "needle") {
    Point p = in_box<D>(random) * 1e-5;
    p[0] *= 1e5;
    return rotated(p);
  }
  if (family == "plate") {
    Point p = in_box<D>(random);
    p[D - 1] *= 1e-6;
    return rotated(p);
  }
  if (family == "far_off") return direction<D>(random) + Point::all(4096);
  if (family == "tiny") return direction<D>(random) * 1e-30;
  if (family == "huge") return direction<D>(random) * 1e30;
  if (family == "mixed_scale") {
    Point p{};
    for (double& x : p.v) {
      const int exponent = -int(random.below(60));  // first, from every compiler
      x = std::ldexp(random.between(-1, 1), exponent);
    }
    return p;
  }
  if (family == "coincident") return Point::all(0.1);
  if (family == "simplex") {
    Point p{};
    if (const std::uint32_t k = random.below(D + 1); k < D) p[int(k)] = 1;
    return p;
  }
  return in_box<D>(random);
}

template <int D, class T>
Points<D, T> make_points(std::string_view family, std::size_t count, std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  Points<D, T> points;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto p = make_point<D>(family, i, random);
    Vec<D, T> q{};
    for (int k = 0; k < D; ++k) q[k] = T(p[k]);
    points.push_back(q);
  }
  if (family == "near_duplicates") {
    for (std::size_t i = count / 4; i < count; ++i) {
      const auto nudge = direction<D>(random) * 1e-7;
      for (int k = 0; k < D; ++k) points[i][k] = T(points[i % (count / 4 + 1)][k] + T(nudge[k]));
    }
  }
  return points;
}

}  // namespace masu::test
