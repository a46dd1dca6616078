// SPDX-License-Identifier: MIT
// Checks a 3D hull exactly. Shared by the tests of all algorithms for it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <masu/hull/hull3.hpp>
#include <masu/hull/predicates.hpp>

#include "tests/hull/point_families.hpp"

namespace masu::test {

// A closed surface of strictly convex polygons, convex at each edge, that no point lies outside of,
// is the hull: nothing else need be compared. All signs are exact.
template <class T>
class HullCheck {
 public:
  using Index = std::uint32_t;
  using Point = Vec<3, T>;

  HullCheck(const Points<3, T>& points, const Hull3<T>& hull) : points_(points), hull_(hull) {}

  void run() {
    check_vertices();
    if (hull_.dimension() < 2) return check_line();
    check_links();
    for (std::size_t f = 0; f < hull_.face_count() && !testing::Test::HasFailure(); ++f) {
      check_loop(f);
      if (hull_.dimension() == 3) check_sides(f);
      check_plane(f);
    }
  }

 private:
  const Point& vertex(Index v) const { return points_[hull_.vertices()[v]]; }
  int side(std::size_t f, const Point& p) const {
    const auto loop = hull_.face(f);
    return orient3d(vertex(loop[0]), vertex(loop[1]), vertex(loop[2]), p);
  }

  void check_vertices() {
    const auto vertices = hull_.vertices();
    EXPECT_TRUE(std::is_sorted(vertices.begin(), vertices.end()));
    std::vector<int> used(vertices.size(), hull_.dimension() < 2);
    for (Index e = 0; e < hull_.edge_count(); ++e) ++used.at(hull_.origin(e));
    const int least = hull_.dimension() == 3 ? 3 : 1;
    for (const int times : used) EXPECT_GE(times, least);
  }

  // A point or a segment: all others lie between its ends.
  void check_line() {
    EXPECT_EQ(hull_.vertices().size(), std::size_t(hull_.dimension() + 1));
    EXPECT_EQ(hull_.face_count() + hull_.edge_count(), 0u);
    if (hull_.dimension() < 0) {
      EXPECT_TRUE(points_.empty());
      return;
    }
    const Point& a = vertex(0);
    const Point& b = vertex(Index(hull_.dimension()));
    for (const Point& p : points_) {
      EXPECT_EQ(min(min(a, b), p), min(a, b));
      EXPECT_EQ(max(max(a, b), p), max(a, b));
      for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3;
        EXPECT_EQ(orient2d(Vec<2, T>{a[k], a[l]}, {b[k], b[l]}, {p[k], p[l]}), 0);
      }
    }
  }

  void check_links() {
    const std::size_t edges = hull_.edge_count();
    for (Index e = 0; e < edges; ++e) {
      ASSERT_EQ(hull_.previous(hull_.next(e)), e);
      ASSERT_EQ(hull_.face_of(hull_.next(e)), hull_.face_of(e));
      if (hull_.dimension() == 2) {
        ASSERT_EQ(hull_.twin(e), Hull3<T>::kNone);
        continue;
      }
      const Index twin = hull_.twin(e);
      ASSERT_LT(twin, edges);
      ASSERT_EQ(hull_.twin(twin), e);
      ASSERT_EQ(hull_.origin(twin), hull_.origin(hull_.next(e)));
      ASSERT_NE(hull_.face_of(twin), hull_.face_of(e));
    }
    if (hull_.dimension() == 2) {
      ASSERT_EQ(hull_.face_count(), 1u);
    } else {
      ASSERT_EQ(hull_.vertices().size() + hull_.face_count(), edges / 2 + 2) << "Euler";
    }
  }

  // Planar, strictly convex, in the stated order.
  void check_loop(std::size_t f) {
    const auto loop = hull_.face(f);
    ASSERT_GE(loop.size(), 3u);
    EXPECT_EQ(loop.data(), hull_.face(0).data() + hull_.first_edge(f));
    EXPECT_EQ(*std::min_element(loop.begin(), loop.end()), loop[0]);
    if (f > 0) {
      const auto before = hull_.face(f - 1);
      EXPECT_TRUE(before[0] < loop[0] || (before[0] == loop[0] && before[1] < loop[1]));
    }
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Index u = loop[i];
      const Index v = loop[(i + 1) % loop.size()];
      EXPECT_EQ(hull_.origin(Index(hull_.first_edge(f) + i)), u);
      EXPECT_EQ(side(f, vertex(u)), 0);
      for (const Index w : loop) {
        if (w == u || w == v) continue;
        EXPECT_TRUE(is_convex_corner(f, vertex(u), vertex(v), vertex(w)));
      }
    }
  }

  // Seen from where the normal points, whatever its errors: only its largest component counts.
  bool is_convex_corner(std::size_t f, const Point& u, const Point& v, const Point& w) const {
    const Point& n = hull_.plane(f).normal;
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
      if (std::abs(n[k]) > std::abs(n[axis])) axis = k;
    }
    const int i = (axis + 1) % 3;
    const int j = (axis + 2) % 3;
    const int orientation = orient2d(Vec<2, T>{u[i], u[j]}, {v[i], v[j]}, {w[i], w[j]});
    return orientation == (n[axis] > 0 ? 1 : -1);
  }

  void check_sides(std::size_t f) {
    for (const Point& p : points_) ASSERT_LE(side(f, p), 0) << "a point outside of face " << f;
    const auto begin = hull_.first_edge(f);
    for (Index e = begin; e < begin + hull_.face(f).size(); ++e) {
      const Index beyond = hull_.previous(hull_.twin(e));
      ASSERT_LT(side(f, vertex(hull_.origin(beyond))), 0) << "faces in one plane, or a dent";
    }
  }

  // The bound that Hull3::Plane states, and a normal of length 1.
  void check_plane(std::size_t f) {
    using Wide = long double;
    const auto& plane = hull_.plane(f);
    Wide most = 0;
    for (const Point& p : points_) {
      for (const T x : p.v) most = std::max(most, std::abs(Wide(x)));
    }
    const auto height = [&](const Point& p) {
      Wide sum = -Wide(plane.offset);
      for (int k = 0; k < 3; ++k) sum += Wide(plane.normal[k]) * p[k];
      return sum;
    };
    const Wide eps = std::numeric_limits<T>::epsilon();
    const Wide bound = 64 * eps * most + 4 * Wide(std::numeric_limits<T>::denorm_min());
    for (const Point& p : points_) ASSERT_LE(height(p), bound);
    for (const Index v : hull_.face(f)) ASSERT_GE(height(vertex(v)), -bound);
    T highest = -std::numeric_limits<T>::infinity();
    for (const Index v : hull_.face(f)) highest = std::max(highest, dot(plane.normal, vertex(v)));
    ASSERT_EQ(plane.offset, highest);
    Wide square = 0;
    for (const T x : plane.normal.v) square += Wide(x) * x;
    ASSERT_NEAR(double(square), 1, double(4 * eps));
  }

  const Points<3, T>& points_;
  const Hull3<T>& hull_;
};

}  // namespace masu::test
