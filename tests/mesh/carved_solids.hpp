// SPDX-License-Identifier: MIT
// Solids that are not convex: a torus, an L, a bowl, a gear, a spiral; sizes and turn by seed.
#pragma once

#include <masu/hull/polygon_decomposition.hpp>

#include "tests/mesh/meshes.hpp"

namespace masu::test {

using Solid3 = Surface<double>;

inline void add_ring(Solid3& s, std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t next = (k + 1) % n;
    s.add(a + k, a + next, b + k);
    s.add(b + k, a + next, b + next);
  }
}

// A polygon between z = 0 and z = height, capped by its triangles.
inline Solid3 prism(const std::vector<Vec2d>& outline, double height) {
  Solid3 s;
  const auto n = std::uint32_t(outline.size());
  for (const double z : {0.0, height}) {
    for (const auto& p : outline) s.vertices.push_back({p[0], p[1], z});
  }
  add_ring(s, 0, n, n);
  PolygonDecomposition<double> cutter;
  ConvexParts2 parts;
  EXPECT_EQ(cutter.triangulate(outline, {&n, 1}, parts), Status::ok);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto t = parts.part(i);
    s.add(t[0], t[2], t[1]);
    s.add(n + t[0], n + t[1], n + t[2]);
  }
  return s;
}

inline Solid3 ell(double length, double width, double thick) {
  return prism({{0, 0}, {length, 0}, {length, thick}, {thick, thick}, {thick, width}, {0, width}},
               thick);
}

inline Solid3 gear(int teeth, double tooth) {
  std::vector<Vec2d> outline;
  for (int i = 0; i < 4 * teeth; ++i) {
    const double angle = 2 * kPi * (i + (i % 2 == 0 ? 0.1 : -0.1)) / (4 * teeth);
    const double r = i % 4 < 2 ? 1 : 1 + tooth;
    outline.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return prism(outline, 0.3);
}

// Rings of n points around a path; path(i) gives place, and two directions across.
struct Frame3 {
  Vec3d at, u, v;
};
template <class Path>
Solid3 tube(std::uint32_t rings, std::uint32_t n, double radius, bool closed, Path&& path) {
  Solid3 s;
  for (std::uint32_t i = 0; i < rings; ++i) {
    const Frame3 f = path(i);
    for (std::uint32_t k = 0; k < n; ++k) {
      const double a = 2 * kPi * k / n;
      s.vertices.push_back(f.at + f.u * (radius * std::cos(a)) + f.v * (radius * std::sin(a)));
    }
    if (i > 0) add_ring(s, n * (i - 1), n * i, n);
  }
  if (closed) {
    add_ring(s, n * (rings - 1), 0, n);
    return s;
  }
  for (std::uint32_t k = 2; k < n; ++k) {
    s.add(0, k, k - 1);
    s.add(n * (rings - 1), n * (rings - 1) + k - 1, n * (rings - 1) + k);
  }
  return s;
}

inline Solid3 torus(double radius) {
  return tube(48, 20, radius, true, [](std::uint32_t i) {
    const double a = 2 * kPi * i / 48;
    const Vec3d out{std::cos(a), std::sin(a), 0};
    return Frame3{out, out, {0, 0, -1}};
  });
}

// A turn and a half of a screw.
inline Solid3 spiral(double radius, double pitch) {
  return tube(97, 12, radius, false, [pitch](std::uint32_t i) {
    const double a = 3 * kPi * i / 96;
    const Vec3d out{std::cos(a), std::sin(a), 0};
    return Frame3{out + Vec3d{0, 0, pitch * a / (2 * kPi)}, out, {0, 0, -1}};
  });
}

// Between two balls about one centre, below a cone.
inline Solid3 bowl(double opening, double thickness) {
  Solid3 s;
  const std::uint32_t n = 32;
  const int rings = 10;
  s.vertices.push_back({0, 0, -1});
  const auto add_wall = [&](double r, int i) {
    const double a = opening * i / rings;
    for (std::uint32_t k = 0; k < n; ++k) {
      const double b = 2 * kPi * k / n;
      s.vertices.push_back(
          {r * std::sin(a) * std::cos(b), r * std::sin(a) * std::sin(b), -r * std::cos(a)});
    }
  };
  for (int i = 1; i <= rings; ++i) add_wall(1, i);
  for (int i = rings; i > 0; --i) add_wall(1 - thickness, i);
  const auto last = std::uint32_t(s.vertices.size());
  s.vertices.push_back({0, 0, thickness - 1});
  for (std::uint32_t i = 0; i + 1 < 2 * rings; ++i) add_ring(s, 1 + n * i, 1 + n * (i + 1), n);
  for (std::uint32_t k = 0; k < n; ++k) {
    s.add(0, 1 + (k + 1) % n, 1 + k);
    s.add(last - n + k, last - n + (k + 1) % n, last);
  }
  return s;
}

inline constexpr const char* kCarvedNames[] = {"torus", "L", "bowl", "gear", "spiral"};

// Sizes by seed; seed 0 stays as it is, others are turned.
inline Solid3 carved(std::string_view name, std::uint64_t seed) {
  scenes::Pcg32 random(seed, 77);
  const double t = random.unit();
  Solid3 s = name == "torus"  ? torus(0.25 + 0.15 * t)
             : name == "L"    ? ell(2 + t, 1.5, 0.5)
             : name == "bowl" ? bowl(0.7 + 0.1 * t, 0.25)
             : name == "gear" ? gear(9 + int(random.below(4)), 0.2 + 0.1 * t)
                              : spiral(0.15 + 0.05 * t, 0.6);
  if (seed == 0) return s;
  const auto turn = random_place<double>(random, 1);
  for (auto& v : s.vertices) v = turn * v;
  return s;
}

}  // namespace masu::test
