// SPDX-License-Identifier: MIT
// Triangles in space, or segments in the plane: their hierarchy, and who lies beside whom.
#pragma once

#include <span>

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/mesh/body_view.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

namespace masu {

namespace detail {
struct BodyAccess;
template <int D, class T>
struct MeshTree;
template <int D, class T>
class MeshSearch;
}  // namespace detail

// How a mesh is built.
struct SurfaceMeshOptions {
  BvhBuilder builder = BvhBuilder::surface_area;  // decides the speed only: all answer alike
  std::span<const std::uint64_t> user_data{};     // copied; of each piece, or empty
};

// A CompositeShape of pieces with D corners each, numbered as given: TriangleMesh and Polyline. It
// is a surface: a ball that floats inside a closed mesh does not touch it; point_inside() asks for
// solids. Vertices and corners are copied. Memory: about 150 bytes a triangle in float.
template <int D, class T>
class SurfaceMesh {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Box = Aabb<D, T>;
  using Index = std::uint32_t;

  explicit SurfaceMesh(Allocator allocator = default_allocator());

  // `corners[D i]` and the next name the vertices of piece i: counter-clockwise seen from outside,
  // in the plane with the inside to the left, where there is one. Pieces may be flat, cross and lie
  // on each other. O(n log n). Statuses: no_points (no pieces), size_mismatch (corners not by Ds,
  // user data not one number a piece), bad_index, not_finite and out_of_range (see check();
  // vertices that no piece names count too), too_many_objects (2^30 pieces), out_of_memory; then
  // the mesh is as before.
  Status build(std::span<const Vec<D, T>> vertices, std::span<const Index> corners,
               const SurfaceMeshOptions& options = {});

  // The same pieces between vertices that have moved, in the same tree: O(n), and slower queries
  // the more their order in space has changed. size_mismatch, not_finite, out_of_range: the mesh is
  // as before.
  Status set_vertices(std::span<const Vec<D, T>> vertices);

  std::size_t vertex_count() const { return vertices_.size(); }
  std::size_t piece_count() const { return corners_.size() / D; }
  const Vec<D, T>& vertex(std::size_t v) const { return vertices_[v]; }
  std::span<const Index, D> corners(std::size_t i) const {
    return std::span<const Index, D>(corners_.data() + D * i, D);
  }
  const Vec<D, T>& corner(std::size_t i, std::size_t k) const {
    return vertices_[corners_[D * i + k]];
  }
  std::size_t triangle_count() const requires(D == 3) { return piece_count(); }
  Triangle<D, T> triangle(std::size_t i) const requires(D == 3) {
    return {corner(i, 0), corner(i, 1), corner(i, 2)};
  }
  std::size_t segment_count() const requires(D == 2) { return piece_count(); }
  Segment<D, T> segment(std::size_t i) const requires(D == 2) {
    return {corner(i, 0), corner(i, 1)};
  }

  // The user data of a piece, such as its material: 0 if none was given, or there is no such piece.
  std::uint64_t user_data(std::size_t i) const { return i < user_data_.size() ? user_data_[i] : 0; }
  // Sets the user data of all pieces, or with an empty list of none. Statuses: size_mismatch,
  // out_of_memory; it is as before then. Memory: 8 bytes a piece while there is some.
  Status set_user_data(std::span<const std::uint64_t> user_data);

  // The piece on the other side of the edge from corner k to the next, in the plane of corner k;
  // kNoPiece: there is none, or there are several.
  Index neighbor(std::size_t i, std::size_t k) const { return neighbors_[D * i + k]; }
  // Do two pieces name a vertex in common?
  bool share_vertex(std::size_t i, std::size_t j) const;

  // Is it the surface of a solid? open_surface: an edge (a vertex, in the plane) does not belong to
  // two pieces that run through it in opposite directions; inverted: the volume inside is negative;
  // flat: it is 0 up to rounding; no_points. Whether the surface crosses itself is not looked at.
  // O(n).
  Status check_solid() const;
  // The first of these, known since build(): O(1).
  bool closed() const { return closed_; }

  // CompositeShape and RayWalkedShape.
  BodyView<D, T> view() const;
  Box bounds() const { return view().bounds(); }
  Piece<D, T> piece(std::uint32_t id) const {
    if constexpr (D == 3) {
      return {triangle(id).view(), nullptr};
    } else {
      return {segment(id).view(), nullptr};
    }
  }
  template <class Visit>
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    const auto each = [&](std::uint32_t id) { return goes_on(visit, id, piece(id)); };
    return overlapping(box, BlockTarget<std::uint32_t>::each(each));
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    return view().for_each_piece_near(gap, reach, visit);
  }
  template <class Visit>
  QueryStats for_each_piece_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                  double reach, Visit&& visit) const {
    return view().for_each_piece_along(origin, direction, reach, visit);
  }

  // SeamlessShape, in O(1). At a border every normal stays. At a corner of a triangle its two edges
  // there are asked one after the other.
  Vec<D, double> seam_free_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  friend detail::BodyAccess;
  detail::MeshSearch<D, T> search() const;
  SearchResult overlapping(const Box& box, const BlockTarget<std::uint32_t>& target) const;
  bool copy(std::span<const Vec<D, T>> vertices, std::span<const Index> corners);
  bool fill_leaves();
  void place_corners();
  Box box_of(std::size_t i) const;

  Buffer<Vec<D, T>> vertices_;
  Buffer<Index> corners_;
  Buffer<Index> neighbors_;
  Buffer<std::uint64_t> user_data_;  // by piece, or empty
  detail::Opaque<detail::MeshTree<D, T>> tree_;
  bool closed_ = false;
};

MASU_EXTERN_D_T(SurfaceMesh)

}  // namespace masu
