// SPDX-License-Identifier: MIT
// The hierarchy of a surface's sub-shapes and its searches.
#pragma once

#include <masu/mesh/surface_mesh.hpp>

#include "mesh/corner_leaf.hpp"
#include "mesh/sub_shape_tree.hpp"
#include "mesh/triangle_ray.hpp"

namespace masu::detail {

template <int D, class T>
struct MeshTree {
  explicit MeshTree(Allocator allocator)
      : tree(allocator), indices(allocator), leaf_corners(allocator) {}

  SubShapeTree<D, T> tree;
  Buffer<CornerIndices<D>> indices;
  Buffer<TriangleCorners<T>> leaf_corners;  // none in 2D
};

template <int D, class T>
class MeshSearch {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;

  MeshSearch(const SurfaceMesh<D, T>& mesh, const MeshTree<D, T>& tree, const Vec<D, T>* vertices)
      : mesh_(mesh), tree_(tree), vertices_(vertices) {}

  const SubShapeTree<D, T>& tree() const { return tree_.tree; }
  // Returns the leaves of the tree, for joint searches of two meshes.
  MeshLeaves<D, T> leaves() const { return {tree().nodes(), tree_.indices.data(), vertices_}; }

  Aabb<D, T> bounds() const { return tree().bounds(); }
  SubShape<D, T> sub_shape(std::uint32_t id) const { return mesh_.sub_shape(id); }
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, Visit&& visit) const {
    return tree().for_each_overlapping(
        box, [&](std::uint32_t id) { return goes_on(visit, id, sub_shape(id)); });
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    return tree().for_each_near(gap, reach,
                                [&](std::uint32_t id) { return visit(id, sub_shape(id)); });
  }
  // Visits sub-shapes that the ray may hit, up to rounding.
  template <class Visit>
  QueryStats for_each_sub_shape_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                      double reach, Visit&& visit) const {
    if constexpr (D == 3) {
      return triangles_along(origin, direction, reach, visit);
    } else {
      return tree().for_each_along(origin, direction, reach,
                                   [&](std::uint32_t id) { return visit(id, sub_shape(id)); });
    }
  }

 private:
  template <class Visit>
  QueryStats triangles_along(const Vec<3, double>& origin, const Vec<3, double>& direction,
                             double reach, Visit& visit) const {
    QueryStats stats;
    const auto asked = tree().rounded(origin, direction);
    if (!asked.sound) return stats;
    const auto take = [&](const TriangleCorners<T>& leaf, std::size_t lane) {
      ++stats.results;
      const Triangle<3, T> t{leaf.corner(0, lane), leaf.corner(1, lane), leaf.corner(2, lane)};
      return double(visit(leaf.sub_shape[lane], SubShape<3, T>{t.view(), nullptr}));
    };
    const TriangleVisit<T> visitor{
        [](void* context, const TriangleCorners<T>& leaf, std::size_t lane) {
          return (*static_cast<decltype(&take)>(context))(leaf, lane);
        },
        const_cast<void*>(static_cast<const void*>(&take))};
    BvhCounts counts;
    triangle_ray_kernels<T>().along_ray(tree().nodes(), tree_.leaf_corners.data(),
                                        PreparedRay<3, T>(asked.ray), asked.slack,
                                        limit_of<T>(reach), visitor, counts);
    stats.nodes += counts.nodes;
    stats.tests += counts.tests;
    return stats;
  }

  const SurfaceMesh<D, T>& mesh_;
  const MeshTree<D, T>& tree_;
  const Vec<D, T>* vertices_;
};

}  // namespace masu::detail
