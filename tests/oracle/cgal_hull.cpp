// SPDX-License-Identifier: MIT
#include "tests/oracle/cgal_hull.hpp"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_2.h>
#include <CGAL/convex_hull_3.h>

#include <algorithm>
#include <map>
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

// Affinely independent points that span them all, in the order they were met.
std::vector<Point> spanning(const std::vector<Point>& points) {
  std::vector<Point> found;
  const auto adds = [&](const Point& p) {
    switch (found.size()) {
      case 0: return true;
      case 1: return p != found[0];
      case 2: return !CGAL::collinear(found[0], found[1], p);
      case 3: return !CGAL::coplanar(found[0], found[1], found[2], p);
      default: return false;
    }
  };
  // No point left out becomes independent of more points: one pass for each that is added.
  for (bool added = true; added;) {
    const auto next = std::find_if(points.begin(), points.end(), adds);
    added = next != points.end();
    if (added) found.push_back(*next);
  }
  return found;
}

// The ends, or the hull in a projection that keeps the plane.
std::vector<Point> flat_extremes(const std::vector<Point>& points, const std::vector<Point>& span) {
  if (span.size() < 3) {
    const auto [least, most] = std::minmax_element(points.begin(), points.end());
    return *least == *most ? std::vector<Point>{*least} : std::vector<Point>{*least, *most};
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const auto flat = [&](const Point& p) { return Kernel::Point_2(p[i], p[j]); };
    if (CGAL::collinear(flat(span[0]), flat(span[1]), flat(span[2]))) continue;
    std::map<Kernel::Point_2, Point> lifted;
    std::vector<Kernel::Point_2> all;
    for (const Point& p : points) all.push_back(flat(p)), lifted.emplace(flat(p), p);
    std::vector<Kernel::Point_2> hull;
    CGAL::convex_hull_2(all.begin(), all.end(), std::back_inserter(hull));
    std::vector<Point> extremes;
    for (const auto& p : hull) extremes.push_back(lifted.at(p));
    return extremes;
  }
  return {};
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

Kernel::FT volume_of(const Mesh& mesh, const Point& origin) {
  Kernel::FT sum = 0;
  for (const auto face : mesh.faces()) {
    std::vector<Point> corner;
    for (const auto v : CGAL::vertices_around_face(mesh.halfedge(face), mesh)) {
      corner.push_back(mesh.point(v));
    }
    for (std::size_t i = 2; i < corner.size(); ++i) {
      sum += six_volumes(origin, corner[0], corner[i - 1], corner[i]);
    }
    CGAL::exact(sum);  // now: a tree of deferred sums would be as deep as there are triangles
  }
  return sum;
}

std::string text_of(const Kernel::FT& number) {
  std::ostringstream out;
  out << CGAL::exact(number);
  return out.str();
}

}  // namespace

std::string exact_volume_of(const std::vector<Vec<3, double>>& points,
                            const std::vector<std::uint32_t>& triangles) {
  const std::vector<Point> all = to_cgal(points);
  Kernel::FT sum = 0;
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    sum += six_volumes(all[0], all[triangles[i]], all[triangles[i + 1]], all[triangles[i + 2]]);
    CGAL::exact(sum);
  }
  return text_of(sum);
}

ExactHull cgal_hull(const std::vector<Vec<3, double>>& points) {
  const std::vector<Point> all = to_cgal(points);
  const std::vector<Point> span = spanning(all);
  ExactHull hull{static_cast<int>(span.size()) - 1};
  std::vector<Point> extremes;
  if (span.size() == 4) {
    Mesh mesh;
    CGAL::convex_hull_3(all.begin(), all.end(), mesh);
    for (const auto v : mesh.vertices()) {
      if (is_extreme(mesh, v)) extremes.push_back(mesh.point(v));
    }
    hull.six_volumes = text_of(volume_of(mesh, all[0]));
  } else if (!all.empty()) {
    extremes = flat_extremes(all, span);
  }
  std::map<Point, std::uint32_t> index_of;
  for (std::uint32_t i = 0; i < all.size(); ++i) index_of.emplace(all[i], i);
  for (const Point& p : extremes) hull.extreme.push_back(index_of.at(p));
  std::sort(hull.extreme.begin(), hull.extreme.end());
  return hull;
}

}  // namespace masu::test
