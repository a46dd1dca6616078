// SPDX-License-Identifier: MIT
// Polyhedra of many vertices, and the distance of a vertex from being the highest.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include <masu/hull/polytope_of.hpp>

#include "tests/narrow_phase/solids.hpp"

namespace masu::test {

using Direction = Vec<3, double>;

inline Direction random_direction(scenes::Pcg32& random) {
  Direction d{};
  do {
    d = random_point<double>(random, 1);
  } while (length(d) > 1 || length(d) < 0.1);
  return d;
}

template <class T>
ConvexPolyhedron<T> hull_of(const std::vector<Vec<3, T>>& points,
                            Allocator allocator = default_allocator()) {
  ConvexPolyhedron<T> p(allocator);
  EXPECT_EQ(polyhedron_of<T>(points, p), Status::ok);
  return p;
}

// n points on a sphere, or in the ball.
template <class T>
std::vector<Vec<3, T>> ball(int n, scenes::Pcg32& random, bool surface = true) {
  std::vector<Vec<3, T>> points;
  for (int i = 0; i < n; ++i) {
    const Direction d = random_direction(random);
    points.push_back(vec_cast<T>(surface ? d * (1 / length(d)) : d));
  }
  return points;
}

// How far beyond the vertex found another lies, in long double.
template <class T>
double missed_by(const ConvexPolyhedron<T>& p, const Direction& d, std::uint32_t found) {
  long double most = 0;
  const auto axis = vec_cast<long double>(d);
  const auto from = vec_cast<long double>(p.vertex(found));
  for (std::size_t v = 0; v < p.vertex_count(); ++v) {
    most = std::max(most, dot(axis, vec_cast<long double>(p.vertex(v)) - from));
  }
  return double(most / std::sqrt(dot(axis, axis)));
}

// What climb() may miss of shapes of size 1.
inline constexpr double kSupportRounding = 0x1p-47;

}  // namespace masu::test
