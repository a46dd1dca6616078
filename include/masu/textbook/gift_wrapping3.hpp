// SPDX-License-Identifier: MIT
// GiftWrapping3: the convex hull in 3D by gift wrapping.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/hull3.hpp>

namespace masu {

namespace detail {
template <class T>
class Wrapping3Builder;
}

// Event: the candidate plane rotates about the edge from `from` to `to`, to a point that lies
// outside the plane.
struct FaceCandidateReplaced {
  std::uint32_t from;   // where the edge begins
  std::uint32_t to;     // where the edge ends
  std::uint32_t point;  // the new point of the plane
};
// Event: all points lie behind the plane: it is a face of the hull.
struct FaceAccepted {
  std::span<const std::uint32_t> loop;  // its corners, counterclockwise from outside
};

// Computes the convex hull in 3D by gift wrapping. Best for a handful of faces; otherwise use
// Quickhull3. About each edge a plane rotates until all points lie behind it. All points in that
// plane are found with it and wrapped by GiftWrapping2: each face is complete at once, and its
// edges are those of the hull. n tests for each of the F faces, plus those for the corners of faces
// with many points: O(n F + n V) tests. Signs are exact: no edge is wrapped twice, so the surface
// closes. (D. R. Chand, S. S. Kapur, "An Algorithm for Convex Polytopes", 1970.)
//
//    masu::GiftWrapping3<float> wrap;
//    masu::Hull3<float> hull;
//    (void)wrap.build(points, hull);
//
// Threads: a builder keeps memory between calls: use one per thread.
template <class T>
class GiftWrapping3 {
  using PaperTrace =
      AnyTrace<FaceCandidateReplaced, FaceAccepted, CandidateReplaced, CandidateAccepted>;

 public:
  using Points = std::span<const Vec<3, T>>;  // type of the input

  // Creates a builder; its memory comes from the allocator.
  explicit GiftWrapping3(Allocator allocator = default_allocator()) : builder_(allocator) {}

  // Computes the hull. Statuses and result are those of Quickhull3. The trace receives
  // FaceCandidateReplaced and FaceAccepted, or GiftWrapping2's events if the points are flat.
  // Allocates nothing once builder and hull have processed as large a problem.
  Status build(Points points, Hull3<T>& hull, PaperTrace trace = {});

  // Returns the counters of the last build; `faces` counts complete faces.
  const HullStats& stats() const { return stats_; }

 private:
  HullStats stats_;
  detail::Opaque<detail::Wrapping3Builder<T>> builder_;
};

extern template class detail::Opaque<detail::Wrapping3Builder<float>>;
extern template class detail::Opaque<detail::Wrapping3Builder<double>>;

}  // namespace masu
