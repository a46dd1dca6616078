// SPDX-License-Identifier: MIT
#include "geometry.hpp"

#include <algorithm>
#include <limits>

namespace masu_bench::narrow {
namespace {

Point vertex(const masu_narrow_shape& s, int dim, std::size_t i) {
  const double* p = s.vertices + i * static_cast<std::size_t>(dim);
  return {p[0], p[1], dim == 3 ? p[2] : 0};
}

// The part of the ray between planes; all shapes are convex.
struct Span {
  double from = 0;
  double to = std::numeric_limits<double>::infinity();

  // Keeps the part on the near side of a plane: n . (origin + t direction) <= offset.
  void cut(double speed, double above) {
    if (speed == 0) {
      if (above > 0) to = -1;
      return;
    }
    const double t = -above / speed;
    if (speed < 0) from = std::max(from, t);
    if (speed > 0) to = std::min(to, t);
  }
  double first() const { return from <= to ? from : -1; }
};

double enter_sphere(double radius, const Point& o, const Point& d) {
  const double a = dot(d, d), b = dot(o, d), c = dot(o, o) - radius * radius;
  if (c <= 0) return 0;
  const double inside = b * b - a * c;
  if (inside < 0 || b >= 0) return -1;
  return (-b - std::sqrt(inside)) / a;
}

double enter_polytope(const masu_narrow_shape& s, int dim, const Point& o, const Point& d) {
  Span span;
  std::size_t first = 0;
  const std::size_t faces = dim == 3 ? s.face_count : s.vertex_count;
  for (std::size_t f = 0; f < faces; ++f) {
    Point p, n;
    if (dim == 3) {
      p = vertex(s, 3, s.corners[first]);
      n = cross(vertex(s, 3, s.corners[first + 1]) - p, vertex(s, 3, s.corners[first + 2]) - p);
      first += s.face_sizes[f];
    } else {
      p = vertex(s, 2, f);
      const Point edge = vertex(s, 2, (f + 1) % s.vertex_count) - p;
      n = {edge[1], -edge[0], 0};
    }
    span.cut(dot(n, d), dot(n, o - p));
  }
  return span.first();
}

}  // namespace

RigidTransform::RigidTransform(const masu_narrow_pose& pose, int dim)
    : position_(point_of(pose.position)) {
  const double* q = pose.rotation;
  if (dim == 2) {
    const double size = std::sqrt(q[0] * q[0] + q[1] * q[1]);
    const double c = q[0] / size, s = q[1] / size;
    row_[0] = {c, -s, 0}, row_[1] = {s, c, 0}, row_[2] = {0, 0, 1};
    position_[2] = 0;
    return;
  }
  const double k = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  row_[0] = {1 - k * (y * y + z * z), k * (x * y - w * z), k * (x * z + w * y)};
  row_[1] = {k * (x * y + w * z), 1 - k * (x * x + z * z), k * (y * z - w * x)};
  row_[2] = {k * (x * z - w * y), k * (y * z + w * x), 1 - k * (x * x + y * y)};
}

double reach(const masu_narrow_shape& s, int dim, const Point& d) {
  const double across = std::sqrt(d[0] * d[0] + d[2] * d[2]);
  switch (s.kind) {
    case MASU_NARROW_SPHERE: return s.size[0] * length(d);
    case MASU_NARROW_CAPSULE: return s.size[0] * length(d) + s.size[1] * std::fabs(d[1]);
    case MASU_NARROW_CYLINDER: return s.size[0] * across + s.size[1] * std::fabs(d[1]);
    case MASU_NARROW_BOX:
      return s.size[0] * std::fabs(d[0]) + s.size[1] * std::fabs(d[1]) +
             s.size[2] * std::fabs(d[2]);
    default: break;
  }
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < s.vertex_count; ++i) most = std::max(most, dot(vertex(s, dim, i), d));
  return most;
}

double gap_along(const masu_narrow_shape& a, const RigidTransform& pose_a,
                 const masu_narrow_shape& b, const RigidTransform& pose_b, int dim,
                 const Point& n) {
  return dot(n, pose_b.position() - pose_a.position()) -
         reach(b, dim, pose_b.rotated_back(n * -1)) - reach(a, dim, pose_a.rotated_back(n));
}

double enter(const masu_narrow_shape& shape, const RigidTransform& pose, int dim,
             const Point& origin, const Point& direction) {
  const Point o = pose.to_local(origin);
  const Point d = pose.rotated_back(direction);
  if (shape.kind == MASU_NARROW_SPHERE) return enter_sphere(shape.size[0], o, d);
  if (shape.kind == MASU_NARROW_POLYTOPE) return enter_polytope(shape, dim, o, d);
  Span span;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dim); ++a) {
    span.cut(d[a], o[a] - shape.size[a]);
    span.cut(-d[a], -o[a] - shape.size[a]);
  }
  return span.first();
}

}  // namespace masu_bench::narrow
