// SPDX-License-Identifier: MIT
// Convex polyhedra in long double, and their relation by trying every pair of features.
#pragma once

#include <array>
#include <vector>

#include <masu/core/transform.hpp>
#include <masu/shapes/triangle.hpp>

namespace masu::test {

using Real = long double;
using Point3 = std::array<Real, 3>;

// Vertices, triangles of the faces, and edges, of a solid in the world.
struct Solid {
  std::vector<Point3> points;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::array<int, 2>> edges;
  // One edge of each direction, one triangle of each face: what separating axes come from.
  std::vector<std::array<int, 2>> directions;
  std::vector<std::array<int, 3>> faces;
};

// Keeps of `directions` what is exactly parallel to none before it.
void find_directions(Solid& s);

// From faces as ConvexPolyhedron has them.
template <class Polyhedron>
Solid solid_of(const Polyhedron& p) {
  Solid s;
  for (std::size_t v = 0; v < p.vertex_count(); ++v) {
    const auto q = p.vertex(v);
    s.points.push_back({Real(q[0]), Real(q[1]), Real(q[2])});
  }
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const auto loop = p.face(f);
    s.faces.push_back({int(loop[0]), int(loop[1]), int(loop[2])});
    for (std::size_t k = 2; k < loop.size(); ++k) {
      s.triangles.push_back({int(loop[0]), int(loop[k - 1]), int(loop[k])});
    }
  }
  for (std::size_t e = 0; e < p.edge_count(); ++e) {
    s.edges.push_back({int(p.edge(e).tail), int(p.edge(e).head)});
  }
  find_directions(s);
  return s;
}

template <class T>
Solid solid_of(const Triangle<3, T>& t) {
  Solid s;
  for (const Vec<3, T>& p : {t.a, t.b, t.c}) s.points.push_back({p[0], p[1], p[2]});
  s.triangles = s.faces = {{0, 1, 2}, {0, 2, 1}};
  s.edges = {{0, 1}, {1, 2}, {2, 0}};
  find_directions(s);
  return s;
}

Point3 moved(const Point3& p, const std::array<Real, 4>& quaternion, const Point3& by);

template <class T>
Solid placed(Solid s, const Transform<3, T>& pose) {
  const std::array<Real, 4> q = {Real(pose.rotation.x), Real(pose.rotation.y),
                                 Real(pose.rotation.z), Real(pose.rotation.w)};
  const Point3 by = {Real(pose.translation[0]), Real(pose.translation[1]),
                     Real(pose.translation[2])};
  for (Point3& p : s.points) p = moved(p, q, by);
  return s;
}

// Positive: the distance of the nearest points. Negative: minus the least translation that parts
// them. `normal` is from a to b. By separating axes (normals of faces and products of edges) and,
// where those part them, by all pairs of triangles.
struct SolidSeparation {
  Real distance;
  Point3 normal;
};
SolidSeparation separation_of(const Solid& a, const Solid& b);
// The reach of b before a along a unit direction: what is a bound of the distance from below.
Real gap_along(const Solid& a, const Solid& b, const Point3& normal);

}  // namespace masu::test
