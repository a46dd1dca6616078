// SPDX-License-Identifier: MIT
// Along a ray through the hierarchy of a mesh of triangles, eight at once.
#pragma once

#include "broad_phase/walk_kernels.hpp"
#include "mesh/corner_leaf.hpp"

namespace masu::detail {

// Compiled once for each instruction set.
template <class T>
struct TriangleRayKernels {
  // Those of `lanes` that the ray may meet at t <= limit, as cast_triangle() decides of the same
  // ray before it was rounded to T.
  std::uint32_t (*sieve)(const TriangleCorners<T>& leaf, const Ray<3, T>& ray, T limit,
                         std::uint32_t lanes);
  // These of all leaves, near ones first. A leaf is named by its place in `corners`.
  void (*along_ray)(const BvhNodes<3, T>& nodes, const TriangleCorners<T>* corners,
                    const PreparedRay<3, T>& ray, T slack, T limit, const TriangleVisit<T>& visit,
                    BvhCounts& counts);
};

// For this processor (or the forced target). Answers and counts are the same everywhere. float and
// double.
template <class T>
const TriangleRayKernels<T>& triangle_ray_kernels();

}  // namespace masu::detail
