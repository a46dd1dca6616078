// SPDX-License-Identifier: MIT
// A surface of triangles in space, its hierarchy, and who lies beside whom.
#pragma once

#include <span>

#include <masu/mesh/composite_shape.hpp>
#include <masu/mesh/detail/piece_tree.hpp>
#include <masu/shapes/triangle.hpp>

namespace masu {

// A CompositeShape whose pieces are the triangles, numbered as given. It is a surface: a ball that
// floats inside a closed mesh does not touch it; point_inside() asks for solids. Vertices and
// corners are copied. Memory: about 110 bytes a triangle in float.
template <class T>
class TriangleMesh {
 public:
  static constexpr int kDimension = 3;
  using Scalar = T;
  using Box = Aabb<3, T>;
  using Index = std::uint32_t;

  explicit TriangleMesh(Allocator allocator = default_allocator());

  // `corners[3 i]` to `corners[3 i + 2]` name the vertices of triangle i, counter-clockwise seen
  // from outside where there is one. Triangles may be flat, cross and lie on each other. O(n log
  // n). Statuses: no_points (no triangles), size_mismatch (corners not by threes), bad_index,
  // not_finite and out_of_range (see check(); vertices that no triangle names count too),
  // too_many_objects (2^30 triangles), out_of_memory; then the mesh is as before.
  Status build(std::span<const Vec<3, T>> vertices, std::span<const Index> corners,
               BvhBuilder builder = BvhBuilder::surface_area);

  // The same triangles between vertices that have moved, in the same tree: O(n), and slower queries
  // the more the order of triangles in space has changed. size_mismatch, not_finite, out_of_range:
  // the mesh is as before.
  Status set_vertices(std::span<const Vec<3, T>> vertices);

  std::size_t vertex_count() const { return vertices_.size(); }
  std::size_t triangle_count() const { return corners_.size() / 3; }
  const Vec<3, T>& vertex(std::size_t v) const { return vertices_[v]; }
  std::span<const Index, 3> corners(std::size_t i) const {
    return std::span<const Index, 3>(corners_.data() + 3 * i, 3);
  }
  Triangle<3, T> triangle(std::size_t i) const {
    const Index* const c = corners_.data() + 3 * i;
    return {vertices_[c[0]], vertices_[c[1]], vertices_[c[2]]};
  }
  // The triangle on the other side of the edge from corner k to the next; kNoPiece: there is none,
  // or there are several.
  Index neighbor(std::size_t i, std::size_t k) const { return neighbors_[3 * i + k]; }
  // Do two triangles name a vertex in common?
  bool share_vertex(std::size_t i, std::size_t j) const;

  // Is it the surface of a solid? open_surface: an edge does not belong to two triangles that run
  // through it in opposite directions; inverted: the volume inside is negative; flat: it is 0 up to
  // rounding; no_points. Whether the surface crosses itself is not looked at. O(n).
  Status check_solid() const;
  // The first of these, known since build(): O(1).
  bool closed() const { return closed_; }

  // CompositeShape.
  Box bounds() const { return tree_.bounds(); }
  Piece<3, T> piece(std::uint32_t id) const { return {triangle(id).view(), nullptr}; }
  template <class Visit>
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    return tree_.for_each_overlapping(
        box, [&](std::uint32_t id) { return goes_on(visit, id, piece(id)); });
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    return tree_.for_each_near(gap, reach, [&](std::uint32_t id) { return visit(id, piece(id)); });
  }

  const detail::PieceTree<3, T>& tree() const { return tree_; }

 private:
  Status check_input(std::span<const Vec<3, T>> vertices, std::span<const Index> corners) const;

  Buffer<Vec<3, T>> vertices_;
  Buffer<Index> corners_;
  Buffer<Index> neighbors_;
  detail::PieceTree<3, T> tree_;
  bool closed_ = false;
};

extern template class TriangleMesh<float>;
extern template class TriangleMesh<double>;

}  // namespace masu
