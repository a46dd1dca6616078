// SPDX-License-Identifier: MIT
// Polyhedra for tests: boxes, prisms, pyramids, and poses for them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/shapes/convex_polyhedron.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

template <class T>
ConvexPolyhedron<T> polyhedron(const std::vector<Vec<3, T>>& points,
                               const std::vector<std::vector<std::uint32_t>>& faces) {
  std::vector<std::uint32_t> loops;
  std::vector<std::uint32_t> counts;
  for (const auto& face : faces) {
    loops.insert(loops.end(), face.begin(), face.end());
    counts.push_back(static_cast<std::uint32_t>(face.size()));
  }
  ConvexPolyhedron<T> made;
  EXPECT_EQ(made.build(points, loops, counts), Status::ok);
  return made;
}

template <class T>
ConvexPolyhedron<T> box_solid(double x, double y, double z) {
  std::vector<Vec<3, T>> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back(
        {T((i & 1) != 0 ? x : -x), T((i & 2) != 0 ? y : -y), T((i & 4) != 0 ? z : -z)});
  }
  return polyhedron<T>(
      points, {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}});
}

// Over a regular polygon of n corners, along y; `top` scales the upper one (0: a pyramid).
template <class T>
ConvexPolyhedron<T> prism(int n, double radius, double half, double top = 1) {
  std::vector<Vec<3, T>> points;
  const auto ring = [&](double r, double y) {
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * 3.14159265358979323846 * i / n;
      points.push_back({T(r * std::cos(angle)), T(y), T(r * std::sin(angle))});
    }
  };
  ring(radius, -half);
  if (top > 0) ring(radius * top, half);
  if (top == 0) points.push_back({0, T(half), 0});
  std::vector<std::uint32_t> below;
  std::vector<std::uint32_t> above;
  std::vector<std::vector<std::uint32_t>> faces;
  const std::uint32_t count = static_cast<std::uint32_t>(n);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    below.push_back(i);
    above.push_back(2 * count - 1 - i);
    if (top > 0) faces.push_back({next, i, count + i, count + next});
    if (top == 0) faces.push_back({next, i, count});
  }
  faces.push_back(below);
  if (top > 0) faces.push_back(above);
  return polyhedron<T>(points, faces);
}

// Uniform over all rotations, rounded to T.
template <class T>
Rotation<3, T> random_rotation(scenes::Pcg32& random) {
  double q[4];
  double squared = 0;
  do {
    squared = 0;
    for (double& x : q) x = random.between(-1, 1), squared += x * x;
  } while (squared > 1 || squared < 0.01);
  const double scale = 1 / std::sqrt(squared);
  return {T(q[0] * scale), T(q[1] * scale), T(q[2] * scale), T(q[3] * scale)};
}

template <class T>
Vec<3, T> random_point(scenes::Pcg32& random, double reach) {
  return {T(random.between(-reach, reach)), T(random.between(-reach, reach)),
          T(random.between(-reach, reach))};
}

}  // namespace masu::test
