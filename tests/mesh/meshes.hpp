// SPDX-License-Identifier: MIT
// Surfaces that tests build: spheres, floors, rings, soups of triangles.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/mesh/triangle_mesh.hpp>

#include "narrow_phase/solids.hpp"

namespace masu::test {

template <class T>
struct Surface {
  std::vector<Vec<3, T>> vertices;
  std::vector<std::uint32_t> corners;

  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    corners.insert(corners.end(), {a, b, c});
  }
  TriangleMesh<T> mesh(BvhBuilder builder = BvhBuilder::surface_area) const {
    TriangleMesh<T> m;
    EXPECT_EQ(m.build(vertices, corners, {builder}), Status::ok);
    return m;
  }
};

constexpr double kPi = 3.14159265358979323846;

// Rings between two poles; radius(latitude, longitude) bends it.
template <class T, class Radius>
Surface<T> bent_sphere(int rings, int sides, Radius&& radius) {
  Surface<T> s;
  const auto add_vertex = [&](double latitude, double longitude) {
    const double r = radius(latitude, longitude);
    s.vertices.push_back({T(r * std::cos(latitude) * std::cos(longitude)),
                          T(r * std::cos(latitude) * std::sin(longitude)),
                          T(r * std::sin(latitude))});
  };
  add_vertex(-kPi / 2, 0);
  for (int i = 1; i <= rings; ++i) {
    for (int k = 0; k < sides; ++k)
      add_vertex(-kPi / 2 + kPi * i / (rings + 1), 2 * kPi * k / sides);
  }
  add_vertex(kPi / 2, 0);
  const auto at = [&](int ring, int k) {
    return std::uint32_t(1 + (ring - 1) * sides + k % sides);
  };
  const auto last = std::uint32_t(s.vertices.size() - 1);
  for (int k = 0; k < sides; ++k) {
    s.add(0, at(1, k + 1), at(1, k));
    for (int i = 1; i < rings; ++i) {
      s.add(at(i, k), at(i, k + 1), at(i + 1, k));
      s.add(at(i, k + 1), at(i + 1, k + 1), at(i + 1, k));
    }
    s.add(at(rings, k), at(rings, k + 1), last);
  }
  return s;
}

template <class T>
Surface<T> lumpy_sphere(int rings, int sides) {
  return bent_sphere<T>(
      rings, sides, [](double u, double v) { return 1 + 0.2 * std::sin(5 * u) * std::cos(3 * v); });
}

// n by n squares of two triangles each, from -1 to 1, y = height(x, z), seen from above.
template <class T, class Height>
Surface<T> floor_of(int n, Height&& height) {
  Surface<T> s;
  for (int i = 0; i <= n; ++i) {
    for (int k = 0; k <= n; ++k) {
      const double x = -1 + 2.0 * i / n;
      const double z = -1 + 2.0 * k / n;
      s.vertices.push_back({T(x), T(height(x, z)), T(z)});
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const std::uint32_t a = std::uint32_t(i * (n + 1) + k);
      const std::uint32_t b = a + std::uint32_t(n) + 1;
      s.add(a, a + 1, b);
      s.add(b, a + 1, b + 1);
    }
  }
  return s;
}

// Triangles anywhere, some without an area.
template <class T>
Surface<T> soup_of(std::size_t n, double size, std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  Surface<T> s;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Vec<3, T> center = random_point<T>(random, 1);
    for (int k = 0; k < 3; ++k) s.vertices.push_back(center + random_point<T>(random, size));
    if (i % 16 == 0) s.vertices.back() = s.vertices[3 * i];
    s.add(3 * i, 3 * i + 1, 3 * i + 2);
  }
  return s;
}

template <class T>
Transform<3, T> random_pose(scenes::Pcg32& random, double reach) {
  return {random_point<T>(random, reach), random_rotation<T>(random)};
}

}  // namespace masu::test
