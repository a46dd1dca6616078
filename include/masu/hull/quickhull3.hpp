// SPDX-License-Identifier: MIT
// Quickhull3: the convex hull in 3D by Quickhull.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/hull/andrew.hpp>
#include <masu/hull/hull3.hpp>

namespace masu {

namespace detail {
template <class T>
class Quickhull3Builder;
}

// Event: a point of the input becomes a vertex.
struct VertexJoins {
  std::uint32_t point;  // its index in the input
};
// Event: a triangle is added. Corners are indices into the input.
struct TriangleAppears {
  std::uint32_t corner[3];  // counter-clockwise from outside
};
// Event: a triangle that the new vertex sees is removed.
struct TriangleVanishes {
  std::uint32_t corner[3];  // counter-clockwise from outside
};

// Computes the convex hull in 3D. Use it for hulls in 3D. Each triangle keeps a list of points
// outside it. The farthest of a list becomes a vertex; the triangles that it sees are replaced by
// those between it and their border, and their points are redistributed; points inside are dropped.
// (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996.)
// Like quicksort, it processes a share of the points at a time: O(n log n) if shares are even;
// O(n^2) at worst, if vertices repeatedly see many triangles or leave the other points to few
// triangles.
//
//    masu::Quickhull3<float> quickhull;  // keeps its memory
//    masu::Hull3<float> hull;
//    (void)quickhull.build(points, hull);
//    for (std::size_t f = 0; f < hull.face_count(); ++f) use(hull.face(f), hull.plane(f).normal);
//
// Signs are exact wherever the error of a computed height leaves doubt, so the surface is convex
// for every input and nothing is lost or invented at any scale. At the end triangles in one plane
// exactly are merged into one face; with a tolerance (Merge) also those near one plane.
//
// Threads: a builder keeps memory between calls: use one per thread.
template <class T>
class Quickhull3 {
  using SurfaceTrace =
      AnyTrace<VertexJoins, TriangleAppears, TriangleVanishes, PhaseBegins, ChainPushes, ChainPops>;

 public:
  using Points = std::span<const Vec<3, T>>;  // type of the input

  // Creates a builder that merges only what lies in one plane exactly.
  explicit Quickhull3(Allocator allocator = default_allocator())
      : Quickhull3(Merge::exact(), allocator) {}
  // Creates a builder with a tolerance.
  explicit Quickhull3(Merge merge, Allocator allocator = default_allocator())
      : merge_(merge), builder_(allocator) {}

  // Computes the hull. Statuses, the hull being empty: not_finite; out_of_range: a coordinate
  // beyond a quarter of the largest T, or a tolerance not between 0 and 0.1; too_many_objects: more
  // than 2^28; out_of_memory. The trace receives VertexJoins, TriangleAppears, TriangleVanishes, or
  // AndrewChain's events if the points are flat. Allocates nothing once builder and hull have
  // processed as large a problem.
  Status build(Points points, Hull3<T>& hull, SurfaceTrace trace = {});

  // Returns the counters of the last build.
  const HullStats& stats() const { return stats_; }

 private:
  Merge merge_;
  HullStats stats_;
  detail::Opaque<detail::Quickhull3Builder<T>> builder_;
};

extern template class detail::Opaque<detail::Quickhull3Builder<float>>;
extern template class detail::Opaque<detail::Quickhull3Builder<double>>;

}  // namespace masu
