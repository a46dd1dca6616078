// SPDX-License-Identifier: MIT
// Candidate planes for cutting a mesh.
#pragma once

#include "mesh/mesh_sub_shapes.hpp"

namespace masu::detail {

// A sub-shape of the mesh and the planes of its hull.
struct SubShapeView {
  std::span<const Point3d> vertices;
  std::span<const std::uint32_t> corners;
  std::span<const CutPlane> hull;
};

// Returns the distance from a point inside the hull to the hull's surface along a unit vector.
double exit_distance(std::span<const CutPlane> hull, const Point3d& from, const Point3d& along);

// Returns the largest distance from corners, edges and centers of triangles to the hull's surface,
// along their normals; except for triangles as thin as rounding.
double pocket_depth(const SubShapeView& sub_shape, double slack);

// How many of the deepest edges are used, and how many of those are joined to others.
enum class CutEffort : std::uint8_t { quick, thorough };

class CutCandidates {
 public:
  CutCandidates(Allocator allocator, CutEffort effort)
      : most_notches_(effort == CutEffort::quick ? kDeepest / 2 : kDeepest),
        edges_(allocator),
        planes_(allocator) {}

  // Finds planes perpendicular to the axes of the box; then through the deepest concave edges:
  // along either face, between both, and to another such edge. Returns false if out of memory.
  bool find(const SubShapeView& sub_shape, double slack);
  std::span<const CutPlane> planes() const { return {planes_.data(), planes_.size()}; }
  // Returns the plane that halves the box's longest side.
  const CutPlane& half() const { return planes_[half_]; }

 private:
  static constexpr int kAcross = 7;
  static constexpr std::size_t kDeepest = 24;

  struct Edge {
    std::uint64_t key;
    std::uint32_t triangle;
  };
  struct Notch {
    double depth;
    Point3d midpoint, along, face_a, face_b;
  };

  bool sort_edges(std::span<const std::uint32_t> corners);
  bool add_across(const SubShapeView& sub_shape);
  bool add_notches(const SubShapeView& sub_shape, double slack);
  bool add(const Point3d& normal, const Point3d& through);
  void keep_deepest(const Notch& notch);

  std::size_t most_notches_;
  Buffer<Edge> edges_;
  Buffer<CutPlane> planes_;
  Notch deepest_[kDeepest];
  std::size_t notch_count_ = 0;
  std::size_t half_ = 0;
};

}  // namespace masu::detail
