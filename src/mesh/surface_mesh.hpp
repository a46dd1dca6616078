// SPDX-License-Identifier: MIT
// The hierarchy of a surface's pieces and its searches.
#pragma once

#include <masu/mesh/surface_mesh.hpp>

#include "mesh/corner_leaf.hpp"
#include "mesh/piece_tree.hpp"
#include "mesh/triangle_ray.hpp"

namespace masu::detail {

template <int D, class T>
struct MeshTree {
  explicit MeshTree(Allocator allocator)
      : tree(allocator), names(allocator), leaf_corners(allocator) {}

  PieceTree<D, T> tree;
  Buffer<CornerNames<D>> names;
  Buffer<TriangleCorners<T>> leaf_corners;  // none in 2D
};

template <int D, class T>
class MeshSearch {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Box = Aabb<D, T>;

  MeshSearch(const SurfaceMesh<D, T>& mesh, const MeshTree<D, T>& tree, const Vec<D, T>* vertices)
      : mesh_(mesh), tree_(tree), vertices_(vertices) {}

  const PieceTree<D, T>& tree() const { return tree_.tree; }
  // Returns the leaves of the tree, for joint searches of two meshes.
  MeshLeaves<D, T> leaves() const { return {tree().nodes(), tree_.names.data(), vertices_}; }

  Box bounds() const { return tree().bounds(); }
  Piece<D, T> piece(std::uint32_t id) const { return mesh_.piece(id); }
  template <class Visit>
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    return tree().for_each_overlapping(
        box, [&](std::uint32_t id) { return goes_on(visit, id, piece(id)); });
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    return tree().for_each_near(gap, reach, [&](std::uint32_t id) { return visit(id, piece(id)); });
  }
  // Visits pieces that the ray may hit, up to rounding.
  template <class Visit>
  QueryStats for_each_piece_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                  double reach, Visit&& visit) const {
    if constexpr (D == 3) {
      return triangles_along(origin, direction, reach, visit);
    } else {
      return tree().for_each_along(origin, direction, reach,
                                   [&](std::uint32_t id) { return visit(id, piece(id)); });
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
      return double(visit(leaf.piece[lane], Piece<3, T>{t.view(), nullptr}));
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
