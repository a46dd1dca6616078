// SPDX-License-Identifier: MIT
// Quickhull in space: triangles give way to those of the point farthest outside.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/hull/andrew.hpp>
#include <masu/hull/hull3.hpp>

namespace masu {

namespace detail {
template <class T>
class Quickhull3Builder;
}

// A point of the input becomes a vertex.
struct VertexJoins {
  std::uint32_t point;
};
// Triangles come and go; corners are places of the input.
struct TriangleAppears {
  std::uint32_t corner[3];  // counter-clockwise from outside
};
// A triangle that a vertex sees goes.
struct TriangleVanishes {
  std::uint32_t corner[3];  // counter-clockwise from outside
};

// Each triangle keeps a list of the points outside of it; the farthest of a list becomes a vertex,
// the triangles that see it are replaced by those between it and their border, and their points
// are handed on; the ones inside then are never seen again. (C. B. Barber, D. P. Dobkin, H.
// Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996.) As quicksort, it deals with a
// share of the points at a time: O(n log n) where shares are even; n^2 at worst, when a vertex
// sees many triangles or leaves the others to few, again and again.
//
// Signs are exact wherever the error of a computed height leaves doubt, so that the surface is
// convex whatever the input, and nothing is lost or made up at any size. Triangles in one plane
// exactly are one face at the end; with a tolerance (Merge) those near one plane are.
template <class T>
class Quickhull3 {
  using SurfaceTrace =
      AnyTrace<VertexJoins, TriangleAppears, TriangleVanishes, PhaseBegins, ChainPushes, ChainPops>;

 public:
  using Points = std::span<const Vec<3, T>>;

  explicit Quickhull3(Allocator allocator = default_allocator())
      : Quickhull3(Merge::exact(), allocator) {}
  explicit Quickhull3(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge), builder_(allocator) {}

  // Statuses: not_finite; out_of_range, a coordinate is beyond a quarter of the largest T, or
  // the tolerance not between 0 and 0.1;
  // too_many_objects, more than 2^28; out_of_memory. The hull is empty then. The trace sees
  // VertexJoins, TriangleAppears, TriangleVanishes, or AndrewChain's events if the points are flat.
  // No allocation once builder and hull have seen as large a task.
  Status build(Points points, Hull3<T>& hull, SurfaceTrace trace = {});

  // Of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  Merge merge_;
  HullStats stats_;
  detail::Opaque<detail::Quickhull3Builder<T>> builder_;
};

extern template class detail::Opaque<detail::Quickhull3Builder<float>>;
extern template class detail::Opaque<detail::Quickhull3Builder<double>>;

}  // namespace masu
