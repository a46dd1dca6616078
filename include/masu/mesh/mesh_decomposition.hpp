// SPDX-License-Identifier: MIT
// decompose(): approximate convex decomposition of closed meshes.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>
#include <masu/hull/polytope_of.hpp>

namespace masu {

namespace detail {
template <class T>
struct ConvexParts3Access;
}

// Result of decompose(). Each part is the convex hull of its points, all of which are vertices of
// it. Use the parts as children of a Compound.
//
//    masu::ConvexParts3<double> parts;
//    (void)masu::decompose<double>(vertices, corners, parts);
//    for (std::size_t i = 0; i < parts.size(); ++i) use(parts.part(i));
//
// O(1) per call. Threads: const members are safe in many threads while no thread changes the parts.
template <class T>
class ConvexParts3 {
 public:
  // Creates an empty list of parts.
  explicit ConvexParts3(Allocator allocator = default_allocator())
      : begin_(allocator), points_(allocator) {}

  std::size_t size() const { return begin_.empty() ? 0 : begin_.size() - 1; }  // number of parts
  // Returns the points of part i.
  std::span<const Vec<3, T>> part(std::size_t i) const {
    return {points_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }
  // Returns the concavity: the largest distance, over all parts, from the mesh straight out to the
  // surface of the part's hull, in the mesh's unit.
  double depth() const { return depth_; }

  // Removes all parts and keeps the memory.
  void clear() {
    depth_ = 0;
    begin_.clear();
    points_.clear();
  }
  Allocator allocator() const { return points_.allocator(); }

 private:
  friend detail::ConvexParts3Access<T>;
  double depth_ = 0;
  Buffer<std::uint32_t> begin_;  // one more than parts, if there are any
  Buffer<Vec<3, T>> points_;
};

// When decompose() stops: concavity, excess volume and number of parts.
struct MeshDecompositionOptions {
  std::size_t max_parts = 32;      // at least 1
  double tolerance = 0.01;         // largest concavity, in diagonals of the mesh's box
  double volume_tolerance = 0.05;  // excess of the parts' volume over the solid's, as a share
};

// Decomposes a closed mesh into convex parts. Cuts the part with the deepest pocket by a plane,
// until no pocket is too deep. Of the planes tried (across the axes; through concave edges: along
// either face, between both, to another edge) it takes the one that saves the most volume of the
// hulls per added part. Cuts are closed (PolygonDecomposition). Each part is the convex hull of a
// component of the cut solid: the union of the parts covers the solid and exceeds it by about the
// tolerance at most. (K. Mamou, F. Ghorbel, "A simple and efficient approach for 3D mesh
// approximate convex decomposition", 2009; X. Wei et al., "Approximate Convex Decomposition for 3D
// Meshes with Collision-Aware Concavity and Tree Search", 2022, also uses planes and cut meshes.)
//
// `corners`: three per triangle, counterclockwise seen from outside; the surface is closed and does
// not cross itself. Statuses: those of TriangleMesh::build() and check_solid(); out_of_range:
// max_parts is 0 or a tolerance is not positive; out_of_memory: `parts` is empty. not_converged:
// max_parts does not suffice, or no cut helps, even with more planes in a second attempt (three
// times the time in all); the parts are valid, except that depth() may exceed the tolerance. A few
// hundred cuts are tried for each part: a few thousand triangles take seconds. Results have the
// same bits on every platform. For preprocessing, not for each frame: it allocates.
template <class T>
Status decompose(std::span<const Vec<3, T>> vertices, std::span<const std::uint32_t> corners,
                 ConvexParts3<T>& parts, const MeshDecompositionOptions& options = {});

}  // namespace masu
