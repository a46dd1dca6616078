// SPDX-License-Identifier: MIT
// Contact normals that a surface can have at its internal edges.
#include <algorithm>
#include <cmath>
#include <limits>

#include <masu/mesh/surface_mesh.hpp>

#include "core/instantiate.hpp"

namespace masu {
namespace {

// Below this share of the size a point counts as on an edge, and an angle as flat.
constexpr double kSmall = 0x1p-10;

template <int D>
Vec<D, double> unit(const Vec<D, double>& v) {
  const double size = length(v);
  return size > 0 ? v * (1 / size) : Vec<D, double>{};
}

// Two adjacent faces: `front` is the normal of each on the side of the contact, `out` the direction
// within each that leaves it across the edge.
template <int D>
struct SharedEdge {
  Vec<D, double> front;
  Vec<D, double> out;
  Vec<D, double> other_front;
  Vec<D, double> other_out;

  // Where the surface is flat, or a valley, only the face's normal is allowed; on a ridge all
  // between the two normals, which are the Voronoi region of the edge.
  Vec<D, double> allowed(const Vec<D, double>& normal) const {
    if (dot(front, other_out) <= kSmall) return front;
    if (dot(normal, out) < 0) return front;
    return dot(normal, other_out) < 0 ? other_front : normal;
  }
};

template <class T>
Vec<3, double> corner_of(const SurfaceMesh<3, T>& mesh, std::uint32_t v) {
  return vec_cast<double>(mesh.vertex(v));
}

// Returns whether a triangle is at most twice as high as the coordinates of T are rounded: its
// normal is rounding then. `u` and `v`: edges from the corner `at`; `area`: their cross product.
template <class T>
bool is_sliver(const Vec<3, double>& at, const Vec<3, double>& u, const Vec<3, double>& v,
               const Vec<3, double>& area) {
  constexpr double kHigh = 2 * double(std::numeric_limits<T>::epsilon());
  const double side_squared = std::max(length_squared(u), length_squared(v));
  const double size_squared = length_squared(at) + side_squared;
  return length_squared(area) <= side_squared * (kHigh * kHigh * size_squared);
}

// A triangle of a mesh; edge k leads from corner k to the next.
template <class T>
struct TriangleAt {
  std::uint32_t id;
  Vec<3, double> p[3];

  TriangleAt(const SurfaceMesh<3, T>& mesh, std::uint32_t triangle) : id(triangle) {
    for (std::size_t k = 0; k < 3; ++k) p[k] = corner_of(mesh, mesh.corners(id)[k]);
  }
  Vec<3, double> edge(std::size_t k) const { return p[(k + 1) % 3] - p[k]; }
  Vec<3, double> area() const { return cross(p[1] - p[0], p[2] - p[0]); }
  bool sliver() const { return is_sliver<T>(p[0], p[1] - p[0], p[2] - p[0], area()); }

  std::size_t longest_edge() const {
    std::size_t most = 0;
    for (std::size_t k = 1; k < 3; ++k) {
      if (length_squared(edge(k)) > length_squared(edge(most))) most = k;
    }
    return most;
  }
  double gap(std::size_t k, const Vec<3, double>& point) const {
    const Vec<3, double> along = edge(k);
    const double size = length_squared(along);
    const double t = size > 0 ? dot(point - p[k], along) / size : 0;
    return length_squared(point - p[k] - along * std::clamp(t, 0.0, 1.0));
  }
};

// Returns the triangle beyond edge k, or, where that is a sliver, the one on its other side near
// the point. None: the surface ends, or there are more slivers.
template <class T>
std::uint32_t triangle_beyond(const SurfaceMesh<3, T>& mesh, std::uint32_t id, std::size_t k,
                              const Vec<3, double>& point) {
  constexpr int kMostSlivers = 64;
  std::uint32_t before = id;
  std::uint32_t other = mesh.neighbor(id, k);
  for (int i = 0; i < kMostSlivers && other != kNoSubShape && other != id; ++i) {
    const TriangleAt<T> triangle(mesh, other);
    if (!triangle.sliver()) return other;
    std::size_t from = 0;
    while (from < 2 && mesh.neighbor(other, from) != before) ++from;
    const std::size_t one = (from + 1) % 3;
    const std::size_t two = (from + 2) % 3;
    before = other;
    other = mesh.neighbor(other, triangle.gap(two, point) < triangle.gap(one, point) ? two : one);
  }
  return kNoSubShape;
}

// Returns the corner of triangle `other` that is neither `tail` nor `head`.
template <class T>
Vec<3, double> third_corner(const SurfaceMesh<3, T>& mesh, std::uint32_t other, std::uint32_t tail,
                            std::uint32_t head) {
  std::uint32_t third = tail;
  for (const std::uint32_t v : mesh.corners(other)) third = v != tail && v != head ? v : third;
  return corner_of(mesh, third);
}

// Returns the corner of a triangle that is farthest from the line of an edge.
template <class T>
Vec<3, double> farthest_corner(const TriangleAt<T>& triangle, const Vec<3, double>& tail,
                               const Vec<3, double>& edge) {
  const auto off = [&](const Vec<3, double>& p) { return length_squared(cross(p - tail, edge)); };
  return *std::max_element(triangle.p, triangle.p + 3,
                           [&](const auto& p, const auto& q) { return off(p) < off(q); });
}

template <class T>
Vec<3, double> allowed_normal(const SurfaceMesh<3, T>& mesh, std::uint32_t id,
                              const Vec<3, double>& point, const Vec<3, double>& normal) {
  const TriangleAt<T> triangle(mesh, id);
  const auto& p = triangle.p;
  const Vec<3, double> area = triangle.area();
  if (is_sliver<T>(p[0], p[1] - p[0], p[2] - p[0], area)) {
    const std::uint32_t beside = triangle_beyond(mesh, id, triangle.longest_edge(), point);
    if (beside != kNoSubShape) return allowed_normal(mesh, beside, point, normal);
  }
  const Vec<3, double> up = unit(area);
  if (up == Vec<3, double>{}) return normal;
  const double side = dot(up, normal) >= 0 ? 1 : -1;
  Vec<3, double> result = normal;
  bool inside = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3;
    const Vec<3, double> edge = p[next] - p[k];
    const Vec<3, double> inwards = cross(up, edge);
    const double height = dot(inwards, p[(k + 2) % 3] - p[k]);
    if (dot(inwards, point - p[k]) > kSmall * height) continue;
    inside = false;
    const std::uint32_t other = mesh.neighbor(id, k);
    if (other == kNoSubShape) continue;
    const auto corners = mesh.corners(id);
    Vec<3, double> third = third_corner(mesh, other, corners[k], corners[next]) - p[k];
    if (is_sliver<T>(p[k], edge, third, cross(third, edge))) {
      const std::uint32_t beyond = triangle_beyond(mesh, id, k, point);
      if (beyond == kNoSubShape) continue;
      third = farthest_corner(TriangleAt<T>(mesh, beyond), p[k], edge) - p[k];
    }
    const Vec<3, double> along = unit(edge);
    const SharedEdge<3> shared_edge{up * side, unit(-inwards), unit(cross(third, edge)) * side,
                                    unit(along * dot(third, along) - third)};
    result = shared_edge.allowed(result);
  }
  return inside ? up * side : result;
}

template <class T>
Vec<2, double> allowed_normal(const SurfaceMesh<2, T>& mesh, std::uint32_t id,
                              const Vec<2, double>& point, const Vec<2, double>& normal) {
  const auto p = [&](std::uint32_t sub_shape, std::size_t k) {
    return vec_cast<double>(mesh.corner(sub_shape, k));
  };
  const Vec<2, double> direction = p(id, 1) - p(id, 0);
  const Vec<2, double> right = unit(Vec<2, double>{direction[1], -direction[0]});
  if (right == Vec<2, double>{}) return normal;
  const double side = dot(right, normal) >= 0 ? 1 : -1;
  const double size = length(direction);
  for (std::size_t k = 0; k < 2; ++k) {
    const double along = dot(point - p(id, k), direction) * (k == 0 ? 1 : -1);
    if (along > kSmall * size * size) continue;
    const std::uint32_t other = mesh.neighbor(id, k);
    if (other == kNoSubShape) return normal;
    // The far end of the other segment, and whether it has the same direction as this one.
    const std::size_t here = mesh.corners(other)[0] == mesh.corners(id)[k] ? 0 : 1;
    const Vec<2, double> other_direction = p(other, 1) - p(other, 0);
    const double same = here != k ? side : -side;
    const SharedEdge<2> shared_edge{
        right * side, unit(direction * (k == 0 ? -1.0 : 1.0)),
        unit(Vec<2, double>{other_direction[1], -other_direction[0]}) * same,
        unit(other_direction * (here == 0 ? -1.0 : 1.0))};
    return shared_edge.allowed(normal);
  }
  return right * side;
}

}  // namespace

template <int D, class T>
Vec<D, double> SurfaceMesh<D, T>::corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                                   const Vec<D, double>& normal) const {
  return allowed_normal(*this, id, point, normal);
}

#define MASU_INSTANTIATE(D, T)                                 \
  template Vec<D, double> SurfaceMesh<D, T>::corrected_normal( \
      std::uint32_t, const Vec<D, double>&, const Vec<D, double>&) const;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
