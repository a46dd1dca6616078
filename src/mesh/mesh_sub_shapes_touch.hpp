// SPDX-License-Identifier: MIT
// Whether two sub-shapes of one surface touch, exactly.
#pragma once

#include <masu/hull/predicates.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/narrow_phase/triangle_triangle.hpp>

namespace masu::detail {

template <class T>
bool mesh_sub_shapes_touch(const SurfaceMesh<3, T>& mesh, std::uint32_t i, std::uint32_t k) {
  return triangles_touch(mesh.triangle(i), mesh.triangle(k));
}
template <class T>
bool mesh_sub_shapes_touch(const SurfaceMesh<2, T>& mesh, std::uint32_t i, std::uint32_t k) {
  const Segment<2, T> p = mesh.segment(i);
  const Segment<2, T> q = mesh.segment(k);
  return segments_touch(widen(p.a), widen(p.b), widen(q.a), widen(q.b));
}

}  // namespace masu::detail
