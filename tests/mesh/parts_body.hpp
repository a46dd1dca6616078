// SPDX-License-Identifier: MIT
// A solid's convex parts as a body, and the distance of the two from each other.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/mesh_decomposition.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/point.hpp>

#include "tests/mesh/carved_solids.hpp"

namespace masu::test {

inline Status decomposed(const Solid3& s, ConvexParts3<double>& parts,
                         const MeshDecompositionOptions& options = {}) {
  return decompose<double>(s.vertices, s.corners, parts, options);
}

inline double volume_of_triangles(const Solid3& s) {
  double six = 0;
  for (std::size_t i = 0; i < s.corners.size(); i += 3) {
    const auto at = [&](std::size_t k) { return s.vertices[s.corners[i + k]] - s.vertices[0]; };
    six += dot(at(0), cross(at(1), at(2)));
  }
  return six / 6;
}

inline double diagonal_of(const Solid3& s) {
  const auto box = s.mesh().bounds();
  return length(box.max - box.min);
}

inline double volume_of_hull(const ConvexPolyhedron<double>& p) {
  double six = 0;
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const auto face = p.face(f);
    const auto at = [&](std::size_t k) { return p.vertex(face[k]) - p.vertex(0); };
    for (std::size_t k = 2; k < face.size(); ++k) six += dot(at(0), cross(at(k - 1), at(k)));
  }
  return six / 6;
}

// Evenly over a triangle.
inline Vec3d sample(const Vec3d& a, const Vec3d& b, const Vec3d& c, scenes::Pcg32& random) {
  double u = random.unit();
  double v = random.unit();
  if (u + v > 1) u = 1 - u, v = 1 - v;
  return a + (b - a) * u + (c - a) * v;
}

// Parts as a body to ask.
struct PartsBody {
  std::vector<std::unique_ptr<ConvexPolyhedron<double>>> shapes{};
  Compound<3, double> body{};

  explicit PartsBody(const ConvexParts3<double>& parts) {
    std::vector<Child<3, double>> children;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      shapes.push_back(std::make_unique<ConvexPolyhedron<double>>());
      EXPECT_EQ(polyhedron_of(parts.part(i), *shapes.back()), Status::ok);
      EXPECT_EQ(shapes.back()->vertex_count(), parts.part(i).size());
      children.push_back(child(*shapes.back()));
    }
    EXPECT_EQ(body.build(children), Status::ok);
  }
  double volume() const {
    double sum = 0;
    for (const auto& s : shapes) sum += volume_of_hull(*s);
    return sum;
  }
};

// The farthest that samples of the parts' surfaces are from the solid, and of its surface from the
// parts.
inline double beyond_solid(const PartsBody& parts, const Solid3& s, scenes::Pcg32& random) {
  const auto mesh = s.mesh();
  double most = 0;
  for (const auto& p : parts.shapes) {
    for (std::size_t f = 0; f < p->face_count(); ++f) {
      const auto face = p->face(f);
      for (std::size_t k = 2; k < face.size(); ++k) {
        const auto q =
            sample(p->vertex(face[0]), p->vertex(face[k - 1]), p->vertex(face[k]), random);
        if (point_inside(mesh, Transform3d{}, q).inside) continue;
        most = std::max(most, closest_point(mesh, Transform3d{}, q).distance);
      }
    }
  }
  return most;
}
inline double beyond_parts(const PartsBody& parts, const Solid3& s, scenes::Pcg32& random) {
  double most = 0;
  for (std::size_t i = 0; i < s.corners.size(); i += 3) {
    const auto at = [&](std::size_t k) { return s.vertices[s.corners[i + k]]; };
    const auto q = sample(at(0), at(1), at(2), random);
    const Point<3, double> point{q};
    const auto gap = distance(parts.body, Transform3d{}, point, Transform3d{});
    most = std::max(most, gap.distance);
  }
  return most;
}

}  // namespace masu::test
