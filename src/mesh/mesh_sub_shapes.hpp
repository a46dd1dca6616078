// SPDX-License-Identifier: MIT
// Closed meshes cut by planes into closed meshes.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/hull/polygon_decomposition.hpp>

namespace masu::detail {

using Point3d = Vec<3, double>;

struct CutPlane {
  Point3d normal;
  double offset;
};

// The range of a sub-shape in the vertices and corners of MeshSubShapes; its corners count from its
// first vertex.
struct MeshSubShape {
  std::uint32_t first_vertex, vertex_count;
  std::uint32_t first_corner, corner_count;
};

// A stack of sub-shapes. Functions that return bool return false if out of memory.
class MeshSubShapes {
 public:
  using Index = std::uint32_t;

  // Points less than `slack` from a plane count as on it.
  MeshSubShapes(Allocator allocator, double slack);

  std::size_t count() const { return sub_shapes_.size(); }
  const MeshSubShape& sub_shape(std::size_t i) const { return sub_shapes_[i]; }
  std::span<const Point3d> vertices(const MeshSubShape& p) const {
    return {vertices_.data() + p.first_vertex, p.vertex_count};
  }
  std::span<const Index> corners(const MeshSubShape& p) const {
    return {corners_.data() + p.first_corner, p.corner_count};
  }
  // Drops all but the first sub-shapes.
  void truncate(std::size_t count);

  // Adds the connected components of a mesh. Cavities are not distinguished from solids: a mesh
  // that has one stays whole.
  bool add(std::span<const Point3d> vertices, std::span<const Index> corners);
  // Adds the connected components on both sides of the plane, closed. `clean` is false, and the
  // caller must drop what was added, if a side is empty, or the section is not a set of polygons.
  bool cut(const MeshSubShape& sub_shape, const CutPlane& plane, bool& clean);

 private:
  static constexpr Index kNone = ~Index(0);
  static constexpr Index kMostSubShapes = 64;

  // An edge on the plane, with the sub-shape to its left, seen from the side that is cut off.
  struct Side {
    Index from, to;
  };

  bool keep_beyond(const MeshSubShape& sub_shape, const CutPlane& plane, bool& clean);
  bool measure(const MeshSubShape& sub_shape, const CutPlane& plane);
  bool collect_crossings(const MeshSubShape& sub_shape);
  bool make_points(const MeshSubShape& sub_shape);
  bool clip(const MeshSubShape& sub_shape);
  bool clip_one_retained(Index a, Index b, Index c);
  bool clip_two_retained(Index a, Index b, Index c);
  bool close(const CutPlane& plane, bool& clean);
  bool chain_loops(bool& clean);
  bool make_cap(bool& clean);
  bool add_connected(bool& clean);
  bool add_sub_shape(Index label);
  bool label_vertices(Index& labels, bool& hollow);
  Index root(Index v);

  bool retained(Index v) const { return side_[v] > 0; }
  std::uint64_t key_of(Index retained, Index out) const;
  Index crossing(Index retained, Index out) const;
  bool push_triangle(Index a, Index b, Index c);

  double slack_;
  Buffer<Point3d> vertices_;
  Buffer<Index> corners_;
  Buffer<MeshSubShape> sub_shapes_;
  // The side that is being made.
  Buffer<double> side_;
  Buffer<Index> index_;
  Buffer<std::uint64_t> crossings_;
  Index retained_count_ = 0;
  Buffer<Point3d> points_;
  Buffer<Index> triangles_;
  Buffer<Side> sides_;
  Buffer<Index> leaving_;
  Buffer<Index> loop_sizes_;
  Buffer<Index> loop_points_;
  Buffer<Vec<2, double>> flat_;
  Buffer<Index> label_;
  Buffer<Index> parent_;
  PolygonDecomposition<double> cutter_;
  ConvexParts2 cap_;
};

// Returns the volume of a closed mesh, positive if it faces outward.
double volume_of(std::span<const Point3d> vertices, std::span<const std::uint32_t> corners);

}  // namespace masu::detail
