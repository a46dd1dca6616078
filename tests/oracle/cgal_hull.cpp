// SPDX-License-Identifier: MIT
#include "tests/oracle/cgal_hull.hpp"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace masu::test {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Point = Kernel::Point_3;
using Mesh = CGAL::Surface_mesh<Point>;

std::vector<Point> to_cgal(const std::vector<Vec<3, double>>& points) {
  std::vector<Point> all;
  for (const auto& p : points) all.emplace_back(p[0], p[1], p[2]);
  return all;
}

Mesh hull_of(const std::vector<Vec<3, double>>& points) {
  const std::vector<Point> all = to_cgal(points);
  Mesh mesh;
  CGAL::convex_hull_3(all.begin(), all.end(), mesh);
  return mesh;
}

// CGAL cuts flat faces into triangles, and may put vertices on their edges: at an extreme point
// three planes meet at least.
bool is_extreme(const Mesh& mesh, Mesh::Vertex_index v) {
  std::vector<Kernel::Plane_3> planes;
  for (const auto half : CGAL::halfedges_around_target(v, mesh)) {
    const Kernel::Plane_3 plane(mesh.point(mesh.source(half)), mesh.point(v),
                                mesh.point(mesh.target(mesh.next(half))));
    if (std::find(planes.begin(), planes.end(), plane) == planes.end()) planes.push_back(plane);
  }
  return planes.size() > 2;
}

Kernel::FT six_volumes(const Point& o, const Point& a, const Point& b, const Point& c) {
  return CGAL::determinant(a - o, b - o, c - o);
}

std::string text_of(const Kernel::FT& number) {
  std::ostringstream out;
  out << CGAL::exact(number);
  return out.str();
}

}  // namespace

std::vector<std::uint32_t> cgal_extreme_points(const std::vector<Vec<3, double>>& points) {
  const Mesh mesh = hull_of(points);
  std::map<Point, std::uint32_t> place;
  const std::vector<Point> all = to_cgal(points);
  for (std::uint32_t i = 0; i < all.size(); ++i) place.emplace(all[i], i);
  std::vector<std::uint32_t> extreme;
  for (const auto v : mesh.vertices()) {
    if (is_extreme(mesh, v)) extreme.push_back(place.at(mesh.point(v)));
  }
  std::sort(extreme.begin(), extreme.end());
  return extreme;
}

std::string exact_volume_of(const std::vector<Vec<3, double>>& points,
                            const std::vector<std::uint32_t>& triangles) {
  const std::vector<Point> all = to_cgal(points);
  Kernel::FT sum = 0;
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    sum += six_volumes(all[0], all[triangles[i]], all[triangles[i + 1]], all[triangles[i + 2]]);
    CGAL::exact(sum);  // now: a tree of deferred sums would be as deep as there are triangles
  }
  return text_of(sum);
}

std::string cgal_hull_volume(const std::vector<Vec<3, double>>& points) {
  const Mesh mesh = hull_of(points);
  const Point origin(points[0][0], points[0][1], points[0][2]);
  Kernel::FT sum = 0;
  for (const auto face : mesh.faces()) {
    std::vector<Point> corner;
    for (const auto v : CGAL::vertices_around_face(mesh.halfedge(face), mesh)) {
      corner.push_back(mesh.point(v));
    }
    for (std::size_t i = 2; i < corner.size(); ++i) {
      sum += six_volumes(origin, corner[0], corner[i - 1], corner[i]);
    }
    CGAL::exact(sum);
  }
  return text_of(sum);
}

}  // namespace masu::test
