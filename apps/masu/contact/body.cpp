// SPDX-License-Identifier: MIT
#include "contact/body.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include <masu/hull/andrew.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/shapes/support.hpp>

#include "contact/fields.hpp"

namespace masu::cli {
namespace {

void directions(int steps, std::vector<Vec<2, double>>& all) {
  for (int i = 0; i < steps; ++i) {
    const auto [c, s] = cosine_and_sine(360.0 * i / steps);
    all.push_back({c, s});
  }
}

// Circles around y: the rims of cylinders and cones.
void directions(int steps, std::vector<Vec<3, double>>& all) {
  all.push_back({0, 1, 0});
  all.push_back({0, -1, 0});
  for (int j = 1; j < steps / 2; ++j) {
    const auto [up, across] = cosine_and_sine(360.0 * j / steps);
    for (int i = 0; i < steps; ++i) {
      const auto [c, s] = cosine_and_sine(360.0 * i / steps);
      all.push_back({across * c, up, across * s});
    }
  }
}

// The body in the shape's own frame.
template <int D, class T>
std::vector<Vec<D, double>> surface_points(const ShapeView<D, T>& view, int steps) {
  std::vector<Vec<D, double>> points;
  const std::uint32_t corners = vertex_count_of_core(view);
  if (corners != 0 && view.radius == 0) {
    for (std::uint32_t v = 0; v < corners; ++v) points.push_back(vertex_of_core(view, v));
    return points;
  }
  std::vector<Vec<D, double>> all;
  directions(steps, all);
  for (const Vec<D, double>& d : all) {
    points.push_back(support_of_core(view, d).point + d * double(view.radius));
  }
  return points;
}

template <int D>
Side<D> side_of(const Vec<D, double>& normal, const Vec<D, double>& on) {
  return {normal, dot(normal, on)};
}

void expect_hull(Status status) {
  if (status == Status::out_of_memory) throw std::bad_alloc();
}

void make_surface(std::span<const Vec<2, double>> points, Body<2>& body) {
  AndrewChain<double> chain;
  Hull2 hull;
  expect_hull(chain.build(points, hull));
  for (const std::uint32_t v : hull.vertices()) body.points.push_back(points[v]);
  if (hull.dimension() < 2) return;
  for (std::size_t i = 0; i < body.points.size(); ++i) {
    const Vec<2, double> edge = body.points[(i + 1) % body.points.size()] - body.points[i];
    body.sides.push_back(
        side_of<2>(Vec<2, double>{edge[1], -edge[0]} * (1 / length(edge)), body.points[i]));
  }
}

void make_surface(std::span<const Vec<3, double>> points, Body<3>& body) {
  Quickhull3<double> quickhull;
  Hull3<double> hull;
  expect_hull(quickhull.build(points, hull));
  for (const std::uint32_t v : hull.vertices()) body.points.push_back(points[v]);
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    Facet facet{{}, hull.plane(f).normal};
    for (const std::uint32_t v : hull.face(f)) facet.corners.push_back(v);
    body.facets.push_back(facet);
    body.solid = hull.dimension() == 3;
    if (body.solid) body.sides.push_back({facet.normal, hull.plane(f).offset});
  }
  for (std::uint32_t e = 0; e < hull.edge_count(); ++e) {
    const std::uint32_t twin = hull.twin(e);
    if (twin != Hull3<double>::kNone && twin < e) continue;
    const bool solid = twin != Hull3<double>::kNone;
    body.edges.push_back({hull.origin(e), hull.origin(hull.next(e)), hull.face_of(e),
                          solid ? hull.face_of(twin) : BodyEdge::kNone});
  }
  if (hull.dimension() == 1) body.edges.push_back({0, 1, BodyEdge::kNone, BodyEdge::kNone});
}

template <int D>
void transform(Body<D>& body, const Matrix<D, double>& rotation, const Vec<D, double>& to) {
  for (auto& p : body.points) p = rotation * p + to;
  for (Side<D>& s : body.sides) {
    s.normal = rotation * s.normal;
    s.offset += dot(s.normal, to);
  }
  for (Facet& f : body.facets) {
    if constexpr (D == 3) f.normal = rotation * f.normal;
  }
}

}  // namespace

namespace {

template <class T>
void make_surface(const SurfaceMesh<3, T>& mesh, Body<3>& body) {
  body.smooth = true;
  body.solid = mesh.closed();
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    body.points.push_back(vec_cast<double>(mesh.vertex(v)));
  }
  for (std::uint32_t i = 0; i < mesh.sub_shape_count(); ++i) {
    const auto c = mesh.corners(i);
    const Vec<3, double> across =
        cross(body.points[c[1]] - body.points[c[0]], body.points[c[2]] - body.points[c[0]]);
    const double size = length(across);
    body.facets.push_back({{c[0], c[1], c[2]}, size > 0 ? across * (1 / size) : across});
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t other = mesh.neighbor(i, k);
      if (other != kNoSubShape && other < i) continue;
      body.edges.push_back(
          {c[k], c[(k + 1) % 3], i, other == kNoSubShape ? BodyEdge::kNone : other});
    }
  }
}

}  // namespace

template <int D, class T>
Body<D> body_of(const PlacedShape<D, T>& shape, const Transform<D, T>& pose, int steps) {
  Body<D> body;
  const ShapeView<D, T>& view = shape.view;
  if (shape.mesh) {
    if constexpr (D == 3) make_surface(*shape.mesh, body);
  } else if (view.kind == ShapeKind::half_space) {
    body.half_space = true;
    body.sides.push_back({vec_cast<double>(view.p[0]), double(view.p[1][0])});
  } else {
    body.smooth = view.radius > 0 || vertex_count_of_core(view) == 0;
    make_surface(surface_points(view, steps), body);
  }
  transform(body, matrix_of(pose.rotation), vec_cast<double>(pose.translation));
  return body;
}

template <int D>
std::vector<Vec<D, double>> behind(const std::vector<Vec<D, double>>& polygon,
                                   const Side<D>& side) {
  std::vector<Vec<D, double>> clipped;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto& p = polygon[i];
    const auto& q = polygon[(i + 1) % polygon.size()];
    const double distance_p = dot(side.normal, p) - side.offset;
    const double distance_q = dot(side.normal, q) - side.offset;
    if (distance_p <= 0) clipped.push_back(p);
    if ((distance_p < 0 && distance_q > 0) || (distance_p > 0 && distance_q < 0)) {
      clipped.push_back(p + (q - p) * (distance_p / (distance_p - distance_q)));
    }
  }
  return clipped;
}

template <int D>
std::vector<Vec<D, double>> inside(std::vector<Vec<D, double>> polygon, const Body<D>& body) {
  if (body.sides.empty()) return {};
  for (const Side<D>& side : body.sides) {
    if (polygon.empty()) break;
    polygon = behind(polygon, side);
  }
  return polygon;
}

template Body<2> body_of(const PlacedShape<2, float>&, const Transform<2, float>&, int);
template Body<3> body_of(const PlacedShape<3, float>&, const Transform<3, float>&, int);
template Body<2> body_of(const PlacedShape<2, double>&, const Transform<2, double>&, int);
template Body<3> body_of(const PlacedShape<3, double>&, const Transform<3, double>&, int);
template std::vector<Vec<2, double>> behind(const std::vector<Vec<2, double>>&, const Side<2>&);
template std::vector<Vec<3, double>> behind(const std::vector<Vec<3, double>>&, const Side<3>&);
template std::vector<Vec<2, double>> inside(std::vector<Vec<2, double>>, const Body<2>&);
template std::vector<Vec<3, double>> inside(std::vector<Vec<3, double>>, const Body<3>&);

}  // namespace masu::cli
