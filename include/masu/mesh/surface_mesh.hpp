// SPDX-License-Identifier: MIT
// SurfaceMesh: triangles in 3D or segments in 2D, with a hierarchy and neighbors.
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

// Options of SurfaceMesh::build().
struct SurfaceMeshOptions {
  BvhBuilder builder = BvhBuilder::surface_area;  // affects speed only, not results
  std::span<const std::uint64_t> user_data{};     // copied; one per sub-shape, or empty
};

// A CompositeShape made of triangles (TriangleMesh) or segments (Polyline), numbered as given. It
// is a surface: a ball that floats inside a closed mesh does not touch it; for solids use
// point_inside() and signed_distance(). Vertices and corners are copied. Memory: about 150 bytes
// per triangle in float.
//
//    masu::TriangleMesh<double> bunny;
//    (void)bunny.build(vertices, corners);  // three corners per triangle
//    use(bunny.closed());
//
// Cost: queries visit O(log n + k) nodes, typically, for k sub-shapes near the other body. Threads:
// const members are safe in many threads while no thread changes the mesh.
template <int D, class T>
class SurfaceMesh {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Index = std::uint32_t;  // number of a vertex

  // Creates a mesh without sub-shapes: build() fills it.
  explicit SurfaceMesh(Allocator allocator = default_allocator());

  // Builds the mesh. `corners[D i]` and the next are the vertices of sub-shape i: counterclockwise
  // seen from outside, in 2D with the inside to the left, where there is one. Sub-shapes may be
  // flat, cross, or lie on each other. O(n log n). Statuses, the mesh being unchanged: no_points
  // (no sub-shapes), size_mismatch (corners are not a multiple of D, user data is not one number
  // per sub-shape), bad_index, not_finite and out_of_range (see check(); also for vertices that no
  // sub-shape uses), too_many_objects (2^30 sub-shapes), out_of_memory.
  Status build(std::span<const Vec<D, T>> vertices, std::span<const Index> corners,
               const SurfaceMeshOptions& options = {});

  // Moves the vertices and refits the tree. O(n); queries get slower the more the spatial order of
  // the sub-shapes has changed. size_mismatch, not_finite, out_of_range: the mesh is unchanged.
  Status set_vertices(std::span<const Vec<D, T>> vertices);

  std::size_t vertex_count() const { return vertices_.size(); }  // as given to build()
  // Returns the number of triangles, or of segments in 2D.
  std::size_t sub_shape_count() const { return corners_.size() / D; }
  const Vec<D, T>& vertex(std::size_t v) const { return vertices_[v]; }  // position of vertex v
  // Returns the vertices of sub-shape i, in the order given.
  std::span<const Index, D> corners(std::size_t i) const {
    return std::span<const Index, D>(corners_.data() + D * i, D);
  }
  // Returns the position of corner k of sub-shape i.
  const Vec<D, T>& corner(std::size_t i, std::size_t k) const {
    return vertices_[corners_[D * i + k]];
  }
  // Returns sub_shape_count().
  std::size_t triangle_count() const requires(D == 3) { return sub_shape_count(); }
  // Returns triangle i.
  Triangle<D, T> triangle(std::size_t i) const requires(D == 3) {
    return {corner(i, 0), corner(i, 1), corner(i, 2)};
  }
  // Returns sub_shape_count().
  std::size_t segment_count() const requires(D == 2) { return sub_shape_count(); }
  // Returns segment i.
  Segment<D, T> segment(std::size_t i) const requires(D == 2) {
    return {corner(i, 0), corner(i, 1)};
  }

  // Returns the user data of a sub-shape, such as its material: 0 if none was given, or for a bad
  // index.
  std::uint64_t user_data(std::size_t i) const { return i < user_data_.size() ? user_data_[i] : 0; }
  // Sets the user data of all sub-shapes; an empty list removes it. Statuses: size_mismatch,
  // out_of_memory; then it is unchanged. Memory: 8 bytes per sub-shape while there is some.
  Status set_user_data(std::span<const std::uint64_t> user_data);

  // Returns the sub-shape across the edge from corner k to the next, in 2D across corner k;
  // kNoSubShape: there is none, or there are several.
  Index neighbor(std::size_t i, std::size_t k) const { return neighbors_[D * i + k]; }
  // Returns whether two sub-shapes have a vertex (the same index) in common.
  bool share_vertex(std::size_t i, std::size_t j) const;

  // Checks whether the mesh is the surface of a solid: ok; no_points; open_surface: an edge (in 2D
  // a vertex) does not belong to two sub-shapes that contain it in opposite directions; inverted:
  // the volume inside is negative; flat: it is 0 up to rounding. Does not check whether the surface
  // crosses itself. O(n).
  Status check_solid() const;
  // Returns whether the surface is closed: the first of these checks, done by build(). O(1).
  bool closed() const { return closed_; }

  // As a CompositeShape and RayWalkedShape: bounds() is the box around all sub-shapes, whose boxes
  // decide which of them the visits reach. view() refers to the mesh.
  BodyView<D, T> view() const;
  Aabb<D, T> bounds() const { return view().bounds(); }
  SubShape<D, T> sub_shape(std::uint32_t id) const {
    if constexpr (D == 3) {
      return {triangle(id).view(), nullptr};
    } else {
      return {segment(id).view(), nullptr};
    }
  }
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, Visit&& visit) const {
    const auto each = [&](std::uint32_t id) { return goes_on(visit, id, sub_shape(id)); };
    return overlapping(box, BlockTarget<std::uint32_t>::each(each));
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    return view().for_each_sub_shape_near(gap, reach, visit);
  }
  template <class Visit>
  QueryStats for_each_sub_shape_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                      double reach, Visit&& visit) const {
    return view().for_each_sub_shape_along(origin, direction, reach, visit);
  }

  // Corrects a normal (CorrectsNormals), in O(1). At a border every normal stays. At a corner of a
  // triangle, the two edges are processed one after the other.
  Vec<D, double> corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  friend detail::BodyAccess;
  detail::MeshSearch<D, T> search() const;
  SearchResult overlapping(const Aabb<D, T>& box, const BlockTarget<std::uint32_t>& target) const;
  bool copy(std::span<const Vec<D, T>> vertices, std::span<const Index> corners);
  bool fill_leaves();
  void fit_leaves();
  Aabb<D, T> box_of(std::size_t i) const;

  Buffer<Vec<D, T>> vertices_;
  Buffer<Index> corners_;
  Buffer<Index> neighbors_;
  Buffer<std::uint64_t> user_data_;  // one per sub-shape, or empty
  detail::Opaque<detail::MeshTree<D, T>> tree_;
  bool closed_ = false;
};

MASU_EXTERN_D_T(SurfaceMesh)

}  // namespace masu
