// SPDX-License-Identifier: MIT
// Checks that a polytope is closed and is the intersection of its half-spaces. Shared by the tests
// of all methods.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include <masu/hull/half_space_intersection.hpp>

namespace masu::test {

// Links, Euler's formula, every vertex behind every plane and on those of its faces, no plane named
// twice. `slack`: what positions may be off by.
template <class T>
void check_polytope(const Polytope3<T>& p, const std::vector<Hyperplane<3, double>>& planes,
                    double slack) {
  using Index = std::uint32_t;
  const std::size_t edges = p.edge_count();
  ASSERT_GE(p.face_count(), 4u);
  std::vector<int> degree(p.vertices().size(), 0);
  for (Index e = 0; e < edges; ++e) {
    ASSERT_LT(p.origin(e), degree.size());
    ++degree[p.origin(e)];
    ASSERT_EQ(p.previous(p.next(e)), e);
    ASSERT_LT(p.twin(e), edges);
    ASSERT_EQ(p.twin(p.twin(e)), e);
    ASSERT_EQ(p.origin(p.twin(e)), p.origin(p.next(e)));
    ASSERT_NE(p.face_of(p.twin(e)), p.face_of(e));
  }
  for (const int n : degree) ASSERT_GE(n, 3);
  ASSERT_EQ(p.vertices().size() + p.face_count(), edges / 2 + 2) << "Euler";
  std::set<Index> sources;
  const auto height = [&](const Hyperplane<3, double>& plane, Index v) {
    return (dot(plane.normal, vec_cast<double>(p.vertices()[v])) - plane.offset) /
           length(plane.normal);
  };
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    ASSERT_LT(p.source(f), planes.size());
    EXPECT_TRUE(sources.insert(p.source(f)).second);
    ASSERT_GE(p.face(f).size(), 3u);
    for (const Index v : p.face(f)) EXPECT_NEAR(height(planes[p.source(f)], v), 0, slack);
  }
  for (const auto& plane : planes) {
    for (Index v = 0; v < p.vertices().size(); ++v) ASSERT_LE(height(plane, v), slack);
  }
  EXPECT_GT(p.volume(), 0);
}

template <class T>
void check_polytope(const Polytope2<T>& p, const std::vector<Hyperplane<2, double>>& lines,
                    double slack) {
  const std::size_t count = p.edge_count();
  ASSERT_GE(count, 3u);
  ASSERT_EQ(p.vertices().size(), count);
  std::set<std::uint32_t> sources;
  double total_angle = 0;
  const auto height = [&](const Hyperplane<2, double>& line, std::size_t v) {
    return (dot(line.normal, vec_cast<double>(p.vertices()[v])) - line.offset) /
           length(line.normal);
  };
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_LT(p.source(i), lines.size());
    EXPECT_TRUE(sources.insert(p.source(i)).second);
    const auto& line = lines[p.source(i)];
    EXPECT_NEAR(height(line, i), 0, slack);
    EXPECT_NEAR(height(line, (i + 1) % count), 0, slack);
    total_angle += std::acos(std::fmax(
        -1,
        std::fmin(1, dot(line.normal, lines[p.source((i + 1) % count)].normal) /
                         (length(line.normal) * length(lines[p.source((i + 1) % count)].normal)))));
    for (const auto& other : lines) ASSERT_LE(height(other, i), slack);
  }
  EXPECT_NEAR(total_angle, 6.283185307179586, 1e-5) << "once around";
  EXPECT_GT(p.area(), 0);
}

}  // namespace masu::test
