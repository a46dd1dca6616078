// SPDX-License-Identifier: MIT
// Contact normals that a surface can have at its internal edges.
#include <cmath>

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

// Returns the corner of triangle `other` that is neither `tail` nor `head`.
template <class T>
Vec<3, double> third_corner(const SurfaceMesh<3, T>& mesh, std::uint32_t other, std::uint32_t tail,
                            std::uint32_t head) {
  std::uint32_t third = tail;
  for (const std::uint32_t v : mesh.corners(other)) third = v != tail && v != head ? v : third;
  return corner_of(mesh, third);
}

template <class T>
Vec<3, double> allowed_normal(const SurfaceMesh<3, T>& mesh, std::uint32_t id,
                              const Vec<3, double>& point, const Vec<3, double>& normal) {
  const auto corners = mesh.corners(id);
  const Vec<3, double> p[3] = {corner_of(mesh, corners[0]), corner_of(mesh, corners[1]),
                               corner_of(mesh, corners[2])};
  const Vec<3, double> up = unit(cross(p[1] - p[0], p[2] - p[0]));
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
    const Vec<3, double> third = third_corner(mesh, other, corners[k], corners[next]) - p[k];
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
