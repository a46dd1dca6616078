// SPDX-License-Identifier: MIT
// Closed meshes in convex parts, nearly.
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

// Each part is the hull of its points, all of which are corners of it.
template <class T>
class ConvexParts3 {
 public:
  explicit ConvexParts3(Allocator allocator = default_allocator())
      : begin_(allocator), points_(allocator) {}

  std::size_t size() const { return begin_.empty() ? 0 : begin_.size() - 1; }
  std::span<const Vec<3, T>> part(std::size_t i) const {
    return {points_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }
  // How deep a part's pockets are: the longest way from the mesh straight out to the part's
  // surface, the largest of all parts, in the mesh's unit.
  double depth() const { return depth_; }

  void clear() {
    depth_ = 0;
    begin_.clear();
    points_.clear();
  }
  Allocator allocator() const { return points_.allocator(); }

 private:
  friend detail::ConvexParts3Access<T>;
  double depth_ = 0;
  Buffer<std::uint32_t> begin_;  // one more than parts, if there is one
  Buffer<Vec<3, T>> points_;
};

// When it is enough: how deep pockets may be, how much larger hulls, how many parts.
struct MeshDecompositionOptions {
  std::size_t max_parts = 32;      // at least 1
  double tolerance = 0.01;         // pockets may be as deep, in diagonals of the mesh's box
  double volume_tolerance = 0.05;  // all parts' volumes may be as much more than the solid's
};

// The part with the deepest pocket is cut by a plane, again and again, until no pocket is too deep.
// Of the planes tried (along the axes, and along the faces and between them at edges that bend
// inwards) the one is taken that saves most of the hulls' volume for each part it adds. Cuts are
// closed again (PolygonDecomposition), and what has come apart is a part each. So parts are hulls
// of pieces of the solid: the union covers it, and is beyond it by about the tolerance at most. (K.
// Mamou, F. Ghorbel, "A simple and efficient approach for 3D mesh approximate convex
// decomposition", 2009; X. Wei et al., "Approximate Convex Decomposition for 3D Meshes with
// Collision-Aware Concavity and Tree Search", 2022, has planes and cut meshes too.)
//
// `corners`: three a triangle, counterclockwise seen from outside; the surface is closed and does
// not cross itself. Statuses: those of TriangleMesh::build() and check_solid(); out_of_range, no
// parts asked for or a tolerance that is not above 0; out_of_memory: `parts` is empty then.
// not_converged: max_parts are not enough, or no cut helps, nor do more planes in a second attempt,
// all in three times the time; the parts are good but for depth(). Up to some hundred cuts are
// tried for each part: seconds for some thousand triangles. The same bits everywhere. For bodies at
// rest before a game starts, not for each frame: it asks for memory.
template <class T>
Status decompose(std::span<const Vec<3, T>> vertices, std::span<const std::uint32_t> corners,
                 ConvexParts3<T>& parts, const MeshDecompositionOptions& options = {});

}  // namespace masu
