// SPDX-License-Identifier: MIT
// Rays through the hierarchy of a triangle mesh, eight triangles at once.
#pragma once

#include "broad_phase/walk_kernels.hpp"
#include "mesh/corner_leaf.hpp"

namespace masu::detail {

// Compiled once for each instruction set.
template <class T>
struct TriangleRayKernels {
  // Returns those of `lanes` that the ray may hit at t <= limit, as cast_triangle() decides for the
  // same ray before it was rounded to T.
  std::uint32_t (*sieve)(const TriangleCorners<T>& leaf, const Ray<3, T>& ray, T limit,
                         std::uint32_t lanes);
  // Visits these in all leaves, near ones first. A leaf is identified by its index in `corners`.
  void (*along_ray)(const BvhNodes<3, T>& nodes, const TriangleCorners<T>* corners,
                    const PreparedRay<3, T>& ray, T slack, T limit, const TriangleVisit<T>& visit,
                    BvhCounts& counts);
};

// For this processor (or the forced target). Results and counts are the same on every one. For
// float and double.
template <class T>
const TriangleRayKernels<T>& triangle_ray_kernels();

}  // namespace masu::detail
