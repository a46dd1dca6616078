// SPDX-License-Identifier: MIT
// Support points against all vertices, for bodies and directions where rounding may hide a higher
// vertex: level edges, bent faces, corners of nearly 180 degrees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <masu/shapes/support.hpp>
#include <masu/shapes/vertex_climb.hpp>

#include "tests/shapes/support_cases.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

constexpr double kTwoPi = 6.283185307179586;
using Points = std::vector<Vec<3, double>>;
using Faces = std::vector<std::vector<std::uint32_t>>;

Points rotated(Points points, scenes::Pcg32& random) {
  const Matrix<3, double> m = matrix_of(random_rotation<double>(random));
  for (Vec<3, double>& p : points) p = m * p;
  return points;
}

template <class T>
std::vector<Vec<3, T>> rounded(const Points& points, const Vec<3, double>& offset = {}) {
  std::vector<Vec<3, T>> to;
  for (const Vec<3, double>& p : points) to.push_back(vec_cast<T>(p + offset));
  return to;
}

// A disc of n corners with a dome of that height over it, and a point below.
Points cap(int n, double height, scenes::Pcg32& random) {
  Points points{{0, -0.3, 0}};
  for (int i = 0; i < n; ++i) {
    const double angle = kTwoPi * (i + 0.3 * random.unit()) / n;
    points.push_back({std::cos(angle), 0, std::sin(angle)});
    const double inner = kTwoPi * random.unit();
    const double r = std::sqrt(random.unit());
    points.push_back({r * std::cos(inner), height * (1 - r * r), r * std::sin(inner)});
  }
  return points;
}

// Two rings of n corners, the upper one smaller; faces of four corners and two of n.
Points rings(int n, double top) {
  Points points;
  for (int i = 0; i < n; ++i) {
    const Vec<3, double> p{std::cos(kTwoPi * i / n), 0, std::sin(kTwoPi * i / n)};
    points.push_back(p - Vec<3, double>{0, 0.25, 0});
    points.push_back(p * top + Vec<3, double>{0, 0.25, 0});
  }
  return points;
}
Faces faces_of_rings(int n) {
  Faces faces(2);
  const auto count = static_cast<std::uint32_t>(n);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    faces.push_back({2 * next, 2 * i, 2 * i + 1, 2 * next + 1});
    faces[0].push_back(2 * i);
    faces[1].push_back(2 * (count - 1 - i) + 1);
  }
  return faces;
}

// A sphere of rings of n corners: trapezoids, and triangles at the poles.
Points globe(int n, int rows) {
  Points points{{0, 1, 0}, {0, -1, 0}};
  for (int row = 1; row < rows; ++row) {
    const double polar = kTwoPi / 2 * row / rows;
    for (int i = 0; i < n; ++i) {
      points.push_back({std::sin(polar) * std::cos(kTwoPi * i / n), std::cos(polar),
                        std::sin(polar) * std::sin(kTwoPi * i / n)});
    }
  }
  return points;
}
Faces faces_of_globe(int n, int rows) {
  Faces faces;
  const auto corner = [&](int row, int i) {
    return static_cast<std::uint32_t>(2 + (row - 1) * n + i % n);
  };
  for (int i = 0; i < n; ++i) {
    faces.push_back({0, corner(1, i + 1), corner(1, i)});
    faces.push_back({1, corner(rows - 1, i), corner(rows - 1, i + 1)});
    for (int row = 1; row + 1 < rows; ++row) {
      faces.push_back(
          {corner(row, i), corner(row, i + 1), corner(row + 1, i + 1), corner(row + 1, i)});
    }
  }
  return faces;
}

// Directions in which edges of a body are level, nearly so, or hide the most.
template <class T>
class LevelDirections {
 public:
  LevelDirections(const ConvexPolyhedron<T>& p, scenes::Pcg32& random) : p_(p), random_(random) {}

  // `start`: a vertex that a climb may be stuck at.
  Direction next(std::uint32_t& start) {
    const std::uint32_t f = below(p_.face_count());
    const auto loop = p_.face(f);
    start = loop[below(loop.size())];
    Direction d = p_.plane(f).normal;
    switch (k_++ % 6) {
      case 1: d = across(vertex(some()), vertex(some()), vertex(some())); break;
      case 2: {
        const PolyhedronEdge& e = p_.edge(below(p_.edge_count()));
        d = p_.plane(e.left).normal + p_.plane(e.right).normal * random_.unit();
        start = e.tail;
        break;
      }
      case 3: {
        const auto spokes = p_.spokes(start);
        d = across(vertex(start), vertex(spokes[below(spokes.size())].vertex),
                   vertex(spokes[below(spokes.size())].vertex));
        break;
      }
      case 4: return leaning(loop, d, start);
      default: break;
    }
    if (!(length(d) > 0)) d = {1, 0, 0};
    d = d * (1 / length(d));
    if (random_.below(5) == 0) d = -d;  // straight into the body
    if (random_.below(3) == 0) return d;
    return d + random_direction(random_) * std::pow(10.0, -random_.between(0, 17));
  }

 private:
  std::uint32_t below(std::size_t n) { return random_.below(static_cast<std::uint32_t>(n)); }
  std::uint32_t some() { return below(p_.vertex_count()); }
  Direction vertex(std::uint32_t v) const { return vec_cast<double>(p_.vertex(v)); }
  static Direction across(const Direction& a, const Direction& b, const Direction& c) {
    return cross(b - a, c - a);
  }

  // From the normal along the bisector of the face's widest corner, by about as much as rounding
  // hides there.
  Direction leaning(std::span<const std::uint32_t> loop, const Direction& normal,
                    std::uint32_t& start) {
    Direction bisector{2, 0, 0};
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Direction v = vertex(loop[i]);
      const Direction e = vertex(loop[(i + 1) % loop.size()]) - v;
      const Direction g = vertex(loop[(i + loop.size() - 1) % loop.size()]) - v;
      const Direction sum = e * (1 / length(e)) + g * (1 / length(g));
      if (length(sum) < length(bisector)) bisector = sum, start = loop[i];
    }
    const double size = length(bisector);
    if (!(size > 0)) return normal;
    return normal + bisector * (std::pow(2.0, random_.between(-53, -47)) / (size * size));
  }

  const ConvexPolyhedron<T>& p_;
  scenes::Pcg32& random_;
  int k_ = 0;
};

template <class T>
void expect_highest(const ConvexPolyhedron<T>& p, scenes::Pcg32& random) {
  ASSERT_FALSE(p.table().empty());
  double most = 0;
  for (std::size_t v = 0; v < p.vertex_count(); ++v) {
    for (int a = 0; a < 3; ++a) most = std::max(most, std::fabs(double(p.vertex(v)[a])));
  }
  LevelDirections<T> directions(p, random);
  for (int k = 0; k < by_tier(300, 30000); ++k) {
    std::uint32_t start = 0;
    const Direction d = directions.next(start);
    EXPECT_LE(missed_by(p, d, climb(p, d, start)), kSupportRounding * most);
    const auto found = support_of_core(p.view(), d, SupportAccuracy::full, start);
    EXPECT_LE(missed_by(p, d, found.vertex), kSupportRounding * most);
  }
}

template <class T>
class HighestVertexTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(HighestVertexTest, Scalars);

TYPED_TEST(HighestVertexTest, L18_of_spheres_at_any_offset) {
  using T = TypeParam;
  scenes::Pcg32 random(51);
  for (const int n : {100, 300, 1000, 2000}) {
    for (const double offset : {0.0, 10.0, 1e3, 1e5}) {
      Points points;
      for (const auto& p : ball<double>(n, random)) points.push_back(p);
      const auto p = hull_of(rounded<T>(points, {offset, 0.7 * offset, -0.3 * offset}));
      if (p.vertex_count() >= ConvexPolyhedron<T>::kTableVertices) expect_highest(p, random);
    }
  }
}

TYPED_TEST(HighestVertexTest, L18_of_thin_caps) {
  using T = TypeParam;
  scenes::Pcg32 random(52);
  for (const int n : {100, 300, 1000}) {
    for (const double height : {1e-1, 1e-3, 1e-6, 1e-8, 1e-12, 1e-15, 0.0}) {
      const Points points = cap(n, height, random);
      expect_highest(hull_of(rounded<T>(points)), random);
      expect_highest(hull_of(rounded<T>(rotated(points, random))), random);
      expect_highest(hull_of(rounded<T>(rotated(points, random), {100, -30, 55})), random);
    }
  }
}

TYPED_TEST(HighestVertexTest, L18_of_flat_bodies_and_needles) {
  using T = TypeParam;
  scenes::Pcg32 random(53);
  for (const int n : {200, 1000}) {
    for (const double squash : {1e-2, 1e-4, 1e-6}) {
      Points points = ball<double>(n, random);
      for (Vec<3, double>& p : points) p[0] *= squash;
      expect_highest(hull_of(rounded<T>(points)), random);
      for (Vec<3, double>& p : points) p[1] *= squash;
      expect_highest(hull_of(rounded<T>(points)), random);
    }
  }
}

TYPED_TEST(HighestVertexTest, L18_of_lattices) {
  using T = TypeParam;
  scenes::Pcg32 random(54);
  Points points;
  for (int i = 0; i < 4096; ++i) {
    const Vec<3, double> p{double(i % 16 - 8), double(i / 16 % 16 - 8), double(i / 256 - 8)};
    if (length_squared(p) < 64) points.push_back(p * 0.1);  // which rounds
  }
  expect_highest(hull_of(rounded<T>(points)), random);
  expect_highest(hull_of(rounded<T>(points, {100, -30, 55})), random);
}

// Faces of many corners. As they are given they are bent by rounding; a hull has triangles there.
TYPED_TEST(HighestVertexTest, L18_of_cylinders_and_cones) {
  using T = TypeParam;
  scenes::Pcg32 random(55);
  for (const int n : {60, 200, 500, 1100}) {
    for (const double top : {1.0, 0.97, 0.5}) {
      const Points points = rings(n, top);
      const Points leaning = rotated(points, random);
      if (n > 500 && !long_tier()) {
        expect_highest(hull_of(rounded<T>(leaning)), random);
        continue;
      }
      const Faces faces = faces_of_rings(n);
      expect_highest(polyhedron<T>(rounded<T>(points), faces), random);
      expect_highest(polyhedron<T>(rounded<T>(leaning), faces), random);
      expect_highest(hull_of(rounded<T>(points)), random);
      expect_highest(hull_of(rounded<T>(leaning)), random);
      expect_highest(hull_of(rounded<T>(leaning, {100, -30, 55})), random);
    }
  }
}

// Rounding of the ends of a short edge tilts it by far more than rounding: along normals of three
// corners of a disc, it hid vertices a quarter around the rim.
TYPED_TEST(HighestVertexTest, L18_of_discs_of_short_edges) {
  using T = TypeParam;
  scenes::Pcg32 random(60);
  const auto p =
      polyhedron<T>(rounded<T>(rotated(rings(1100, 0.97), random)), faces_of_rings(1100));
  const auto at = [&](std::uint32_t v) { return vec_cast<double>(p.vertex(v)); };
  const std::uint32_t cases[][4] = {{360, 2128, 2132, 1894},  {1668, 1538, 1536, 2120},
                                    {2192, 2026, 2030, 1184}, {1598, 1970, 1976, 1256},
                                    {314, 420, 312, 964},     {800, 18, 20, 2098}};
  for (const auto& [a, b, c, start] : cases) {
    Direction d = cross(at(b) - at(a), at(c) - at(a));
    if (dot(d, p.plane(a % 2).normal) < 0) d = -d;
    d = d * (1 / length(d));
    EXPECT_LE(missed_by(p, d, climb(p, d, start)), kSupportRounding) << "from vertex " << start;
  }
}

TYPED_TEST(HighestVertexTest, L18_of_bent_trapezoids) {
  using T = TypeParam;
  scenes::Pcg32 random(56);
  for (const int n : {12, 24, 40}) {
    const Points points = globe(n, n);
    const Faces faces = faces_of_globe(n, n);
    expect_highest(polyhedron<T>(rounded<T>(points), faces), random);
    expect_highest(polyhedron<T>(rounded<T>(rotated(points, random)), faces), random);
    expect_highest(polyhedron<T>(rounded<T>(rotated(points, random), {1, -3, 2}), faces), random);
  }
}

// Sides of four corners that are flat except for the rounding of their corners to T: the hull of
// the corners has a diagonal across each that is no edge.
TYPED_TEST(HighestVertexTest, L18_no_corner_of_bent_faces_is_missed) {
  using T = TypeParam;
  const auto p = prism<T>(80, 0.625, 0.0625, 0.97);
  scenes::Pcg32 random(38);
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    for (const double tilt : {0.0, 1e-8, 1e-7, 1e-6}) {
      const Direction d = p.plane(f).normal + random_direction(random) * tilt;
      for (const std::uint32_t start : p.face(f)) {
        EXPECT_LE(missed_by(p, d, climb(p, d, start)), kSupportRounding);
      }
    }
  }
}

}  // namespace
}  // namespace masu::test
