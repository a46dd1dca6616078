// SPDX-License-Identifier: MIT
// The corners of the sub-shapes in each leaf of a mesh's hierarchy, as lanes.
#pragma once

#include <cstddef>
#include <cstdint>

#include <masu/broad_phase/detail/bvh_nodes.hpp>
#include <masu/core/vec.hpp>

namespace masu::detail {

// The indices of the corners' vertices. Unused lanes repeat the first.
template <int D>
struct alignas(32) CornerIndices {
  std::uint32_t vertex[D][kBvhWidth];
};

// The corners of triangles in 3D, all that a ray needs of a leaf: position[corner][axis][lane].
// Unused lanes repeat the first, and have no sub-shape.
template <class T>
struct alignas(64) TriangleCorners {
  T position[3][3][kBvhWidth];
  std::uint32_t sub_shape[kBvhWidth];

  Vec<3, T> corner(std::size_t k, std::size_t lane) const {
    return {position[k][0][lane], position[k][1][lane], position[k][2][lane]};
  }
};

// Visitor of the triangles along a ray. `take` returns the new length of the ray, which must not
// grow; a negative length ends the walk.
template <class T>
struct TriangleVisit {
  double (*take)(void* context, const TriangleCorners<T>& leaf, std::size_t lane);
  void* context;
};

// Precondition: one more number after the last vertex is readable, which kernels may load.
template <int D, class T>
struct MeshLeaves {
  BvhNodes<D, T> nodes;
  const CornerIndices<D>* indices;
  const Vec<D, T>* vertices;
};

}  // namespace masu::detail
