// SPDX-License-Identifier: MIT
#include "tests/oracle/cgal_intersection.hpp"

#include <CGAL/Convex_hull_3/dual/halfspace_intersection_with_constructions_3.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>

namespace masu::test {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Number = Kernel::FT;
using Point = Kernel::Point_3;
using Plane = Kernel::Plane_3;
using Mesh = CGAL::Surface_mesh<Point>;

// v + 2 w (q x v) + 2 q x (q x v), over the square of the quaternion's length.
Point placed(const Vec<3, double>& p, const Transform<3, double>& pose) {
  const Kernel::Vector_3 q(pose.rotation.x, pose.rotation.y, pose.rotation.z);
  const Kernel::Vector_3 v(p[0], p[1], p[2]);
  const Number w = pose.rotation.w;
  const Number square = q.squared_length() + w * w;
  const auto once = CGAL::cross_product(q, v);
  const auto rotated = v + (once * w + CGAL::cross_product(q, once)) * (Number(2) / square);
  return Point(pose.translation[0], pose.translation[1], pose.translation[2]) + rotated;
}

void add_planes(const CgalBody& body, std::vector<Plane>& planes) {
  std::vector<Point> points;
  for (const auto& p : body.corners) {
    points.push_back(placed(p, body.pose));
    CGAL::exact(points.back());
  }
  Mesh mesh;
  CGAL::convex_hull_3(points.begin(), points.end(), mesh);
  for (const auto face : mesh.faces()) {
    const auto half = mesh.halfedge(face);
    planes.emplace_back(mesh.point(mesh.source(half)), mesh.point(mesh.target(half)),
                        mesh.point(mesh.target(mesh.next(half))));
  }
}

Number volume_of(const Mesh& mesh, const Point& origin) {
  Number six = 0;
  for (const auto face : mesh.faces()) {
    std::vector<Point> corner;
    for (const auto v : CGAL::vertices_around_face(mesh.halfedge(face), mesh)) {
      corner.push_back(mesh.point(v));
    }
    for (std::size_t i = 2; i < corner.size(); ++i) {
      six += CGAL::determinant(corner[0] - origin, corner[i - 1] - origin, corner[i] - origin);
    }
    CGAL::exact(six);
  }
  return six / 6;
}

double volume_of(const std::vector<Plane>& planes, const Vec<3, double>& inside) {
  const Point origin(inside[0], inside[1], inside[2]);
  for (const Plane& plane : planes) {
    if (!plane.has_on_negative_side(origin)) return -1;
  }
  Mesh mesh;
  CGAL::halfspace_intersection_with_constructions_3(planes.begin(), planes.end(), mesh, origin);
  return CGAL::to_double(CGAL::exact(volume_of(mesh, origin)));
}

using Point2 = Kernel::Point_2;

std::vector<Point2> placed(const CgalPolygon& body) {
  std::vector<Point2> points;
  const Number c = body.pose.rotation.cosine;
  const Number s = body.pose.rotation.sine;
  for (const auto& p : body.corners) {
    points.emplace_back(c * p[0] - s * p[1] + body.pose.translation[0],
                        s * p[0] + c * p[1] + body.pose.translation[1]);
  }
  return points;
}

// Clips to the left of the line from a to b.
std::vector<Point2> clipped(const std::vector<Point2>& from, const Point2& a, const Point2& b) {
  std::vector<Point2> result;
  const auto height = [&](const Point2& p) { return CGAL::determinant(b - a, p - a); };
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Point2& p = from[i];
    const Point2& q = from[(i + 1) % from.size()];
    const Number here = height(p);
    const Number next = height(q);
    if (here >= 0) result.push_back(p);
    if ((here < 0 && next > 0) || (here > 0 && next < 0)) {
      result.push_back(p + (q - p) * (here / (here - next)));
    }
  }
  return result;
}

}  // namespace

double cgal_common_volume(const CgalBody& a, const CgalBody& b, const Vec<3, double>& inside) {
  std::vector<Plane> planes;
  add_planes(a, planes);
  add_planes(b, planes);
  return volume_of(planes, inside);
}

double cgal_volume(const std::vector<Hyperplane<3, double>>& half_spaces,
                   const Vec<3, double>& inside) {
  std::vector<Plane> planes;
  for (const auto& h : half_spaces) {
    planes.emplace_back(h.normal[0], h.normal[1], h.normal[2], -h.offset);
  }
  return volume_of(planes, inside);
}

double cgal_common_area(const CgalPolygon& a, const CgalPolygon& b) {
  std::vector<Point2> left = placed(a);
  const std::vector<Point2> other = placed(b);
  for (std::size_t i = 0; i < other.size(); ++i) {
    left = clipped(left, other[i], other[(i + 1) % other.size()]);
  }
  Number twice = 0;
  for (std::size_t i = 2; i < left.size(); ++i) {
    twice += CGAL::determinant(left[i - 1] - left[0], left[i] - left[0]);
  }
  return CGAL::to_double(CGAL::exact(twice)) / 2;
}

}  // namespace masu::test
