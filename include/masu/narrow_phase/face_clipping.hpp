// SPDX-License-Identifier: MIT
// Contact volumes by cutting one body with the planes of the other.
#pragma once

#include <masu/narrow_phase/contact_volume.hpp>
#include <masu/narrow_phase/detail/clipped_polytope.hpp>
#include <masu/narrow_phase/detail/contact_planes.hpp>

namespace masu {

// The twin of MullerPreparata: the same question, answers and statuses, another way. The body with
// which the pair begins is cut by the other's planes, one after the other (in the plane: I. E.
// Sutherland and G. W. Hodgman, "Reentrant polygon clipping", 1974). In space a cut climbs from
// where the last one was to what lies in front of the plane, walks around it, and changes that
// alone: for n planes some O(n) in all, O(n^2) at worst. The quicker of the two where much is in
// common, and vertices of the bodies stay one vertex each.
//
// A vertex is behind a plane or not, and edges are cut between two that differ; every edge belongs
// to two faces. So the surface stays closed whatever is rounded: coincident faces leave slivers,
// never holes. Of small parts the planes are as precise as there, corners to 2^-50 of the bodies.
template <int D, class T>
class FaceClipping {
 public:
  explicit FaceClipping(Allocator allocator = default_allocator())
      : planes_(allocator), clipped_(allocator), sources_(allocator) {}

  Status find(const ConvexPolytope<D, T>& a, const Transform<D, T>& at_a,
              const ConvexPolytope<D, T>& b, const Transform<D, T>& at_b,
              ContactVolume<D, T>& volume);

 private:
  using Clipped = std::conditional_t<D == 2, detail::ClippedPolygon, detail::ClippedPolyhedron>;

  bool sort_sources(std::span<const std::uint32_t> sources);

  detail::ContactPlanes<D> planes_;
  Clipped clipped_;
  Buffer<std::uint32_t> sources_;
};

}  // namespace masu
